import LifeSignal

// Instants as the reader's clock shows them, always with the zone's name (spec/interface.md).
extension Screen {
    /// `Fri 2026-11-20 09:12 CET`; an instant that can't be read is shown as it stands.
    func full(_ text: String?) -> String {
        shown(text) { zone.text($0) }
    }

    /// `Fri 2026-11-20 09:12:33 CET`.
    func exact(_ text: String?) -> String {
        shown(text) { "\(day($0)) \(timeOfDay($0))" }
    }

    /// `Sat 09:12 CET` while the weekday alone says which day it is, else as ``full(_:)``.
    func short(_ text: String?) -> String {
        shown(text) { instant in
            let distance = instant < now ? now - instant : instant - now
            guard distance < .days(6) else { return zone.text(instant) }
            let words = zone.text(instant).split(separator: " ")
            return "\(words[0]) \(words[2]) \(words[3])"
        }
    }

    /// `Fri 2026-11-20`, the local calendar day.
    func day(_ instant: Instant) -> String {
        "\(zone.civilTime(instant).weekdayName) \(zone.day(instant))"
    }

    /// `09:12:33 CET`.
    func timeOfDay(_ instant: Instant) -> String {
        let time = zone.civilTime(instant)
        let parts = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.joined(separator: ":") + " " + zone.reckoning(instant).abbreviation
    }

    /// `3h 4m ago`, or `in 3h 4m`.
    func distance(_ text: String) -> String {
        shown(text) { instant in
            let isPast = instant <= now
            let span = isPast ? now - instant : instant - now
            // Words.remaining has a word of its own for zero, which is not meant here.
            let words = span < .seconds(1) ? "0m 0s" : Words.remaining(span)
            return isPast ? "\(words) ago" : "in \(words)"
        }
    }

    /// `Sat 09:12 CET (in 3h 4m)`, the instant as ``short(_:)`` has it.
    func shortWithDistance(_ text: String) -> String {
        "\(short(text)) (\(distance(text)))"
    }

    private func shown(_ text: String?, as words: (Instant) -> String) -> String {
        guard let text else { return Words.waiting }
        guard let instant = Instant(rfc3339: text) else { return ForeignText.line(text) }
        return words(instant)
    }
}
