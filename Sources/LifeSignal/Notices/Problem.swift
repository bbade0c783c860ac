/// Something that needs a hand, from when it is seen until it is solved.
public struct Problem: Hashable, Sendable {
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A user still waiting one interval after being added.
        case neverCheckedIn
        /// An incident or alert of a user whom nobody looks out for, or nobody who can be reached. Each is one of
        /// its own: that operators were told of the last one helps nobody in this one.
        case nobodyToTell
        /// Five minutes into an incident no responder's channel has accepted the notice.
        case nobodyReached
        /// A delivery was given up, or each attempt on a channel has failed for as long as one is tried.
        case deliveryFailed
        /// No sender is connected.
        case senderMissing
        /// No sender took a delivery that has waited 60 s.
        case notTaken
        /// The wall clock is behind the mark.
        case clockBehind
        /// The disk is full; what is vital goes on from the reserve.
        case diskFull
        /// The store can't be written.
        case storeNotWritable
        /// The engine is more than 60 s past a deadline.
        case engineLate
        /// A configuration was refused, and the one before it stays in force.
        case configurationRefused
        /// A configured operator is no user.
        case unknownOperator
        /// Nobody would be told of a problem.
        case noOperators
        /// No operator has a channel.
        case operatorsUnreachable
        /// Neither heartbeat nor watch is set.
        case nobodyWatches
        /// The monitor elsewhere does not take the heartbeat.
        case heartbeatNotTaken
        /// A hold is on.
        case hold
    }

    /// What makes it the same problem when it is seen again.
    public struct Key: Hashable, Sendable {
        public var code: Code
        public var user: UserID?
        /// A channel, an incident or a name, where there can be several.
        public var subject: String

        public init(_ code: Code, user: UserID? = nil, subject: String = "") {
            self.code = code
            self.user = user
            self.subject = subject
        }

        /// Nobody can be told of a user's incident or alert.
        static func nobodyToTell(of emergency: Identifier, _ user: User) -> Key {
            Key(.nobodyToTell, user: user.id, subject: emergency)
        }

        /// Nobody has been reached about it.
        static func nobodyReached(of emergency: Identifier, _ user: User) -> Key {
            Key(.nobodyReached, user: user.id, subject: emergency)
        }

        /// What its notices have as their cause, so that they are withdrawn when it is solved.
        public var cause: Identifier {
            "\(code.rawValue):\(user?.number ?? 0):\(subject)"
        }
    }

    public var key: Key
    public var since: Instant

    public init(_ key: Key, since: Instant) {
        self.key = key
        self.since = since
    }

}

/// A problem from when it is seen until some time after it is solved, with what was told of it.
public struct KnownProblem: Hashable, Sendable {
    public var problem: Problem
    /// When it was seen last, where it is a problem for some time after that only.
    public var seenAt: Instant
    /// Nil while it is open.
    public var solvedAt: Instant?
    /// When operators were told last.
    public var toldAt: Instant?
    /// Nil for what is only shown.
    public var nextTelling: Instant?

    public init(
        problem: Problem, seenAt: Instant, solvedAt: Instant?, toldAt: Instant?,
        nextTelling: Instant?
    ) {
        self.problem = problem
        self.seenAt = seenAt
        self.solvedAt = solvedAt
        self.toldAt = toldAt
        self.nextTelling = nextTelling
    }

    /// One that is new at `now`.
    public init(_ problem: Problem, at now: Instant) {
        self.init(
            problem: problem, seenAt: now, solvedAt: nil, toldAt: nil,
            nextTelling: problem.key.code.toldAfter.map { now + $0 })
    }

    /// Whether it is this one that is seen at `now`, and not a new one.
    public func isSame(at now: Instant) -> Bool {
        solvedAt.map { now - $0 < Problem.Code.sameWithin } ?? true
    }

    /// When it is a problem no more although nothing has happened; nil for what stays.
    public var expiry: Instant? {
        problem.key.code == .deliveryFailed ? seenAt + Problem.Code.failureKept : nil
    }

    /// It is seen once more. Where it has come back, who was told of it is told again as if it had lasted.
    public mutating func seen(at now: Instant) {
        seenAt = now
        guard solvedAt != nil else { return }
        solvedAt = nil
        nextTelling =
            toldAt.map { $0 + Problem.Code.toldAgainAfter }
            ?? problem.key.code.toldAfter.map { problem.since + $0 }
    }

    /// It is solved, and what operators were told of it has come to none of them: should it come back, they are told as
    /// if they had not been.
    public mutating func unheard() { toldAt = nil }

    /// There is nobody to tell of it who has a channel, and it does not count as told: it is when there is somebody
    /// (``Effect/tellUnheardProblems``).
    public mutating func hasNoListener(at now: Instant) {
        nextTelling = now + Problem.Code.toldAgainAfter
    }

    /// Operators are told at `now`.
    public mutating func told(at now: Instant) {
        toldAt = now
        nextTelling = now + Problem.Code.toldAgainAfter
    }
}

extension Problem.Code {
    /// The net itself may have a hole (spec/domain.md, Health).
    public var degrades: Bool {
        switch self {
        case .diskFull, .storeNotWritable, .clockBehind, .engineLate, .notTaken: true
        default: false
        }
    }

    /// Somebody may need help this very moment, and nobody knows.
    public var isUrgent: Bool { self == .nobodyToTell || self == .nobodyReached }

    /// The code of the problem that a notice has as its cause, if it is one.
    public init?(cause: Identifier) {
        self.init(rawValue: String(cause.prefix { $0 != ":" }))
    }

    /// How long it lasts before operators are told; nil for what is only shown.
    public var toldAfter: Span? {
        switch self {
        case .neverCheckedIn, .nobodyToTell, .nobodyReached: .zero
        case .nobodyWatches, .noOperators, .operatorsUnreachable, .hold: nil
        default: .minutes(5)
        }
    }

    /// No problem waits for longer before operators are told of it for the first time.
    public static let longestWaitUnseen = allCases.compactMap(\.toldAfter).max() ?? .zero
    /// Operators are told again weekly.
    public static let toldAgainAfter = Span.days(7)
    /// One that comes back within this time is the same one.
    public static let sameWithin = Span.hours(1)
    /// A failed delivery is a problem for so long; the last one counts.
    public static let failureKept = Span.days(7)
}

/// What operators are sent about a problem, or in their stead responders.
public func tellOperators(
    of key: Problem.Key, _ facts: Texts.ProblemFacts, responders: [UserID], _ moment: Moment
) -> [Effect] {
    let told = toldOfProblem(about: key.user, responders: responders, moment)
    let areOperators = told.allSatisfy(moment.operators.contains)
    let notice = moment.texts.system(facts, for: areOperators ? .administrator : .responder)
    return told.map {
        moment.notification(.system, to: $0, about: key.user, cause: key.cause, notice)
    }
}

/// The operators; a notice about an operator goes to the others, or if there are none to that
/// operator's responders (spec/domain.md, Non-responsive).
func toldOfProblem(about user: UserID?, responders: [UserID], _ moment: Moment) -> [UserID] {
    let isOperator = user.map { moment.operators.contains($0) } ?? false
    let others = moment.operators.filter { $0 != user }
    return isOperator && others.isEmpty ? responders : others
}
