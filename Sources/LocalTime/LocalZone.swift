internal import Glibc
public import LifeSignal

/// The zone that TZ names, else the system's, by the C library's rules.
public enum LocalZone {
    /// The zone as it is now; one that is set later is seen by a new one only.
    public static func make() -> Zone {
        tzset()
        return Zone { instant in
            var seconds = time_t(instant.milliseconds / 1000)
            var local = tm()
            localtime_r(&seconds, &local)
            let name = local.tm_zone.map { String(cString: $0) } ?? "UTC"
            return Zone.Reckoning(offsetSeconds: local.tm_gmtoff, abbreviation: name)
        }
    }
}
