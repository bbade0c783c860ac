import LifeSignal
import Testing

/// The reason why `text` is refused, nil if it is not.
private func reasonRefused(_ text: String) -> String? {
    do {
        _ = try ChannelAddress(text)
        return nil
    } catch {
        guard case .invalid(parameter: "address", let reason) = error else { return "\(error)" }
        return reason
    }
}

struct ChannelAddressReadingTests {
    @Test func `an ntfy address gives server, port, credentials and topic`() throws {
        let address = try ChannelAddress("ntfys://ana:s%40fe:ly@ntfy.example.org:8443/Family_1-x")
        guard case .ntfy(let server, let topic) = address.kind else {
            Issue.record("\(address.kind)")
            return
        }
        #expect(server.isEncrypted)
        #expect(server.host == .name("ntfy.example.org"))
        #expect(server.port == 8443)
        #expect(server.credentials?.user == "ana")
        #expect(server.credentials?.password == "s@fe:ly")
        #expect(server.origin == "https://ntfy.example.org:8443")
        #expect(topic == "Family_1-x")
    }

    @Test(arguments: ["ntfys://tk_abc@ntfy.sh/t", "ntfys://:tk_abc@ntfy.sh/t"])
    func `an access token of ntfy is a password without a user`(text: String) throws {
        let address = try ChannelAddress(text)
        guard case .ntfy(let server, _) = address.kind else {
            Issue.record("\(address.kind)")
            return
        }
        #expect(server.credentials?.user == "")
        #expect(server.credentials?.password == "tk_abc")
        #expect(address.text == "ntfys://:tk_abc@ntfy.sh/t")
    }

    @Test(arguments: [
        ("ntfy://h/t", UInt16(80), "http://h"), ("ntfys://h/t", 443, "https://h"),
        ("http://h", 80, "http://h"), ("https://h", 443, "https://h"),
        ("http://h:443", 443, "http://h:443"), ("https://h:80", 80, "https://h:80"),
        ("http://h:65535/", 65535, "http://h:65535"),
        ("http://[fd00::1]:8080", 8080, "http://[fd00::1]:8080"),
        ("http://0300.168.1:1", 1, "http://192.168.0.1:1"),
    ])
    func `a port left out is the usual one, and an origin names only an unusual one`(
        text: String, port: UInt16, origin: String
    ) throws {
        switch try ChannelAddress(text).kind {
        case .ntfy(let server, _), .webhook(let server, _):
            #expect(server.port == port)
            #expect(server.origin == origin)
        case let kind: Issue.record("\(kind)")
        }
    }

    @Test func `a webhook gives its path and query as they stand`() throws {
        let address = try ChannelAddress("https://key@h.example/a%2fb/c;d=1?e=%20&f=/?@:")
        guard case .webhook(let server, let target) = address.kind else {
            Issue.record("\(address.kind)")
            return
        }
        #expect(target == "/a%2fb/c;d=1?e=%20&f=/?@:")
        #expect(server.credentials?.user == "key")
        #expect(server.credentials?.password == "")
    }

    @Test(arguments: [
        (
            "mailto:Ana.B+net@Example.ORG",
            ChannelAddress.Kind.mail(local: "Ana.B+net", domain: "example.org")
        ),
        ("mailto:root@localhost", .mail(local: "root", domain: "localhost")),
        ("exec:call-phone_2.sh", .exec(hook: "call-phone_2.sh")),
        (
            "apprise+tgram://bot:token/chat/#general?x=1",
            .apprise(service: "tgram", url: "tgram://bot:token/chat/#general?x=1")
        ),
        (
            "apprise+46elks://user:pass@phone",
            .apprise(service: "46elks", url: "46elks://user:pass@phone")
        ),
    ])
    func `mail, hooks and Apprise give their parts`(
        text: String, kind: ChannelAddress.Kind
    ) throws {
        #expect(try ChannelAddress(text).kind == kind)
    }

    @Test(arguments: [
        ("HTTPS://Example.ORG:443", "https://example.org/"),
        ("https://example.org?q", "https://example.org/?q"),
        ("http://0x7f.1:80/A", "http://127.0.0.1/A"), ("http://127.0.0.1./", "http://127.0.0.1/"),
        ("http://[::FFFF:7f00:1]/", "http://127.0.0.1/"),
        ("http://[FD00:0::1]/", "http://[fd00::1]/"),
        ("http://host./x", "http://host./x"), ("ntfy://H/T", "ntfy://h/T"),
        ("https://a%62:%7e%2F@h/", "https://ab:~%2F@h/"), ("EXEC:Name", "exec:Name"),
        ("Apprise+JSON://X", "apprise+json://X"),
    ])
    func `spellings of one address are equal`(spelling: String, text: String) throws {
        let address = try ChannelAddress(spelling)
        #expect(address.text == text)
        #expect(try ChannelAddress(text) == address)
        #expect(ChannelAddress(stored: text) == address)
    }

    @Test func `different addresses are not equal`() throws {
        #expect(try ChannelAddress("ntfy://h/t") != ChannelAddress("ntfys://h/t"))
        #expect(try ChannelAddress("https://h/a") != ChannelAddress("https://h/A"))
        #expect(try ChannelAddress("mailto:Ana@h") != ChannelAddress("mailto:ana@h"))
    }

    @Test func `an address has 1,000 bytes at most, as it is written too`() throws {
        let longest = "https://h/" + String(repeating: "a", count: 990)
        #expect(try ChannelAddress(longest).text.utf8.count == 1000)
        #expect(reasonRefused(longest + "a")?.contains("1,000 bytes") == true)
        // Read with 1,000 bytes, written with six more.
        let grows = "http://1/" + String(repeating: "a", count: 991)
        #expect(reasonRefused(grows)?.contains("1,000 bytes") == true)
    }

    @Test func `a stored address that is not read any more can still be listed`() {
        let address = ChannelAddress(stored: "gopher://user:secret@host/")
        #expect(address.kind == .unreadable("gopher://user:secret@host/"))
        #expect(address.text == "gopher://user:secret@host/")
        #expect(address.masked == "***")
        #expect(address.needsAdmin)
        #expect(!address.isPrivateByDefault)
    }
}

struct ChannelAddressRefusalTests {
    @Test(arguments: [
        "", "x", "ana@example.org", "ftp://h/x", "file:///etc/passwd", "gopher://h",
        "javascript:alert(1)", "httpx://h", "apprise", "//h/x", "://h",
    ])
    func `an unknown scheme is told the ones that exist`(text: String) {
        let reason = reasonRefused(text)
        for scheme in [
            "ntfys://", "ntfy://", "https://", "http://", "mailto:", "exec:", "apprise+",
        ] {
            #expect(reason?.contains(scheme) == true)
        }
    }

    @Test(arguments: [
        "https://h/a b", "https://h/a\r\nX: y", "https://h/\u{0}", "https://h/\u{7f}",
        " https://h/",
        "https://h/\n", "mailto:ana@example.org\r\nRCPT TO:<eve@example.org>", "mailto:a\tb@h",
        "exec:a\n", "apprise+json://h/\n#", "ntfy://h/t\t",
    ])
    func `blanks and control characters are refused in every kind`(text: String) {
        #expect(reasonRefused(text)?.contains("control characters") == true)
    }

    @Test(arguments: [
        "https://é.example/", "https://h/é", "http://①②⑦.1/", "mailto:josé@h", "exec:é",
        "apprise+json://é", "https://h/\u{202e}", "https://h/\u{2028}", "ntfy://h/t\u{301}",
    ])
    func `all but ASCII is refused in every kind`(text: String) {
        #expect(reasonRefused(text)?.contains("plain ASCII") == true)
    }

    @Test(arguments: [
        ("https:h", "two slashes"), ("ntfy:/h/t", "two slashes"),
        ("https://h/#x", "leave out the #"),
        ("ntfys://h/t#", "leave out the #"), ("https:///x", "server is missing"),
        ("https://", "server is missing"), ("https://:80/", "server is missing"),
        ("https://?x", "server is missing"), ("https://u:p@/", "server is missing"),
        ("https://a@b@c/", "one in a password is %40"), ("https://@h/", "is empty"),
        ("https://:@h/", "is empty"), ("https://a%3Ab:c@h/", "has no colon"),
        ("https://a%0d%0ab:c@h/", "without control"), ("https://a:%00@h/", "without control"),
        ("https://a:%7F@h/", "without control"), ("https://a:%FF@h/", "UTF-8"),
        ("https://a:%4@h/", "two hexadecimal digits"), ("https://a:[@h/", "write [ as %5B"),
        ("https://h/%", "two hexadecimal digits"), ("https://h/%4", "two hexadecimal digits"),
        ("https://h/%+1", "two hexadecimal digits"), ("https://h/%zz", "two hexadecimal digits"),
        ("https://h/\\x", "write \\ as %5C"), ("https://h/a|b", "write | as %7C"),
        ("https://h/?{x}", "write { as %7B"), ("https://h/[1-3]", "write [ as %5B"),
        ("https://h/\"", "write \" as %22"),
    ])
    func `a URL that could be read in two ways is refused`(text: String, reason: String) {
        #expect(reasonRefused(text)?.contains(reason) == true, "\(reasonRefused(text) ?? "read")")
    }

    @Test(arguments: [
        "h:", "h:0", "h:00", "h:65536", "h:99999", "h:000080", "h:+80", "h:-1", "h:8a", "h:80:80",
        "[::1]:", "[::1]:x",
    ])
    func `a port is a number from 1 to 65535`(place: String) {
        #expect(reasonRefused("https://\(place)/")?.contains("1 to 65535") == true)
    }

    @Test(arguments: [
        ("::1", "server is missing"), ("fd00::1", "1 to 65535"), ("[", "in brackets"),
        ("[::1", "in brackets"), ("[]", "in brackets"), ("[::1]x", "in brackets"),
        ("[fe80::1%25eth0]", "in brackets"), ("[v1.a]", "in brackets"),
        ("[127.0.0.1]", "in brackets"),
        ("1.2.3.4.5", "four numbers"), ("256.1.1.1", "four numbers"), ("0x", "four numbers"),
        ("127.0.0.08", "four numbers"), ("example.0x1g", nil), ("a.1", "four numbers"),
        ("127.0.0.1..", "joined by dots"), ("a..b", "joined by dots"), (".a", "joined by dots"),
        (".", "joined by dots"), ("-a", "joined by dots"), ("a-", "joined by dots"),
        ("a.-b", "joined by dots"), ("127.0.0.1%2e", "joined by dots"),
        ("a%00.b", "joined by dots"),
        ("a\\b", "joined by dots"), ("a,b", "joined by dots"), ("a*b", "joined by dots"),
        (String(repeating: "a", count: 63), nil),
        (String(repeating: "a", count: 64), "joined by dots"),
        (String(repeating: "a.", count: 126) + "a", nil),
        (String(repeating: "a.", count: 127) + "a", "joined by dots"), ("my_nas", nil),
    ])
    func `a host is a name or an address and nothing between`(host: String, reason: String?) {
        let refused = reasonRefused("http://\(host)/")
        if let reason {
            #expect(refused?.contains(reason) == true, "\(refused ?? "read")")
        } else {
            #expect(refused == nil)
        }
    }

    @Test(arguments: [
        "ntfy://h", "ntfy://h/", "ntfy://h//t", "ntfy://h/t/", "ntfy://h/t/u", "ntfy://h/a.b",
        "ntfy://h/a%62", "ntfy://h/a+b", "ntfy://h/a,b", "ntfy://h/a@b", "ntfy://h/..",
        "ntfys://h/" + String(repeating: "t", count: 65),
    ])
    func `an ntfy topic keeps to the alphabet of ntfy`(text: String) {
        #expect(reasonRefused(text)?.contains("one topic, 1 to 64") == true)
    }

    @Test func `an ntfy topic may have 64 characters`() {
        #expect(reasonRefused("ntfys://h/" + String(repeating: "t", count: 64)) == nil)
    }

    @Test(arguments: ["ntfy://h/t?", "ntfy://h/t?priority=5", "ntfy://h?t"])
    func `an ntfy address has no query`(text: String) {
        #expect(reasonRefused(text)?.contains("leave out the ?") == true)
    }

    @Test func `a user of ntfy without a password is refused`() {
        #expect(reasonRefused("ntfys://ana:@h/t")?.contains("access token") == true)
    }

    @Test(arguments: [
        ("mailto:", "one @"), ("mailto:ana", "one @"), ("mailto:ana@b@c", "one @"),
        ("mailto:ana@b,eve@c", "one mail address"), ("mailto:ana@b;eve@c", "one mail address"),
        ("mailto:ana@b?bcc=eve@c", "leave out the ?"), ("mailto:ana@b?", "leave out the ?"),
        ("mailto:@b", "before its @"), ("mailto:.ana@b", "before its @"),
        ("mailto:ana.@b", "before its @"), ("mailto:a..b@b", "before its @"),
        ("mailto:-f@b", "before its @"), ("mailto:<ana@b", "before its @"),
        ("mailto:\"a\"@b", "before its @"), ("mailto:a%40c@b", "before its @"),
        ("mailto:a%0d@b", "before its @"), ("mailto:a!b@c", "before its @"),
        ("mailto:|sh@c", "before its @"), ("mailto://ana:x@c", "before its @"),
        ("mailto:\(String(repeating: "a", count: 65))@b", "before its @"),
        ("mailto:ana@", "has a domain"), ("mailto:ana@b>", "has a domain"),
        ("mailto:ana@[127.0.0.1]", "has a domain"), ("mailto:ana@b:25", "has a domain"),
        ("mailto:ana@b.", "has a domain"), ("mailto:ana@b/c", "has a domain"),
        ("mailto:ana@b#c", "has a domain"),
    ])
    func `a mail address is one plain mailbox`(text: String, reason: String) {
        #expect(reasonRefused(text)?.contains(reason) == true, "\(reasonRefused(text) ?? "read")")
    }

    @Test(arguments: [
        "exec:", "exec:.", "exec:..", "exec:.hidden", "exec:-rf", "exec:a/b", "exec:/bin/sh",
        "exec:../x", "exec://x", "exec:a$b", "exec:a;b", "exec:a%2fb",
        "exec:a~", "exec:" + String(repeating: "a", count: 101),
    ])
    func `a hook is the name of one file`(text: String) {
        #expect(reasonRefused(text)?.contains("hooks directory") == true)
    }

    @Test(arguments: [
        "apprise+://x", "apprise+json:x", "apprise+json:/x", "apprise+json://", "apprise+a.b://x",
        "apprise+json", "apprise+a,b://c", "apprise+\(String(repeating: "a", count: 33))://x",
    ])
    func `behind apprise stands a service and an address`(text: String) {
        #expect(reasonRefused(text) != nil)
    }

    @Test(arguments: ["apprise+", "Apprise+", "apprise+tgram", "apprise+://", "apprise+tgram://"])
    func `where nothing stands behind apprise+, what has to is said`(text: String) {
        let reason = "behind apprise+ stands an address of Apprise: apprise+tgram://…"
        #expect(reasonRefused(text) == reason)
    }

    @Test(arguments: [
        "https://user:hunter2@h:0/", "https://h/hunter2 ", "ntfy://h/hunter2/x", "hunter2://x",
        "mailto:hunter2", "exec:/hunter2", "apprise+hunter2", "https://hunter2-/",
        "https://h/#hunter2",
        "https://a:hunter2%@h/",
    ])
    func `a refusal never repeats what may be a secret`(text: String) {
        #expect(reasonRefused(text)?.contains("hunter2") == false)
    }
}
