import Foundation
import GRDB
import GRDBSQLite
import LifeSignal
import LifeSignalAPI
import Varlink

@testable import lifesignald

/// What a story found that must not be.
struct Violation: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The daemon's own core, engine and store on clocks, callers, a sender and a disk that a story
/// moves, beside the model that says what must be true.
final class SimulatedNet {
    private let directory: TemporaryDirectory
    /// Another one after each death, in which the files are as the dead left them.
    private var path: String
    private let clock = FakeClock()
    private let settings: Settings
    private var store: Store
    private var core: EngineCore
    private var sleep = Span.zero
    private(set) var model: Model
    private var reality = Reality()
    /// What all people together have lived through, outages included.
    private(set) var lived = Span.zero
    private var newest = 0
    private var sorted: [Int] = []
    private var sortedUpTo = 0
    private var addresses = 0
    /// The sender's stream and what it holds.
    private var stream: Int?
    private var held: [OutboxOffer.Job] = []
    private var death: Death?
    private var starts = 0
    private let countdown = Countdown()
    private let disk = SimulatedDisk()
    /// The mark may be older than it should be: a round could not be kept since it was due.
    private var isMarkLate = false
    /// The last that was to be kept could not be.
    private var isRefusing = false
    /// What a round that failed leaves for the next one to hear.
    private var unheard = (wasSet: false, accepts: false, hasResumed: false)
    /// How far the wall clock is from what it should show.
    private var clockError = Span.zero
    /// So much was in the audit trail at the last look.
    private var lastEvent: Int64 = 0
    /// The first notice of the newest emergency that was sent on a channel about somebody.
    private var lastAlarms: [AlarmedChannel: Int64] = [:]

    private struct AlarmedChannel: Hashable {
        var id: Identifier
        var about: Int64
    }

    private enum Death {
        case during(after: Int)
        case afterCommit
    }

    /// The database that a first start makes. It is made once: stories are many, and a tenth of one was the migrations.
    private static let fresh = Result {
        let directory = try TemporaryDirectory()
        let path = directory.file("lifesignal.db")
        try Store(path: path).close()
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    init() throws {
        directory = try TemporaryDirectory()
        var settings = Settings()
        settings.pingExpiry = .hours(1)
        settings.operators = ["u\(Model.operator)"]
        settings.retryFor = .minutes(20)
        // Clocks jump far; what goes by age is for other tests.
        settings.retention = .days(100_000)
        self.settings = settings
        model = Model(pingExpiry: settings.pingExpiry.milliseconds)
        path = directory.file("lifesignal.db")
        try Self.fresh.get().write(to: URL(fileURLWithPath: path))
        store = try Store(path: path)
        core = try EngineCore(
            store: store, clock: clock, zone: .utc, settings: settings, isWatched: true,
            reserve: disk)
        try rounds([], starting: .some(nil))
    }

    /// What was kept last of the clocks.
    private typealias Mark = (now: Int64, boot: Int64, isOfThisBoot: Bool)

    // MARK: Steps

    func take(_ step: Step) throws {
        try carryOut(step)
        try check()
    }

    private func carryOut(_ step: Step) throws {
        switch step {
        case .together(let steps):
            let requests = steps.compactMap(request)
            try rounds(requests)
        case .pass(let seconds, let late):
            try pass(.seconds(Int64(seconds)), late: .seconds(Int64(late)))
        case .live(let days, let seed): try live(days: days, seed: seed)
        case .suspend(let seconds):
            jump(.seconds(Int64(seconds)), isUp: false) { $0.suspend($1) }
            // The system says the same after it as when the clock is set.
            unheard.hasResumed = true
            try rounds([])
        case .freeze(let seconds):
            jump(.seconds(Int64(seconds)), isUp: false) { $0.pass($1) }
            try rounds([])
        case .stepClock(let seconds):
            clockError = clockError + .seconds(Int64(seconds))
            clock.step(by: .seconds(Int64(seconds)))
            try rounds([], wasSet: true)
        case .stop(let seconds):
            try restart(after: .seconds(Int64(seconds))) { $0.pass($1) }
        case .reboot(let seconds, let off, let synchronised):
            clockError = clockError + .seconds(Int64(off))
            reality.reboot()
            try restart(after: .seconds(Int64(seconds))) { clock, span in
                clock.restart(
                    after: span + .seconds(Int64(off)), isSynchronised: synchronised)
            }
        case .synchronise(let isSynchronised):
            try synchronise(isSynchronised)
        case .acceptClock:
            core.acceptClock()
            try rounds([], accepts: true)
        case .dieNext(let after): death = after.map { .during(after: $0) } ?? .afterCommit
        case .fillDisk(let pages): disk.fill(store, pagesLeft: pages)
        case .freeDisk: disk.free(store)
        case .choke(let seconds): try choke(.seconds(Int64(seconds)))
        case .connect, .disconnect, .send, .sendInVain: try sender(step)
        default: try rounds([request(step)].compactMap { $0 })
        }
    }

    /// A time server is found, and the clock set right; or it is lost.
    private func synchronise(_ isSynchronised: Bool) throws {
        clock.synchronise(isSynchronised)
        let error = isSynchronised ? clockError : .zero
        clockError = clockError - error
        clock.step(by: .zero - error)
        try rounds([], wasSet: error != .zero)
    }

    /// Without room for a page some more rows find place in those that there are.
    private func choke(_ span: Span) throws {
        disk.fill(store, pagesLeft: -SimulatedDisk.reservePages)
        for number in 0..<200 where disk.isFull && !core.isFull {
            try rounds([request(.checkIn(number))].compactMap { $0 })
        }
        try pass(span, late: .zero)
        disk.free(store)
        try rounds([])
    }

    /// Time passes, and the daemon looks whenever it wanted to, or a little late.
    func pass(_ span: Span, late: Span) throws {
        let end = clock.read().boot + span
        repeat {
            let left = end - clock.read().boot
            jump(min(max(sleep, Span(milliseconds: 1)) + late, left)) { $0.pass($1) }
            try rounds([])
        } while clock.read().boot < end
    }

    /// Each hour some of those check in who have used up three quarters of their time; one in ten people is
    /// careless. What the sender holds goes out.
    private func live(days: Int, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 1...days * 24 {
            try pass(.hours(1), late: .seconds(Int64.random(in: 0...50, using: &random)))
            let steps = everybody.enumerated().compactMap { index, number -> Step? in
                let person = model.people[number]!
                let left = (model.due(person) ?? model.now) - model.now
                guard left < person.interval / 4 else { return nil }
                let percent = number % 10 == 0 ? 3 : 40
                return Int.random(in: 0..<100, using: &random) < percent ? .checkIn(index) : nil
            }
            for start in stride(from: 0, to: steps.count, by: 64) {
                try rounds(steps[start..<min(start + 64, steps.count)].compactMap(request))
            }
            while try send(.max, .delivered) {}
        }
    }

    /// - Parameter isUp: whether the daemon runs meanwhile, and so can be reached if the disk lets it.
    private func jump(_ span: Span, isUp: Bool = true, _ move: (FakeClock, Span) -> Void) {
        move(clock, span)
        reality.pass(span.milliseconds, isReachable: isUp && !isRefusing)
        lived = lived + Span(milliseconds: span.milliseconds * Int64(model.people.count))
    }

    // MARK: Rounds

    /// One round with the requests, and those that follow until nothing is due. On a full disk the
    /// requests go one by one, as the engine has it.
    private func rounds(
        _ requests: [SimulatedRequest], wasSet: Bool = false, starting mark: Mark?? = nil,
        accepts: Bool = false
    ) throws {
        unheard.wasSet = unheard.wasSet || wasSet
        unheard.accepts = unheard.accepts || accepts
        let startsBefore = starts
        if mark != nil || !core.isFull {
            try round(requests, starting: mark)
            guard starts == startsBefore, core.isFull else { return }
        }
        for request in requests where starts == startsBefore {
            try round([request], looks: false)
        }
        if starts == startsBefore { try round([]) }
    }

    private func round(
        _ requests: [SimulatedRequest], starting mark: Mark?? = nil, looks: Bool = true
    ) throws {
        let before = model
        let (wasSet, accepts, hasResumed) = unheard
        let reading = core.readClocks()
        if let mark {
            model.start(
                wall: reading.wall.milliseconds, boot: reading.boot.milliseconds,
                suspended: reading.suspended.milliseconds,
                isSynchronised: reading.isSynchronised, mark: mark)
        } else if !looks {
            // By its own reckoning it is this late, and nothing comes of it yet.
            model.now += reading.boot.milliseconds - before.boot
        } else {
            model.look(
                wall: reading.wall.milliseconds, boot: reading.boot.milliseconds,
                suspended: reading.suspended.milliseconds,
                isSynchronised: reading.isSynchronised, accepts: wasSet || accepts)
        }
        let jobs = requests.map { request in Job { try request.body($0, self) } }
        let commits = commits
        countdown.isAfterTransaction = false
        arm()
        do {
            let report = try core.round(
                jobs, at: reading, wasSet: wasSet || hasResumed, isStart: mark != nil,
                extent: looks ? .whole : .requestsAlone)
            disarm()
            if report.hasWritten { isRefusing = false }
            try require(
                report.now.milliseconds == model.now,
                "the daemon's time is \(report.now.milliseconds), and must be \(model.now)")
            for (request, job) in zip(requests, jobs) { try judge(request, job) }
            guard looks else {
                model.now = before.now
                if case .afterCommit = death { try die(before: nil) }
                return
            }
            unheard = (false, false, false)
            if report.hasWritten { isMarkLate = false }
            try looked(report)
            sleep = report.sleep
            var slices = 0
            while sleep == .zero {
                slices += 1
                try require(slices < Self.slicesAtOnce, "the daemon does not come to rest")
                sleep = try workOn()
            }
        } catch let failure as StorageFailure {
            disarm()
            // It died once all was committed, and could tell nobody.
            if countdown.isAfterTransaction, self.commits != commits {
                for (request, job) in zip(requests, jobs) { try judge(request, job) }
                if !looks { model.now = before.now }
                // Where it was the first slice of several the next start deals with the rest.
                let left = try number(
                    """
                    SELECT count(*) FROM users
                    WHERE earliestDeadline <= \(model.now) OR unlistedDeadline <= \(model.now)
                    """)
                if looks, left == 0 { model.settle() }
                return try die(before: nil)
            }
            return try failed(
                failure, jobs, before: before, isStart: mark != nil, looks: looks)
        }
        model.lookDue =
            reading.boot.milliseconds + min(sleep.milliseconds, Model.minute)
        model.settle()
        if case .afterCommit = death { return try die(before: nil) }
        try require(
            sleep <= .minutes(1)
                && (model.nextLook.map { model.now + sleep.milliseconds <= $0 } ?? true),
            "the timer is armed for later than the next deadline")
    }

    /// Far more than there can be due at one instant.
    private static let slicesAtOnce = 5000

    /// What was kept of a look: the daemon's time, and who became non-responsive by it.
    private func looked(_ report: EngineCore.Report) throws {
        if !isRefusing {
            model.keepsNothingSince = nil
            reality.looked(report.now.milliseconds)
        }
        for event in report.outcome.events where event.value.kind == .becameNonResponsive {
            let number = Self.number(event.handle!)
            // Gone in the very round, by a request that came before the look.
            guard let person = model.people[number] else { continue }
            if let why = reality.whyUnfair(number, person) {
                throw Violation("u\(number) is non-responsive at \(model.now), and \(why)")
            }
        }
    }

    /// The round that follows while something is due; where it finds the disk full somebody makes room,
    /// since a model of one instant can't say how far the one before has come.
    private func workOn() throws -> Span {
        func work() throws -> Span {
            let report = try core.round([], at: core.readClocks())
            try looked(report)
            return report.sleep
        }
        do {
            return try work()
        } catch StorageFailure.full where disk.isFull {
            disk.free(store)
            return try work()
        }
    }

    /// A daemon that meets a full disk, reserve and all, stays up and tries again; any other fault
    /// of the disk ends it.
    private func failed(
        _ failure: StorageFailure, _ jobs: [Job<String?>], before: Model, isStart: Bool, looks: Bool
    ) throws {
        guard case .full = failure, !isStart else {
            // Somebody who sees that it does not start makes room.
            if isStart { disk.free(store) }
            return try die(before: before)
        }
        try require(disk.isFull, "the disk was found full, and is not")
        (isMarkLate, isRefusing) = (true, true)
        for job in jobs {
            switch job.ending {
            case nil where looks: break
            case .failed(.full) where !looks: break
            default:
                throw Violation(
                    "a call of a round that was lost was answered with \(job.ending.debugDescription)"
                )
            }
        }
        model = before
        model.keepsNothingSince = model.keepsNothingSince ?? core.readClocks().boot.milliseconds
        sleep = .seconds(10)
    }

    private func require(_ isTrue: Bool, _ words: @autoclosure () -> String) throws {
        if !isTrue { throw Violation(words()) }
    }

    /// What the daemon has answered against what it had to.
    private func judge(_ request: SimulatedRequest, _ job: Job<String?>) throws {
        let id: String?
        let error: String?
        switch job.result {
        case .success(let value)?: (id, error) = (value, nil)
        case .failure(let refusal as Refusal)?: (id, error) = (nil, Self.name(of: refusal))
        case .failure(let refused as RefusedCall)?:
            (id, error) = (nil, Self.name(of: refused.refusal))
        case .failure(Engine.Unavailable.diskFull)?: return try spared(request)
        case .failure(let other)?: throw Violation("\(request.name) failed with \(other)")
        case nil: throw Violation("\(request.name) was not answered")
        }
        let before = model
        let expected = request.model(&model, error == nil ? id : nil)
        try require(
            request.isVital || !isSparing
                || (model.people, model.pings, model.notices)
                    == (before.people, before.pings, before.notices),
            "\(request.name) was carried out from the reserve")
        for number in model.newCheckIns { reality.checkedIn(number) }
        model.newCheckIns = []
        try require(
            error == expected,
            "\(request.name) was answered with \(error ?? "success"), and had to be with "
                + "\(expected ?? "success")")
    }

    /// `NoSuchUser`
    private static func name(of refusal: Refusal) -> String? {
        refusal.failure.name.split(separator: ".").last.map(String.init)
    }

    private var isSparing: Bool { core.memory.systemProblems.isSparing }

    /// It was not carried out for want of room, and would have been otherwise.
    private func spared(_ request: SimulatedRequest) throws {
        try require(isSparing, "\(request.name) met a full disk that nobody knows of")
        try require(!request.isVital, "\(request.name) was not carried out from the reserve")
        var tried = model
        let error = request.model(&tried, "spared")
        try require(
            error == nil,
            "\(request.name) was refused for want of room, and had to be with \(error ?? "")")
    }

    // MARK: Death

    private func arm() {
        guard case .during(let count) = death else { return }
        countdown.left = count
        let context = Unmanaged.passUnretained(countdown).toOpaque()
        store.withConnection { db in
            countdown.handle = db.sqliteConnection
            sqlite3_progress_handler(
                db.sqliteConnection, 20,
                { context in
                    let countdown = Unmanaged<Countdown>.fromOpaque(context!).takeUnretainedValue()
                    countdown.left -= 1
                    guard countdown.left <= 0, !countdown.isRollingBack else { return 0 }
                    countdown.isAfterTransaction = sqlite3_get_autocommit(countdown.handle) != 0
                    return 1
                }, context)
        }
    }

    /// Changes with every commit, and with some transactions that are rolled back.
    private var commits: UInt32 {
        var version: UInt32 = 0
        store.withConnection { db in
            _ = sqlite3_file_control(
                db.sqliteConnection, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        }
        return version
    }

    private func disarm() {
        guard case .during = death else { return }
        store.withConnection { sqlite3_progress_handler($0.sqliteConnection, 0, nil, nil) }
        death = nil
    }

    /// - Parameter model: what was true before the round that was lost; nil if it was kept.
    private func die(before model: Model?) throws {
        if let model { self.model = model }
        death = nil
        try leaveFiles()
        try restart(after: .seconds(1)) { $0.pass($1) }
    }

    /// The process dies without closing its database: the next one finds the files as they are now.
    private func leaveFiles() throws {
        let left = directory.file("lifesignal-\(starts).db")
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix)
        }
        try store.close()
        for suffix in ["", "-wal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        path = left
    }

    private func restart(after span: Span, meanwhile: (FakeClock, Span) -> Void) throws {
        try store.close()
        (stream, held) = (nil, [])
        unheard = (false, false, false)
        isRefusing = false
        starts += 1
        let bootBefore = clock.read().bootID
        jump(span, isUp: false, meanwhile)
        store = try Store(path: path)
        disk.limit(store)
        let mark = try store.withConnection { db in
            try Row.fetchOne(db.database, sql: "SELECT markBootID, markWall, markBoot FROM daemon")!
        }
        core = try EngineCore(
            store: store, clock: clock, zone: .utc, settings: settings, isWatched: true,
            reserve: disk)
        let markNow: Int64 = mark[1]
        // By the clock that never steps: the other may be moved a little without a word.
        let age = model.boot - (mark[2] as Int64)
        try require(
            age <= Model.minute || bootBefore != mark[0] || isMarkLate,
            "the mark is \(age) ms old")
        try rounds([], starting: (markNow, mark[2], mark[0] == clock.read().bootID))
    }

    // MARK: The sender

    private func sender(_ step: Step) throws {
        switch step {
        case .connect:
            guard stream == nil else { return }
            try run { turn in
                turn.memory.outbox.open(lease: .seconds(120), window: 64, at: turn.now)
            }
            .map { stream = $0 }
        case .disconnect:
            guard let closing = stream else { return }
            (stream, held) = (nil, [])
            _ = try run { turn in
                try OutboxQueue.giveBack(turn, turn.memory.outbox.close(closing, at: turn.now))
            }
        case .send(let count, let outcome): try send(count, outcome)
        case .sendInVain(let outcome): try sendInVain(outcome)
        default: break
        }
    }

    /// - Returns: whether there was anything to send.
    @discardableResult
    func send(_ count: Int, _ outcome: Step.SendOutcome) throws -> Bool {
        guard let stream else { return false }
        let boot = clock.read().boot
        held += try run { try OutboxOffer.take($0, stream: stream, at: boot) } ?? []
        let jobs = held.prefix(count)
        held.removeFirst(jobs.count)
        for job in jobs where self.stream == stream {
            try attempt(job, outcome)
        }
        return !jobs.isEmpty
    }

    /// What is tried in vain for as long as the configuration says is given up, and shown as a problem of its
    /// channel; an alarm is tried on. Where each attempt is cut off that takes until there were many, and what
    /// waits for another to be given up is only begun then.
    private func sendInVain(_ outcome: Step.SendOutcome) throws {
        let before = Set(try openDeliveries().filter { $0[4] == 0 }.map { $0[0] as String })
        let length = outcome == .unreported ? Span.hours(20) : .hours(2)
        let end = clock.read().boot + length
        var hasRefused = false
        while clock.read().boot < end {
            try sender(.connect)
            try pass(.minutes(1), late: .zero)
            while try send(.max, outcome) {}
            hasRefused = hasRefused || disk.isFull
        }
        guard !hasRefused else { return }
        for row in try openDeliveries() where before.contains(row[0]) {
            let isTriedOn =
                Notification.Kind(rawValue: row[1])?.isAlarm == true && row[2] == "failed"
            try require(
                isTriedOn,
                "a \(row[1] as String) is tried for \(length.milliseconds) ms and not given up")
            try require(
                row[3] == 1, "a \(row[1] as String) is given up, and its channel no problem")
        }
    }

    /// Of each its id, its kind, its state, whether its channel is a problem, and whether it waits for what was
    /// said before it of the same schedule, or of another end.
    private func openDeliveries() throws -> [Row] {
        try rows(
            """
            SELECT d.id, n.kind, d.state, EXISTS (SELECT 1 FROM problems p
                    WHERE p.code = 'deliveryFailed' AND p.subject = d.channel AND p.solvedAt IS NULL),
                n.kind IN ('scheduleChanged', 'recovered', 'alertCleared') AND EXISTS (
                    SELECT 1 FROM deliveries earlier
                    JOIN notifications e ON e.sequence = earlier.notification
                    WHERE (e.kind = 'scheduleChanged') = (n.kind = 'scheduleChanged')
                        AND e.kind IN ('scheduleChanged', 'recovered', 'alertCleared')
                        AND e.about = n.about AND e.sequence < n.sequence
                        AND earlier.channel = d.channel AND earlier.nextAttempt IS NOT NULL)
            FROM deliveries d JOIN notifications n ON n.sequence = d.notification
            WHERE d.nextAttempt IS NOT NULL
            """)
    }

    private func attempt(_ job: OutboxOffer.Job, _ outcome: Step.SendOutcome) throws {
        guard outcome != .notBegun else { return }
        let isBegun: Bool? = try run { turn in
            do {
                try OutboxQueue.begin(turn, job.delivery)
                return true
            } catch is Refusal {
                return false
            }
        }
        guard isBegun == true else { return }
        try checkLastWord(job.delivery)
        func report(_ report: DeliveryReport) throws {
            _ = try run { turn in
                do {
                    try OutboxQueue.report(
                        turn, job.delivery, report, detail: "as the story has it", jitter: 0.5)
                } catch is Refusal {}
            }
        }
        switch outcome {
        case .delivered: try report(DeliveryReport(delivered: true))
        case .reportedTwice:
            try report(DeliveryReport(delivered: true))
            try report(DeliveryReport(delivered: true))
        case .failed: try report(DeliveryReport(delivered: false))
        case .refused: try report(DeliveryReport(delivered: false, permanent: true))
        case .unreported, .notBegun: break
        }
    }

    /// What a sender asks for; nil if the daemon has died over it, or could not keep it.
    private func run<Value>(_ body: @escaping (Turn) throws -> Value) throws -> Value? {
        var value: Value?
        var isKept = false
        let request = SimulatedRequest(
            name: "a sender's call",
            body: { turn, _ in
                value = try body(turn)
                return nil
            },
            model: { _, _ in
                isKept = true
                return nil
            })
        let startsBefore = starts
        try rounds([request])
        return isKept && starts == startsBefore ? value : nil
    }

    // MARK: The end of a story

    /// All faults are over, and a good sender is connected: all that is due has to happen.
    func liveOn() throws {
        death = nil
        try take(.freeDisk)
        try synchronise(true)
        try take(.connect)
        var open: Int64 = 0
        for _ in 0..<4 {
            // So that whatever waits for another attempt has it.
            try pass(.minutes(61), late: .seconds(50))
            while try send(.max, .delivered) {}
            open = try number("SELECT count(*) FROM deliveries WHERE nextAttempt IS NOT NULL")
            if open == 0 { break }
        }
        try check()
        let left = try rows(
            """
            SELECT n.kind || ' ' || d.state || ' begun ' || d.isBegun || ' ended ' || d.causeEnded
                || ' tried ' || d.attempts || ' written ' || n.at || ' next ' || d.nextAttempt
            FROM deliveries d JOIN notifications n ON n.sequence = d.notification
            WHERE d.nextAttempt IS NOT NULL LIMIT 3
            """
        ).map { $0[0] as String }
        try require(open == 0, "still open after everything was sent, at \(model.now): \(left)")
        try checkArrivals()
        // Health is looked at with each tick.
        try pass(.minutes(1), late: .zero)
        while try send(.max, .delivered) {}
        try pass(.seconds(59), late: .zero)
        let report = try core.round([], at: core.readClocks())
        try require(!report.isDegraded, "the daemon is degraded with no fault left")
        let contradictions = try store.withConnection { try Inspection.contradictions($0) }
        try require(contradictions.isEmpty, "\(contradictions)")
    }

    // MARK: What must be true

    private func check() throws {
        try checkPeople()
        try checkSilence()
        try checkNotices()
        try checkPings()
        try checkOutbox()
        try checkTrail()
    }

    private func checkSilence() throws {
        guard !isRefusing else { return }
        for (number, person) in model.people where person.incident == nil {
            if let why = reality.whyDue(number, person) {
                throw Violation("u\(number) is not non-responsive at \(model.now), and \(why)")
            }
        }
    }

    private func checkPeople() throws {
        let rows = try rows(
            """
            SELECT handle, lastCheckIn, incidentSince, alertStart,
                (SELECT count(*) FROM events e WHERE e.user = users.id AND e.kind = 'checkedIn'),
                incident, alert, status
            FROM users WHERE status <> 'removed'
            """)
        try require(rows.count == model.people.count, "there are \(rows.count) people")
        for row in rows {
            let handle: String = row[0]
            guard let person = model.people[Self.number(handle)] else {
                throw Violation("\(handle) was removed, and is there")
            }
            func same(_ column: Int, _ value: Int64?, _ what: String) throws {
                let found: Int64? = row[column]
                try require(
                    found == value,
                    "\(handle): \(what) is \(found.map(String.init) ?? "none"), and must be "
                        + "\(value.map(String.init) ?? "none") at \(model.now)")
            }
            try same(1, person.last, "the last check-in")
            try same(2, person.incident?.since, "the incident's start")
            try same(3, person.alert?.since, "the alert's start")
            try same(4, Int64(person.checkIns), "the number of check-ins kept")
            let status: String = row[7]
            try require(
                isRefusing || status == model.status(person),
                "\(handle) is counted as \(status), and is \(model.status(person)) at \(model.now)")
        }
    }

    /// One incident gives each responder one notice and its repeats; each lead time one reminder.
    private func checkNotices() throws {
        for (kind, column) in [("nonResponsive", "incident"), ("alertRaised", "alert")] {
            var found: [Int: [Int: Int]] = [:]
            let rows = try rows(
                """
                SELECT u.handle, r.handle, count(*) FROM users u
                JOIN notifications n ON n.cause = u.\(column) AND n.kind = '\(kind)'
                JOIN users r ON r.id = n.recipient
                WHERE u.\(column) IS NOT NULL AND r.status <> 'removed'
                GROUP BY u.id, r.id
                """)
            for row in rows {
                found[Self.number(row[0]), default: [:]][Self.number(row[1])] = row[2]
            }
            for (number, person) in model.people {
                let cry = kind == "alertRaised" ? person.alert : person.incident
                let told = cry?.told.filter { model.people[$0.key] != nil } ?? [:]
                try require(
                    found[number, default: [:]] == told,
                    "of u\(number)'s \(column) people had \(found[number, default: [:]]) notices, "
                        + "and must have had \(told)")
            }
        }
        let counts = try rows(
            """
            SELECT iif(n.ofGap, 'reminder of a gap', n.kind), u.handle, count(*)
            FROM notifications n JOIN users u ON u.id = n.recipient
            WHERE (n.kind <> 'system' OR n.cause IS NULL) AND u.status <> 'removed' GROUP BY 1, 2
            """)
        let found = Dictionary(
            uniqueKeysWithValues: counts.map {
                (Model.Notices(kind: $0[0], to: Self.number($0[1])), $0[2] as Int)
            })
        let due = model.notices.filter { model.people[$0.key.to] != nil }
        for notices in Set(found.keys).union(due.keys) {
            let (had, must) = (found[notices, default: 0], due[notices, default: 0])
            try require(
                had == must,
                "u\(notices.to) had \(had) notices of the kind \(notices.kind), and must have had "
                    + "\(must)")
        }
    }

    /// Of all that goes on, each channel of each who was told has had the newest notice.
    private func checkArrivals() throws {
        for (kind, column) in [("nonResponsive", "incident"), ("alertRaised", "alert")] {
            let missed = try rows(
                """
                SELECT u.handle, r.handle FROM users u
                JOIN notifications n ON n.cause = u.\(column) AND n.kind = '\(kind)'
                JOIN users r ON r.id = n.recipient
                JOIN channels c ON c.user = r.id AND c.addedAt < n.at
                WHERE u.\(column) IS NOT NULL AND r.status <> 'removed'
                    AND n.sequence = (SELECT max(sequence) FROM notifications m
                        WHERE m.cause = n.cause AND m.kind = n.kind AND m.recipient = n.recipient)
                    AND NOT EXISTS (SELECT 1 FROM deliveries d
                        WHERE d.notification = n.sequence AND d.channel = c.id AND d.state = 'delivered')
                """)
            for row in missed {
                let (number, other) = (Self.number(row[0]), Self.number(row[1]))
                try require(
                    number != other && model.people[number]?.responders.contains(other) != true,
                    "the \(kind) of u\(number) has not reached u\(other)")
            }
        }
    }

    private func checkPings() throws {
        let rows = try rows("SELECT id, status, endedAt FROM pings")
        let found = Dictionary(
            uniqueKeysWithValues: rows.map { ($0[0] as String, ($0[1] as String, $0[2] as Int64?)) }
        )
        for (id, ping) in model.pings {
            guard let (status, ended) = found[id] else { throw Violation("ping \(id) is gone") }
            try require(
                (status, ended) == (ping.status, ping.ended),
                "ping \(id) is \(status) since \(ended ?? 0), and must be \(ping.status) since "
                    + "\(ping.ended ?? 0)")
        }
    }

    /// The outbox never holds what its cause does not.
    private func checkOutbox() throws {
        let pointless = try rows(
            """
            SELECT n.kind, r.handle FROM deliveries d
            JOIN notifications n ON n.sequence = d.notification
            JOIN users r ON r.id = n.recipient LEFT JOIN users a ON a.id = n.about
            WHERE d.nextAttempt IS NOT NULL AND d.isBegun = 0 AND (
                r.status = 'removed'
                OR (n.kind = 'nonResponsive' AND a.incident IS NOT n.cause)
                OR (n.kind = 'alertRaised' AND a.alert IS NOT n.cause)
                OR (n.kind IN ('reminder', 'overdue') AND r.incident IS NOT NULL)
                OR (n.kind IN ('reminder', 'overdue') AND n.at < r.lastCheckIn)
                OR (n.kind = 'ping' AND NOT EXISTS (
                    SELECT 1 FROM pings p WHERE p.id = n.cause AND p.status = 'pending'))
                OR (n.kind = 'contactAdded' AND NOT EXISTS (SELECT 1 FROM edges e
                    WHERE n.cause = 'edge:' || e.dependent || ':' || e.responder))
                OR (n.kind = 'contactRemoved' AND EXISTS (SELECT 1 FROM edges e
                    WHERE n.cause = 'edge:' || e.dependent || ':' || e.responder))
            ) LIMIT 1
            """)
        if let row = pointless.first {
            throw Violation("a pointless \(row[0] as String) waits for \(row[1] as String)")
        }
    }

    /// Nobody is told that all is well after they were told of a new emergency: of this delivery the attempt has
    /// just begun.
    private func checkLastWord(_ delivery: Identifier) throws {
        let row = try store.withConnection { db in
            try Row.fetchOne(
                db.database.cachedStatement(
                    sql: """
                        SELECT d.channel, n.about, n.kind, n.sequence, (SELECT min(f.sequence)
                            FROM notifications f WHERE f.cause = n.cause)
                        FROM deliveries d JOIN notifications n ON n.sequence = d.notification
                        WHERE d.id = ? AND n.about IS NOT NULL
                        """), arguments: [delivery])
        }
        guard let row else { return }
        let channel = AlarmedChannel(id: row[0], about: row[1])
        let (kind, written) = (row[2] as String, row[3] as Int64)
        switch kind {
        case "nonResponsive", "alertRaised":
            lastAlarms[channel] = max(lastAlarms[channel] ?? 0, row[4] ?? written)
        case "recovered", "alertCleared":
            try require(
                lastAlarms[channel] ?? 0 < written,
                "\(kind) is sent of what ended before a new alarm, which was sent there before it")
        default: break
        }
    }

    private func checkTrail() throws {
        let newest = try number("SELECT max(sequence) FROM events")
        let count = try number("SELECT count(*) FROM events")
        try require(newest == count && newest >= lastEvent, "the trail has lost a number")
        lastEvent = newest
        let gaps = try number("SELECT count(*) FROM events WHERE kind = 'gap'")
        try require(gaps == model.gaps, "\(gaps) gaps were told, and must be \(model.gaps)")
    }

    /// Prepared once for each life of the daemon: they are asked after every step.
    private func rows(_ sql: String) throws -> [Row] {
        try store.withConnection { try Row.fetchAll($0.database.cachedStatement(sql: sql)) }
    }

    private func number(_ sql: String) throws -> Int64 {
        try store.withConnection { try $0.value(sql) ?? 0 }
    }

    private static func number(_ handle: String) -> Int { Int(handle.dropFirst())! }

    // MARK: Requests

    func newNumber() -> Int {
        newest += 1
        return newest - 1
    }

    func newAddress() -> String {
        addresses += 1
        return "mailto:x\(addresses)@example.org"
    }

    /// Who there is, in their order; sorted anew only when somebody has come or gone.
    private var everybody: [Int] {
        if sorted.count != model.people.count || sortedUpTo != newest {
            (sorted, sortedUpTo) = (model.people.keys.sorted(), newest)
        }
        return sorted
    }

    /// Who is meant by a number; nil while there is nobody.
    func person(_ number: Int) -> Int? {
        let all = everybody
        return all.isEmpty ? nil : all[number % all.count]
    }
}

/// How many instructions of the database are left until the process dies.
private final class Countdown {
    var left = 0
    var handle: SQLiteConnection?
    /// Whether none was open any more when it was over.
    var isAfterTransaction = false

    /// Who dies leaves a transaction that the next one finds undone. Here it is undone at once, and a statement
    /// that was stopped before it had done that would leave it open.
    var isRollingBack: Bool {
        var statement = sqlite3_next_stmt(handle, nil)
        while let each = statement {
            if sqlite3_stmt_busy(each) != 0, String(cString: sqlite3_sql(each)) == "ROLLBACK" {
                return true
            }
            statement = sqlite3_next_stmt(handle, each)
        }
        return false
    }
}
