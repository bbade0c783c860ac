/// What must be true of a net, written down a second time: plainly, for one instant after another,
/// and without a line of the code that it judges. All times are milliseconds.
struct Model: Equatable {
    struct Person: Equatable {
        var interval: Int64
        var grace: Int64
        var leads: [Int64]
        var last: Int64?
        var checkIns = 0
        var responders: [Int] = []
        var channels: [String] = []
        var incident: Cry?
        var alert: Cry?
        /// The deadline has passed; by a clock that was set back it may do so once more.
        var isPast = false
        /// That it has was told, and what has fired stays fired.
        var isOverdueTold = false
        /// Lead times told of since the last check-in.
        var leadsTold: Set<Int64> = []
        /// And those that went by beside another notice; they count again where they lie ahead.
        var leadsPassed: Set<Int64> = []
        /// The number of the last gap that was named in a reminder.
        var gapTold = 0

        var leadsToCome: [Int64] {
            leads.filter { !leadsTold.contains($0) && !leadsPassed.contains($0) }
        }

        mutating func takeUpLeads(before due: Int64?, at now: Int64) {
            leadsPassed = leadsPassed.filter { lead in due.map { $0 - lead <= now } ?? false }
        }
    }

    /// An incident or an alert: since when, and how many notices each has had of it.
    struct Cry: Equatable {
        var since: Int64
        var told: [Int: Int]
        var repeats = 0

        mutating func clamp(to now: Int64) {
            since = min(since, now)
            repeats = min(repeats, Model.repeatsDue(since: since, now: now))
        }
    }

    struct Ping: Equatable {
        var sender: Int
        var recipient: Int
        var sent: Int64
        var status = "pending"
        var ended: Int64?
    }

    /// Notices of a kind to somebody. A reminder that names a gap is a kind of its own here.
    struct Notices: Hashable {
        var kind: String
        var to: Int
    }

    struct Gap: Equatable {
        var number: Int
        var end: Int64
        var firstEnd: Int64
    }

    /// Who is told of gaps.
    static let `operator` = 0
    static let minute: Int64 = 60_000
    static let hour = 60 * minute
    static let gapThreshold = 2 * minute
    static let catchUpGrace = 15 * minute
    static let holdLimit = hour

    var people: [Int: Person] = [:] { didSet { isSettled = false } }
    var pings: [String: Ping] = [:] { didSet { isSettled = false } }
    var gap: Gap? { didSet { isSettled = false } }
    /// Who checked in by the request that was judged last.
    var newCheckIns: [Int] = []
    /// How many there have been in all.
    var notices: [Notices: Int] = [:]
    var gaps = 0
    /// How long a ping waits.
    var pingExpiry: Int64

    // What the clocks were at the last look, and what the daemon made of them.
    var now: Int64 = 0
    var boot: Int64 = 0
    var isBehind = false
    /// When the daemon meant to look again, by the clock that never steps.
    var lookDue: Int64 = 0
    /// Since when nothing could be kept, by the same clock.
    var keepsNothingSince: Int64?
    /// For how long the machine had been suspended at the last look.
    var suspended: Int64 = 0

    /// Whether all that was due by `now` is dealt with, and when the daemon has to look again then. Most minutes
    /// are quiet, and this makes them cheap.
    private var isSettled = false
    private(set) var nextLook: Int64?

    init(pingExpiry: Int64) {
        self.pingExpiry = pingExpiry
    }

    // MARK: What follows from a person's state

    func due(_ person: Person) -> Int64? { person.last.map { $0 + person.interval } }

    /// Nobody becomes non-responsive earlier.
    func limit(_ person: Person) -> Int64? {
        guard let due = due(person) else { return nil }
        guard let gap else { return due + person.grace }
        let held = min(
            gap.end + min(Self.catchUpGrace, person.interval / 2),
            gap.firstEnd + Self.holdLimit)
        return max(due + person.grace, held)
    }

    func status(_ person: Person) -> String {
        if person.incident != nil { return "nonResponsive" }
        guard let due = due(person) else { return "waiting" }
        return now >= due ? "overdue" : "active"
    }

    private func needsHelp(_ person: Person) -> Bool {
        person.incident != nil || due(person).map { now >= $0 } ?? false
    }

    private func expiry(_ ping: Ping) -> Int64 {
        guard let gap, ping.sent <= gap.end else { return ping.sent + pingExpiry }
        return max(ping.sent + pingExpiry, gap.end + Self.catchUpGrace)
    }

    func pending(from sender: Int, to recipient: Int) -> String? {
        pings.first {
            $0.value.status == "pending" && $0.value.sender == sender
                && $0.value.recipient == recipient
        }?.key
    }

    private static func repeatsDue(since: Int64, now: Int64) -> Int {
        let hours = (now - since) / hour
        return (now - since >= hour ? 1 : 0) + (hours >= 4 ? 1 : 0) + Int(max(0, hours / 24))
    }

    /// The instant by which the daemon has to look at somebody again; nil if there is none.
    private func nextInstant() -> Int64? {
        var instants: [Int64] = []
        for person in people.values {
            for cry in [person.incident, person.alert] {
                guard let cry else { continue }
                let hours = [1, 4, 24 * Int64(max(1, cry.repeats - 1))][min(cry.repeats, 2)]
                instants.append(cry.since + hours * Self.hour)
            }
            guard person.incident == nil, let due = due(person), let limit = limit(person) else {
                continue
            }
            instants.append(limit)
            if person.isPast { continue }
            instants.append(due)
            instants += person.leadsToCome.map { due - $0 }
        }
        instants += pings.values.filter { $0.status == "pending" }.map(expiry)
        return instants.filter { $0 > now }.min()
    }

    // MARK: Clocks

    /// A start; `mark` is what was kept last, nil in a new net.
    mutating func start(
        wall: Int64, boot: Int64, suspended: Int64, isSynchronised: Bool?,
        mark: (now: Int64, boot: Int64, isOfThisBoot: Bool)?
    ) {
        self.boot = boot
        self.suspended = suspended
        keepsNothingSince = nil
        guard let mark else {
            now = wall
            return
        }
        let expected = mark.now + (mark.isOfThisBoot ? boot - mark.boot : boot)
        isBehind = wall < mark.now - 1000
        now = isBehind ? expected : max(wall, mark.now)
        let step = mark.isOfThisBoot && !isBehind ? wall - expected : 0
        if abs(step) > 10_000 { shift(by: step) }
        if step < -10_000 { clamp() }
        let away = step < -10_000 ? boot - mark.boot : now - mark.now
        if away >= Self.gapThreshold {
            open(from: now - away, onNewClock: step > 10_000 ? step : 0)
        }
        if isBehind, isSynchronised == true { takeOver(wall) }
    }

    /// - Parameter accepts: the clock was set, or an operator says that it is right.
    mutating func look(
        wall: Int64, boot: Int64, suspended: Int64, isSynchronised: Bool?, accepts: Bool
    ) {
        let expected = now + boot - self.boot
        let failing = keepsNothingSince.map { boot - $0 } ?? 0
        let isLate =
            boot - lookDue >= Self.gapThreshold || failing >= Self.gapThreshold
            || suspended - self.suspended >= Self.gapThreshold
        let before = expected - max(boot - self.boot, failing)
        let shown = now
        self.boot = boot
        self.suspended = suspended
        if isBehind {
            now = expected
            if isLate { open(from: before, onNewClock: 0) }
            if accepts || isSynchronised == true || wall >= expected { takeOver(wall) }
            return
        }
        let step = wall - expected
        if step > 10_000 {
            now = wall
            shift(by: step)
            let start = isLate ? before : expected
            if now - start >= Self.gapThreshold { open(from: start, onNewClock: step) }
        } else if step < -1000 {
            now = wall
            shift(by: step)
            clamp()
            let start = before + step
            if isLate, now - start >= Self.gapThreshold { open(from: start, onNewClock: 0) }
        } else {
            now = max(wall, shown)
            if isLate, now - before >= Self.gapThreshold { open(from: before, onNewClock: 0) }
        }
    }

    private mutating func takeOver(_ wall: Int64) {
        let own = now
        isBehind = false
        now = wall
        if wall != own { shift(by: wall - own) }
        if wall < own { clamp() }
        if wall - own >= Self.gapThreshold { open(from: own, onNewClock: wall - own) }
    }

    private mutating func shift(by step: Int64) {
        gap?.end += step
        gap?.firstEnd += step
    }

    private mutating func clamp() {
        let now = now
        for number in people.keys {
            if let last = people[number]!.last, last > now { people[number]!.last = now }
            people[number]!.takeUpLeads(before: due(people[number]!), at: now)
            let person = people[number]!
            if person.isPast, person.incident == nil, let due = due(person), due > now {
                people[number]!.isPast = false
                people[number]!.leadsPassed.formUnion(person.leads.filter { due - $0 <= now })
            }
            people[number]!.incident?.clamp(to: now)
            people[number]!.alert?.clamp(to: now)
        }
        for id in pings.keys where pings[id]!.status == "pending" && pings[id]!.sent > now {
            pings[id]!.sent = now
        }
    }

    private mutating func open(from start: Int64, onNewClock step: Int64) {
        var firstEnd = now
        if let gap {
            let holdEnd = min(gap.end + Self.catchUpGrace, gap.firstEnd + Self.holdLimit)
            // From the last look on, or from any instant of the minute after it.
            if start + step + Self.minute < holdEnd, now < gap.firstEnd + Self.holdLimit {
                firstEnd = gap.firstEnd
            }
        }
        gaps += 1
        if people[Self.operator] != nil { tell("system", Self.operator) }
        gap = Gap(number: (gap?.number ?? 0) + 1, end: now, firstEnd: firstEnd)
    }

    // MARK: What callers do. Each answers the error that the daemon has to answer, nil for none.

    mutating func add(
        _ number: Int, interval: Int64, grace: Int64, leads: [Int64], checksIn: Bool
    ) -> String? {
        guard leads.allSatisfy({ $0 < interval }) else { return "InvalidParameter" }
        people[number] = Person(interval: interval, grace: grace, leads: leads)
        if checksIn { checkedIn(number) }
        return nil
    }

    private mutating func tell(_ kind: String, _ number: Int) {
        notices[Notices(kind: kind, to: number), default: 0] += 1
    }

    mutating func remove(_ number: Int, force: Bool) -> String? {
        let person = people[number]!
        if person.incident != nil || person.alert != nil, !force { return "InIncident" }
        for ping in pings.values where ping.status == "pending" && ping.sender == number {
            tell("pingCleared", ping.recipient)
        }
        for other in people.keys
        where person.responders.contains(other) || people[other]!.responders.contains(number) {
            tell("contactRemoved", other)
        }
        people[number] = nil
        for other in people.keys { people[other]!.responders.removeAll { $0 == number } }
        pings = pings.filter { $0.value.sender != number && $0.value.recipient != number }
        return nil
    }

    mutating func reschedule(
        _ number: Int, interval: Int64?, grace: Int64?, leads: [Int64]?, checksIn: Bool,
        waiting: String?
    ) -> String? {
        let old = people[number]!
        var new = old
        new.interval = interval ?? old.interval
        new.grace = grace ?? old.grace
        new.leads = leads ?? old.leads
        guard new.leads.allSatisfy({ $0 < new.interval }) else { return "InvalidParameter" }
        let isChanged =
            (new.interval, new.grace) != (old.interval, old.grace)
            || Set(new.leads) != Set(old.leads)
        if isChanged, !checksIn, let due = due(new), needsHelp(old) || due <= now {
            return "WouldBeOverdue"
        }
        if !checksIn, let was = limit(old), let limit = limit(new), limit > was {
            for responder in new.responders { tell("scheduleChanged", responder) }
        }
        if due(new) != due(old) {
            (new.isPast, new.isOverdueTold) = (false, false)
            new.takeUpLeads(before: due(new), at: now)
        }
        // What has come to nobody named another deadline: they are reminded of this one, as far as it still has that
        // lead.
        if !checksIn, (new.interval, new.grace) != (old.interval, old.grace) {
            let told = new.leads.filter(new.leadsTold.contains).sorted()
            if waiting == "newest" { new.leadsTold.subtract(told.prefix(1)) }
            if waiting == "all" {
                new.leadsTold.subtract(told)
                new.leadsPassed = []
            }
        }
        people[number] = new
        if checksIn { checkedIn(number) }
        return nil
    }

    mutating func checkIn(_ number: Int, by caller: Int) -> String? {
        if caller != number {
            let person = people[number]!
            guard person.responders.contains(caller), needsHelp(person) else {
                return "PermissionDenied"
            }
        }
        checkedIn(number, isVouchedFor: caller != number)
        return nil
    }

    private mutating func checkedIn(_ number: Int, isVouchedFor: Bool = false) {
        if let told = people[number]!.incident?.told.keys {
            for other in told where people[number]!.responders.contains(other) {
                tell("recovered", other)
            }
        }
        if isVouchedFor || people[number]!.incident != nil { tell("recovered", number) }
        people[number]!.last = now
        people[number]!.checkIns += 1
        newCheckIns.append(number)
        people[number]!.incident = nil
        people[number]!.leadsTold = []
        people[number]!.leadsPassed = []
        people[number]!.isPast = false
        people[number]!.isOverdueTold = false
        end(as: "responded") { $0.recipient == number }
    }

    private mutating func end(as status: String, where isMeant: (Ping) -> Bool) {
        for (id, ping) in pings where ping.status == "pending" && isMeant(ping) {
            pings[id]!.status = status
            pings[id]!.ended = now
            switch status {
            case "responded": tell("pingResponded", ping.sender)
            case "expired": tell("pingExpired", ping.sender)
            default: tell("pingCleared", ping.recipient)
            }
        }
    }

    mutating func tie(_ number: Int, to responder: Int) -> String? {
        if number == responder { return "InvalidParameter" }
        if people[number]!.responders.contains(responder) { return "AlreadyResponder" }
        if people[number]!.responders.count == 100 { return "LimitReached" }
        people[number]!.responders.append(responder)
        tell("contactAdded", number)
        tell("contactAdded", responder)
        if people[number]!.incident != nil {
            people[number]!.incident!.told[responder, default: 0] += 1
            tell("nonResponsive", responder)
        }
        if people[number]!.alert != nil {
            people[number]!.alert!.told[responder, default: 0] += 1
            tell("alertRaised", responder)
        }
        return nil
    }

    mutating func untie(_ number: Int, from responder: Int) -> String? {
        guard people[number]!.responders.contains(responder) else { return "NotAResponder" }
        people[number]!.responders.removeAll { $0 == responder }
        end(as: "cleared") { $0.recipient == number && $0.sender == responder }
        tell("contactRemoved", number)
        tell("contactRemoved", responder)
        return nil
    }

    /// - Parameter id: what the daemon has called it; nil if it refused.
    mutating func ping(_ number: Int, by sender: Int, id: String?) -> String? {
        guard people[number]!.responders.contains(sender) else { return "NotAResponder" }
        if pending(from: sender, to: number) != nil { return "PingPending" }
        if let id { pings[id] = Ping(sender: sender, recipient: number, sent: now) }
        tell("ping", number)
        return nil
    }

    mutating func answer(_ number: Int, byAdmin: Bool) -> String? {
        let isAsked = pings.values.contains { $0.status == "pending" && $0.recipient == number }
        if isAsked, !byAdmin, needsHelp(people[number]!) { checkedIn(number) }
        end(as: "responded") { $0.recipient == number }
        return nil
    }

    mutating func takeBack(_ id: String) -> String? {
        if pings[id]?.status != "pending" { return "PingEnded" }
        let asked = pings[id]!
        end(as: "cleared") { $0 == asked }
        return nil
    }

    mutating func callForHelp(_ number: Int) -> String? {
        if people[number]!.alert != nil { return "AlertActive" }
        people[number]!.alert = cry("alertRaised", to: people[number]!.responders)
        return nil
    }

    mutating func clearCall(_ number: Int) -> String? {
        if people[number]!.alert == nil { return "NoActiveAlert" }
        people[number]!.alert = nil
        for responder in people[number]!.responders { tell("alertCleared", responder) }
        return nil
    }

    mutating func addChannel(_ number: Int, id: String?) -> String? {
        if people[number]!.channels.count == 16 { return "LimitReached" }
        if let id { people[number]!.channels.append(id) }
        return nil
    }

    private mutating func cry(_ kind: String, to numbers: [Int]) -> Cry {
        for number in numbers { tell(kind, number) }
        return Cry(since: now, told: Dictionary(uniqueKeysWithValues: numbers.map { ($0, 1) }))
    }

    // MARK: What time does

    /// All that is due by now has been dealt with.
    mutating func settle() {
        if isSettled, nextLook.map({ now < $0 }) ?? true { return }
        for number in people.keys.sorted() { settle(number) }
        let settled = self
        end(as: "expired") { settled.now >= settled.expiry($0) }
        nextLook = nextInstant()
        isSettled = true
    }

    private mutating func settle(_ number: Int) {
        var person = people[number]!
        tellAgain("alertRaised", &person.alert, person.responders)
        if person.incident != nil {
            tellAgain("nonResponsive", &person.incident, person.responders)
        } else if let due = due(person), let limit = limit(person) {
            if now >= limit {
                person.incident = cry("nonResponsive", to: person.responders + [number])
                person.isPast = true
            } else {
                remind(number, &person, due: due, limit: limit)
            }
        }
        people[number] = person
    }

    private mutating func tellAgain(_ kind: String, _ cry: inout Cry?, _ responders: [Int]) {
        guard var told = cry else { return }
        let repeats = Self.repeatsDue(since: told.since, now: now)
        if repeats > told.repeats {
            told.repeats = repeats
            for responder in responders {
                told.told[responder, default: 0] += 1
                tell(kind, responder)
            }
        }
        cry = told
    }

    private mutating func remind(
        _ number: Int, _ person: inout Person, due: Int64, limit: Int64
    ) {
        var isTold = false
        if let gap, gap.number > person.gapTold, limit > due + person.grace {
            person.gapTold = gap.number
            isTold = true
            tell("reminder of a gap", number)
        }
        if now >= due {
            if !person.isPast, person.grace > 0, !isTold, !person.isOverdueTold {
                tell("overdue", number)
                person.isOverdueTold = true
            }
            person.isPast = true
            return
        }
        let missed = person.leadsToCome.filter { due - $0 <= now }.sorted()
        person.leadsPassed.formUnion(missed.dropFirst(isTold ? 0 : 1))
        guard let latest = missed.first, !isTold else { return }
        person.leadsTold.insert(latest)
        tell("reminder", number)
    }
}
