internal import Glibc

/// Times at the head of a log line.
enum WallTime {
    /// `2026-11-21T08:12:05Z`.
    static func utc(_ seconds: Int64) -> String {
        var parts = tm()
        var seconds = time_t(seconds)
        gmtime_r(&seconds, &parts)
        return text(parts, format: "%Y-%m-%dT%H:%M:%SZ")
    }

    /// `09:12:05`, in the zone of TZ or else the system's.
    static func localTimeOfDay(_ seconds: Int64) -> String {
        var parts = tm()
        var seconds = time_t(seconds)
        localtime_r(&seconds, &parts)
        return text(parts, format: "%H:%M:%S")
    }

    private static func text(_ parts: tm, format: String) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            var parts = parts
            guard let base = buffer.baseAddress, strftime(base, buffer.count, format, &parts) > 0
            else { return "" }
            return String(cString: base)
        }
    }
}
