import ConfigurationFile
import Glibc
import LifeSignal

/// Every kind of channel there is, set up as the configuration says.
struct Channels: Sendable {
    let hook: Hook
    let webhook: Webhook
    let ntfy: Ntfy
    let mail: Mail
    let apprise: Apprise

    /// - Parameters:
    ///   - hooks: the directory of hook programs.
    ///   - environment: of this process.
    init(
        _ notify: ServiceConfiguration.Notify,
        webhookKey: Result<Secret?, SecretSource.ReadError>, hooks: String,
        transfers: Transfers, environment: [String: String]
    ) {
        hook = Hook(directory: hooks)
        webhook = Webhook(transfers: transfers, key: webhookKey)
        ntfy = Ntfy(transfers: transfers)
        mail = Mail(
            transfers: transfers,
            server: MailServer(
                notify.smtp, hostName: Self.hostName,
                credentialsDirectory: environment["CREDENTIALS_DIRECTORY"]))
        apprise = Apprise(searchPath: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
    }

    /// One attempt: ends within ``Outcome/timeLimit``, and at once when its task is cancelled.
    ///
    /// - Parameters:
    ///   - isConfigured: the address stands in the configuration, so that it may lead to this machine itself.
    ///   - late: that it was taken after all, once the time was over.
    func send(
        _ message: Message, to address: ChannelAddress, isConfigured: Bool = false,
        late: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) async -> Outcome {
        let mayBeNear = isConfigured || address.needsAdmin
        return switch address.kind {
        case .exec(let name):
            await hook.send(message, name: name)
        case .ntfy(let server, let topic):
            await ntfy.send(message, server, topic: topic, mayBeNear: mayBeNear)
        case .webhook(let server, let target):
            await webhook.send(message, server, target: target, mayBeNear: mayBeNear)
        case .mail(let local, let domain):
            await mail.send(message, local: local, domain: domain, late: late)
        case .apprise(let service, let url):
            await apprise.send(message, service: service, url: url)
        case .unreadable:
            .refused("this version of LifeSignal does not read the channel's address")
        }
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
