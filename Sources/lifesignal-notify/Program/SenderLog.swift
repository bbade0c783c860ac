import ConfigurationFile
import LifeSignalAPI
import Logging
import Synchronization
import Varlink

/// What the sender says of itself: no address, no text and no answer of a server, which may hold
/// secrets; the daemon keeps those with the attempt.
final class SenderLog: Sendable {
    private let logger: Logger
    /// Said once, not at every attempt to connect.
    private let lastTrouble = Mutex("")

    init(_ logger: Logger) {
        self.logger = logger
    }

    func linked() {
        lastTrouble.withLock { $0 = "" }
        logger.info("taking deliveries from the daemon")
    }

    func linkLost(_ error: CallError) {
        let trouble =
            switch error {
            case .failure(let name, _) where name.hasSuffix(".PermissionDenied"):
                "the daemon gives this account no deliveries; run it as root, as the account "
                    + "lifesignal-notify or as the one that the daemon runs as"
            default: "no deliveries: \(error); trying again until the daemon answers"
            }
        let isNew = lastTrouble.withLock { last in
            defer { last = trouble }
            return last != trouble
        }
        if isNew { logger.warning("\(trouble)") }
    }

    /// - Parameter title: what was to be told, in words without secrets.
    func watched(_ title: String, _ outcome: Outcome) {
        if outcome.isDelivered {
            logger.warning("told the one to watch: \(title)")
        } else {
            logger.error("could not tell the one to watch: \(title); trying again")
        }
    }

    func attempted(_ jobs: [Outbox.Job], _ outcome: Outcome) {
        for job in jobs {
            if job.kind == Webhook.heartbeat {
                if !outcome.isDelivered { logger.warning("a heartbeat could not be handed over") }
                continue
            }
            let what = "a \(job.kind) notice for \(job.to), attempt \(job.attempt)"
            let fields: Logger.Metadata = [
                "LIFESIGNAL_USER": .string(job.to),
                "LIFESIGNAL_NOTIFICATION": .string(job.notification),
            ]
            if outcome.isDelivered {
                logger.info("handed over \(what)", metadata: fields)
            } else {
                let remedy = "see why: lifesignalctl notifications -u \(job.to)"
                logger.notice("could not hand over \(what); \(remedy)", metadata: fields)
            }
        }
    }

    func reloaded() { logger.info("the configuration was read anew") }

    /// One entry for each mistake.
    ///
    /// - Parameter isFatal: the sender does not start with it; else it goes on as it was.
    func configurationRefused(_ error: ConfigurationError, isFatal: Bool) {
        for mistake in error.mistakes {
            logger.log(
                level: isFatal ? .critical : .warning,
                "the configuration was not taken: \(mistake)")
        }
    }

    func noSecret(_ reason: String) { logger.warning("\(reason)") }
}
