/// What one file or the environment says, checked key by key.
struct ConfigurationSource {
    /// Where a source speaks of a key.
    struct Place {
        /// What the source calls the key.
        var spelled: String
        var line: Int?
    }

    /// The path of a file, or `environment`.
    let name: String
    /// By the key's name with dots.
    private(set) var values: [String: RawValue] = [:]
    /// Where each key stands, its value right or wrong.
    private(set) var places: [String: Place] = [:]
    private(set) var mistakes: [Mistake] = []

    init(name: String) {
        self.name = name
    }

    /// Takes a value if its key's rule does, else notes the mistake.
    mutating func take(_ value: RawValue, for key: ConfigurationKey, at place: Place) {
        if let reason = key.rule.mistake(in: value) { return refuse(key, at: place, reason) }
        places[key.name] = place
        values[key.name] = value
    }

    /// Notes that a key has no value that can be taken.
    mutating func refuse(_ key: ConfigurationKey, at place: Place, _ reason: String) {
        places[key.name] = place
        refuse(place.spelled, line: place.line, reason)
    }

    /// Notes a mistake that is not a known key's.
    mutating func refuse(_ key: String?, line: Int? = nil, _ reason: String) {
        mistakes.append(Mistake(file: name, line: line, key: key, reason: reason))
    }
}
