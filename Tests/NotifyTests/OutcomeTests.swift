import CCurl
import LifeSignal
import Testing

@testable import lifesignal_notify

struct OutcomeTests {
    func outcome(_ status: Int, _ lines: [String] = [], body: String = "") -> Outcome {
        var outcome = Outcome(
            http: TransferResult(
                end: .complete, status: status, lines: lines, body: Array(body.utf8)),
            host: "example.org", now: 1_795_165_505)
        #expect(outcome.gist == (outcome.isDelivered ? "" : "answered \(status)"))
        outcome.gist = ""
        return outcome
    }

    @Test(arguments: [200, 201, 202, 204, 299])
    func `2xx is handed over`(status: Int) {
        #expect(outcome(status) == .delivered("handed to example.org: \(status)"))
    }

    @Test(arguments: [401, 404, 405, 410, 451])
    func `a 4xx that will not heal is permanent`(status: Int) {
        #expect(
            outcome(status, body: "no\nno")
                == .refused("example.org answered \(status): no / no"))
    }

    @Test(arguments: [400, 403, 406, 413, 422, 431])
    func `one that another message may not meet says so`(status: Int) {
        #expect(
            outcome(status) == .refused("example.org answered \(status)", isOfMessage: true))
    }

    @Test(arguments: [
        (["220 hello", "250 ok", "250 ok", "550 no such user"], false),
        (["220 hello", "250 ok", "552 too large"], true),
        (["220 hello", "250 ok", "250 ok", "250 ok", "354 go on", "550 spam"], true),
    ])
    func `so does a mail server that refuses what a mail is`(said: [String], isOfMessage: Bool) {
        let outcome = Mail.outcome(
            TransferResult(end: .failed(55, "failed sending data"), lines: said),
            host: "mail.example.org")
        #expect(outcome.isPermanent)
        #expect(outcome.isOfMessage == isOfMessage)
    }

    @Test func `a mail that was taken is handed over, though its time was over`() {
        let outcome = Mail.outcome(
            TransferResult(
                end: .failed(28, "timed out"), lines: ["220 hello", "354 go on", "250 queued"]),
            host: "mail.example.org")
        #expect(outcome == .delivered("handed to mail.example.org: 250 queued"))
    }

    @Test(arguments: [["554 no mail here"], ["220 hello", "530 log in first"]])
    func `a mail server that takes no mail at all heals when somebody corrects it`(said: [String]) {
        let outcome = Mail.outcome(
            TransferResult(end: .failed(55, "failed sending data"), lines: said),
            host: "mail.example.org")
        #expect(!outcome.isDelivered)
        #expect(!outcome.isPermanent)
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504, 302, 307])
    func `what may heal is tried again`(status: Int) {
        #expect(!outcome(status).isDelivered)
        #expect(!outcome(status).isPermanent)
    }

    @Test(
        arguments: [
            ("120", 120), ("Fri, 20 Nov 2026 09:06:05 GMT", 60),
            ("Fri, 20 Nov 2026 09:00:00 GMT", 0),
            ("soon", nil), ("-5", nil), ("99999999999999999999", 86_400),
        ] as [(String, Int64?)])
    func `Retry-After is seconds or a date`(text: String, seconds: Int64?) {
        #expect(outcome(429, ["retry-after: \(text)"]).retryAfter == seconds)
    }

    @Test func `what a server says is one short line without the channel's secrets`() {
        let address = ChannelAddress(stored: "https://u:pass-word@example.org/hook/t0ken?k=v4lue")
        let said = "hook/t0ken is not v4lue\u{202e}\n" + String(repeating: "é", count: 3000)
        let shown = Outcome.failed("u pass-word \(said)").shown(without: address)
        #expect(shown.detail.hasPrefix(#"u *** hook/*** is not ***\u{202e}\u{a}é"#))
        #expect(shown.detail.utf8.count <= 1000)
    }

    @Test(arguments: [
        (
            "https://u:pa%2Fss@example.org/hook/t%30ken", "no t0ken and no T%30KEN",
            "no *** and no ***"
        ),
        ("https://user:pass@example.org/x", "auth dXNlcjpwYXNz", "auth ***"),
        (
            "mailto:ana.k@example.org", "no user Ana.K here, ANA.K@example.ORG",
            "no user *** here, ***"
        ),
        ("mailto:tim@example.org", "tim: not this time", "***: not this time"),
    ])
    func `a secret is hidden in every form in which a server may show it`(
        address: String, said: String, shown: String
    ) {
        let address = ChannelAddress(stored: address)
        #expect(Outcome.failed(said).shown(without: address).detail == shown)
    }

    @Test func `a secret far into a long answer is hidden as well`() {
        let address = ChannelAddress(stored: "https://example.org/pad/secret-token-abcdefgh")
        for padding in 200..<320 {
            let body = String(repeating: "x", count: padding) + " /pad/secret-token-abcdefgh"
            let answer = Outcome(
                http: TransferResult(end: .complete, status: 400, body: Array(body.utf8)),
                host: "example.org", now: 0)
            #expect(!answer.shown(without: address).detail.contains("secret"))
        }
    }

    @Test func `what a mail server was told to let us in is hidden in each form`() {
        let login = TransferRequest.Login(user: "u", password: "TopSecret")
        let said = "535 no: AHUAVG9wU2VjcmV0 VG9wU2VjcmV0 TopSecret"
        #expect(login.secrets.reduce(said) { $0.masking($1) } == "535 no: *** *** ***")
    }

    @Test(arguments: [
        ("550 5.1.1 unknown", UInt32(55), true), ("451 later", UInt32(55), false),
        ("535 5.7.8 no", UInt32(67), false), ("535 5.7.1 authenticate first", UInt32(55), false),
        // Of the server, which has not heard of the mail.
        ("502 no STARTTLS now", UInt32(64), false),
    ])
    func `a mail server's refusal is permanent, its trouble and a wrong login are not`(
        line: String, code: UInt32, isPermanent: Bool
    ) {
        let outcome = Mail.outcome(
            TransferResult(
                end: .failed(code, "failed"), status: 221,
                lines: ["220 hello", "250 ok", "250 ok", line, "221 bye"]),
            host: "mail.example.org")
        #expect(!outcome.isDelivered)
        #expect(outcome.isPermanent == isPermanent)
        #expect(outcome.detail.contains(line))
    }

    @Test(
        arguments: [
            ["554 no mail here"], ["220-hello", "220 hello", "550 bad helo"],
            ["220 hello", "500 what?", "550 bad helo"],
            ["220 hello", "250-ok", "250 STARTTLS", "220 go on", "550 bad helo"],
            // To MAIL: the address that notify.smtp.from names.
            ["220 hello", "250 ok", "553 sender rejected"],
            ["220 hello", "500 what?", "250 ok", "553 sender rejected"],
            ["220 hello", "250-ok", "250 AUTH PLAIN", "235 in", "553 not owned by user"],
        ], [9, 28, 55, 56])
    func `a mail server that refuses before it has heard of the mail is tried again`(
        lines: [String], code: Int
    ) {
        let outcome = Mail.outcome(
            TransferResult(end: .failed(UInt32(code), "failed"), lines: lines),
            host: "mail.example.org")
        #expect(!outcome.isPermanent)
        #expect(outcome.detail.contains(lines.last ?? ""))
    }

    @Test(
        arguments: [
            ["220 hello", "250 ok", "250 ok", "550 unknown"],
            ["220 hello", "500 what?", "250 ok", "250 ok", "550 unknown"],
            ["220 hello", "250 ok", "220 go on", "250 ok", "235 in", "250 ok", "550 unknown"],
            // Too large, by the size that is said with MAIL.
            ["220 hello", "250 SIZE 10", "552 too large"],
        ])
    func `what it says of the mail or its recipient is for good`(lines: [String]) {
        let outcome = Mail.outcome(
            TransferResult(end: .failed(55, "failed"), lines: lines), host: "mail.example.org")
        #expect(outcome.isPermanent)
        #expect(outcome.isOfMessage == lines.contains("552 too large"))
    }

    @Test func `what a server lacks of TLS is said`() {
        let words = [
            (CURLE_USE_SSL_FAILED, "STARTTLS not supported."),
            (CURLE_SSL_CONNECT_ERROR, "error:0A00010B:SSL routines::wrong version number"),
            (CURLE_SSL_CONNECT_ERROR, "error:0A000410:SSL routines::alert handshake failure"),
        ].map { Outcome.words($0.0.rawValue, $0.1, host: "example.org") }
        #expect(
            words == [
                "example.org offers no STARTTLS, and nothing is sent to it without; if its port takes "
                    + "TLS from the first byte, it is smtps://",
                "example.org does not speak TLS at this port",
                "example.org: error:0A000410:SSL routines::alert handshake failure",
            ])
    }

    @Test func `of a mail server's answer of several lines all are shown`() {
        let lines = [
            "250-mail.example.org", "250 SIZE", "250 ok", "550-5.7.26 Your mail was blocked",
            "550-5.7.26 since it is not signed", "550 5.7.26 https://example.org/help", "221 bye",
        ]
        let outcome = Mail.outcome(
            TransferResult(end: .failed(55, "failed"), status: 221, lines: lines),
            host: "mail.example.org")
        #expect(outcome.isPermanent)
        #expect(
            outcome.detail
                == "mail.example.org refused the mail: 550 5.7.26 Your mail was blocked "
                + "5.7.26 since it is not signed 5.7.26 https://example.org/help")
    }

    @Test func `a mail server that hangs up is told so`() {
        let outcome = Mail.outcome(
            TransferResult(end: .failed(56, "response reading failed (errno: 115)"), lines: []),
            host: "mail.example.org")
        #expect(!outcome.isPermanent)
        #expect(
            outcome.detail == "mail.example.org closed the connection before it had answered")
    }

    @Test func `an alert rings louder than a reminder`() {
        let kinds = Notification.Kind.allCases.map { Ntfy.Loudness(kind: $0.rawValue).priority }
        #expect(kinds.allSatisfy { (1...5).contains($0) })
        #expect(Ntfy.Loudness(kind: "alertRaised").priority == 5)
        #expect(Ntfy.Loudness(kind: "nonResponsive").priority == 5)
        #expect(Ntfy.Loudness(kind: "reminder").priority == 3)
    }
}
