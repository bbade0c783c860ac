internal import LifeSignal

/// One key of the configuration, and what it may hold.
struct ConfigurationKey: Sendable {
    /// From the outermost section inwards.
    let path: [String]
    let rule: ValueRule

    init(_ name: String, _ rule: ValueRule) {
        path = name.split(separator: ".").map(String.init)
        self.rule = rule
    }

    /// `pings.expireAfter`.
    var name: String { path.joined(separator: ".") }

    /// `LIFESIGNAL_PINGS_EXPIRE_AFTER`, the way swift-configuration spells it.
    var environmentName: String {
        let words = path.map { component in
            component.reduce(into: "") { word, letter in
                if letter.isUppercase { word += "_" }
                word += letter.uppercased()
            }
        }
        return Self.environmentPrefix + words.joined(separator: "_")
    }

    static let environmentPrefix = "LIFESIGNAL_"

    /// Every key there is.
    static let all: [ConfigurationKey] = [
        ConfigurationKey("operators", .handles),
        ConfigurationKey("emergencyNumber", .text(TextRules.emergencyNumber)),
        ConfigurationKey("retention", .span(.days(1), .days(36_500))),
        ConfigurationKey("pings.expireAfter", .span(.seconds(1), .days(366))),
        ConfigurationKey("time.gapThreshold", .span(.seconds(1), .days(1))),
        ConfigurationKey("time.catchUpGrace", .span(.seconds(1), Settings.longestHold)),
        ConfigurationKey("time.holdLimit", .span(.seconds(1), Settings.longestHold)),
        ConfigurationKey("limits.connections", .number(1...65_536)),
        ConfigurationKey("limits.connectionsPerUid", .number(1...65_536)),
        // An emergency note of 4 KiB, escaped, must still fit into one frame with all around it.
        ConfigurationKey("limits.frameBytes", .number(65_536...16_777_216)),
        ConfigurationKey("notify.smtp.url", .text(TextRules.smtpURL)),
        ConfigurationKey("notify.smtp.from", .text(TextRules.mailAddress)),
        ConfigurationKey("notify.smtp.user", .text(TextRules.line)),
        ConfigurationKey("notify.smtp.passwordCredential", .text(TextRules.credentialName)),
        ConfigurationKey("notify.smtp.passwordFile", .text(TextRules.absolutePath)),
        ConfigurationKey("notify.webhookKeyCredential", .text(TextRules.credentialName)),
        ConfigurationKey("notify.webhookKeyFile", .text(TextRules.absolutePath)),
        ConfigurationKey("notify.retryFor", .span(.seconds(1), .days(30))),
        ConfigurationKey("notify.heartbeat.url", .text(TextRules.webURL)),
        ConfigurationKey("notify.heartbeat.every", .span(.seconds(1), .days(1))),
        ConfigurationKey("notify.watch.after", .span(.seconds(1), .days(1))),
        ConfigurationKey("notify.watch.to", .text(TextRules.channelAddress)),
    ]

    /// The key at exactly this path.
    static func at(_ path: [String]) -> ConfigurationKey? { all.first { $0.path == path } }

    /// What may stand directly in a section, sections included; empty if it is none.
    static func names(in section: [String]) -> [String] {
        var names: [String] = []
        for key in all where key.path.count > section.count && key.path.starts(with: section) {
            if names.last != key.path[section.count] { names.append(key.path[section.count]) }
        }
        return names
    }
}
