import LifeSignal
import Testing

@testable import ConfigurationFile

/// What a configuration without mistakes says.
struct LoadTests {
    let directory: Directory

    init() throws { directory = try Directory() }

    private func load(
        _ yaml: String, _ environment: [String: String] = [:]
    ) throws -> ServiceConfiguration {
        let path = try directory.write("lifesignal.yaml", yaml)
        return try ConfigurationFile.load(path: path, environment: environment)
    }

    @Test(arguments: ["", "\n", "# nothing here\n", "---\n", "# a\n---\n# b\n", "\u{FEFF}# a\n"])
    func `a file that says nothing means all defaults`(_ text: String) throws {
        #expect(try load(text) == ServiceConfiguration())
    }

    @Test func `the defaults are the documented ones`() {
        #expect(ConfigurationFile.defaultPath == "/etc/lifesignal/lifesignal.yaml")
        let defaults = ServiceConfiguration()
        #expect(defaults.settings.operators == [])
        #expect(defaults.settings.emergencyNumber == nil)
        #expect(defaults.settings.retention == .days(400))
        #expect(defaults.settings.pingExpiry == .hours(24))
        #expect(defaults.settings.gapThreshold == .minutes(2))
        #expect(defaults.settings.catchUpGrace == .minutes(15))
        #expect(defaults.settings.holdLimit == .hours(1))
        #expect(defaults.settings.retryFor == .hours(24))
        #expect(defaults.limits.connections == 1024)
        #expect(defaults.limits.connectionsPerUid == 128)
        #expect(defaults.limits.frameBytes == 1_048_576)
        #expect(defaults.notify == ServiceConfiguration.Notify())
    }

    @Test func `no default file means all defaults`() throws {
        let path = directory.path + "/absent.yaml"
        #expect(
            try ConfigurationFile.load(path: path, mustExist: false, environment: [:])
                == ServiceConfiguration())
    }

    @Test func `every key of the specification is read`() throws {
        let configuration = try load(
            """
            operators: [ana, ben]
            emergencyNumber: "112"
            retention: 30d
            pings: { expireAfter: 1h 30min }
            time: { gapThreshold: 3min, catchUpGrace: 10min, holdLimit: 2h }
            limits: { connections: 10, connectionsPerUid: 5, frameBytes: 100000 }
            notify:
              smtp: { url: "smtps://mail.example.org:465", from: "a@example.org", user: u,
                      passwordCredential: smtp-password }
              webhookKeyCredential: webhook-key
              retryFor: 12h
              heartbeat: { url: "https://hc.example.org/ping/uuid", every: 90 }
              watch: { after: 6min, to: "mailto:ana@example.org" }
            """)
        var expected = ServiceConfiguration()
        expected.settings.operators = ["ana", "ben"]
        expected.settings.emergencyNumber = "112"
        expected.settings.retention = .days(30)
        expected.settings.pingExpiry = .minutes(90)
        expected.settings.gapThreshold = .minutes(3)
        expected.settings.catchUpGrace = .minutes(10)
        expected.settings.holdLimit = .hours(2)
        expected.settings.retryFor = .hours(12)
        expected.limits.connections = 10
        expected.limits.connectionsPerUid = 5
        expected.limits.frameBytes = 100_000
        expected.notify.smtp = ServiceConfiguration.SMTP(
            url: "smtps://mail.example.org:465", from: "a@example.org",
            login: .init(user: "u", password: .credential("smtp-password")))
        expected.notify.webhookKey = .credential("webhook-key")
        expected.notify.heartbeat = ServiceConfiguration.Heartbeat(
            url: Secret("https://hc.example.org/ping/uuid"), every: .seconds(90))
        expected.notify.watch = ServiceConfiguration.Watch(
            after: .minutes(6), to: Secret("mailto:ana@example.org"))
        #expect(configuration == expected)
    }

    @Test func `drop-ins come after the file, in the order of their names`() throws {
        try directory.write("lifesignal.yaml.d/20-b.yaml", "limits: { connections: 20 }")
        try directory.write(
            "lifesignal.yaml.d/10-a.yaml", "limits: { connections: 10, connectionsPerUid: 9 }")
        try directory.write("lifesignal.yaml.d/30-c.yml", "limits: { connections: 30 }")
        try directory.write("lifesignal.yaml.d/.40-d.yaml", "limits: { frameBytes: 70000 }")
        let limits = try load("limits: { connections: 1, connectionsPerUid: 1 }\nretention: 30d")
            .limits
        #expect(limits.connections == 20)
        #expect(limits.connectionsPerUid == 9)
        #expect(limits.frameBytes == 1_048_576)
    }

    @Test func `a list in a drop-in replaces the list before it`() throws {
        try directory.write("lifesignal.yaml.d/a.yaml", "operators: [carla]")
        #expect(try load("operators: [ana, ben]").settings.operators == ["carla"])
    }

    @Test func `drop-ins count without a default file too`() throws {
        try directory.write("absent.yaml.d/a.yaml", "retention: 2d")
        let path = directory.path + "/absent.yaml"
        let configuration = try ConfigurationFile.load(
            path: path, mustExist: false, environment: [:])
        #expect(configuration.settings.retention == .days(2))
    }

    @Test func `the environment comes last`() throws {
        try directory.write("lifesignal.yaml.d/a.yaml", "pings: { expireAfter: 2h }")
        let configuration = try load(
            "pings: { expireAfter: 1h }", ["LIFESIGNAL_PINGS_EXPIRE_AFTER": "3h", "PATH": "/bin"])
        #expect(configuration.settings.pingExpiry == .hours(3))
    }

    @Test func `a list in the environment is written with commas`() throws {
        #expect(
            try load("", ["LIFESIGNAL_OPERATORS": "ana, ben"]).settings.operators == ["ana", "ben"])
        for none in ["", " "] {
            #expect(
                try load("operators: [ana]", ["LIFESIGNAL_OPERATORS": none]).settings.operators
                    == [])
        }
    }

    @Test func `the variable that names the socket is not the configuration's`() throws {
        #expect(try load("", ["LIFESIGNAL_SOCKET": "/run/x.sock"]) == ServiceConfiguration())
    }

    @Test(arguments: ConfigurationKey.all.map(\.name))
    func `every key can be overridden from the environment`(_ name: String) throws {
        let key = try #require(ConfigurationKey.all.first { $0.name == name })
        var environment = [
            "LIFESIGNAL_NOTIFY_SMTP_URL": "smtps://mail.example.org",
            "LIFESIGNAL_NOTIFY_SMTP_FROM": "a@example.org",
            "LIFESIGNAL_NOTIFY_SMTP_USER": "u",
            "LIFESIGNAL_NOTIFY_SMTP_PASSWORD_CREDENTIAL": "c",
            "LIFESIGNAL_NOTIFY_HEARTBEAT_URL": "https://hc.example.org",
            "LIFESIGNAL_NOTIFY_WATCH_TO": "ntfys://ntfy.example.org/x",
            "LIFESIGNAL_TIME_HOLD_LIMIT": "1day",
            "LIFESIGNAL_LIMITS_CONNECTIONS": "65536",
        ]
        let before = try load("", environment)
        if name == "notify.smtp.passwordFile" {
            environment["LIFESIGNAL_NOTIFY_SMTP_PASSWORD_CREDENTIAL"] = nil
        }
        environment[key.environmentName] =
            switch key.rule {
            case .handles: "zoe"
            case .number(let bounds): "\(bounds.upperBound - 1)"
            case .span(_, let most): "\(most.wholeSeconds - 1)"
            case .text: Self.examples[name] ?? ""
            }
        #expect(try load("", environment) != before)
    }

    static let examples = [
        "emergencyNumber": "999", "notify.smtp.url": "smtp://other.example.org",
        "notify.smtp.from": "z@example.org", "notify.smtp.user": "zoe",
        "notify.smtp.passwordCredential": "zc", "notify.smtp.passwordFile": "/z",
        "notify.webhookKeyCredential": "zk", "notify.webhookKeyFile": "/zk",
        "notify.heartbeat.url": "http://other.example.org/z", "notify.watch.to": "exec:zoe",
    ]

    @Test func `fewer connections in all mean no more from one account`() throws {
        #expect(try load("limits: { connections: 64 }").limits.connectionsPerUid == 64)
    }

    @Test func `a section with every key commented out says nothing`() throws {
        #expect(try load("pings:\n  # expireAfter: 1h\nnotify:\n  smtp:\n") == .init())
    }

    @Test func `the bounds themselves are taken`() throws {
        #expect(try load("pings: { expireAfter: 1s }").settings.pingExpiry == .seconds(1))
        #expect(try load("pings: { expireAfter: 366d }").settings.pingExpiry == .days(366))
        #expect(try load("limits: { frameBytes: 65536 }").limits.frameBytes == 65_536)
    }

    @Test func `a bare number is a time span in seconds`() throws {
        #expect(try load("pings: { expireAfter: 90 }").settings.pingExpiry == .seconds(90))
    }
}
