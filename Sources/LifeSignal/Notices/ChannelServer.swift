extension ChannelAddress {
    /// The HTTP server that an ntfy topic or a webhook lives on.
    public struct Server: Hashable, Sendable {
        /// TLS: `ntfys` and `https`.
        public let isEncrypted: Bool
        public let host: Host
        public let port: UInt16
        public let credentials: Credentials?

        /// `https://host`, with the port where it is not the usual one; without credentials.
        public var origin: String { "\(isEncrypted ? "https" : "http")://\(location)" }

        /// Host and port as they stand in a URL.
        var location: String {
            port == Self.usualPort(isEncrypted: isEncrypted)
                ? host.inURL : "\(host.inURL):\(port)"
        }

        static func usualPort(isEncrypted: Bool) -> UInt16 { isEncrypted ? 443 : 80 }
    }

    /// Where a server is.
    public enum Host: Hashable, Sendable {
        /// In lower case.
        case name(String)
        case address(NetworkAddress)

        /// As people read it, and as a resolver takes it.
        public var text: String {
            switch self {
            case .name(let name): name
            case .address(let address): address.text
            }
        }

        /// How far away it can be; nil where a name does not show it.
        public var reach: NetworkAddress.Reach? {
            switch self {
            case .name(let name): Self.isThisMachine(name) ? .loopback : nil
            case .address(let address): address.reach
            }
        }

        var inURL: String {
            if case .address(let address) = self, !address.isIPv4 { "[\(text)]" } else { text }
        }

        /// `localhost` and what is below it (RFC 6761), and the other names that Debian's and
        /// Fedora's /etc/hosts give to this machine.
        private static func isThisMachine(_ name: String) -> Bool {
            let name = name.hasSuffix(".") ? String(name.dropLast()) : name
            return name.hasSuffix(".localhost")
                || [
                    "localhost", "ip6-localhost", "ip6-loopback", "localhost4", "localhost6",
                    "localhost.localdomain", "localhost4.localdomain4",
                    "localhost6.localdomain6",
                ].contains(name)
        }
    }

    /// What a server asks for, as in HTTP's Basic scheme. An access token of ntfy is a password
    /// without a user (ntfy's manual, "Publishing", "Access tokens").
    public struct Credentials: Hashable, Sendable {
        public let user: String
        public let password: String
    }
}

extension ChannelAddress.Server {
    /// Reads `[user:password@]host[:port]`.
    init(authority: ArraySlice<UInt8>, isEncrypted: Bool, isNtfy: Bool) throws(Refusal) {
        let pieces = authority.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard pieces.count <= 2, let place = pieces.last else {
            throw .address("an address has one @ before its host; one in a password is %40")
        }
        credentials =
            pieces.count == 2
            ? try ChannelAddress.Credentials(userPart: pieces[0], isNtfy: isNtfy) : nil
        // The colons of an IPv6 address stand inside brackets.
        let afterBracket = place.lastIndex(of: UInt8(ascii: "]")) ?? place.startIndex
        let colon = place[afterBracket...].firstIndex(of: UInt8(ascii: ":"))
        host = try ChannelAddress.Host(reading: place[..<(colon ?? place.endIndex)])
        port =
            if let colon {
                try Self.port(place[(colon + 1)...])
            } else {
                Self.usualPort(isEncrypted: isEncrypted)
            }
        self.isEncrypted = isEncrypted
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(Refusal) -> UInt16 {
        guard digits.allSatisfy({ (48...57).contains($0) }), digits.count <= 5,
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw .address("a port is a number from 1 to 65535") }
        return port
    }
}

extension ChannelAddress.Host {
    init(reading bytes: ArraySlice<UInt8>) throws(Refusal) {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        guard !text.isEmpty else { throw .address("the name of a server is missing") }
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"),
                let address = NetworkAddress(ipv6: text.dropFirst().dropLast())
            else {
                throw .address("an IPv6 address stands in brackets, without a zone: [fd00::1]")
            }
            self = .address(address)
            return
        }
        let bare = text.hasSuffix(".") ? text.dropLast() : text[...]
        // What ends in a number is an address or nothing: no resolver may make of it what it likes.
        if Self.endsInNumber(bare) {
            guard let address = NetworkAddress(ipv4: bare) else {
                throw .address("an IPv4 address is four numbers from 0 to 255: 192.0.2.1")
            }
            self = .address(address)
            return
        }
        guard Self.isName(bare) else {
            throw .address(
                "the name of a server is letters, digits and - in parts joined by dots, and other "
                    + "letters in their xn-- form")
        }
        self = .name(text)
    }

    private static func endsInNumber(_ text: Substring) -> Bool {
        let last = text.utf8.reversed().prefix(while: { $0 != UInt8(ascii: ".") }).reversed()
        guard let first = last.first, (48...57).contains(first) else { return false }
        return last.allSatisfy({ (48...57).contains($0) })
            || last.starts(with: Array("0x".utf8)) && last.dropFirst(2).allSatisfy(isHexDigit)
    }

    /// The names of RFC 1123, and `_`, which some home networks have.
    static func isName(_ text: Substring) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return text.utf8.count <= 253
            && text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .allSatisfy { label in
                    (1...63).contains(label.count) && label.first != hyphen
                        && label.last != hyphen
                        && label.allSatisfy {
                            ChannelAddress.isLetterOrDigit($0) || $0 == hyphen
                                || $0 == UInt8(ascii: "_")
                        }
                }
    }
}

extension ChannelAddress.Credentials {
    /// Reads `user:password` or, for ntfy, an access token alone.
    init(userPart: ArraySlice<UInt8>, isNtfy: Bool) throws(Refusal) {
        let colon = userPart.firstIndex(of: UInt8(ascii: ":"))
        let first = try Self.decoded(userPart[..<(colon ?? userPart.endIndex)])
        let second = if let colon { try Self.decoded(userPart[(colon + 1)...]) } else { "" }
        let isToken = isNtfy && colon == nil
        user = isToken ? "" : first
        password = isToken ? first : second
        guard !user.isEmpty || !password.isEmpty else {
            throw .address(
                "the part before the @ is empty; write user:password@ or leave out the @")
        }
        guard !isNtfy || !password.isEmpty else {
            throw .address("ntfy wants user:password@ or an access token before the @")
        }
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw .address("the name of a user has no colon")
        }
    }

    /// The user part of a URL; what would end it there is escaped.
    var inURL: String { "\(Self.encoded(user)):\(Self.encoded(password))" }

    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> String {
        try ChannelAddress.checkURLPart(bytes, extra: ":")
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let code = String(decoding: rest.prefix(2), as: UTF8.self)
                // The digits were checked above.
                result.append(UInt8(code, radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        guard let text = String(validating: result, as: UTF8.self),
            result.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
        else {
            throw .address("a user and a password are UTF-8 without control characters")
        }
        return text
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if ChannelAddress.isUnreserved(byte) || ChannelAddress.isSubDelimiter(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result +=
                    "%" + (byte < 16 ? "0" : "")
                    + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
