import Glibc
import LifeSignal
import LifeSignalAPI
import Varlink

/// Takes jobs from the daemon, has each attempted in its channel's lane, and reports.
///
/// An attempt goes on when the connection to the daemon is lost, and what came of it is kept until
/// it can be reported: a notice that went out is not sent again for want of a report.
actor Dispatcher {
    /// How long a job stays ours without a report, in seconds.
    static let leaseSeconds: Int64 = 120
    /// The most that one stream may hold.
    private static let window: Int64 = 1024
    /// Attempts at once, in all; fewer where not so many descriptors may be open, of which each takes up to
    /// three and a bit.
    private static let attemptLimit: Int = {
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        let rest = Int(clamping: files.rlim_cur) - descriptorsOfItsOwn
        return min(512, max(8, rest / 4))
    }()
    private static let descriptorsOfItsOwn = 64
    private static let attemptLimitOfServer = 64
    /// A job is begun this long after it was taken at the latest: an attempt and its report must
    /// end before the lease does.
    private static let startWithin =
        Duration.seconds(leaseSeconds)
        - .milliseconds(Delivery.longestAttempt.milliseconds)
    private static let beginPause = Duration.seconds(1)
    private static let reportPause = Duration.seconds(5)
    private static let shortestPause = Duration.milliseconds(50)
    private static let longestPause = Duration.seconds(2)

    private let socket: Address
    typealias Late = @Sendable (Outcome) -> Void
    private let send: @Sendable (Message, ChannelAddress, @escaping Late) async -> Outcome
    private let log: SenderLog

    private var lanes = Lanes(limit: attemptLimit, limitOfServer: attemptLimitOfServer)
    private var link: OutboxLink?
    /// Deliveries with an attempt under way.
    private var underWay: Set<Identifier> = []
    /// Those of them that a new connection has brought once more.
    private var offeredAgain:
        [Identifier: (job: Outbox.Job, latestStart: ContinuousClock.Instant)] =
            [:]
    private var attempts: [Int: Task<Void, Never>] = [:]
    private var nextAttempt = 0
    /// Outcomes that the daemon has not taken yet.
    private var unreported: [Identifier: (outcome: Outcome, attempt: Int64)] = [:]
    private var beingReported: Set<Identifier> = []
    private var lateReport: Task<Void, Never>?
    private var isStopping = false

    /// - Parameter send: one attempt, within ``Outcome/timeLimit``; ends early when its task is
    ///   cancelled, and tells if it was taken after all.
    init(
        socket: Address, log: SenderLog,
        send: @escaping @Sendable (Message, ChannelAddress, @escaping Late) async -> Outcome
    ) {
        self.socket = socket
        self.log = log
        self.send = send
    }

    /// Runs until its task is cancelled, connecting anew whenever the daemon goes away.
    func run() async {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            let hasWorked: Bool
            do throws(CallError) {
                hasWorked = try await takeJobs()
            } catch {
                // To stop hangs up.
                if !isStopping { log.linkLost(error) }
                // A daemon that refuses is there, and goes on refusing.
                if case .failure = error { hasWorked = false } else { hasWorked = link != nil }
            }
            await dropLink()
            pause = hasWorked ? Self.shortestPause : min(pause * 2, Self.longestPause)
            try? await Task.sleep(for: pause)
        }
    }

    /// Lets attempts under way end and be reported within `grace`, and cuts off the others; those
    /// stay pending. Nothing new is begun.
    func stop(within grace: Duration) async {
        isStopping = true
        lanes.dropWaiting()
        let deadline = ContinuousClock.now + grace
        while !attempts.isEmpty || !unreported.isEmpty, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(20))
        }
        for attempt in attempts.values { attempt.cancel() }
        for attempt in attempts.values { await attempt.value }
        await dropLink()
    }

    // MARK: Taking

    /// Returns when the daemon has ended the stream.
    private func takeJobs() async throws(CallError) -> Bool {
        let link = try await OutboxLink.connect(to: socket)
        self.link = link
        // Before the first job: what is reported is not offered again.
        await reportAll(by: link)
        try await link.requirePermission()
        log.linked()
        for try await reply in link.jobs(leaseSeconds: Self.leaseSeconds, window: Self.window) {
            guard let job = reply.job else { continue }
            log.linked(isCertain: true)
            take(job)
        }
        return true
    }

    private func take(_ job: Outbox.Job) {
        guard !isStopping, unreported[job.delivery] == nil else { return }
        let latestStart = ContinuousClock.now + Self.startWithin
        // An attempt from before a lost connection may still be under way; its outcome counts.
        if underWay.contains(job.delivery) {
            offeredAgain[job.delivery] = (job, latestStart)
        } else {
            lanes.add(job, latestStart: latestStart)
            beginWhatMay()
        }
    }

    private func dropLink() async {
        lanes.dropWaiting()
        offeredAgain = [:]
        await link?.close()
        link = nil
    }

    // MARK: Attempts

    private func beginWhatMay() {
        while !isStopping, let batch = lanes.next(at: .now) {
            underWay.formUnion(batch.jobs.map(\.delivery))
            nextAttempt += 1
            let number = nextAttempt
            attempts[number] = Task {
                let done = await attempt(batch)
                attempts[number] = nil
                end(batch, done: done)
                beginWhatMay()
            }
        }
    }

    /// - Parameter done: the deliveries of which the outcome is known.
    private func end(_ batch: Lanes.Batch, done: Set<Identifier>) {
        lanes.end(batch)
        for job in batch.jobs {
            underWay.remove(job.delivery)
            guard let again = offeredAgain.removeValue(forKey: job.delivery),
                !done.contains(job.delivery)
            else { continue }
            lanes.add(again.job, latestStart: again.latestStart)
        }
    }

    /// - Returns: the deliveries of which the outcome is known, reported or not.
    private func attempt(_ batch: Lanes.Batch) async -> Set<Identifier> {
        guard let link else { return [] }
        let begun = await link.begin(batch.jobs.map(\.delivery))
        let jobs = batch.jobs.filter { begun[$0.delivery] == .done }
        beginLater(batch.jobs.filter { begun[$0.delivery] == .unavailable }, of: batch, by: link)
        // If the daemon took long to answer, another sender may have them by now.
        guard !jobs.isEmpty, ContinuousClock.now < batch.latestStart else { return [] }
        let address = ChannelAddress(stored: batch.channel.address)
        let (message, _) = Message.merging(jobs, within: address)
        let late: Late = { outcome in
            Task { await self.report(jobs, takenLate: outcome.shown(without: address)) }
        }
        var outcome = await send(message, address, late).shown(without: address)
        // Cut off: the daemon sees it by the end of the stream.
        guard !Task.isCancelled || outcome.isDelivered else { return [] }
        if jobs.count > 1, outcome.isPermanent, outcome.isOfMessage {
            lanes.separate(jobs)
            outcome.isPermanent = false
        }
        log.attempted(jobs, outcome)
        for job in jobs { unreported[job.delivery] = (outcome, job.attempt) }
        if let link = self.link { await reportAll(by: link) }
        return Set(jobs.map(\.delivery))
    }

    /// The daemon could not begin these at this moment, and holds them for this stream.
    private func beginLater(_ jobs: [Outbox.Job], of batch: Lanes.Batch, by link: OutboxLink) {
        guard !jobs.isEmpty else { return }
        Task {
            try? await Task.sleep(for: Self.beginPause)
            guard !isStopping, let current = self.link, current.isSame(as: link) else { return }
            for job in jobs { lanes.add(job, latestStart: batch.latestStart) }
            beginWhatMay()
        }
    }

    // MARK: Reporting

    /// A notice was taken once its time was over, and reported as failed: it need not go again.
    private func report(_ jobs: [Outbox.Job], takenLate outcome: Outcome) async {
        log.attempted(jobs, outcome)
        for job in jobs { unreported[job.delivery] = (outcome, job.attempt) }
        if let link { await reportAll(by: link) }
    }

    /// Returns once it is this actor's turn.
    func takeTurn() {}

    private func reportAll(by link: OutboxLink) async {
        let outcomes = unreported.filter { !beingReported.contains($0.key) }
        beingReported.formUnion(outcomes.keys)
        await withTaskGroup(of: (Identifier, Bool).self) { group in
            for (delivery, (outcome, attempt)) in outcomes {
                group.addTask {
                    (delivery, await link.report(delivery, outcome, attempt: attempt))
                }
            }
            for await (delivery, isDone) in group {
                beingReported.remove(delivery)
                // Unless it has been taken late meanwhile.
                if isDone, unreported[delivery]?.outcome == outcomes[delivery]?.outcome {
                    unreported[delivery] = nil
                }
            }
        }
        if outcomes.keys.contains(where: { unreported[$0] != nil }) { reportLater() }
    }

    /// The daemon is there and could not take a report, perhaps for want of room on its disk. If it
    /// is gone, the next connection begins with the reports.
    private func reportLater() {
        guard lateReport == nil else { return }
        lateReport = Task {
            try? await Task.sleep(for: Self.reportPause)
            lateReport = nil
            if let link, !unreported.isEmpty { await reportAll(by: link) }
        }
    }
}
