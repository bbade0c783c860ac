import ConfigurationFile
import Glibc
import LifeSignal

/// `https://…` and `http://…`: the message as JSON, by POST (docs/CHANNELS.md).
struct Webhook: Sendable {
    let transfers: Transfers
    /// Signs the body; none where that is not asked for.
    let key: Result<Secret?, SecretSource.ReadError>

    /// The kind of a job that only shows that the way is open.
    static let heartbeat = "heartbeat"

    func send(
        _ message: Message, _ server: ChannelAddress.Server, target: String, mayBeNear: Bool
    ) async -> Outcome {
        var request = TransferRequest(
            url: server.origin + target, content: .get, mayBeNear: mayBeNear)
        request.login = server.credentials.map { .init(user: $0.user, password: $0.password) }
        if message.kind != Self.heartbeat {
            let signing: Secret?
            do throws(SecretSource.ReadError) {
                signing = try key.get()
            } catch {
                // Whoever verifies would refuse it for good.
                return .failed("it can't be signed: \(error)")
            }
            let body = message.json
            request.content = .post(body)
            request.headers = [
                "Content-Type: application/json; charset=utf-8", "Idempotency-Key: \(message.id)",
            ]
            if let key = signing { request.headers.append(Self.signature(body, key)) }
        }
        let result = await transfers.run(request)
        return Outcome(http: result, host: server.host.text, now: time(nil))
    }

    static func signature(_ body: [UInt8], _ key: Secret) -> String {
        let digest = SHA256.authenticationCode(for: body, key: Array(key.text.utf8))
        return "X-LifeSignal-Signature-256: sha256=\(SHA256.hexadecimal(digest))"
    }
}
