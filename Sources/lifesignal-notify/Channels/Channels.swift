import LifeSignal

/// Every kind of channel there is, set up as the configuration says.
struct Channels: Sendable {
    var hook: Hook

    /// One attempt: ends within ``Outcome/timeLimit``, and at once when its task is cancelled.
    func send(_ message: Message, to address: ChannelAddress) async -> Outcome {
        switch address.kind {
        case .exec(let name): await hook.send(message, name: name)
        case .ntfy, .webhook, .mail, .apprise: .failed("not yet")
        case .unreadable: .refused("this version of LifeSignal does not read the channel's address")
        }
    }
}
