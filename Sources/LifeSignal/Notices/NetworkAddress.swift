/// An IP address, and where it leads.
///
/// An IPv4 address is kept the way the kernel maps it into IPv6, `::ffff:a.b.c.d`, so that both
/// spellings of it are one value.
public struct NetworkAddress: Hashable, Sendable {
    /// How far away the machine behind an address can be.
    public enum Reach: Hashable, Sendable {
        /// This machine, also as the unspecified address, which Linux connects to itself.
        case loopback
        /// The same cable or radio, never routed (RFC 3927, RFC 4291).
        case linkLocal
        /// A private network (RFC 1918, RFC 4193).
        case privateNetwork
        case internet
    }

    private let value: UInt128

    /// From the bytes in network order, 4 of IPv4 or 16 of IPv6; nil for any other number.
    public init?(bytes: some Collection<UInt8>) {
        let value = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        switch bytes.count {
        case 4: self.value = Self.mapped | value
        case 16: self.value = value
        default: return nil
        }
    }

    /// Reads the IPv4 spellings that inet_aton(3) and curl read: one to four parts, each decimal,
    /// octal (`0177`) or hexadecimal (`0x7f`), the last one filling what is left: `127.1`.
    init?(ipv4 text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        var value: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let number = Self.number(part) else { return nil }
            let bits = index < parts.count - 1 ? 8 : UInt64(8 * (5 - parts.count))
            guard number < 1 << bits else { return nil }
            value = value << bits | number
        }
        self.value = Self.mapped | UInt128(value)
    }

    /// Reads the forms of RFC 4291, without a zone.
    init?(ipv6 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let colon = UInt8(ascii: ":")
        let gaps = bytes.indices.dropLast().filter { bytes[$0] == colon && bytes[$0 + 1] == colon }
        guard gaps.count <= 1 else { return nil }
        let head = bytes[..<(gaps.first ?? bytes.endIndex)]
        let tail = gaps.first.map { bytes[($0 + 2)...] } ?? []
        guard let high = Self.groups(head, isEnd: gaps.isEmpty),
            let low = Self.groups(tail, isEnd: true)
        else { return nil }
        let missing = 8 - high.count - low.count
        guard gaps.isEmpty ? missing == 0 : missing >= 1 else { return nil }
        let groups = high + Array(repeating: 0, count: missing) + low
        value = groups.reduce(0) { $0 << 16 | UInt128($1) }
    }

    public var reach: Reach {
        if let ipv4 { return Self.reach(ipv4: ipv4) }
        if value <= 1 { return .loopback }
        if value >> 118 == 0xfe80 >> 6 { return .linkLocal }
        if value >> 121 == 0xfc00 >> 9 { return .privateNetwork }
        // An IPv4 address inside an IPv4-compatible or a translated one (RFC 4291, RFC 6052) may
        // come out as itself again; nobody gets to this machine by such a detour.
        if value >> 32 == 0 || value >> 32 == 0x64_ff9b << 64 {
            let inner = Self.reach(ipv4: UInt32(truncatingIfNeeded: value))
            return inner == .privateNetwork ? .internet : inner
        }
        return .internet
    }

    /// Dotted decimals, or the hexadecimal groups of RFC 5952.
    public var text: String {
        if let ipv4 {
            return stride(from: UInt32(24), through: 0, by: -8)
                .map { String(ipv4 >> $0 & 0xff) }.joined(separator: ".")
        }
        let groups = stride(from: 112, through: 0, by: -16)
            .map { UInt16(truncatingIfNeeded: value >> UInt128($0)) }
        func written(_ range: Range<Int>) -> String {
            groups[range].map { String($0, radix: 16) }.joined(separator: ":")
        }
        let gap = Self.longestRunOfZeros(groups)
        return gap.count < 2
            ? written(0..<8) : written(0..<gap.lowerBound) + "::" + written(gap.upperBound..<8)
    }

    var isIPv4: Bool { ipv4 != nil }

    private static let mapped: UInt128 = 0xffff << 32

    private var ipv4: UInt32? {
        value >> 32 == Self.mapped >> 32 ? UInt32(truncatingIfNeeded: value) : nil
    }

    private static func reach(ipv4 value: UInt32) -> Reach {
        switch (value >> 24, value >> 16 & 0xff) {
        case (0, _), (127, _): .loopback
        case (169, 254): .linkLocal
        case (10, _), (172, 16...31), (192, 168): .privateNetwork
        default: .internet
        }
    }

    /// A part of an IPv4 address as strtoul(3) reads it with base 0; nil past 32 bits.
    private static func number(_ part: some Collection<UInt8>) -> UInt64? {
        let lowered = part.map { (65...90).contains($0) ? $0 + 32 : $0 }
        let digits: ArraySlice<UInt8>
        let radix: Int
        if lowered.starts(with: Array("0x".utf8)) {
            (digits, radix) = (lowered.dropFirst(2), 16)
        } else if lowered.first == UInt8(ascii: "0"), lowered.count > 1 {
            (digits, radix) = (lowered.dropFirst(), 8)
        } else {
            (digits, radix) = (lowered[...], 10)
        }
        guard digits.allSatisfy(isHexDigit),
            let number = UInt64(String(decoding: digits, as: UTF8.self), radix: radix),
            number <= UInt64(UInt32.max)
        else { return nil }
        return number
    }

    /// The 16-bit groups of one side of `::`; the last side may end in a dotted IPv4 address.
    private static func groups(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> [UInt16]? {
        if bytes.isEmpty { return [] }
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            let text = String(decoding: part, as: UTF8.self)
            if isEnd, index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let (high, low) = dotted(text) else { return nil }
                groups += [high, low]
            } else {
                guard (1...4).contains(part.count), part.allSatisfy(isHexDigit),
                    let group = UInt16(text, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups.count <= 8 ? groups : nil
    }

    /// Four plain decimals, as inet_pton(3) wants them inside an IPv6 address.
    private static func dotted(_ text: String) -> (UInt16, UInt16)? {
        guard let address = NetworkAddress(ipv4: text), address.text == text else { return nil }
        let low = UInt32(truncatingIfNeeded: address.value)
        return (UInt16(low >> 16), UInt16(low & 0xffff))
    }

    /// The first of the longest runs, which is the one that `::` stands for.
    private static func longestRunOfZeros(_ groups: [UInt16]) -> Range<Int> {
        var best = 0..<0
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > best.count { best = start..<index }
            start = index + 1
        }
        return best
    }
}

/// `0`…`9`, `a`…`f`, `A`…`F`: String to number conversions alone would also take a sign.
func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
    default: false
    }
}
