import LifeSignal

/// A point in time as a person types it, in the manner of systemd.time(7).
enum When: Equatable {
    /// `now`, `+2h`, `-30min`
    case relative(Span)
    /// `2026-11-20T09:12:33.000Z`
    case absolute(Instant)
    /// `2026-11-20 09:12`, on the reader's clock; without a day the next time that it shows this.
    case local(CivilTime, hasDay: Bool)

    /// Nil where `text` is no time; the caller says which forms there are.
    init?(_ text: String) {
        if text == "now" {
            self = .relative(.zero)
        } else if let first = text.first, first == "+" || first == "-" {
            guard let span = try? Span(systemdText: String(text.dropFirst())) else { return nil }
            self = .relative(first == "+" ? span : .zero - span)
        } else if text.last == "Z" {
            // The fraction may be left out.
            let whole = text.utf8.count == 20 ? String(text.dropLast()) + ".000Z" : text
            guard let instant = Instant(rfc3339: whole) else { return nil }
            self = .absolute(instant)
        } else {
            self.init(local: text)
        }
    }

    static let forms =
        "“2026-11-20 09:12”, “09:12”, “+2h” or “2026-11-20T08:12:00Z”"

    private init?(local text: String) {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" }).map(String.init)
        guard let last = parts.last, (1...2).contains(parts.count) else { return nil }
        let hasTime = last.contains(":")
        guard parts.count == 1 || hasTime else { return nil }
        let hasDay = parts.count == 2 || !hasTime
        let day = hasDay ? parts[0] : "2000-01-01"
        var time = hasTime ? last : "00:00"
        if time.utf8.count == 5 { time += ":00" }
        // Whatever is no date or time of day is refused where instants are read.
        guard let instant = Instant(rfc3339: "\(day)T\(time).000Z") else { return nil }
        self = .local(CivilTime(instant), hasDay: hasDay)
    }

    func instant(now: Instant, in zone: Zone) -> Instant {
        switch self {
        case .relative(let span): return now + span
        case .absolute(let instant): return instant
        case .local(var time, let hasDay):
            guard !hasDay else { return zone.instant(of: time) }
            func instant(onDayOf day: Instant) -> Instant {
                let day = zone.civilTime(day)
                (time.year, time.month, time.day) = (day.year, day.month, day.day)
                return zone.instant(of: time)
            }
            let today = instant(onDayOf: now)
            return today >= now ? today : instant(onDayOf: now + .days(1))
        }
    }
}

extension Zone {
    /// When a clock of the zone shows `time`: of the two instants in an hour that is repeated the
    /// first, and in an hour that is skipped the one as much later.
    func instant(of time: CivilTime) -> Instant {
        let asUTC = time.instant
        let candidates = [Span.days(-1), .days(1)].map { distance in
            asUTC - .seconds(Int64(reckoning(asUTC + distance).offsetSeconds))
        }
        let fitting = candidates.filter { civilTime($0).instant == asUTC }
        return fitting.min() ?? candidates[0]
    }
}
