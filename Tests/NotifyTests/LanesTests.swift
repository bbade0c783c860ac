import LifeSignalAPI
import Testing

@testable import lifesignal_notify

struct LanesTests {
    let now = ContinuousClock.now

    func lanes(_ jobs: [Outbox.Job], limit: Int = 100) -> Lanes {
        var lanes = Lanes(limit: limit)
        for job in jobs { lanes.add(job, latestStart: now + .seconds(60)) }
        return lanes
    }

    /// So many more of a kind, each to a channel of its own.
    func add(
        _ numbers: ClosedRange<Int>, kind: String = "reminder", to lanes: inout Lanes,
        address: (Int) -> String
    ) {
        for number in numbers {
            lanes.add(
                .sample("\(kind)\(number)", kind: kind, address: address(number)),
                latestStart: now + .seconds(60))
        }
    }

    /// The ids of all that may be begun, batch by batch.
    func begun(_ lanes: inout Lanes) -> [[String]] {
        var batches: [[String]] = []
        while let batch = lanes.next(at: now) { batches.append(batch.jobs.map(\.notification)) }
        return batches
    }

    @Test func `a lane has one attempt at a time and others go on beside it`() {
        var lanes = lanes([
            .sample("1"), .sample("2"), .sample("3", address: "exec:b"), .sample("4", to: "ben"),
        ])
        #expect(begun(&lanes) == [["1"], ["3"], ["4"]])
    }

    @Test func `when an attempt ends the next of its lane is begun`() throws {
        var lanes = lanes([.sample("1"), .sample("2")])
        let next = lanes.next(at: now)
        let first = try #require(next)
        #expect(begun(&lanes) == [])
        lanes.end(first)
        #expect(begun(&lanes) == [["2"]])
    }

    @Test func `what comes while a lane is busy waits, and goes as one`() throws {
        var lanes = lanes([.sample("1")])
        let next = lanes.next(at: now)
        let first = try #require(next)
        for number in 2...6 {
            lanes.add(.sample("\(number)", at: number), latestStart: now + .seconds(60))
        }
        #expect(begun(&lanes) == [])
        lanes.end(first)
        #expect(begun(&lanes) == [["2", "3", "4", "5", "6"]])
    }

    @Test func `what is offered once more while it waits is sent once`() {
        var lanes = lanes([.sample("1"), .sample("1")])
        let first = lanes.next(at: now)
        #expect(first?.jobs.count == 1)
        if let first { lanes.end(first) }
        #expect(begun(&lanes) == [])
    }

    @Test func `one server that hangs leaves places for every other, also for alarms`() {
        var lanes = Lanes(limit: 100, limitOfServer: 8)
        for kind in ["reminder", "alertRaised"] {
            add(1...100, kind: kind, to: &lanes) { "https://hangs/\($0)" }
        }
        lanes.add(
            .sample("well", kind: "alertRaised", address: "https://well/"),
            latestStart: now + .seconds(60))
        let all = begun(&lanes)
        #expect(all.count == 9)
        #expect(all.contains(["well"]))
    }

    @Test func `a heartbeat does not wait for notices to a server that hangs`() {
        var lanes = Lanes(limit: 100, limitOfServer: 8)
        add(1...100, to: &lanes) { "https://hangs/\($0)" }
        lanes.add(
            .sample("beat", kind: "heartbeat", to: "", address: "https://hangs/beat"),
            latestStart: now + .seconds(60))
        #expect(begun(&lanes).contains(["beat"]))
    }

    @Test func `nor for many servers that hang`() {
        var lanes = Lanes(limit: 16, limitOfServer: 8)
        add(1...100, to: &lanes) { "https://hangs\($0 % 10).example.org/\($0)" }
        #expect(begun(&lanes).count == 14)
        lanes.add(
            .sample("beat", kind: "heartbeat", to: "", address: "https://well/beat"),
            latestStart: now + .seconds(60))
        #expect(begun(&lanes) == [["beat"]])
    }

    @Test func `what waits for a crowded server goes on when something ends there, in its order`() {
        var lanes = Lanes(limit: 100, limitOfServer: 2)
        add(1...5, to: &lanes) { "https://hangs/\($0)" }
        var order: [String] = []
        var underWay: [Lanes.Batch] = []
        while true {
            while let batch = lanes.next(at: now) {
                order += batch.jobs.map(\.notification)
                underWay.append(batch)
            }
            #expect(underWay.count <= 2)
            if underWay.isEmpty { break }
            lanes.end(underWay.removeFirst())
        }
        #expect(order == (1...5).map { "reminder\($0)" })
        #expect(lanes.underWay == 0)
    }

    @Test func `channels that hang leave places for alarms`() {
        var lanes = lanes((1...20).map { .sample("\($0)", address: "exec:\($0)") }, limit: 16)
        #expect(begun(&lanes).count == 14)
        lanes.add(
            .sample("21", kind: "alertRaised", address: "exec:21"), latestStart: now + .seconds(60))
        #expect(begun(&lanes) == [["21"]])
    }

    @Test func `alarms go ahead of what came before them, alerts first`() {
        var lanes = lanes([
            .sample("1", address: "exec:a"), .sample("2", kind: "nonResponsive", address: "exec:b"),
            .sample("3", kind: "alertRaised", address: "exec:c"),
        ])
        #expect(begun(&lanes) == [["3"], ["2"], ["1"]])
    }

    @Test func `an alarm does not wait for a reminder that is under way on its channel`() {
        var lanes = lanes([.sample("1")])
        #expect(begun(&lanes) == [["1"]])
        lanes.add(.sample("2", kind: "nonResponsive"), latestStart: now + .seconds(60))
        lanes.add(.sample("3", kind: "alertRaised"), latestStart: now + .seconds(60))
        #expect(begun(&lanes) == [["3"], ["2"]])
    }

    @Test func `from five of a kind on they go as one, the oldest first`() {
        let four = (1...4).map { Outbox.Job.sample("\($0)", at: 9 - $0) }
        var few = lanes(four)
        #expect(begun(&few) == [["1"]])
        var many = lanes(four + [.sample("5", at: 1)])
        #expect(begun(&many) == [["5", "4", "3", "2", "1"]])
    }

    @Test func `other kinds and channels are not drawn into one message`() throws {
        var lanes = lanes(
            (1...5).map { .sample("\($0)", at: $0) }
                + [.sample("6", kind: "recovered"), .sample("7", address: "exec:b")])
        let next = lanes.next(at: now)
        let first = try #require(next)
        #expect(first.jobs.count == 5)
        #expect(begun(&lanes) == [["7"]])
        lanes.end(first)
        #expect(begun(&lanes) == [["6"]])
    }

    @Test func `at most a hundred go as one`() {
        var lanes = lanes((0..<150).map { .sample("\($0)") })
        #expect(begun(&lanes).map(\.count) == [100])
    }

    @Test(arguments: ["alertRaised", "alertCleared"])
    func `alerts are never merged`(kind: String) {
        var lanes = lanes((1...9).map { .sample("\($0)", kind: kind) })
        #expect(begun(&lanes).allSatisfy { $0.count == 1 })
    }

    @Test func `an alert that hangs holds up none of the next three`() {
        var lanes = lanes((1...9).map { .sample("\($0)", kind: "alertRaised") })
        #expect(begun(&lanes) == [["1"], ["2"], ["3"], ["4"]])
    }

    @Test func `what was refused as one message goes one by one, and what comes after it as one`() {
        let refused = (1...5).map { Outbox.Job.sample("\($0)", at: $0) }
        var lanes = lanes(refused)
        lanes.separate(refused)
        for number in 6...10 {
            lanes.add(.sample("\(number)", at: number), latestStart: now + .seconds(60))
        }
        var order: [[String]] = []
        while let batch = lanes.next(at: now) {
            order.append(batch.jobs.map(\.notification))
            lanes.end(batch)
        }
        #expect(order == [["1"], ["2"], ["3"], ["4"], ["5"], ["6", "7", "8", "9", "10"]])
    }

    @Test func `what went alone after a refusal may be merged again`() throws {
        let jobs = (1...5).map { Outbox.Job.sample("\($0)", at: $0) }
        var lanes = lanes(jobs)
        lanes.separate(jobs)
        while let batch = lanes.next(at: now) { lanes.end(batch) }
        for job in jobs { lanes.add(job, latestStart: now + .seconds(60)) }
        #expect(begun(&lanes).map(\.count) == [5])
    }

    @Test func `a server behind Apprise that hangs leaves places for the others there`() {
        var lanes = Lanes(limit: 512, limitOfServer: 64)
        add(1...100, kind: "nonResponsive", to: &lanes) {
            "apprise+jsons://user\($0):pass@hangs.example.org/\($0)"
        }
        lanes.add(
            .sample("well", kind: "alertRaised", address: "apprise+jsons://well.example.org/"),
            latestStart: now + .seconds(60))
        let all = begun(&lanes)
        #expect(all.count == 9)
        #expect(all.contains(["well"]))
    }

    @Test func `reminders by one service of Apprise leave places for alarms there`() {
        var lanes = Lanes(limit: 512, limitOfServer: 64)
        for kind in ["reminder", "alertRaised"] {
            add(1...100, kind: kind, to: &lanes) { "apprise+tgram://123:token/\($0)" }
            #expect(begun(&lanes).count == (kind == "reminder" ? 7 : 1))
        }
    }

    @Test func `no more than 32 processes of Apprise run at once, four of them for alarms`() {
        var lanes = Lanes(limit: 512, limitOfServer: 64)
        for kind in ["reminder", "nonResponsive"] {
            add(1...100, kind: kind, to: &lanes) { "apprise+json://host\($0).example.org/" }
            #expect(begun(&lanes).count == (kind == "reminder" ? 28 : 4))
        }
        lanes.add(.sample("hook"), latestStart: now + .seconds(60))
        #expect(begun(&lanes) == [["hook"]])
    }

    @Test func `what waits for Apprise goes on when one of its processes ends`() throws {
        var lanes = Lanes(limit: 512, limitOfServer: 2)
        add(1...3, kind: "nonResponsive", to: &lanes) { "apprise+json://host\($0).example.org/" }
        var order: [[String]] = []
        while let batch = lanes.next(at: now) {
            order.append(batch.jobs.map(\.notification))
            #expect(begun(&lanes) == [])
            lanes.end(batch)
        }
        #expect(order == (1...3).map { ["nonResponsive\($0)"] })
    }

    @Test func `what has waited too long for its lease is not begun`() {
        var lanes = Lanes(limit: 100)
        lanes.add(.sample("1"), latestStart: now)
        lanes.add(.sample("2"), latestStart: now + .seconds(1))
        #expect(begun(&lanes) == [["2"]])
    }

    @Test func `no more than the limit are under way`() throws {
        var lanes = lanes((1...5).map { .sample("\($0)", address: "exec:\($0)") }, limit: 2)
        let next = lanes.next(at: now)
        let first = try #require(next)
        #expect(begun(&lanes).count == 1)
        lanes.end(first)
        #expect(begun(&lanes).count == 1)
    }

    @Test func `when the stream has ended nothing that waits is begun`() throws {
        var lanes = lanes([.sample("1"), .sample("2")])
        let next = lanes.next(at: now)
        let first = try #require(next)
        lanes.dropWaiting()
        lanes.end(first)
        #expect(begun(&lanes) == [])
        lanes.add(.sample("2"), latestStart: now + .seconds(1))
        #expect(begun(&lanes) == [["2"]])
    }
}
