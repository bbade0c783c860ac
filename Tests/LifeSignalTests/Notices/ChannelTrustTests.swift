import LifeSignal
import Testing

struct ChannelMaskTests {
    @Test(arguments: [
        ("ntfy://h/secret", "ntfy://h/***"),
        ("ntfys://u:secret@h:8443/secret", "ntfys://***@h:8443/***"),
        ("ntfys://secret@h/secret", "ntfys://***@h/***"),
        ("https://h", "https://h/"), ("https://h/ping", "https://h/ping"),
        ("https://h/ping/", "https://h/ping/"), ("https://h/ping/secret", "https://h/ping/***"),
        ("https://h/a/x", "https://h/a/***"),
        ("https://h/ping/secret/secret?secret=1", "https://h/ping/***?***"),
        ("https://h/ping?secret/secret", "https://h/ping?***"),
        ("https://h?secret", "https://h/?***"),
        ("https://h/?", "https://h/?***"), ("https://h//secret", "https://h//***"),
        ("http://secret:@[fd00::1]:81/a/secret", "http://***@[fd00::1]:81/a/***"),
        ("mailto:secret@example.org", "mailto:***@example.org"),
        ("exec:call-phone", "exec:call-phone"),
        ("apprise+tgram://secret/secret?secret#secret", "apprise+tgram://***"),
    ])
    func `what may be a secret is masked`(text: String, masked: String) throws {
        let shown = try ChannelAddress(text).masked
        #expect(shown == masked)
        #expect(!shown.contains("secret"))
    }

    @Test(arguments: [
        ("ntfys://u:p@ntfy.example.org:81/t", "ntfy.example.org"),
        ("https://h.example/x/y", "h.example"),
        ("http://[FD00::1]:81/", "fd00::1"), ("mailto:ana@example.org", "the mail server"),
        ("exec:call-phone", "hook call-phone"), ("apprise+tgram://x", "Apprise (tgram)"),
    ])
    func `a notice was handed to somebody with a name`(text: String, shown: String) throws {
        #expect(try ChannelAddress(text).shownHost == shown)
    }

    @Test(arguments: [
        ("ntfys://u:p@ntfy.example.org/t", "https://ntfy.example.org"),
        ("https://ntfy.example.org/x", "https://ntfy.example.org"),
        ("mailto:ana@example.org", "the mail server"),
        ("apprise+mailtos://u:p@Mail.example.org:465?to=x", "mailtos://mail.example.org:465"),
        ("apprise+gotify://nas:8080/token", "gotify://nas:8080"),
        ("apprise+json://[::1]/x", "json://[::1]"),
        // A token, which says nothing of the server.
        ("apprise+tgram://123456789:abcdef/42", "tgram://"),
        ("apprise+pover://user@token", "pover://"),
    ])
    func `what hangs together stands in one place`(text: String, place: String) throws {
        #expect(try ChannelAddress(text).place == place)
    }
}

struct ChannelPrivacyTests {
    @Test(arguments: [
        "mailto:ana@example.org", "exec:x", "https://h/", "https://192.0.2.1/", "http://127.0.0.1/",
        "http://localhost:8080/x", "http://10.1.2.3/", "http://[fd00::1]/", "http://[::1]/",
        "ntfy://192.168.1.2/t", "ntfy://0xc0a80102/t", "ntfy://u:p@172.16.0.1/t",
        "ntfy://a.localhost/t",
        "ntfys://u:p@ntfy.sh/t", "ntfys://tk_x@ntfy.sh/t",
    ])
    func `these are private by themselves`(text: String) throws {
        #expect(try ChannelAddress(text).isPrivateByDefault)
    }

    @Test(arguments: [
        "http://h.example/", "http://192.0.2.1/", "http://u:p@h.example/", "http://nas/",
        "http://nas.local/", "http://169.254.1.1/", "http://[fe80::1]/", "http://[2001:db8::1]/",
        "http://100.64.0.1/", "ntfy://ntfy.sh/t", "ntfy://u:p@ntfy.sh/t", "ntfys://ntfy.sh/t",
        "ntfys://192.168.1.2/t", "ntfys://localhost/t", "apprise+mailto://ana:x@example.org",
    ])
    func `these are not private`(text: String) throws {
        #expect(try !ChannelAddress(text).isPrivateByDefault)
    }

    @Test(arguments: [
        ("mailto:ana@example.org", "a mailbox is read by its owner"),
        ("exec:x", "a hook is a program of this server"),
        ("https://h/", "https is encrypted on the way to the server that you chose"),
        ("ntfys://u:p@h/t", "the topic is encrypted on the way and asks for credentials"),
        (
            "ntfys://h/t",
            "whoever knows or guesses the topic can read it; credentials keep them out"
        ),
        ("http://[::1]/", "it stays on this machine"),
        ("ntfy://10.0.0.1/t", "it stays in a private network"),
        ("http://192.0.2.1/", "it can be read on the way; use https://"),
        ("ntfy://192.0.2.1/t", "it can be read on the way; use ntfys:// with credentials"),
        (
            "http://nas/",
            "it can be read on the way, and a name does not show that it stays in a private network; "
                + "use https://"
        ),
        ("apprise+json://h", "nothing here shows who can read what Apprise hands on"),
    ])
    func `the choice has a reason`(text: String, reason: String) throws {
        #expect(try ChannelAddress(text).privacyReason == reason)
    }
}

struct ChannelAdminTests {
    @Test(arguments: [
        "exec:x", "apprise+json://h.example", "http://127.0.0.1/", "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/", "http://0177.0.0.1/", "http://127.255.0.1/", "http://0/",
        "http://0.0.0.0/",
        "http://127.0.0.1./", "http://[::1]/", "http://[::]/", "http://[0:0:0:0:0:0:0:1]/",
        "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/", "http://[::ffff:169.254.169.254]/", "http://169.254.169.254/",
        "http://0xa9fea9fe/", "http://[fe80::1]/", "https://localhost/", "https://LOCALHOST./",
        "https://a.b.localhost/", "http://a.localhost.:81/", "http://ip6-localhost/",
        "http://ip6-loopback/", "http://localhost.localdomain/", "ntfy://localhost/t",
        "ntfys://u:p@[::1]:444/t", "http://u:p@127.1:81/x",
    ])
    func `only admins add what runs here or reaches this machine`(text: String) throws {
        #expect(try ChannelAddress(text).needsAdmin)
    }

    @Test(arguments: [
        "mailto:ana@localhost", "mailto:ana@example.org", "http://10.0.0.1/", "http://[fd00::1]/",
        "https://example.org/", "https://notlocalhost/", "https://localhost.example.org/",
        "https://xlocalhost/", "ntfy://128.0.0.1/t", "ntfys://ntfy.sh/localhost",
        "https://localhost:x@example.org/",
    ])
    func `anyone adds the rest to their own channels`(text: String) throws {
        #expect(try !ChannelAddress(text).needsAdmin)
    }
}

struct ChannelLimitTests {
    @Test(arguments: [
        ("ntfy://h/t", 4000, 250), ("ntfys://h/t", 4000, 250), ("apprise+json://h", 4000, 250),
        ("https://h", 100_000, 1000), ("mailto:a@b", 100_000, 1000), ("exec:x", 100_000, 1000),
    ])
    func `each kind has its limits`(text: String, body: Int, title: Int) throws {
        let address = try ChannelAddress(text)
        #expect(address.bodyLimit == body)
        #expect(address.titleLimit == title)
    }
}
