import LifeSignal

/// A mail as it goes over the wire: RFC 5322, everything in 7 bits, so that no server on its way has
/// to change anything.
struct MailMessage {
    let from: String
    let to: String
    let message: Message
    /// As RFC 5322 writes it.
    let date: String

    var bytes: [UInt8] {
        let headers: [(String, String)] =
            [
                ("From", "LifeSignal <\(from)>"), ("To", "<\(to)>"),
                ("Subject", Self.encodedHeader(message.title, after: "Subject: ".utf8.count)),
                ("Date", date), ("Message-ID", identifier(message.id)),
            ] + threading + [
                // No vacation program answers (RFC 3834).
                ("Auto-Submitted", "auto-generated"),
                ("X-LifeSignal-Kind", message.kind), ("MIME-Version", "1.0"),
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Transfer-Encoding", "quoted-printable"),
            ] + (message.isAlarm ? [("X-Priority", "1"), ("Importance", "high")] : [])
        var text = headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
        text += Self.quotedPrintable(message.body) + "\r\n"
        if message.merged.isEmpty { text += Self.quotedPrintable("\n-- \nNotice \(message.id)") }
        return Array((text + "\r\n").utf8)
    }

    /// All mails of one incident answer one that was never sent, so that readers show them as one
    /// conversation whichever arrives first.
    private var threading: [(String, String)] {
        guard let incident = message.incident else { return [] }
        let root = identifier("incident-\(incident)")
        return [("In-Reply-To", root), ("References", root)]
    }

    private func identifier(_ id: String) -> String {
        let domain = from.split(separator: "@").last.map(String.init) ?? "localhost"
        return "<\(id)@\(domain)>"
    }

    /// RFC 2047: encoded words where the text is not plain, folded at 76 characters.
    static func encodedHeader(_ text: String, after used: Int) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        if isPlain, text.utf8.count + used <= 76, !text.contains("=?"), text.first != " " {
            return text
        }
        let (opening, closing) = ("=?utf-8?Q?", "?=")
        var words: [String] = []
        var word = ""
        var room = 75 - used - opening.utf8.count - closing.utf8.count
        for character in text {
            let encoded = character.utf8.map(encodedInHeader).joined()
            for piece in pieces(encoded, of: character) {
                if word.utf8.count + piece.utf8.count > room {
                    words.append(word)
                    word = ""
                    room = 75 - opening.utf8.count - closing.utf8.count
                }
                word += piece
            }
        }
        words.append(word)
        return words.map { opening + $0 + closing }.joined(separator: "\r\n ")
    }

    /// A character stays within one word, but for one of many scalars that no word could hold.
    private static func pieces(_ encoded: String, of character: Character) -> [String] {
        encoded.utf8.count <= 40
            ? [encoded]
            : character.unicodeScalars.map {
                String($0).utf8.map(encodedInHeader).joined()
            }
    }

    private static func encodedInHeader(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: " "): "_"
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            String(Unicode.Scalar(byte))
        default: escaped(byte)
        }
    }

    /// RFC 2045: lines of at most 76 characters that end in CRLF.
    static func quotedPrintable(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { encodedLine($0.utf8) }.joined(separator: "\r\n")
    }

    private static func encodedLine(_ line: Substring.UTF8View) -> String {
        var (result, count) = ("", 0)
        for (index, byte) in zip(line.indices, line) {
            let isLast = line.index(after: index) == line.endIndex
            let isBlank = byte == 0x20 || byte == 0x09
            // A lone dot would end the mail; libcurl doubles it, but why rely on that.
            let isPlain =
                (isBlank && !isLast)
                || ((0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=")
                    && !(byte == UInt8(ascii: ".") && count == 0))
            let piece = isPlain ? String(Unicode.Scalar(byte)) : escaped(byte)
            if count + piece.utf8.count > (isLast ? 76 : 75) {
                result += "=\r\n"
                count = 0
            }
            result += piece
            count += piece.utf8.count
        }
        return result
    }

    private static func escaped(_ byte: UInt8) -> String {
        "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
