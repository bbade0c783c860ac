import Testing

@testable import LifeSignal

struct AddChannelTests {
    private func add(
        _ address: String = "mailto:ben@example.org", isPrivate: Bool = true,
        existing: [Channel] = [], current: [Identifier] = [], dependents: [User] = []
    ) throws -> (channel: Channel, effects: [Effect]) {
        try addChannel(
            address, isPrivate: isPrivate, to: .ben, existing: existing, current: current,
            dependents: dependents, by: .ben, Moment(.due))
    }

    private func channel(_ number: Int) -> Channel {
        Channel(
            id: "channel-\(number)", user: .ben, address: "mailto:ben\(number)@example.org",
            isPrivate: true, addedAt: .checkedIn)
    }

    @Test(arguments: [true, false])
    func `a channel is added with what was chosen about it`(isPrivate: Bool) throws {
        let (channel, effects) = try add(isPrivate: isPrivate)
        #expect(
            channel
                == Channel(
                    id: "id-1", user: .ben, address: "mailto:ben@example.org",
                    isPrivate: isPrivate, addedAt: .due))
        // No event holds an address.
        #expect(
            effects == [
                .addChannel(channel),
                .record(
                    Event(
                        .channelAdded, user: .ben, at: .due, by: .ben,
                        detail: ["channel": "id-1"])),
            ])
    }

    @Test func `it gets the notices of current incidents, and somebody can be told then`() throws {
        let both: User = .silentAna(alert: .call)
        let effects = try add(current: ["n-1", "n-2"], dependents: [both]).effects
        #expect(
            effects.suffix(4) == [
                .deliver(notification: "n-1", channel: "id-1"),
                .deliver(notification: "n-2", channel: "id-1"),
                .solve(Problem.Key(.nobodyToTell, user: .ana, subject: "incident")),
                .solve(Problem.Key(.nobodyToTell, user: .ana, subject: "alert")),
            ])
    }

    @Test func `the same address twice is an error`() {
        #expect(throws: Refusal.channelExists("channel-3")) {
            try add("mailto:ben3@example.org", existing: (1...4).map(channel))
        }
    }

    @Test func `a user has at most sixteen channels`() throws {
        #expect(try add(existing: (1...15).map(channel)).channel.id == "id-1")
        #expect(throws: Refusal.limitReached(what: "channels", limit: 16)) {
            try add(existing: (1...16).map(channel))
        }
        #expect(throws: Refusal.channelExists("channel-3")) {
            try add("mailto:ben3@example.org", existing: (1...16).map(channel))
        }
    }

    @Test func `a channel that goes takes its problem with it`() {
        #expect(
            removeChannel(channel(1), by: .root, Moment(.due)) == [
                .removeChannel("channel-1"),
                .solve(Problem.Key(.deliveryFailed, user: .ben, subject: "channel-1")),
                .record(
                    Event(
                        .channelRemoved, user: .ben, at: .due, by: .root,
                        detail: ["channel": "channel-1"])),
            ])
    }

    @Test func `a test goes to its user, on that channel only`() {
        let test = testChannel(channel(1), Moment(.due))
        #expect(
            test
                == Notification(
                    id: "id-1", kind: .test, recipient: .ben, about: nil, at: .due,
                    notice: Notice(
                        title: "LifeSignal test",
                        body: "This channel works. Nothing has happened."),
                    channels: .only(["channel-1"])))
    }
}
