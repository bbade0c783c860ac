import CCurl
import ConfigurationFile
import Glibc
import LifeSignal

/// `mailto:`: a mail, by the server of `notify.smtp`.
struct Mail: Sendable {
    let transfers: Transfers
    let server: MailServer

    /// - Parameter late: that the server has taken it after all.
    func send(
        _ message: Message, local: String, domain: String,
        late: @escaping @Sendable (Outcome) -> Void
    ) async -> Outcome {
        let to = "\(local)@\(domain)"
        let login: TransferRequest.Login?
        do throws(SecretSource.ReadError) {
            login = try server.login()
        } catch {
            return .failed("the password of the mail server can't be had: \(error)")
        }
        let mail = MailMessage(
            from: server.from, to: to, message: message, date: Self.date(time(nil)))
        var request = TransferRequest(
            url: server.url,
            content: .mail(from: server.from, to: to, mail.bytes, tls: server.tls),
            mayBeNear: true)
        request.login = login
        // A server may say what it was told, and a mail's attempts are shown to whoever has a channel.
        let secrets = login?.secrets ?? []
        let outcome: @Sendable (TransferResult) -> Outcome = { [host = server.host] result in
            var outcome = Self.outcome(result, host: host)
            for secret in secrets { outcome.detail = outcome.detail.masking(secret) }
            outcome.gist = result.gist
            return outcome
        }
        return outcome(
            await transfers.run(request) { result in
                let outcome = outcome(result)
                if outcome.isDelivered { late(outcome) }
            })
    }

    static func outcome(_ result: TransferResult, host: String) -> Outcome {
        // Last of all comes the answer to QUIT, which says nothing of the mail.
        let said = lastAnswer(result.lines.filter { !$0.hasPrefix("221") })
        let code = Int(said.prefix(3)) ?? 0
        // What is answered after the mail is its fate, whatever libcurl makes of how long that took.
        if code == 250, result.lines.contains(where: { $0.hasPrefix("354") }) {
            return .delivered("handed to \(host): \(said)")
        }
        switch result.end {
        case .complete: return .delivered("handed to \(host): \(said)")
        case .cut: return .failed("cut off")
        case .tooNear: return .tooNear(host)
        case .failed(let error, let words):
            // A refused login heals when somebody corrects it.
            let isLogin =
                CURLcode(error) == CURLE_LOGIN_DENIED || Self.wantsOtherLogin.contains(code)
            // So does a server that takes no mail at all, or none from here, none unencrypted or none of our sender: it
            // says so as its greeting, to HELO, STARTTLS or MAIL, before it has heard to whom this one is.
            let isTooLarge = code == 552
            let isOfServer =
                CURLcode(error) == CURLE_USE_SSL_FAILED
                || !isTooLarge && !Self.hasTakenSender(Self.codes(result.lines).dropLast())
            if (500...599).contains(code), !isLogin, !isOfServer {
                // Too large (RFC 1870), or refused once it had been read: what came before was accepted.
                let isOfMessage = isTooLarge || result.lines.contains { $0.hasPrefix("354") }
                return .refused("\(host) refused the mail: \(said)", isOfMessage: isOfMessage)
            }
            if code >= 400 { return .failed("\(host) answered: \(said)") }
            return .failed(Outcome.words(error, words, host: host))
        }
    }

    /// Whether MAIL has been answered with 250. The 250 before that, which follows the greeting or what was refused, is to
    /// HELO, unless a login came between.
    private static func hasTakenSender(_ codes: some BidirectionalCollection<Int>) -> Bool {
        let start = codes.lastIndex { $0 == 220 || $0 == 235 || $0 >= 500 }
        let accepted = codes[(start.map { codes.index(after: $0) } ?? codes.startIndex)...]
            .filter { $0 == 250 }
        return accepted.count > (start.map { codes[$0] } == 235 ? 0 : 1)
    }

    /// Of each answer; the one to QUIT says nothing of the mail.
    private static func codes(_ lines: [String]) -> [Int] {
        lines.filter { !$0.hasPrefix("221") && $0.dropFirst(3).first != "-" }
            .compactMap { Int($0.prefix(3)) }
    }

    /// The lines of one answer are one: mostly the reason stands in the first, and the last has a link.
    private static func lastAnswer(_ lines: [String]) -> String {
        guard let last = lines.last else { return "" }
        let begun = lines.dropLast().reversed().prefix { $0.hasPrefix("\(last.prefix(3))-") }
        let texts = (begun.reversed() + [last]).map { $0.dropFirst(4) }
        return "\(last.prefix(3)) \(texts.joined(separator: " "))"
    }

    /// Authentication required, too weak, invalid, to be encrypted (RFC 4954).
    private static let wantsOtherLogin: Set<Int> = [530, 534, 535, 538]

    /// RFC 5322, in UTC; not by strftime(3), which writes in the locale's language.
    static func date(_ seconds: Int) -> String {
        var (seconds, parts) = (seconds, tm())
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func two(_ number: CInt) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):"
            + "\(two(parts.tm_sec)) +0000"
    }
}

/// The server that takes mail: the configured one, else the one on this machine.
struct MailServer: Sendable {
    var url: String
    var from: String
    var loginSource: ServiceConfiguration.SMTP.Login?
    var credentialsDirectory: String?

    init(_ smtp: ServiceConfiguration.SMTP?, hostName: String, credentialsDirectory: String?) {
        url = smtp?.url ?? "smtp://localhost"
        from = smtp?.from ?? "lifesignal@\(hostName)"
        loginSource = smtp?.login
        self.credentialsDirectory = credentialsDirectory
    }

    /// `mail.example.org`
    var host: String {
        let rest = url.drop(while: { $0 != "/" }).dropFirst(2).prefix(while: { $0 != "/" })
        if rest.first == "[" { return String(rest.prefix(while: { $0 != "]" })) + "]" }
        return String(rest.prefix(while: { $0 != ":" }))
    }

    var tls: TransferRequest.MailTLS {
        if url.hasPrefix("smtps:") { return .implicit }
        // A server on this machine often has a certificate that nobody can verify.
        let isHere = ["localhost", "127.0.0.1", "[::1]"].contains(host)
        return isHere && loginSource == nil ? .none : .startTLS
    }

    func login() throws(SecretSource.ReadError) -> TransferRequest.Login? {
        guard let loginSource else { return nil }
        let password = try loginSource.password.read(credentialsDirectory: credentialsDirectory)
        return .init(user: loginSource.user, password: password.text)
    }
}
