extension Server {
    /// What one caller can take from the others. Whoever goes over a limit is closed, or slowed
    /// down where that is enough; nobody else notices.
    public struct Limits: Hashable, Sendable {
        /// The most bytes of a call; a longer one closes its connection.
        public var frameBytes = 1 << 20
        /// How deep arrays and objects may stand in each other in a call, its own object counted; a
        /// deeper one closes its connection.
        public var depth = JSON.defaultMaximumDepth
        /// The most connections at once; a further one is closed at once.
        public var connections = 1024
        /// The most connections at once of one user; a further one is closed at once.
        public var connectionsPerUid = 128
        /// The most calls of one connection that are read ahead while an earlier one is carried
        /// out. Nothing more is read from it until one is answered.
        public var callsInFlight = 64
        /// The most bytes of calls of one user over all connections that are unfinished, wait or are
        /// carried out; the connection that goes over is closed. What a call holds once it has been
        /// read may take up to thirty times its bytes.
        public var heldBytesPerUid = 4 << 20
        /// How long a call may take from its first byte to its last; then its connection is closed.
        public var unfinishedFrame = Duration.seconds(30)
        /// How many bytes of replies wait for a peer that does not read before its streams pause
        /// and its calls are no longer carried out.
        public var unreadBytes = 64 << 10
        /// How long that may last before its connection is closed.
        public var unread = Duration.seconds(30)

        public init() {}
    }
}
