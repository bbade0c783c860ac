import LifeSignal

/// How an attempt ended, as it is reported and shown.
struct Outcome: Equatable, Sendable {
    var isDelivered: Bool
    /// In words; holds no secret.
    var detail: String
    /// No retry can help.
    var isPermanent = false
    /// What was refused is the message, perhaps, so that another may be taken.
    var isOfMessage = false
    /// Seconds that the other side asked for.
    var retryAfter: Int64?
    /// What of it may stand in the journal: without the address, and without what the other side said.
    var gist = ""

    static func delivered(_ detail: String) -> Outcome {
        Outcome(isDelivered: true, detail: detail)
    }

    static func failed(_ detail: String, retryAfter: Int64? = nil) -> Outcome {
        Outcome(isDelivered: false, detail: detail, retryAfter: retryAfter)
    }

    static func refused(_ detail: String, isOfMessage: Bool = false) -> Outcome {
        Outcome(
            isDelivered: false, detail: detail, isPermanent: true, isOfMessage: isOfMessage)
    }

    /// How long every attempt may take.
    static let timeLimit = Duration.milliseconds(Delivery.attemptLimit.milliseconds)

    /// Bytes of the detail that are kept.
    private static let detailLimit = 1000

    /// What others wrote in it made one line, shortened, and without what the channel's address hides.
    func shown(without address: ChannelAddress) -> Outcome {
        var shown = self
        var text = detail
        // The longer one first: a shorter one may be a part of it.
        for secret in address.secrets.sorted(by: { $0.utf8.count > $1.utf8.count })
        where secret.count > 2 {
            text = text.masking(secret)
        }
        if case .mail(let local, _) = address.kind { text = text.masking(local, asWord: true) }
        text = ForeignText.line(text)
        while text.utf8.count > Self.detailLimit {
            text = String(
                text.prefix(max(text.count - (text.utf8.count - Self.detailLimit + 3) / 4, 0)))
        }
        shown.detail = text
        return shown
    }
}
