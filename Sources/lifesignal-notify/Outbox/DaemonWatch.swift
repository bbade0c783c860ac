import ConfigurationFile
import Glibc
import LifeSignal
import LifeSignalAPI
import LocalTime
import Varlink

/// Tells somebody, without the daemon, that it has not answered for too long, and when it does
/// again.
actor DaemonWatch {
    typealias Configuration = ServiceConfiguration.Watch

    private let socket: Address
    private let send:
        @Sendable (Message, ChannelAddress, @escaping Dispatcher.Late) async -> Outcome
    private let log: SenderLog
    private var watch: Configuration?
    private var watching: Task<Void, Never>?

    private var lastAnswer = now()
    private var lastAnswerAt = ContinuousClock.now
    /// Outlives this process: who was told of it is told of its end.
    private var silence: WatchedSilence? {
        didSet { if silence != oldValue { file.write(silence) } }
    }
    private let file: WatchedSilenceFile
    /// The notice that is being tried; the same under the same id until it is handed over.
    private var notice: Message?
    /// One that was taken when its attempt had been given up.
    private var takenLate: Identifier?
    /// How often that failed, and when it is tried again.
    private var failures = 0
    private var nextTry = ContinuousClock.now

    /// Of how long a daemon may take to answer it is asked so often.
    private static let looksPerSpan = 4
    private static let longestPause = Duration.seconds(30)
    private static let answersWithin = Duration.seconds(10)
    /// Somebody may need to know now, and what the other side asks for is a guess.
    private static let longestWait = Span.minutes(2)
    private static let longestWaitAsked = Span.minutes(10)

    init(
        socket: Address, file: WatchedSilenceFile, log: SenderLog,
        send:
            @escaping @Sendable (Message, ChannelAddress, @escaping Dispatcher.Late) async ->
            Outcome
    ) {
        self.socket = socket
        self.file = file
        self.log = log
        self.send = send
        silence = file.read()
    }

    /// Watches as configured from now on; nil: not at all.
    func configure(_ watch: Configuration?) async {
        guard watch != self.watch else { return }
        await stop()
        self.watch = watch
        guard let watch else {
            silence = nil
            return
        }
        (lastAnswer, lastAnswerAt) = (Self.now(), .now)
        watching = Task { await run(watch) }
    }

    func stop() async {
        watching?.cancel()
        await watching?.value
        (watching, watch) = (nil, nil)
    }

    private func run(_ watch: Configuration) async {
        let limit = Duration.milliseconds(watch.after.milliseconds)
        let pause = min(max(limit / Self.looksPerSpan, .milliseconds(250)), Self.longestPause)
        while !Task.isCancelled {
            if await answers(within: min(limit, Self.answersWithin)) {
                (lastAnswer, lastAnswerAt) = (Self.now(), .now)
                if let silence {
                    let text = Self.texts.answersAgain(lastAnswer, after: silence.since)
                    if await tell(text, id: silence.id + "-end") { self.silence = nil }
                }
            } else {
                if silence == nil, ContinuousClock.now - lastAnswerAt >= limit {
                    silence = WatchedSilence(since: lastAnswer)
                }
                if let silence, !silence.isTold,
                    await tell(Self.texts.noAnswer(since: silence.since), id: silence.id)
                {
                    self.silence?.isTold = true
                }
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// What can't be handed over is tried again with a later look, after growing pauses.
    ///
    /// - Returns: whether it was handed over.
    private func tell(_ text: Notice, id: Identifier) async -> Bool {
        guard let watch else { return false }
        let message: Message
        if let notice, notice.id == id {
            message = notice
        } else {
            message = Message(system: text, id: id, at: Self.now())
            (failures, nextTry) = (0, .now)
        }
        notice = message
        if takenLate == id {
            notice = nil
            return true
        }
        guard ContinuousClock.now >= nextTry else { return false }
        let outcome = await send(message, ChannelAddress(stored: watch.to.text)) { outcome in
            Task { await self.take(late: id, text.title, outcome) }
        }
        log.watched(text.title, outcome)
        if outcome.isDelivered {
            notice = nil
        } else {
            failures += 1
            let pause = min(Delivery.pause(after: failures, jitter: 0.5), Self.longestWait)
            let asked = min(Span.seconds(outcome.retryAfter ?? 0), Self.longestWaitAsked)
            nextTry = .now + .milliseconds(max(pause, asked).milliseconds)
        }
        return outcome.isDelivered
    }

    private func take(late id: Identifier, _ title: String, _ outcome: Outcome) {
        takenLate = id
        log.watched(title, outcome)
    }

    /// Asks by a connection of its own: a daemon that has hung answers on none.
    private func answers(within limit: Duration) async -> Bool {
        let socket = socket
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    let client = try await Client.connect(to: socket)
                    _ = try await client.call(Daemon.GetHealth.self, .init())
                    return true
                } catch {
                    return false
                }
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private static var texts: Texts { Texts(zone: LocalZone.make(), settings: Settings()) }

    private static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
