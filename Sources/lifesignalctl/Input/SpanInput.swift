import LifeSignal

extension Span {
    /// The span as it can be typed again: `24h`, `3d`, `1h 30min`, `0`.
    static func typed(seconds: Int64) -> String {
        if seconds > 0, seconds % 86_400 == 0, seconds > 172_800 { return "\(seconds / 86_400)d" }
        let parts = [
            (seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
        return text.isEmpty ? "0" : text
    }
}
