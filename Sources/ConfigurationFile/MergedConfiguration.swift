internal import Configuration
internal import LifeSignal

/// What all sources say together, for each key the last one.
///
/// Values are checked before they come here; what is judged here is whether keys fit each other.
struct MergedConfiguration {
    private let sources: [ConfigurationSource]
    private let reader: ConfigReader

    /// - Parameter sources: the weakest first.
    init(_ sources: [ConfigurationSource]) {
        self.sources = sources
        reader = ConfigReader(providers: sources.reversed().map(Self.provider))
    }

    private static func provider(_ source: ConfigurationSource) -> any ConfigProvider {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for key in ConfigurationKey.all {
            let content: ConfigContent? =
                switch source.values[key.name] {
                case .text(let text): .string(text)
                case .number(let number): .int(number)
                case .list(let elements): .stringArray(elements)
                case nil: nil
                }
            values[AbsoluteConfigKey(key.path)] = content.map { ConfigValue($0, isSecret: false) }
        }
        return InMemoryProvider(name: source.name, values: values)
    }

    // MARK: - What the keys hold

    private func text(_ key: String) -> String? { reader.string(forKey: ConfigKey(key)) }
    private func number(_ key: String) -> Int? { reader.int(forKey: ConfigKey(key)) }
    private func span(_ key: String) -> Span? { text(key).flatMap { try? Span(systemdText: $0) } }

    /// What is configured, provided that there are no mistakes.
    var configuration: ServiceConfiguration {
        var result = ServiceConfiguration()
        result.settings = settings
        result.limits = limits
        result.notify.smtp = smtp
        result.notify.webhookKey = secretSource(
            credential: "notify.webhookKeyCredential", file: "notify.webhookKeyFile")
        if let url = text("notify.heartbeat.url") {
            var heartbeat = ServiceConfiguration.Heartbeat(url: Secret(url))
            if let every = span("notify.heartbeat.every") { heartbeat.every = every }
            result.notify.heartbeat = heartbeat
        }
        if let address = text("notify.watch.to") {
            var watch = ServiceConfiguration.Watch(to: Secret(address))
            if let after = span("notify.watch.after") { watch.after = after }
            result.notify.watch = watch
        }
        return result
    }

    private var settings: Settings {
        var settings = Settings()
        if let operators = reader.stringArray(forKey: "operators") {
            settings.operators = operators
        }
        settings.emergencyNumber = text("emergencyNumber")
        if let retention = span("retention") { settings.retention = retention }
        if let expiry = span("pings.expireAfter") { settings.pingExpiry = expiry }
        if let threshold = span("time.gapThreshold") { settings.gapThreshold = threshold }
        if let grace = span("time.catchUpGrace") { settings.catchUpGrace = grace }
        if let limit = span("time.holdLimit") { settings.holdLimit = limit }
        if let retryFor = span("notify.retryFor") { settings.retryFor = retryFor }
        return settings
    }

    private var limits: ServiceConfiguration.Limits {
        var limits = ServiceConfiguration.Limits()
        if let connections = number("limits.connections") { limits.connections = connections }
        limits.connectionsPerUid =
            number("limits.connectionsPerUid") ?? min(limits.connectionsPerUid, limits.connections)
        if let bytes = number("limits.frameBytes") { limits.frameBytes = bytes }
        return limits
    }

    private var smtp: ServiceConfiguration.SMTP? {
        guard let url = text("notify.smtp.url"), let from = text("notify.smtp.from") else {
            return nil
        }
        var smtp = ServiceConfiguration.SMTP(url: url, from: from)
        let password = secretSource(
            credential: "notify.smtp.passwordCredential", file: "notify.smtp.passwordFile")
        if let user = text("notify.smtp.user"), let password {
            smtp.login = ServiceConfiguration.SMTP.Login(user: user, password: password)
        }
        return smtp
    }

    private func secretSource(credential: String, file: String) -> SecretSource? {
        text(credential).map(SecretSource.credential) ?? text(file).map(SecretSource.file)
    }
}

extension MergedConfiguration {
    /// Keys that do not fit each other, each told where the key stands that would have to change.
    var mistakes: [Mistake] {
        [
            exclusive("notify.smtp.passwordCredential", "notify.smtp.passwordFile"),
            exclusive("notify.webhookKeyCredential", "notify.webhookKeyFile"),
            needs("notify.smtp.url", ["notify.smtp.from"]),
            needs("notify.smtp.from", ["notify.smtp.url"]),
            needs(
                "notify.smtp.user", ["notify.smtp.passwordCredential", "notify.smtp.passwordFile"]),
            needs("notify.smtp.user", ["notify.smtp.url"]),
            needs("notify.smtp.passwordCredential", ["notify.smtp.user"]),
            needs("notify.smtp.passwordFile", ["notify.smtp.user"]),
            needs("notify.heartbeat.every", ["notify.heartbeat.url"]),
            needs("notify.watch.after", ["notify.watch.to"]),
            perUidWithinAll, graceWithinHold,
        ].compactMap { $0 }
    }

    private func isSet(_ key: String) -> Bool { sources.contains { $0.places[key] != nil } }

    /// Where the last source that speaks of a key does so.
    private func mistake(at key: String, _ reason: String) -> Mistake? {
        guard let source = sources.last(where: { $0.places[key] != nil }),
            let place = source.places[key]
        else { return nil }
        return Mistake(file: source.name, line: place.line, key: place.spelled, reason: reason)
    }

    private func needs(_ key: String, _ others: [String]) -> Mistake? {
        guard isSet(key), !others.contains(where: isSet) else { return nil }
        return mistake(at: key, "needs \(others.joined(separator: " or ")) as well")
    }

    private func exclusive(_ one: String, _ other: String) -> Mistake? {
        guard isSet(one), isSet(other) else { return nil }
        return mistake(at: other, "can't be given together with \(one)")
    }

    private var perUidWithinAll: Mistake? {
        guard limits.connectionsPerUid > limits.connections else { return nil }
        return mistake(
            at: "limits.connectionsPerUid",
            "must not be more than limits.connections, which is \(limits.connections)")
    }

    private var graceWithinHold: Mistake? {
        let (grace, limit) = (settings.catchUpGrace, settings.holdLimit)
        guard grace > limit else { return nil }
        return isSet("time.holdLimit")
            ? mistake(
                at: "time.holdLimit",
                "must not be less than time.catchUpGrace, which is \(Words.interval(grace))")
            : mistake(
                at: "time.catchUpGrace",
                "must not be more than time.holdLimit, which is \(Words.interval(limit))")
    }
}
