import Testing

@testable import LifeSignal

private let texts = Moment(.due).texts

struct ReminderTextTests {
    private let alarm = Instant.due + .hours(1)

    @Test func `a reminder says by when and who will be told`() {
        #expect(
            texts.reminder(["Ben", "Carla"], due: .due, alarm: alarm, after: nil)
                == Notice(
                    title: "Please check in by Sat 2026-11-21 09:12 CET",
                    body: "If you have not checked in by Sat 2026-11-21 10:12 CET, Ben, Carla "
                        + "will be told."))
        #expect(
            texts.reminder([], due: .due, alarm: alarm, after: nil).body
                == "If you have not checked in by Sat 2026-11-21 10:12 CET, nobody can be told.")
    }

    @Test func `after a gap it begins with that`() {
        let gap = Gap(
            number: 1, start: .due - .hours(5), end: .due - .minutes(1),
            firstEnd: .due - .minutes(1))
        #expect(
            texts.reminder(["Ben"], due: .due, alarm: alarm, after: gap)
                == Notice(
                    title: "Please check in by Sat 2026-11-21 09:12 CET",
                    body: "The LifeSignal server was off from Sat 2026-11-21 04:12 CET to "
                        + "Sat 2026-11-21 09:11 CET. If you have not checked in by "
                        + "Sat 2026-11-21 10:12 CET, Ben will be told."))
    }

    @Test func `at the deadline the user reads when others will be told`() {
        #expect(
            texts.overdue(["Ben", "Carla"], due: .due, alarm: alarm)
                == Notice(
                    title: "Please check in now",
                    body: "You were due by Sat 2026-11-21 09:12 CET. At Sat 2026-11-21 10:12 CET, "
                        + "Ben, Carla will be told."))
        #expect(
            texts.overdue([], due: .due, alarm: alarm).body
                == "You were due by Sat 2026-11-21 09:12 CET. At Sat 2026-11-21 10:12 CET, nobody "
                + "can be told.")
    }

    @Test func `an instant on a daylight-saving day has that day's zone`() {
        let switching = Instant("2026-10-25 00:30")
        let notice = texts.overdue(["Ben"], due: switching, alarm: switching + .hours(1))
        #expect(
            notice.body
                == "You were due by Sun 2026-10-25 02:30 CEST. At Sun 2026-10-25 02:30 CET, Ben "
                + "will be told.")
    }
}

struct PingTextTests {
    @Test func `the recipient reads who asks, and by when a check-in is due`() {
        #expect(
            texts.ping(from: "Ben", due: .due)
                == Notice(
                    title: "Ben asks whether you are all right",
                    body: "Answer, or check in; your next check-in is due by "
                        + "Sat 2026-11-21 09:12 CET."))
        #expect(texts.ping(from: "Ben", due: nil).body == "Answer, or check in.")
    }

    @Test func `the sender reads the answer, and whether it was a check-in`() {
        func answered(_ standing: Texts.Standing, enteredBy entered: Actor? = nil) -> Notice {
            texts.pingResponded(by: "Ana", at: .due, standing, enteredBy: entered)
        }
        #expect(
            answered(.checkedIn)
                == Notice(
                    title: "Ana has answered you",
                    body: "Ana answered at Sat 2026-11-21 09:12 CET and is checked in."))
        #expect(
            answered(.notCheckedIn).body
                == "Ana answered at Sat 2026-11-21 09:12 CET, but has not checked in.")
        #expect(answered(.unsaid).body == "Ana answered at Sat 2026-11-21 09:12 CET.")
        #expect(
            answered(.checkedIn, enteredBy: .account("root")).body
                == "Ana answered at Sat 2026-11-21 09:12 CET, entered by account root, and is "
                + "checked in.")
    }

    @Test func `the sender reads that no answer came, and whether the question arrived`() {
        #expect(
            texts.pingExpired(.ana(), wasDelivered: true)
                == Notice(
                    title: "Ana has not answered you",
                    body: "Your question reached a device of Ana. Last check-in "
                        + "Fri 2026-11-20 09:12 CET, next due Sat 2026-11-21 09:12 CET."))
        #expect(
            texts.pingExpired(.ana(lastCheckIn: nil), wasDelivered: false).body
                == "Your question could not be delivered.")
    }

    @Test func `the recipient reads that the question was taken back`() {
        #expect(
            texts.pingCleared(by: "Ben", sentAt: .checkedIn)
                == Notice(
                    title: "Ben no longer asks",
                    body: "The question of Fri 2026-11-20 09:12 CET was taken back."))
    }
}

struct ContactTextTests {
    @Test func `both sides read what a new edge means`() {
        #expect(
            texts.nowLooksOut("Ben", isReachable: true)
                == Notice(
                    title: "Ben now looks out for you",
                    body: "Ben will be told if you do not check in, or if you call for help, and "
                        + "may ask whether you are all right."))
        #expect(
            texts.youLookOut(for: "Ana")
                == Notice(
                    title: "You now look out for Ana",
                    body: "You will be told if Ana does not check in, or calls for help, and what "
                        + "to do then."))
    }

    @Test func `who cannot be told yet is not promised to be`() {
        #expect(
            texts.nowLooksOut("Ben", isReachable: false)
                == Notice(
                    title: "Ben now looks out for you",
                    body: "When this was written Ben had no channel, and nothing could be told to "
                        + "Ben: ask them to add one. With one, Ben will be told if you do not "
                        + "check in, or if you call for help, and may ask whether you are all "
                        + "right."))
    }

    @Test func `a removal says that it says nothing about how they are`() {
        #expect(
            texts.youNoLongerLookOut(for: "Ana")
                == Notice(
                    title: "You no longer look out for Ana",
                    body: "You will be told nothing more about Ana. This says nothing about how "
                        + "Ana is."))
        #expect(
            texts.noLongerLooksOut("Ben")
                == Notice(
                    title: "Ben no longer looks out for you",
                    body: "Ben will not be told any more if you do not check in. This says "
                        + "nothing about how Ben is."))
    }
}

struct ScheduleChangedTextTests {
    @Test func `responders read the new and the old instant, and whom to call`() {
        #expect(
            texts.scheduleChanged(
                .ana(phone: "+49301234567"), due: .due + .hours(24), was: .due, by: .ana)
                == Notice(
                    title: "Ana will check in less often",
                    body: "The next check-in is now due by Sun 2026-11-22 09:12 CET (was "
                        + "Sat 2026-11-21 09:12 CET), changed by Ana. If that surprises you, call "
                        + "+49301234567."))
        #expect(
            texts.scheduleChanged(.ana(), due: .due, was: .checkedIn, by: .root).body
                == "The next check-in is now due by Sat 2026-11-21 09:12 CET (was "
                + "Fri 2026-11-20 09:12 CET), changed by account root. If that surprises you, "
                + "call Ana.")
    }

    private func told(_ change: (inout UserEdit) -> Void) throws -> String? {
        var wanted = UserEdit()
        change(&wanted)
        let now = Instant.checkedIn + .hours(1)
        return try edit(Situation(.ana()), wanted, checksIn: false, by: .ana, Moment(now))
            .effects.notifications.first?.notice.body
    }

    @Test func `a longer interval names the next check-in`() throws {
        #expect(
            try told { $0.checkInInterval = 48 * 3600 }?.hasPrefix(
                "The next check-in is now due by Sun 2026-11-22 09:12 CET (was "
                    + "Sat 2026-11-21 09:12 CET), ") == true)
    }

    @Test func `a longer grace names when responders are told, whatever the interval`() throws {
        #expect(
            try told { $0.grace = 3600 }
                == "Without a check-in you are now told at Sat 2026-11-21 10:12 CET (was "
                + "Sat 2026-11-21 09:12 CET), changed by Ana. If that surprises you, call Ana.")
        for interval in [23, 48] {
            #expect(
                try told {
                    $0.checkInInterval = Int64(interval) * 3600
                    $0.grace = 7 * 86400
                }?.hasPrefix("Without a check-in you are now told at") == true)
        }
        #expect(
            texts.scheduleChanged(.ana(), alarm: .due, was: .checkedIn, by: .ana).title
                == "You will hear later if Ana falls silent")
    }

    @Test func `a test says that nothing has happened`() {
        #expect(
            Texts.test
                == Notice(
                    title: "LifeSignal test", body: "This channel works. Nothing has happened."))
    }
}
