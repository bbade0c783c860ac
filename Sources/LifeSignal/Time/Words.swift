/// Durations as people read them (spec/domain.md).
public enum Words {
    /// `13h 4m` from an hour up, `59m 30s` and `0m 45s` below, `Overdue` at zero; rounded down.
    public static func remaining(_ span: Span) -> String {
        let seconds = span.wholeSeconds
        if span <= .zero { return "Overdue" }
        if seconds >= 3600 { return "\(seconds / 3600)h \(seconds / 60 % 60)m" }
        return "\(seconds / 60)m \(seconds % 60)s"
    }

    /// What stands where no deadline runs: the user is waiting.
    public static let waiting = "–"

    /// `1 day`, `2 days`; else whole hours, `36 hours`; else the parts that are not zero: `1h 30m`.
    public static func interval(_ span: Span) -> String {
        let seconds = span.wholeSeconds
        if seconds > 0, seconds % 86_400 == 0 { return counted(seconds / 86_400, "day") }
        if seconds > 0, seconds % 3600 == 0 { return counted(seconds / 3600, "hour") }
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
        let text = parts.filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
        return text.isEmpty ? "0s" : text
    }

    /// `MM:SS`, from an hour up `HH:MM:SS` with as many digits of hours as it takes; never negative.
    public static func clock(_ span: Span) -> String {
        let seconds = max(0, span.wholeSeconds)
        let rest = "\(digits(seconds / 60 % 60)):\(digits(seconds % 60))"
        return seconds >= 3600 ? "\(digits(seconds / 3600)):\(rest)" : rest
    }

    private static func counted(_ count: Int64, _ unit: String) -> String {
        count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
    }
}

private func digits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
