import LifeSignal
import LifeSignalAPI
import Varlink

/// How a sender takes deliveries and reports on them.
extension Desk {
    func addOutboxMethods(to router: inout Router) {
        router.onStream(LifeSignalAPI.Outbox.Take.self) { parameters, call, replies in
            try await self.take(parameters, call, replies)
        }
        router.on(
            LifeSignalAPI.Outbox.Begin.self,
            writing { visit, parameters in
                try visit.require(.send)
                try OutboxQueue.begin(visit.turn, parameters.delivery)
                return LifeSignalAPI.Outbox.Begin.Reply()
            })
        router.on(
            LifeSignalAPI.Outbox.Report.self,
            writing { visit, parameters in
                try visit.require(.send)
                try OutboxQueue.report(
                    visit.turn, parameters.delivery, try DeliveryReport(parameters),
                    attempt: parameters.attempt.map { Int(clamping: $0) },
                    detail: parameters.shownDetail, jitter: .random(in: 0..<1))
                return LifeSignalAPI.Outbox.Report.Reply()
            })
    }

    private func take(
        _ wanted: LifeSignalAPI.Outbox.Take.Parameters, _ call: Call,
        _ replies: Replies<LifeSignalAPI.Outbox.Take.Reply>
    ) async throws {
        let (lease, window) = (wanted.lease ?? 120, wanted.window ?? 64)
        let stream = try await write(call) { visit in
            try visit.require(.send)
            guard (10...600).contains(lease) else {
                throw Refusal.invalid(parameter: "lease", reason: "a lease is 10 to 600 s")
            }
            guard (1...1024).contains(window) else {
                throw Refusal.invalid(parameter: "window", reason: "a window is 1 to 1024 jobs")
            }
            return visit.turn.memory.outbox.open(
                lease: .seconds(lease), window: Int(window), at: visit.turn.now)
        }
        journal.senderConnected()
        do {
            try await offer(stream, call, replies)
        } catch {
            await giveBack(stream, call)
            throw error
        }
        await giveBack(stream, call)
    }

    private func offer(
        _ stream: Int, _ call: Call, _ replies: Replies<LifeSignalAPI.Outbox.Take.Reply>
    ) async throws {
        for await _ in engine.deliveries.subscribe() {
            let jobs = try await control(call) { core, visit in
                // What was permitted when the stream began: a look may write, on a full disk too.
                visit.turn.does(.send)
                return try OutboxOffer.take(visit.turn, stream: stream, at: core.bootTime)
            }
            for job in jobs { try await replies.sendNow(.init(job: job.shown)) }
        }
        try Task.checkCancellation()
    }

    /// A stream that ends gives its jobs back at once, unless it was the daemon that ended it: the
    /// sender goes on with what it has begun, and reports to the next daemon.
    private func giveBack(_ stream: Int, _ call: Call) async {
        journal.senderDisconnected()
        guard !engine.isAboutToStop else { return }
        let engine = engine
        while true {
            do {
                // Behind what the sender has asked for itself, and so by its account.
                return try await engine.write(for: call.peer.uid) { turn in
                    try OutboxQueue.giveBack(turn, turn.memory.outbox.close(stream, at: turn.now))
                }
            } catch {
                // A sender that is gone must not be taken for one that is there.
                guard let error = error as? Engine.Unavailable, error != .stopping else { return }
                // In a task of its own, since the stream's has been cancelled.
                await Task { try? await Task.sleep(for: .seconds(1)) }.value
            }
        }
    }
}

extension DeliveryReport {
    fileprivate init(_ report: LifeSignalAPI.Outbox.Report.Parameters) throws(Refusal) {
        if let seconds = report.retryAfter, seconds < 0 {
            throw .invalid(parameter: "retryAfter", reason: "a pause is not negative")
        }
        let retryAfter = report.retryAfter.map {
            min(Span.seconds(min($0, 1_000_000)), Delivery.longestRetryAfter)
        }
        self.init(
            delivered: report.delivered, permanent: report.permanent ?? false,
            retryAfter: retryAfter)
    }
}

extension LifeSignalAPI.Outbox.Report.Parameters {
    /// What a server said may be long; a kilobyte tells enough.
    fileprivate var shownDetail: String { String((detail ?? "").prefix(1000)) }
}

extension OutboxOffer.Job {
    fileprivate var shown: LifeSignalAPI.Outbox.Job {
        LifeSignalAPI.Outbox.Job(
            delivery: delivery, notification: notification, kind: kind, incident: cause,
            to: to, about: about?.text, at: at.rfc3339, title: notice.title,
            body: notice.body, address: address, attempt: Int64(attempt),
            private: isPrivate)
    }
}
