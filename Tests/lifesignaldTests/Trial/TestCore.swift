import ConfigurationFile
import Foundation
import GRDB
import LifeSignal

@testable import lifesignald

/// The engine's core on a database of its own, driven round by round.
final class TestCore {
    let directory: TemporaryDirectory
    let clock: FakeClock
    var settings: Settings
    private let heartbeat: ServiceConfiguration.Heartbeat?
    private(set) var store: Store
    private(set) var core: EngineCore
    /// How long the core meant to sleep after its last round.
    private(set) var sleep = Span.zero
    /// The report of the last round.
    private(set) var report: EngineCore.Report!
    /// Rounds since the start.
    private(set) var rounds = 0

    init(
        _ settings: Settings = Settings(), heartbeat: ServiceConfiguration.Heartbeat? = nil,
        at start: Instant = FakeClock.start
    ) throws {
        directory = try TemporaryDirectory()
        clock = FakeClock(start)
        self.settings = settings
        self.heartbeat = heartbeat
        store = try Store(path: directory.file("lifesignal.db"))
        core = try EngineCore(
            store: store, clock: clock, zone: .utc, settings: settings, isWatched: true,
            heartbeat: heartbeat)
        try catchUp(isStart: true)
    }

    /// The process ends, without a word, and a new one starts; the time between has to be passed
    /// by `meanwhile`.
    func restart(meanwhile: (FakeClock) -> Void = { _ in }) throws {
        try kill()
        meanwhile(clock)
        try reopen()
        try catchUp(isStart: true)
    }

    func kill() throws { try store.close() }

    func reopen() throws {
        store = try Store(path: directory.file("lifesignal.db"))
        core = try EngineCore(
            store: store, clock: clock, zone: .utc, settings: settings, isWatched: true,
            heartbeat: heartbeat)
    }

    /// One round.
    @discardableResult
    func round(
        _ jobs: [any EngineJob] = [], wasSet: Bool = false, isStart: Bool = false
    ) throws -> EngineCore.Report {
        rounds += 1
        report = try core.round(
            jobs, at: core.readClocks(), wasSet: wasSet, isStart: isStart)
        sleep = report.sleep
        return report
    }

    /// Rounds until nothing is due.
    func catchUp(wasSet: Bool = false, isStart: Bool = false) throws {
        try round(wasSet: wasSet, isStart: isStart)
        while sleep == .zero { try round() }
    }

    /// Time passes, and the core looks whenever it wanted to.
    func pass(_ span: Span) throws {
        let end = clock.now + span
        while clock.now < end {
            clock.pass(min(sleep, end - clock.now))
            try catchUp()
        }
    }

    /// One request in a round of its own, and all that follows from it.
    @discardableResult
    func run<Value>(_ body: @escaping (Turn) throws -> Value) throws -> Value {
        let job = Job(body)
        try round([job])
        while sleep == .zero { try round() }
        return try job.result!.get()
    }

    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try store.withConnection(body)
    }
}

extension Engine {
    func read<Value: Sendable>(
        for uid: UInt32 = 0, _ body: @escaping @Sendable (Turn) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            read(for: uid, body) { continuation.resume(with: $0) }
        }
    }
}

/// A request whose ending a test looks at. As the engine's own, it keeps errors for who asked.
final class Job<Value>: EngineJob, @unchecked Sendable {
    private let body: (Turn) throws -> Value
    private(set) var result: Result<Value, any Error>?
    private(set) var ending: EngineCore.Ending?

    init(_ body: @escaping (Turn) throws -> Value) {
        self.body = body
    }

    func run(_ turn: Turn) throws {
        do {
            result = .success(try turn.atomically { try body(turn) })
        } catch  where Turn.concernsRound(error) {
            throw error
        } catch {
            result = .failure(error)
        }
    }

    func finish(_ ending: EngineCore.Ending) { self.ending = ending }
}

extension Actor {
    static let warden = Actor.account("warden")
}

extension Turn {
    /// A user with a channel, who checks in at once.
    @discardableResult
    func add(
        _ handle: String, interval: Span = .hours(24), reminders: [Span] = [],
        grace: Span = .zero, checksIn: Bool = true, channel: String? = nil
    ) throws -> UserID {
        let added = addUser(
            try UserTable.nextID(db), handle: try Handle(handle),
            profile: Profile(name: handle.capitalized),
            schedule: try Schedule(
                interval: interval.wholeSeconds, reminders: reminders.map(\.wholeSeconds),
                grace: grace.wholeSeconds),
            checksIn: checksIn, by: .warden, moment)
        try apply(added.effects)
        if let channel {
            try apply([
                .addChannel(
                    Channel(
                        id: moment.newID(), user: added.user.id, address: channel,
                        isPrivate: true, addedAt: now))
            ])
        }
        return added.user.id
    }

    func tie(_ dependent: UserID, to responder: UserID) throws {
        let user = try UserTable.user(db, dependent)!
        try apply(
            addResponder(
                try EdgeTable.contact(db, responder)!, to: try Situations.whole(db, of: user),
                by: .warden, moment))
    }

    func checkIn(_ id: UserID) throws {
        let user = try UserTable.user(db, id)!
        try apply(
            LifeSignal.checkIn(
                try Situations.forCheckIn(db, of: user), source: .manual, by: .warden, moment
            ).effects)
    }
}

extension TestCore {
    func user(_ handle: String) throws -> User {
        try read { try UserTable.user($0, handle: handle)! }
    }

    func status(_ handle: String) throws -> User.Status { try user(handle).status(at: clock.now) }

    /// The kinds of all notices to a user, in their order.
    func notices(to handle: String) throws -> [String] {
        let id = try user(handle).id
        return try read {
            try $0.rows(
                "SELECT kind FROM notifications WHERE recipient = ? ORDER BY sequence", [id.cell]
            ) { $0[0] }
        }
    }

    func events() throws -> [String] {
        try read {
            try String.fetchAll($0.database, sql: "SELECT kind FROM events ORDER BY sequence")
        }
    }
}

extension Store {
    /// The first column of all rows.
    func all<Value: DatabaseValueConvertible>(
        _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [Value] {
        try withConnection { try Value.fetchAll($0.database, sql: sql, arguments: arguments) }
    }
}

extension EventRuns {
    /// Of all events, among them those that a test has written by itself.
    static func makeAnew(_ db: Connection) throws {
        try db.database.execute(
            sql: """
                DELETE FROM eventRuns;
                UPDATE users SET checkInRun = '', eventRun = '';
                \(EventRuns.ofAllEvents)
                """)
    }
}
