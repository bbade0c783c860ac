import Foundation
import LifeSignal
import Testing

@testable import ConfigurationFile

/// Every mistake is named with its file, line, key and reason.
struct MistakeTests {
    let directory: Directory

    init() throws { directory = try Directory() }

    /// The mistakes, with the test's directory taken out of their files.
    private func mistakes(
        _ yaml: String?, _ environment: [String: String] = [:]
    ) throws -> [String] {
        let path = directory.path + "/l.yaml"
        if let yaml { try directory.write("l.yaml", yaml) }
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.load(path: path, environment: environment)
        }
        return try #require(error).mistakes.map {
            $0.description.replacingOccurrences(of: directory.path + "/", with: "")
        }
    }

    @Test func `a missing file that was asked for is a mistake`() throws {
        #expect(try mistakes(nil) == ["l.yaml: can't be read: there is no such file"])
    }

    @Test func `a directory in place of the file is a mistake`() throws {
        try directory.write("l.yaml/x", "")
        #expect(try mistakes(nil) == ["l.yaml: can't be read: Is a directory"])
    }

    @Test func `a file in place of the drop-in directory is a mistake`() throws {
        try directory.write("l.yaml.d", "")
        #expect(try mistakes("") == ["l.yaml.d: can't be read: Not a directory"])
    }

    @Test func `a file that never ends is a mistake`() {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.load(path: "/dev/zero", environment: [:])
        }
        #expect(error?.description == "/dev/zero: can't be read: it is longer than 1024 KiB")
    }

    @Test func `a file in another encoding is a mistake`() throws {
        let path = directory.path + "/l.yaml"
        try Data([0x61, 0x3A, 0x20, 0xE9]).write(to: URL(filePath: path))
        #expect(try mistakes(nil) == ["l.yaml: can't be read: it is not UTF-8 text"])
    }

    @Test func `all mistakes in all places are told at once`() throws {
        try directory.write("l.yaml.d/a.yaml", "limits: { connections: many }")
        try directory.write("l.yaml.d/b.yaml", "a: [\n")
        let all = try mistakes(
            """
            retention: 0
            colour: red
            pings:
              expireafter: 1h
            notify: { heartbeat: { every: 5min } }
            """, ["LIFESIGNAL_TIME_HOLD_LIMIT": "soon", "LIFESIGNAL_COLOUR": "red"])
        #expect(
            all == [
                "l.yaml:1: retention: “0” is too short: at least 1 day",
                "l.yaml:2: colour: unknown key; known here: operators, emergencyNumber, retention, "
                    + "pings, time, limits, notify",
                "l.yaml:4: pings.expireafter: unknown key; known here: expireAfter",
                "l.yaml.d/a.yaml:1: limits.connections: must be a whole number from 1 to 65536",
                "l.yaml.d/b.yaml:2: is not YAML: did not find expected node content (column 1)",
                "environment: LIFESIGNAL_COLOUR: is no variable of LifeSignal; unset it or correct "
                    + "its name",
                "environment: LIFESIGNAL_TIME_HOLD_LIMIT: “soon” is no time span; write it like 24h "
                    + "or 1day 30min",
                "l.yaml:5: notify.heartbeat.every: needs notify.heartbeat.url as well",
            ])
    }

    @Test(arguments: [
        ("0", "“0” is too short: at least 1s"),
        ("0h 0s", "“0h 0s” is too short: at least 1s"),
        ("infinity", "“infinity” is too long: at most 366 days"),
        ("367d", "“367d” is too long: at most 366 days"),
        ("99999999999999999999", "“99999999999999999999” is too long: at most 366 days"),
        ("1.5", "time spans are whole seconds"),
        ("500ms", "time spans are whole seconds"),
        ("\"\"", "a time span is needed, such as 24h or 1day 30min"),
        ("-1h", "“-1h” is no time span; write it like 24h or 1day 30min"),
        ("5 parsecs", "unknown unit of time “parsecs”; use s, min, h, d or w"),
        ("0x10", "unknown unit of time “x”; use s, min, h, d or w"),
        ("", "has no value; leave the key out for its default"),
        ("~", "has no value; leave the key out for its default"),
        ("true", "must be a time span, such as 24h or 1day 30min"),
        ("[1h]", "must be a time span, such as 24h or 1day 30min"),
        ("{ a: 1h }", "must be a time span, such as 24h or 1day 30min"),
    ])
    func `an impossible time span is refused`(_ value: String, _ reason: String) throws {
        #expect(
            try mistakes("pings:\n  expireAfter: \(value)")
                == ["l.yaml:2: pings.expireAfter: \(reason)"])
    }

    private static let notWhole = "must be a whole number from 1 to 65536"

    @Test(arguments: [
        ("0", "0 is out of bounds: 1 to 65536"), ("65537", "65537 is out of bounds: 1 to 65536"),
        ("\"10\"", notWhole), ("10.0", notWhole),
        ("0100", notWhole), ("0x80", notWhole),
        ("1_000", notWhole), ("1:30", notWhole),
        ("-1", notWhole), ("true", notWhole),
        ("99999999999999999999", notWhole), ("[1]", notWhole),
        ("", "has no value; leave the key out for its default"),
    ])
    func `an impossible number is refused`(_ value: String, _ reason: String) throws {
        #expect(
            try mistakes("limits:\n  connections: \(value)")
                == ["l.yaml:2: limits.connections: \(reason)"])
    }

    @Test(arguments: [
        ("ana", "must be a list of handles, such as [ana, ben]"),
        ("[Ana]", "“Ana” is no handle: 1 to 32 of a-z, 0-9, _ and -, a letter first"),
        ("[ana, ben, ana]", "names ana twice"),
        ("[no]", "every handle must be a text; put it in quotes"),
        ("[ana, ]", nil), ("[[ana]]", "every handle must be a text"),
        ("[ana, ~]", "every handle has no value; leave the key out for its default"),
    ])
    func `operators are handles, each once`(_ value: String, _ reason: String?) throws {
        if let reason {
            #expect(try mistakes("operators: \(value)") == ["l.yaml:1: operators: \(reason)"])
        } else {
            let path = try directory.write("l.yaml", "operators: \(value)")
            _ = try ConfigurationFile.load(path: path, environment: [:])
        }
    }

    @Test(arguments: [
        ("112", "must be a text; put it in quotes"),
        ("\"help\"", "must be a number to call, of at most 40 characters"),
        ("\"  \"", "is empty; leave the key out instead"),
        (#""1\n2""#, "must be one line without control characters"),
        (#""1\u202e2""#, "must be one line without control characters"),
    ])
    func `an emergency number is a text to dial`(_ value: String, _ reason: String) throws {
        #expect(
            try mistakes("emergencyNumber: \(value)") == ["l.yaml:1: emergencyNumber: \(reason)"])
    }

    private static let wrongPort = ": a port is a number from 1 to 65535"

    @Test(arguments: [
        ("mail.example.org", ""), ("https://mail.example.org", ""), ("smtps://host/path", ""),
        ("smtps://host?x", ""), ("smtps://", ": the name of a server is missing"),
        ("smtps://host:0", wrongPort), ("smtps://host:65536", wrongPort),
        ("smtps://host:99999", wrongPort), ("smtps://host:imaps", wrongPort),
        (
            "smtps://ho st",
            ": an address has no blanks or control characters; in a path a blank is %20"
        ),
        ("smtps://[::1", ": an IPv6 address stands in brackets, without a zone: [fd00::1]"),
    ])
    func `a mail server is smtp or smtps, a host and perhaps a port`(
        _ url: String, _ reason: String
    ) throws {
        #expect(
            try mistakes("notify: { smtp: { url: \"\(url)\", from: \"a@b\" } }") == [
                "l.yaml:1: notify.smtp.url: must be smtps://host, smtps://host:port, or the same "
                    + "with smtp\(reason)"
            ])
    }

    @Test(arguments: ["smtps://host", "smtp://host:25/", "smtps://[::1]:465", "smtp://127.0.0.1"])
    func `a mail server of each form is taken`(_ url: String) throws {
        let path = try directory.write(
            "l.yaml", "notify: { smtp: { url: \"\(url)\", from: \"a@b\" } }")
        #expect(try ConfigurationFile.load(path: path, environment: [:]).notify.smtp?.url == url)
    }

    @Test func `a password in a URL is refused and not repeated`() throws {
        let all = try mistakes(
            "notify: { smtp: { url: \"smtps://u:geheim@host\", from: \"a@b\" } }")
        #expect(
            all == [
                "l.yaml:1: notify.smtp.url: must hold no user or password; they have keys of their "
                    + "own"
            ])
    }

    @Test(arguments: ["ana", "a@b@c", "Ana <a@b>", "a@", "@b", "a b@c", "a@b\\r\\nBcc: c@d"])
    func `a sender's address is an address and no more`(_ from: String) throws {
        let all = try mistakes("notify: { smtp: { url: \"smtps://h\", from: \"\(from)\" } }")
        #expect(all.count == 1 && all[0].contains("notify.smtp.from: must be a mail address"))
    }

    @Test(arguments: ["a/b", "../x", "", ".", "a b"])
    func `a credential's name is a file's name`(_ name: String) throws {
        let all = try mistakes("notify: { webhookKeyCredential: \"\(name)\" }")
        #expect(
            all == [
                "l.yaml:1: notify.webhookKeyCredential: must be the name of a credential, without / "
                    + ": or blanks"
            ])
    }

    @Test(arguments: [
        "ana", "mailto:ana", "exec:", "exec:../x", "ntfy:topic", "gopher://host", "apprise+",
        "ntfys://ho st/geheim",
    ])
    func `the address to watch is a channel's, and is not repeated`(_ address: String) throws {
        let all = try mistakes("notify: { watch: { to: \"\(address)\" } }")
        #expect(
            all.count == 1 && all[0].hasPrefix("l.yaml:1: notify.watch.to: "))
        #expect(!all[0].contains("geheim"))
    }

    @Test func `a relative path of a secret is refused`() throws {
        #expect(
            try mistakes("notify: { webhookKeyFile: key }")
                == ["l.yaml:1: notify.webhookKeyFile: must be a path that begins with /"])
    }

    @Test(arguments: [
        ("smtp: { from: \"a@b\" }", "smtp.from: needs notify.smtp.url as well"),
        ("smtp: { url: \"smtps://h\" }", "smtp.url: needs notify.smtp.from as well"),
        (
            "smtp: { url: \"smtps://h\", from: \"a@b\", user: u }",
            "smtp.user: needs notify.smtp.passwordCredential or notify.smtp.passwordFile as well"
        ),
        (
            "smtp: { url: \"smtps://h\", from: \"a@b\", passwordFile: /p }",
            "smtp.passwordFile: needs notify.smtp.user as well"
        ),
        ("watch: { after: 5min }", "watch.after: needs notify.watch.to as well"),
        (
            "webhookKeyFile: /k\n  webhookKeyCredential: k",
            "webhookKeyFile: can't be given together with notify.webhookKeyCredential"
        ),
    ])
    func `keys that need each other are missed`(_ section: String, _ reason: String) throws {
        #expect(try mistakes("notify:\n  \(section)") == ["l.yaml:2: notify.\(reason)"])
    }

    @Test func `a mistake in one key is not told as the lack of it elsewhere`() throws {
        let all = try mistakes(
            "notify: { smtp: { from: \"a@b\" } }", ["LIFESIGNAL_NOTIFY_SMTP_URL": "x"])
        #expect(all.count == 1 && all[0].hasPrefix("environment: LIFESIGNAL_NOTIFY_SMTP_URL: "))
    }

    @Test func `bounds between keys are told where the last one stands`() throws {
        try directory.write("l.yaml.d/a.yaml", "time: { holdLimit: 10min }")
        #expect(
            try mistakes("limits: { connections: 5, connectionsPerUid: 6 }") == [
                "l.yaml:1: limits.connectionsPerUid: must not be more than limits.connections, "
                    + "which is 5",
                "l.yaml.d/a.yaml:1: time.holdLimit: must not be less than time.catchUpGrace, which "
                    + "is 15m",
            ])
        try directory.write("l.yaml.d/a.yaml", "")
        #expect(
            try mistakes("time: { catchUpGrace: 2h }") == [
                "l.yaml:1: time.catchUpGrace: must not be more than time.holdLimit, which is 1 hour"
            ])
    }

    @Test(arguments: [
        ("retention: 1d\nretention: 2d", "l.yaml:1: says retention twice"),
        ("colour: red\nretention: 1d\nretention: 2d", "l.yaml:2: says retention twice"),
        ("pings: { expireAfter: 1h, \"expireAfter\": 2h }", "twice"),
        ("retention: 1d\n---\nretention: 2d", "is not YAML: "),
        ("[a]", "l.yaml:1: must hold keys: operators, "),
        ("just words", "l.yaml:1: must hold keys: operators, "),
        ("pings: 5", "pings: must hold keys: expireAfter"),
        ("? [a]\n: b", "l.yaml:1: a key must be a plain word"),
        ("\tretention: 1d", "l.yaml:1: is not YAML: "),
        ("pings.expireAfter: 1h", "pings.expireAfter: unknown key; "),
        ("retention: *no", "is not YAML: "),
    ])
    func `a file of another shape is refused`(_ yaml: String, _ reason: String) throws {
        let all = try mistakes(yaml)
        #expect(all.count == 1 && all[0].contains(reason), "\(all)")
    }

    @Test(arguments: ["ana,,ben", "ana,", ",ana", "ana, ,ben", ","])
    func `nothing is missing in a list of the environment`(_ list: String) throws {
        #expect(
            try mistakes("", ["LIFESIGNAL_OPERATORS": list]) == [
                "environment: LIFESIGNAL_OPERATORS: “” is no handle: 1 to 32 of a-z, 0-9, _ and "
                    + "-, a letter first"
            ])
    }

    @Test func `a number in the environment is digits and nothing else`() throws {
        #expect(
            try mistakes("", ["LIFESIGNAL_LIMITS_CONNECTIONS": " 5"])
                == [
                    "environment: LIFESIGNAL_LIMITS_CONNECTIONS: must be a whole number from 1 to 65536"
                ])
    }
}
