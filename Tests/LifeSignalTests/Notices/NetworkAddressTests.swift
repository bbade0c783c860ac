import Glibc
import Testing

@testable import LifeSignal

/// The numbers of a fixed sequence (PCG's multiplier and increment), so that a failure comes again.
private struct FixedSequence: RandomNumberGenerator {
    var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}

struct NetworkAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0X7F.1", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"), ("00000177.1", "127.0.0.1"), ("0x7f.0.0x0.01", "127.0.0.1"),
        ("0", "0.0.0.0"), ("1.2.3", "1.2.0.3"), ("1.65535", "1.0.255.255"),
        ("255.255.255.255", "255.255.255.255"), ("4294967295", "255.255.255.255"),
        ("1.16777215", "1.255.255.255"),
    ])
    func `IPv4 is read in every spelling that inet_aton reads`(spelling: String, text: String) {
        #expect(NetworkAddress(ipv4: spelling)?.text == text)
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "1..2", "1.2.3.4.5", "256.1", "256.0.0.1", "1.2.3.256", "1.16777216",
        "1.2.65536", "4294967296", "08", "0x", "0xg", "1.2.3.a", "+1", "-1", "0x+1", "1 ", "0-1",
        "99999999999999999999999",
    ])
    func `what is no IPv4 address is none`(text: String) {
        #expect(NetworkAddress(ipv4: text) == nil)
    }

    @Test(arguments: [
        ("::", "::"), ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"), ("FE80::0001", "fe80::1"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1::", "1::"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
        ("::ffff:127.0.0.1", "127.0.0.1"), ("::ffff:7f00:1", "127.0.0.1"),
        ("64:ff9b::10.0.0.1", "64:ff9b::a00:1"), ("::127.0.0.1", "::7f00:1"),
    ])
    func `IPv6 is read in every form of RFC 4291 and written in that of RFC 5952`(
        spelling: String, text: String
    ) {
        #expect(NetworkAddress(ipv6: spelling)?.text == text)
    }

    @Test(arguments: [
        "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1::2", "1::2:",
        "1:2:3:4::5:6:7:8", "12345::", "g::", "::+1", "::-0", "::1.2.3", "::01.2.3.4",
        "::0x1.2.3.4",
        "1.2.3.4::", "::1.2.3.4:5", "fe80::1%eth0", "127.0.0.1",
    ])
    func `what is no IPv6 address is none`(text: String) {
        #expect(NetworkAddress(ipv6: text) == nil)
    }

    @Test(arguments: [
        ("126.255.255.255", NetworkAddress.Reach.internet), ("127.0.0.0", .loopback),
        ("127.255.255.255", .loopback), ("128.0.0.0", .internet),
        ("0.0.0.0", .loopback), ("0.255.255.255", .loopback), ("1.0.0.0", .internet),
        ("9.255.255.255", .internet), ("10.0.0.0", .privateNetwork),
        ("10.255.255.255", .privateNetwork), ("11.0.0.0", .internet),
        ("172.15.255.255", .internet), ("172.16.0.0", .privateNetwork),
        ("172.31.255.255", .privateNetwork), ("172.32.0.0", .internet),
        ("192.167.255.255", .internet), ("192.168.0.0", .privateNetwork),
        ("192.168.255.255", .privateNetwork), ("192.169.0.0", .internet),
        ("169.253.255.255", .internet), ("169.254.0.0", .linkLocal),
        ("169.254.169.254", .linkLocal), ("169.255.0.0", .internet), ("100.64.0.1", .internet),
    ])
    func `an IPv4 address leads as far as its network`(
        text: String, reach: NetworkAddress.Reach
    ) {
        #expect(NetworkAddress(ipv4: text)?.reach == reach)
        #expect(NetworkAddress(ipv6: "::ffff:\(text)")?.reach == reach)
    }

    @Test(arguments: [
        ("::", NetworkAddress.Reach.loopback), ("::1", .loopback), ("1::1", .internet),
        ("fe7f:ffff::", .internet), ("fe80::", .linkLocal), ("febf:ffff::", .linkLocal),
        ("fec0::", .internet), ("fbff:ffff::", .internet), ("fc00::", .privateNetwork),
        ("fdff:ffff::", .privateNetwork), ("fe00::", .internet), ("2001:db8::1", .internet),
        ("::127.0.0.1", .loopback), ("::169.254.1.1", .linkLocal), ("::10.0.0.1", .internet),
        ("64:ff9b::127.0.0.1", .loopback), ("64:ff9b::169.254.1.1", .linkLocal),
        ("64:ff9b::192.168.0.1", .internet), ("64:ff9b:1::127.0.0.1", .internet),
    ])
    func `an IPv6 address leads as far as its network`(
        text: String, reach: NetworkAddress.Reach
    ) {
        #expect(NetworkAddress(ipv6: text)?.reach == reach)
    }

    @Test func `the C library reads every spelling of IPv4 the same`() {
        var numbers = FixedSequence()
        let pieces = ["", "0", "1", "7", "8", "10", "127", "255", "256", "65535", "65536"]
        let more = ["16777215", "16777216", "4294967295", "4294967296", "0x", "0x7f", "0XFF", "01"]
        let all = pieces + more + ["0177", "08", "0x100", "0xffffffff", "a", "00", "000256", "1x"]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...5, using: &numbers)
            let text = (0..<count).map { _ in all.randomElement(using: &numbers) ?? "" }
                .joined(separator: ".")
            var address = in_addr()
            let expected = inet_aton(text, &address) == 1 ? address.s_addr.byteSwapped : nil
            let read = NetworkAddress(ipv4: text)
            let dotted = expected.map { value in
                [24, 16, 8, 0].map { String(value >> UInt32($0) & 0xff) }.joined(separator: ".")
            }
            #expect(read?.text == dotted, "\(text)")
        }
    }

    @Test func `the C library reads and writes every form of IPv6 the same`() {
        var numbers = FixedSequence()
        let groups = ["0", "0", "0", "1", "ffff", "00a", "F", "fe80", "12345", "", "g", "1.2.3.4"]
        for _ in 0..<20_000 {
            let count = Int.random(in: 2...9, using: &numbers)
            let text = (0..<count).map { _ in groups.randomElement(using: &numbers) ?? "" }
                .joined(separator: ":")
            var address = in6_addr()
            let isRead = inet_pton(AF_INET6, text, &address) == 1
            let read = NetworkAddress(ipv6: text)
            #expect((read != nil) == isRead, "\(text)")
            guard let read, isRead, !read.isIPv4 else { continue }
            var again = in6_addr()
            #expect(inet_pton(AF_INET6, read.text, &again) == 1, "\(read.text)")
            let same = withUnsafeBytes(of: address) { first in
                withUnsafeBytes(of: again) { first.elementsEqual($0) }
            }
            #expect(same, "\(text) \(read.text)")
        }
    }
}
