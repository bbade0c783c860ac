import LifeSignal

extension ChannelAddress {
    /// What of the address an answer must not show again, in the forms that servers show it in: as it
    /// stands, with `%41` read as `A`, and a login as HTTP sends it.
    var secrets: [String] {
        let secrets: [String] =
            switch kind {
            case .ntfy(let server, let topic): [topic] + server.secrets
            case .webhook(let server, let target): server.secrets + Self.secrets(target: target)
            case .mail(let local, let domain): ["\(local)@\(domain)"]
            case .exec: []
            case .apprise(_, let url):
                [url]
                    + url.split(whereSeparator: { "/:@?&=".contains($0) }).dropFirst()
                    .map(String.init)
            case .unreadable(let text): [text]
            }
        let read = secrets.map(\.percentDecoded)
        return Array(Set(secrets + read + read.map { $0.replacing("+", with: " ") }))
    }

    /// The path after its first segment, and the query.
    private static func secrets(target: String) -> [String] {
        let pieces = target.split(whereSeparator: { "/?&=".contains($0) }).map(String.init)
        return [target]
            + (target.hasPrefix("/?") ? pieces : Array(pieces.dropFirst()))
            .filter { $0.count > 3 }
    }
}

extension ChannelAddress.Server {
    fileprivate var secrets: [String] {
        guard let credentials else { return [] }
        let login = "\(credentials.user):\(credentials.password)"
        return [credentials.user, credentials.password, login.base64].filter { !$0.isEmpty }
    }
}

extension TransferRequest.Login {
    /// The password, plain and as SMTP's AUTH PLAIN and AUTH LOGIN send it.
    var secrets: [String] {
        ["\0\(user)\0\(password)".base64, password.base64, password].filter { !$0.isEmpty }
    }
}

extension ArraySlice<Character> {
    fileprivate var endsInWord: Bool { last.map { $0.isLetter || $0.isNumber } ?? false }
    fileprivate var beginsWithWord: Bool { first.map { $0.isLetter || $0.isNumber } ?? false }
}

extension String {
    /// With `***` wherever `secret` stands, in capitals or not.
    ///
    /// - Parameter asWord: not where it is a part of a longer word, as a short name may be.
    func masking(_ secret: String, asWord: Bool = false) -> String {
        let (text, wanted) = (Array(self), secret.map { $0.lowercased() })
        let lowered = text.map { $0.lowercased() }
        var masked = ""
        var position = 0
        while position < text.count {
            let end = position + wanted.count
            if lowered[position...].starts(with: wanted),
                !asWord || !text[..<position].endsInWord && !text[end...].beginsWithWord
            {
                masked += "***"
                position = end
            } else {
                masked.append(text[position])
                position += 1
            }
        }
        return masked
    }

    fileprivate var percentDecoded: String {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let read = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                rest = rest.dropFirst(2)
                bytes.append(read)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 4648, without the padding.
    var base64: String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var (text, held, bits) = ("", 0, 0)
        for byte in utf8 {
            (held, bits) = (held << 8 | Int(byte), bits + 8)
            while bits >= 6 {
                bits -= 6
                text.append(letters[held >> bits & 63])
            }
            held &= 1 << bits - 1
        }
        if bits > 0 { text.append(letters[held << (6 - bits) & 63]) }
        return text
    }
}
