import LifeSignalAPI
import Varlink

extension FakeDesk {
    func addDaemon(to router: inout Router) {
        on(Daemon.GetHealth.self, &router) {
            .init(health: .healthy, emergencyNumber: $1.household.emergencyNumber)
        }
        on(Daemon.GetStatus.self, &router) { .init(status: $1.household.status) }
        on(Daemon.Explain.self, &router) { $1.household.explanation }
        on(Daemon.Reload.self, &router) { _, _ in .init() }
        on(Daemon.AcceptClock.self, &router) { _, _ in .init() }
        onListing(Daemon.ListDeadlines.self, &router) {
            $1.deadlines.map { .init(deadline: $0) }
        }
        onListing(Daemon.ListEvents.self, &router) { parameters, household in
            household.events.filter { $0.sequence > parameters.since ?? 0 }
                .map { .init(event: $0) }
        }
        onListing(Daemon.Backup.self, &router) { $1.backup.map { .init(data: $0) } }
    }
}
