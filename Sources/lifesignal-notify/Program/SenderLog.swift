import ConfigurationFile
import LifeSignalAPI
import Logging
import Synchronization
import Systemd
import Varlink

/// What the sender says of itself: no address, no text and no answer of a server, which may hold
/// secrets; the daemon keeps those with the attempt.
final class SenderLog: Sendable {
    private let logger: Logger
    /// Said once, not at every attempt to connect.
    private let lastTrouble = Mutex("")
    /// The daemon let us in last, and then refused: that it lets us in says nothing.
    private let isRefused = Atomic(false)

    init(_ logger: Logger) {
        self.logger = logger
    }

    /// - Parameter isCertain: it has given us a job.
    func linked(isCertain: Bool = false) {
        guard isRefused.load(ordering: .relaxed) == isCertain else { return }
        isRefused.store(false, ordering: .relaxed)
        lastTrouble.withLock { $0 = "" }
        logger.entry(.daemonAnswers, "taking deliveries from the daemon")
    }

    func linkLost(_ error: CallError) {
        let trouble: String
        switch error {
        case .failure(let name, _) where name.hasSuffix(".PermissionDenied"):
            trouble =
                "the daemon gives this account no deliveries; run it as root, as the account "
                + "lifesignal-notify or as the one that the daemon runs as"
        default:
            if case .failure = error { isRefused.store(true, ordering: .relaxed) }
            trouble = "no deliveries: \(error); trying again until the daemon answers"
        }
        let isNew = lastTrouble.withLock { last in
            defer { last = trouble }
            return last != trouble
        }
        if isNew { logger.entry(.daemonSilent, "\(trouble)") }
    }

    /// - Parameter title: what was to be told, in words without secrets.
    func watched(_ title: String, _ outcome: Outcome) {
        if outcome.isDelivered {
            logger.entry(.watchTold, "told the address in notify.watch.to: \(title)")
        } else {
            logger.entry(
                .watchNotTold,
                """
                could not tell the address in notify.watch.to: \(title); trying again\
                \(Self.why(outcome))
                """)
        }
    }

    func attempted(_ jobs: [Outbox.Job], _ outcome: Outcome) {
        for job in jobs {
            if job.kind == Webhook.heartbeat {
                if !outcome.isDelivered {
                    logger.entry(
                        .heartbeatFailed, "a heartbeat could not be handed over\(Self.why(outcome))"
                    )
                }
                continue
            }
            let what = "a notice (\(job.kind)) for \(job.to), attempt \(job.attempt)"
            let fields: JournalFields = [.user: job.to, .notification: job.notification]
            if outcome.isDelivered {
                logger.entry(.noticeHandedOver, "handed over \(what)", fields)
            } else {
                let remedy = "see why: lifesignalctl notifications -u \(job.to)"
                logger.entry(.noticeNotHandedOver, "could not hand over \(what); \(remedy)", fields)
            }
        }
    }

    /// Nobody else keeps it of what is no delivery.
    private static func why(_ outcome: Outcome) -> String {
        outcome.gist.isEmpty ? "" : " (\(outcome.gist))"
    }

    func reloaded() { logger.entry(.senderReloaded, "the configuration was read anew") }

    /// One entry for each mistake.
    ///
    /// - Parameter isFatal: the sender does not start with it; else it goes on as it was.
    func configurationRefused(_ error: ConfigurationError, isFatal: Bool) {
        for mistake in error.mistakes {
            logger.entry(
                .configurationRefused, "the configuration was not taken: \(mistake)",
                level: isFatal ? .critical : nil)
        }
    }

    func noSecret(_ reason: String) { logger.entry(.secretMissing, "\(reason)") }
}
