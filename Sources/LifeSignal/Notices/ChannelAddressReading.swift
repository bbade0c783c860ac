extension Refusal {
    static func address(_ reason: String) -> Refusal {
        .invalid(parameter: "address", reason: reason)
    }
}

/// Reading an address strictly: what curl, a mail server or a shell could take for something else
/// than its reader does is refused here, once.
extension ChannelAddress {
    static func read(_ text: String) throws(Refusal) -> Kind {
        try checkLength(text)
        try checkCharacters(text)
        let bytes = Array(text.utf8)[...]
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[colon...].dropFirst()
        switch scheme {
        case "ntfy", "ntfys": return try ntfy(rest, isEncrypted: scheme == "ntfys")
        case "http", "https": return try webhook(rest, isEncrypted: scheme == "https")
        case "mailto": return try mail(rest)
        case "exec": return try exec(rest)
        case _ where scheme.hasPrefix("apprise+"):
            return try apprise(service: String(scheme.dropFirst("apprise+".count)), rest)
        default:
            throw .address(
                "an address begins with ntfys://, ntfy://, https://, http://, mailto:, exec: or "
                    + "apprise+")
        }
    }

    public static let mostBytes = 1000
    /// What one that has more is refused with.
    public static let tooLong = "an address is at most 1,000 bytes"

    static func checkLength(_ text: String) throws(Refusal) {
        guard text.utf8.count <= mostBytes else { throw .address(tooLong) }
    }

    private static func checkCharacters(_ text: String) throws(Refusal) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .address(
                "an address is plain ASCII; é in a path is %C3%A9, and a host has an xn-- form")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
            throw .address(
                "an address has no blanks or control characters; in a path a blank is %20")
        }
    }

    /// `//host/topic`
    private static func ntfy(_ rest: ArraySlice<UInt8>, isEncrypted: Bool) throws(Refusal) -> Kind {
        let (authority, target) = try split(rest)
        let server = try Server(authority: authority, isEncrypted: isEncrypted, isNtfy: true)
        guard !target.contains(UInt8(ascii: "?")) else {
            throw .address("an ntfy address ends with its topic; leave out the ? and what follows")
        }
        let topic = target.dropFirst()
        guard (1...64).contains(topic.count),
            topic.allSatisfy({ isLetterOrDigit($0) || $0 == 45 || $0 == 95 })
        else {
            throw .address(
                "an ntfy address ends with one topic, 1 to 64 letters, digits, - and _: "
                    + "ntfys://ntfy.example.org/topic")
        }
        return .ntfy(server, topic: String(decoding: topic, as: UTF8.self))
    }

    /// `//host/path?query`
    private static func webhook(
        _ rest: ArraySlice<UInt8>, isEncrypted: Bool
    ) throws(Refusal) -> Kind {
        let (authority, target) = try split(rest)
        let server = try Server(authority: authority, isEncrypted: isEncrypted, isNtfy: false)
        try checkURLPart(target, extra: ":@/?")
        let text = String(decoding: target, as: UTF8.self)
        return .webhook(server, target: text.hasPrefix("/") ? text : "/\(text)")
    }

    /// `local@domain`
    private static func mail(_ rest: ArraySlice<UInt8>) throws(Refusal) -> Kind {
        guard !rest.contains(UInt8(ascii: "?")) else {
            throw .address("a mail address ends with its domain; leave out the ? and what follows")
        }
        guard !rest.contains(UInt8(ascii: ",")), !rest.contains(UInt8(ascii: ";")) else {
            throw .address("a channel is one mail address; add another channel for another one")
        }
        let pieces = rest.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard pieces.count == 2, let local = pieces.first, let domain = pieces.last else {
            throw .address("a mail address has one @: mailto:ana@example.org")
        }
        // Less than RFC 5321 allows: no quotes, and none of ! % | that some servers route by.
        let words = local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard local.count <= 64, words.allSatisfy({ !$0.isEmpty }), local.first != 45,
            local.allSatisfy({ isLetterOrDigit($0) || ".-_+=&'*/$~".utf8.contains($0) })
        else {
            throw .address(
                "before its @ a mail address has 1 to 64 letters, digits and . - _ + = & ' * / $ ~, "
                    + "no dot at its ends or two in a row, and no - in front")
        }
        let name = String(decoding: domain, as: UTF8.self).lowercased()
        guard Host.isName(name[...]) else {
            throw .address("after its @ a mail address has a domain: mailto:ana@example.org")
        }
        return .mail(local: String(decoding: local, as: UTF8.self), domain: name)
    }

    /// `NAME`
    private static func exec(_ rest: ArraySlice<UInt8>) throws(Refusal) -> Kind {
        guard (1...100).contains(rest.count),
            rest.allSatisfy({ isLetterOrDigit($0) || ".-_+".utf8.contains($0) }),
            rest.first != UInt8(ascii: "."), rest.first != UInt8(ascii: "-")
        else {
            throw .address(
                "exec: names a program in the hooks directory, 1 to 100 letters, digits and . - _ +, "
                    + "no . or - in front and no directory: exec:call-phone")
        }
        return .exec(hook: String(decoding: rest, as: UTF8.self))
    }

    /// `//anything`: what stands there is each service's own.
    private static func apprise(
        service: String, _ rest: ArraySlice<UInt8>
    ) throws(Refusal) -> Kind {
        guard (1...32).contains(service.utf8.count), service.utf8.allSatisfy(isLetterOrDigit),
            rest.starts(with: "//".utf8), rest.count > 2
        else {
            throw .address("behind apprise+ stands an address of Apprise: apprise+tgram://…")
        }
        return .apprise(
            service: service, url: "\(service):\(String(decoding: rest, as: UTF8.self))")
    }

    /// Splits what follows the scheme of a URL into authority, and path with query.
    private static func split(
        _ rest: ArraySlice<UInt8>
    ) throws(Refusal) -> (authority: ArraySlice<UInt8>, target: ArraySlice<UInt8>) {
        guard rest.starts(with: "//".utf8) else {
            throw .address("two slashes follow the colon: https://host/path")
        }
        guard !rest.contains(UInt8(ascii: "#")) else {
            throw .address("leave out the # and what follows: no server gets to see it")
        }
        let afterSlashes = rest.dropFirst(2)
        let end = afterSlashes.firstIndex(where: { "/?".utf8.contains($0) }) ?? rest.endIndex
        return (afterSlashes[..<end], afterSlashes[end...])
    }

    /// Checks a part of a URL against the characters of RFC 3986 and those in `extra`.
    static func checkURLPart(_ bytes: ArraySlice<UInt8>, extra: String) throws(Refusal) {
        for (index, byte) in zip(bytes.indices, bytes) {
            if byte == UInt8(ascii: "%") {
                let code = bytes[index...].dropFirst().prefix(2)
                guard code.count == 2, code.allSatisfy(isHexDigit) else {
                    throw .address("a % is followed by two hexadecimal digits; a % itself is %25")
                }
            } else if !isUnreserved(byte), !isSubDelimiter(byte), !extra.utf8.contains(byte) {
                let code = String(byte, radix: 16, uppercase: true)
                throw .address("write \(Character(Unicode.Scalar(byte))) as %\(code)")
            }
        }
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// RFC 3986, 2.3
    static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-._~".utf8.contains(byte)
    }

    /// RFC 3986, 2.2
    static func isSubDelimiter(_ byte: UInt8) -> Bool { "!$&'()*+,;=".utf8.contains(byte) }
}
