extension ConfigurationSource {
    /// Checks the variables that begin with `LIFESIGNAL_` against the list of keys.
    ///
    /// A misspelt one is a mistake like a misspelt key: it would otherwise be passed over unseen.
    init(environment: [String: String]) {
        self.init(name: "environment")
        let keys = Dictionary(
            uniqueKeysWithValues: ConfigurationKey.all.map { ($0.environmentName, $0) })
        for (name, text) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(ConfigurationKey.environmentPrefix) && !Self.others.contains(name) {
            guard let key = keys[name] else {
                refuse(name, "is no variable of LifeSignal; unset it or correct its name")
                continue
            }
            let place = Place(spelled: name)
            switch key.rule {
            case .handles: take(.list(Self.elements(of: text)), for: key, at: place)
            case .text, .span: take(.text(text), for: key, at: place)
            case .number:
                if let number = Int(plainDigits: text) {
                    take(.number(number), for: key, at: place)
                } else {
                    refuse(key, at: place, "must be \(key.rule.typeInWords)")
                }
            }
        }
    }

    /// Variables with a meaning of their own: where the programs find the socket.
    private static let others: Set = ["LIFESIGNAL_SOCKET"]

    /// `ana, ben`; empty for none. Where nothing stands between two commas something was forgotten.
    private static func elements(of text: String) -> [String] {
        let elements = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingBlanks() }
        return elements == [""] ? [] : elements
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
