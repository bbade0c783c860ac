import LifeSignal
import LifeSignalAPI
import Logging
import Synchronization
import Testing
import Varlink

@testable import lifesignald

/// What the daemon says of what a round has committed, and of what callers cause.
struct JournalTests {
    private final class Entries: LogHandler, Sendable {
        let messages = Mutex<[String]>([])
        /// With its kind before each.
        let kinds = Mutex<[String]>([])

        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) {
            messages.withLock { $0.append("\(event.message)") }
            let kind = event.metadata?["entry"].map { "\($0)" } ?? ""
            kinds.withLock { $0.append("\(kind): \(event.message)") }
        }
    }

    @Test func `after an outage the journal says until when alarms wait`() throws {
        let entries = Entries()
        let journal = Journal(logger: Logger(label: "test") { _ in entries }, zone: .utc)
        let core = try TestCore()
        try core.kill()
        core.clock.pass(.hours(3))
        try core.reopen()
        journal.committed(try core.round(isStart: true))
        journal.committed(try core.round())
        #expect(
            entries.messages.withLock { $0 } == [
                "nobody could check in from Fri 2026-11-20 08:00 UTC to Fri 2026-11-20 11:00 UTC",
                "started",
                "whose alarm would come too soon after that has until Fri 2026-11-20 11:15 UTC at "
                    + "the most",
            ])
    }

    @Test func `of a silence and a call for help it is said which of them is over`() throws {
        let entries = Entries()
        let journal = Journal(logger: Logger(label: "test") { _ in entries }, zone: .utc)
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana", interval: .hours(1)) }
        try core.pass(.hours(2))
        try core.run { turn in
            let user = try UserTable.user(turn.db, ana)!
            try turn.apply(
                raiseAlert(
                    try Situations.whole(turn.db, of: user), message: nil, by: .warden, turn.moment
                ).effects)
        }
        journal.committed(try core.round([Job { try $0.checkIn(ana) }]))
        let clearing = Job { turn in
            let user = try UserTable.user(turn.db, ana)!
            try turn.apply(
                clearAlert(
                    try Situations.whole(turn.db, of: user), id: nil, by: .warden, turn.moment
                ).effects)
        }
        journal.committed(try core.round([clearing]))
        #expect(
            entries.messages.withLock { $0 }.filter { $0.hasPrefix("solved: ") } == [
                "solved: nobody can be told about ana's silence",
                "solved: nobody can be told about ana's call for help",
            ])
    }

    @Test func `of a problem that comes back it is said that it has, and not only that it went`()
        throws
    {
        let entries = Entries()
        let journal = Journal(logger: Logger(label: "test") { _ in entries }, zone: .utc)
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana") }
        let key = Problem.Key(.neverCheckedIn, user: ana)
        for _ in 1...2 {
            let raising = Job { try $0.apply([.raise(Problem(key, since: $0.now))]) }
            journal.committed(try core.round([raising]))
            journal.committed(try core.round([raising]))
            journal.committed(try core.round([Job { try $0.apply([.solve(key)]) }]))
        }
        let words = "ana has never checked in"
        #expect(
            entries.messages.withLock { $0 }
                == [
                    "problem: \(words)", "solved: \(words)", "problem: \(words)",
                    "solved: \(words)",
                ])
    }

    @Test func `a check-in that is refused is said to be one, and for whom it was`() async throws {
        let entries = Entries()
        let net = try await Net(logger: Logger(label: "test") { _ in entries })
        for handle in ["ana", "ben"] { try await net.add(handle) }
        try await net.tie("ana", to: "ben")
        func checkIn(_ user: String?, by caller: FakeAccounts.Caller) async throws {
            _ = try await net.refusal(People.CheckIn.self, .init(user: user), by: caller)
        }
        try await checkIn("ana", by: .account("ben"))
        try await checkIn("ana", by: .account("mallory"))
        try await checkIn("ghost", by: .account("mallory"))
        try await checkIn("ghost", by: .admin)
        try await checkIn(nil, by: .admin)
        #expect(
            entries.kinds.withLock { $0 } == [
                "checkInRefused: a check-in for ana by account:ben was refused: permission denied",
                "checkInRefused: a check-in for ana by account:mallory was refused: permission "
                    + "denied",
                "checkInRefused: a check-in by account:mallory was refused: permission denied",
                "checkInRefused: a check-in by account:warden was refused: there is no user ghost",
                "checkInRefused: a check-in by account:warden was refused: the account is bound to "
                    + "no user",
            ])
    }

    @Test func `a check-in that there is no room for is said to be refused`() async throws {
        let entries = Entries()
        let net = try await Net(logger: Logger(label: "test") { _ in entries })
        try await net.add("ana")
        try net.store.limitPages(more: 0)
        var refusal: String?
        // Each makes the history longer.
        for _ in 0..<1000 where refusal == nil {
            refusal = try await net.refusal(
                People.CheckIn.self, .init(user: "ana"), by: .account("ana"))
        }
        #expect(refusal == "Unavailable")
        let refused = "checkInRefused: a check-in by account:ana was refused: the disk is full, "
        #expect(entries.kinds.withLock { $0 }.filter { $0.hasPrefix(refused) }.count == 1)
    }

    @Test func `a call that is refused is told with whom it was about, if anybody`() async throws {
        let entries = Entries()
        let net = try await Net(logger: Logger(label: "test") { _ in entries })
        try await net.add("ana")
        for user in ["ana", "ghost"] {
            _ = try await net.refusal(
                People.GetUser.self, .init(user: user), by: .account("mallory"))
        }
        #expect(
            entries.kinds.withLock { $0 } == [
                "permissionRefused: account:mallory may not call GetUser about ana: permission "
                    + "denied",
                "permissionRefused: account:mallory may not call GetUser: permission denied",
            ])
    }

    @Test func `why a connection was ended is said in words`() {
        let entries = Entries()
        let journal = Journal(logger: Logger(label: "test") { _ in entries }, zone: .utc)
        let peer = Peer(pid: 1, uid: 7, gid: 7)
        journal.noticed(.connectionRefused(peer, .tooManyConnectionsOfUser))
        journal.noticed(.connectionClosed(peer, .malformedCall("not an object")))
        journal.noticed(.connectionClosed(peer, .doesNotRead))
        #expect(
            entries.messages.withLock { $0 } == [
                "refused a connection of uid:7: the account has as many as "
                    + "limits.connectionsPerUid allows",
                "closed a connection of uid:7: what it sent is no call: not an object",
                "closed a connection of uid:7: it did not read its replies",
            ])
    }
}
