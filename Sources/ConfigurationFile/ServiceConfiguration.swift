public import LifeSignal

/// What the daemon and the sender are configured with; every default is here or in `Settings`.
public struct ServiceConfiguration: Equatable, Sendable {
    /// What the domain is told: operators, emergency number, retention, pings, time, retries.
    public var settings = Settings()
    public var limits = Limits()
    public var notify = Notify()

    public init() {}

    /// What one daemon takes from its callers.
    public struct Limits: Equatable, Sendable {
        /// Connections open at once.
        public var connections = 1024
        /// Connections open at once from one account; never more than ``connections``.
        public var connectionsPerUid = 128
        /// The longest call or reply, in bytes.
        public var frameBytes = 1_048_576

        public init() {}
    }

    /// How notices leave the machine, and who watches that they can.
    public struct Notify: Equatable, Sendable {
        /// Nil: mail goes to the server on this machine.
        public var smtp: SMTP?
        /// Signs webhook bodies; nil: they are not signed.
        public var webhookKey: SecretSource?
        public var heartbeat: Heartbeat?
        public var watch: Watch?

        public init() {}

        /// Every secret that is named, in the order in which the configuration has them.
        public var secrets: [SecretSource] {
            [smtp?.login?.password, webhookKey].compactMap { $0 }
        }
    }

    /// The server that takes mail.
    public struct SMTP: Equatable, Sendable {
        /// `smtps://host[:port]`, or `smtp://` for STARTTLS or a server on this machine.
        public var url: String
        /// The address that notices come from.
        public var from: String
        public var login: Login?

        public init(url: String, from: String, login: Login? = nil) {
            self.url = url
            self.from = from
            self.login = login
        }

        public struct Login: Equatable, Sendable {
            public var user: String
            public var password: SecretSource

            public init(user: String, password: SecretSource) {
                self.user = user
                self.password = password
            }
        }
    }

    /// A service elsewhere that notices when this server is gone.
    public struct Heartbeat: Equatable, Sendable {
        public var url: Secret
        public var every: Span

        public init(url: Secret, every: Span = .minutes(5)) {
            self.url = url
            self.every = every
        }
    }

    /// Whom the sender tells that the daemon does not answer.
    public struct Watch: Equatable, Sendable {
        public var after: Span
        /// The address of a channel.
        public var to: Secret

        public init(after: Span = .minutes(5), to: Secret) {
            self.after = after
            self.to = to
        }
    }
}
