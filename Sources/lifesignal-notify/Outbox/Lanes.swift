import LifeSignal
import LifeSignalAPI

/// What waits for which channel, and what may be begun next. One lane a channel, so that a server
/// that hangs delays nobody else's notice.
struct Lanes {
    /// A channel, as far as a job shows it.
    struct Channel: Hashable, Sendable {
        var address: String
        var to: String
    }

    /// Of these each has a place of its own in a lane: an alarm does not wait for a reminder.
    enum Track: Hashable, Sendable, CaseIterable {
        case alert, nonResponsive, other

        init(kind: String) {
            switch kind {
            case Notification.Kind.alertRaised.rawValue: self = .alert
            // A heartbeat has a part in the places that are kept for alarms.
            case Notification.Kind.nonResponsive.rawValue, Webhook.heartbeat: self = .nonResponsive
            default: self = .other
            }
        }

        /// Attempts at once: alerts are never merged, and one must not hold up the next.
        var width: Int { self == .alert ? 4 : 1 }
    }

    /// Jobs that are sent together, the oldest first.
    struct Batch: Sendable {
        var channel: Channel
        var track: Track
        var jobs: [Outbox.Job]
        /// After this it must not be sent any more: its lease may be over before it is.
        var latestStart: ContinuousClock.Instant
    }

    private struct Waiting {
        var job: Outbox.Job
        var latestStart: ContinuousClock.Instant
    }

    /// What stands behind a channel, and may stand behind many.
    private struct Place {
        var name: String
        /// Attempts at once.
        var limit: Int
    }

    private struct Lane {
        let places: [Place]
        var waiting: [Track: [Waiting]] = [:]
        var underWay: [Track: Int] = [:]
        var isEmpty: Bool { waiting.isEmpty && underWay.isEmpty }
    }

    private var lanes: [Channel: Lane] = [:]
    /// Channels that may have something to begin, the one that has waited longest first.
    private var candidates: [Track: [Channel]] = [:]
    /// Deliveries of merged messages that were refused: each goes alone the next time.
    private var alone: Set<Identifier> = []
    private(set) var underWay = 0
    private var underWayAt: [String: Int] = [:]
    /// Channels that wait because too much is under way at one of their places, by its name.
    private var crowded: [String: [Track: [Channel]]] = [:]

    /// Attempts at once, in all.
    let limit: Int
    /// And at one server: many channels may lead to one that hangs.
    let limitOfServer: Int

    init(limit: Int, limitOfServer: Int? = nil) {
        self.limit = limit
        self.limitOfServer = limitOfServer ?? limit
    }

    mutating func add(_ job: Outbox.Job, latestStart: ContinuousClock.Instant) {
        let channel = Channel(address: job.address, to: job.to)
        let track = Track(kind: job.kind)
        var lane = lanes[channel] ?? Lane(places: places(of: job))
        var waiting = lane.waiting[track] ?? []
        // One whose lease has ended while it waited here comes once more.
        waiting.removeAll { $0.job.delivery == job.delivery }
        waiting.append(Waiting(job: job, latestStart: latestStart))
        lane.waiting[track] = waiting
        lanes[channel] = lane
        candidates[track, default: []].append(channel)
    }

    /// Takes out what is to be begun next, alarms first; nil when nothing may be.
    ///
    /// Some of all places are kept for alarms (``AlarmReserve``).
    mutating func next(at now: ContinuousClock.Instant) -> Batch? {
        for track in Track.allCases where underWay < Self.places(of: limit, track) {
            while let channel = candidates[track]?.first {
                candidates[track]?.removeFirst()
                guard let places = lanes[channel]?.places else { continue }
                if let full = places.first(where: { isFull($0, for: track) }) {
                    crowded[full.name, default: [:]][track, default: []].append(channel)
                    continue
                }
                guard let batch = take(channel, track, at: now) else { continue }
                underWay += 1
                for place in places { underWayAt[place.name, default: 0] += 1 }
                lanes[channel]?.underWay[track, default: 0] += 1
                // Another may be begun beside it, where the track is wide enough.
                if lanes[channel]?.waiting[track] != nil { candidates[track]?.append(channel) }
                return batch
            }
        }
        return nil
    }

    /// A heartbeat, which is to nobody, waits for no notices to its server. What goes by Apprise waits
    /// for its server and, since each attempt is a process, for all the others that do.
    private func places(of job: Outbox.Job) -> [Place] {
        if job.to.isEmpty { return [Place(name: "", limit: limitOfServer)] }
        let address = ChannelAddress(stored: job.address)
        guard case .apprise = address.kind else {
            return [Place(name: address.place, limit: limitOfServer)]
        }
        let processes = max(limitOfServer / 2, 1)
        return [
            Place(name: address.place, limit: max(processes / 4, 1)),
            Place(name: "apprise", limit: processes),
        ]
    }

    private func isFull(_ place: Place, for track: Track) -> Bool {
        underWayAt[place.name, default: 0] >= Self.places(of: place.limit, track)
    }

    private static func places(of limit: Int, _ track: Track) -> Int {
        track == .other ? AlarmReserve.placesForOthers(of: limit) : limit
    }

    /// The batch's attempt is over, whatever its outcome.
    mutating func end(_ batch: Batch) {
        underWay -= 1
        let (channel, track) = (batch.channel, batch.track)
        for place in lanes[channel]?.places ?? [] { makeRoom(at: place.name) }
        guard let count = lanes[channel]?.underWay[track] else { return }
        lanes[channel]?.underWay[track] = count > 1 ? count - 1 : nil
        if lanes[channel]?.waiting[track] != nil { candidates[track, default: []].append(channel) }
        removeIfEmpty(channel)
    }

    private mutating func makeRoom(at place: String) {
        let left = underWayAt[place, default: 0] - 1
        underWayAt[place] = left > 0 ? left : nil
        for (track, channels) in crowded.removeValue(forKey: place) ?? [:] {
            candidates[track] = channels + (candidates[track] ?? [])
        }
    }

    /// A merged message was refused, perhaps for what merging made of it: its notices go alone.
    mutating func separate(_ jobs: [Outbox.Job]) {
        // Of what was withdrawn nothing is heard again. To forget the others costs one more refusal.
        if alone.count > 10_000 { alone = [] }
        alone.formUnion(jobs.map(\.delivery))
    }

    /// The stream that these came by has ended, so others may have them now.
    mutating func dropWaiting() {
        for channel in Array(lanes.keys) {
            lanes[channel]?.waiting = [:]
            removeIfEmpty(channel)
        }
        (candidates, crowded) = ([:], [:])
    }

    private mutating func take(
        _ channel: Channel, _ track: Track, at now: ContinuousClock.Instant
    ) -> Batch? {
        guard let lane = lanes[channel], lane.underWay[track, default: 0] < track.width else {
            return nil
        }
        // What waited too long is offered again when its lease is over.
        var waiting = (lane.waiting[track] ?? []).filter { $0.latestStart > now }
        guard let first = waiting.first else {
            lanes[channel]?.waiting[track] = nil
            removeIfEmpty(channel)
            return nil
        }
        var taken = [first]
        let alike = waiting.filter {
            $0.job.kind == first.job.kind && !alone.contains($0.job.delivery)
        }
        if alone.remove(first.job.delivery) == nil, alike.count >= MergedNotice.fewest,
            Notification.Kind(rawValue: first.job.kind)?.isMerged ?? true
        {
            let sorted = alike.prefix(MergedNotice.most).sorted { $0.job.at < $1.job.at }
            let (_, fitting) = Message.merging(
                sorted.map(\.job), within: ChannelAddress(stored: channel.address))
            taken = Array(sorted.prefix(fitting))
        }
        let ids = Set(taken.map(\.job.delivery))
        waiting.removeAll { ids.contains($0.job.delivery) }
        lanes[channel]?.waiting[track] = waiting.isEmpty ? nil : waiting
        return Batch(
            channel: channel, track: track, jobs: taken.map(\.job),
            latestStart: taken.map(\.latestStart).min() ?? now)
    }

    private mutating func removeIfEmpty(_ channel: Channel) {
        if lanes[channel]?.isEmpty ?? false { lanes[channel] = nil }
    }
}
