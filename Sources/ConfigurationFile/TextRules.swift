internal import LifeSignal

/// What texts of the configuration must be like; each answers what is wrong, or nil.
///
/// No answer quotes its text: a URL or an address may hold a secret.
enum TextRules {
    /// Something to dial, to be read out by a person.
    static func emergencyNumber(_ text: String) -> String? {
        if let wrong = line(text) { return wrong }
        guard text.count <= 40, text.contains(where: \.isNumber) else {
            return "must be a number to call, of at most 40 characters"
        }
        return nil
    }

    /// One line that is not blank, without anything that could not be seen.
    static func line(_ text: String) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "is empty; leave the key out instead" }
        return ForeignText.line(text) == text ? nil : "must be one line without control characters"
    }

    /// Judged as if it were a web server's, by the one strict reader of hosts and ports.
    static func smtpURL(_ text: String) -> String? {
        let wrong = "must be smtps://host, smtps://host:port, or the same with smtp"
        guard text.hasPrefix("smtp://") || text.hasPrefix("smtps://") else { return wrong }
        let asWeb = "http\(text.dropFirst(4))"
        if let reason = channelAddress(asWeb) { return "\(wrong): \(reason)" }
        guard let address = try? ChannelAddress(asWeb),
            case .webhook(let server, let target) = address.kind
        else { return wrong }
        if server.credentials != nil {
            return "must hold no user or password; they have keys of their own"
        }
        return target == "/" ? nil : wrong
    }

    static func webURL(_ text: String) -> String? {
        guard let address = try? ChannelAddress(text), case .webhook = address.kind else {
            return "must be an https:// or http:// URL"
        }
        return nil
    }

    /// `name@host`, nothing around it.
    static func mailAddress(_ text: String) -> String? {
        guard let address = try? ChannelAddress("mailto:" + text), case .mail = address.kind else {
            return "must be a mail address such as lifesignal@example.org, and no more"
        }
        return nil
    }

    /// A file's name, as systemd.exec(5) asks for.
    static func credentialName(_ text: String) -> String? {
        let isName =
            !text.isEmpty && text.utf8.count <= 255 && text != "." && text != ".."
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/:".utf8.contains($0) }
        return isName ? nil : "must be the name of a credential, without / : or blanks"
    }

    static func absolutePath(_ text: String) -> String? {
        text.hasPrefix("/") && line(text) == nil ? nil : "must be a path that begins with /"
    }

    static func channelAddress(_ text: String) -> String? {
        do throws(Refusal) {
            _ = try ChannelAddress(text)
            return nil
        } catch {
            guard case .invalid(_, let reason) = error else { return "\(error)" }
            return reason
        }
    }
}
