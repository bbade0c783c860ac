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

    static func smtpURL(_ text: String) -> String? {
        guard let url = NetworkURL(text), ["smtp", "smtps"].contains(url.scheme),
            ["", "/"].contains(url.rest)
        else { return "must be smtps://host, smtps://host:port, or the same with smtp" }
        return url.hasUser ? "must hold no user or password; they have keys of their own" : nil
    }

    static func webURL(_ text: String) -> String? {
        guard let url = NetworkURL(text), ["http", "https"].contains(url.scheme) else {
            return "must be an https:// or http:// URL"
        }
        return nil
    }

    /// The part of RFC 5321 that every server takes: `name@host`, nothing around it.
    static func mailAddress(_ text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>(),;:\"\\".utf8.contains($0) }
        return isAddress
            ? nil : "must be a mail address such as lifesignal@example.org, and no more"
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

    /// An address in the form of a channel's; whether the sender can use it is the sender's to say.
    static func channelAddress(_ text: String) -> String? {
        let wrong =
            "must be the address of a channel: ntfys://…, ntfy://…, mailto:…, https://…, http://…, "
            + "exec:NAME or apprise+…"
        guard let colon = text.firstIndex(of: ":"), line(text) == nil else { return wrong }
        let scheme = text[..<colon]
        let rest = String(text[text.index(after: colon)...])
        let isGood =
            switch scheme {
            case "mailto": mailAddress(rest) == nil
            case "exec": !rest.isEmpty && !rest.contains("/")
            case "ntfy", "ntfys", "http", "https": NetworkURL(text) != nil
            default: scheme.hasPrefix("apprise+") && !rest.isEmpty
            }
        return isGood ? nil : wrong
    }
}

/// The parts of `scheme://[user@]host[:port][rest]` that are checked here; RFC 3986.
struct NetworkURL {
    let scheme: Substring
    let hasUser: Bool
    let rest: Substring

    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let mark = text.range(of: "://")
        else { return nil }
        scheme = text[..<mark.lowerBound]
        let afterScheme = text[mark.upperBound...]
        let authority = afterScheme.prefix { !"/?#".contains($0) }
        rest = afterScheme[authority.endIndex...]
        let hostAndPort =
            authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        hasUser = hostAndPort.count != authority.count
        guard Self.isHostAndPort(hostAndPort) else { return nil }
    }

    private static func isHostAndPort(_ text: Substring) -> Bool {
        let isBracketed = text.first == "["
        guard
            let hostEnd = isBracketed
                ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex
        else { return false }
        let host = isBracketed ? text[..<text.index(after: hostEnd)] : text[..<hostEnd]
        let port = text[host.endIndex...]
        let allowed = isBracketed ? "[]:.%" : ".-_"
        let isHost =
            host.utf8.count > (isBracketed ? 2 : 0)
            && host.allSatisfy { $0.isLetter || $0.isNumber || allowed.contains($0) }
        let isPort =
            port.isEmpty || (port.first == ":" && (1...65_535).contains(Int(port.dropFirst()) ?? 0))
        return isHost && isPort
    }
}

extension String {
    /// Where `part` first stands; the standard library's own, without Foundation.
    fileprivate func range(of part: String) -> Range<String.Index>? { ranges(of: part).first }
}
