import Glibc
import LifeSignal

extension Zone {
    /// The reader's own zone: TZ, else the system's (tzset(3), localtime(3)).
    static let local: Zone = {
        // localtime_r, unlike localtime, need not read TZ by itself.
        tzset()
        return Zone { instant in
            var seconds = time_t((instant - Instant(milliseconds: 0)).wholeSeconds)
            var time = tm()
            guard localtime_r(&seconds, &time) != nil else {
                return Reckoning(offsetSeconds: 0, abbreviation: "UTC")
            }
            return Reckoning(
                offsetSeconds: time.tm_gmtoff, abbreviation: String(cString: time.tm_zone))
        }
    }()
}
