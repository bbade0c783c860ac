import Testing

@testable import LifeSignal

/// The words of spec/texts.md; where lines break is free.
private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
}

private let texts = Moment(.due).texts
private let steps112: Texts = {
    var settings = Settings()
    settings.emergencyNumber = "112"
    return Texts(zone: .berlin, settings: settings)
}()

struct NonResponsiveTextTests {
    private func notice(
        _ user: User = .silentAna(), to responder: UserID = .ben,
        by responders: [Situation.Contact] = [.ben, .carla],
        reminded: Situation.Reminded = .notReached, gap: Gap? = nil, isRepeat: Bool = false,
        _ texts: Texts = texts
    ) -> Notice {
        var situation = Situation(user, by: responders)
        situation.reminded = reminded
        return texts.nonResponsive(
            situation, to: responder, due: .due, gap: gap, isRepeat: isRepeat)
    }

    private let gap = Gap(
        number: 1, start: .due - .hours(3), end: .due - .minutes(20),
        firstEnd: .due - .minutes(20))

    @Test func `a responder reads all that there is to know`() {
        var user = User.silentAna()
        user.profile.phoneNumber = "+49301234567"
        user.profile.emergencyNote = "Insulin in the fridge."
        let notice = notice(
            user, by: [.ben, .carla, .dora], reminded: .at(.due - .hours(2)), gap: gap, steps112)
        #expect(notice.title == "Ana has not checked in")
        #expect(
            words(notice.body)
                == "Ana was due to check in by Sat 2026-11-21 09:12 CET. "
                + "Last check-in: Fri 2026-11-20 09:12 CET. "
                + "Reminded at Sat 2026-11-21 07:12 CET. "
                + "The LifeSignal server was off from Sat 2026-11-21 06:12 CET to "
                + "Sat 2026-11-21 08:52 CET; Ana could not check in then. "
                + "What to do now: 1. Call Ana: +49301234567. "
                + "2. No answer: go there, or send someone near. "
                + "3. If you fear for Ana's life, call 112. "
                + "Also told: Carla, Dora. "
                + "Ana wrote for this case: Insulin in the fridge. "
                + "You will be told when Ana checks in.")
    }

    @Test func `what has nothing to say is left out`() {
        let notice = notice(by: [.ben], reminded: .noWay)
        #expect(
            words(notice.body)
                == "Ana was due to check in by Sat 2026-11-21 09:12 CET. "
                + "Last check-in: Fri 2026-11-20 09:12 CET. "
                + "Ana has no way to be reminded. "
                + "What to do now: 1. Call Ana: no number stored. "
                + "2. No answer: go there, or send someone near. "
                + "3. If you fear for Ana's life, call your local emergency number. "
                + "Also told: nobody else, it is up to you. "
                + "You will be told when Ana checks in.")
        #expect(notice.note == nil)
    }

    @Test func `each step stands on a line of its own`() {
        let lines = notice().body.split(separator: "\n")
        for start in ["1. ", "2. ", "3. ", "Also told: "] {
            #expect(lines.contains { $0.hasPrefix(start) })
        }
    }

    @Test func `how the user was reminded is said in one of three ways`() {
        #expect(
            notice().body.contains(
                " No reminder reached Ana, so this may be an oversight.\n"))
        #expect(
            notice(reminded: .at(.due - .hours(2))).body.contains(
                " Reminded at Sat 2026-11-21 07:12 CET.\n"))
        #expect(notice(reminded: .noWay).body.contains(" Ana has no way to be reminded.\n"))
    }

    @Test func `a gap before the last check-in is none`() {
        let over = Gap(
            number: 1, start: .checkedIn - .hours(3), end: .checkedIn, firstEnd: .checkedIn)
        #expect(!notice(gap: over).body.contains("server was off"))
        let after = Gap(
            number: 1, start: .checkedIn - .hours(3), end: .checkedIn + .millisecond,
            firstEnd: .checkedIn)
        #expect(notice(gap: after).body.contains("server was off"))
    }

    @Test func `only those who can be reached are also told`() {
        #expect(
            notice(by: [.ben, .carla.unreachable]).body.contains(
                "Also told: nobody else, it is up to you."))
        #expect(notice(to: .carla).body.contains("Also told: Ben."))
        #expect(
            notice(by: [.ben, .carla, .dora.unreachable]).body.contains("Also told: Carla."))
    }

    @Test(arguments: [
        ("Key at 3b", "Key at 3b."), ("Key at 3b.", "Key at 3b."), ("Call!", "Call!"),
        ("Why?", "Why?"), ("…", "…"), ("Key at 3b\r\n ", "Key at 3b."),
        ("a\nb", "a\nb."), ("钥匙在隔壁。", "钥匙在隔壁。"), ("\tx", "\tx."),
    ])
    func `a note ends as a sentence does`(note: String, shown: String) throws {
        let notice = notice(.ana(note: note, incident: Incident(id: "i", since: .due)))
        #expect(
            notice.body.contains(
                "\nAna wrote for this case: \(shown)\nYou will be told when Ana checks in."))
    }

    @Test(arguments: ["", " ", "\n\t\r\n"])
    func `a note of only blanks has nothing to say`(note: String) {
        let notice = notice(.ana(note: note, incident: Incident(id: "i", since: .due)))
        #expect(!notice.body.contains("wrote for this case"))
        #expect(notice.note == nil)
    }

    @Test func `the note's place is known in bytes`() throws {
        let user = User.ana(
            note: "é\n🙂", name: "Zoë", incident: Incident(id: "i", since: .due))
        let notice = notice(user)
        let place = try #require(notice.note)
        #expect(String(decoding: Array(notice.body.utf8)[place], as: UTF8.self) == "é\n🙂")
    }

    @Test func `a repeat begins with Still and says the same`() {
        let still = notice(isRepeat: true)
        #expect(still.title == "Still: Ana has not checked in")
        #expect(still.body == notice().body)
        #expect(still.note == notice().note)
    }
}

struct RespondersToldTextTests {
    @Test func `the user reads who was told`() {
        #expect(
            steps112.respondersTold(["Ben", "Carla"])
                == Notice(
                    title: "Your responders have been told",
                    body: "Ben, Carla have been told that you did not check in. If you are well, "
                        + "check in now; they hear at once. If you need help, call 112."))
    }

    @Test func `without anybody told it does not say so`() {
        #expect(
            steps112.respondersTold([])
                == Notice(
                    title: "You did not check in",
                    body: "Nobody could be told that you did not check in. If you are well, check "
                        + "in now. If you need help, call 112."))
    }
}

struct AlertTextTests {
    private func notice(
        _ user: User = .ana(), message: String? = nil, to responder: UserID = .ben,
        isRepeat: Bool = false, _ texts: Texts = texts
    ) -> Notice {
        let alert = ActiveAlert(id: "alert", startedAt: .checkedIn + .hours(3), message: message)
        return texts.alertRaised(Situation(user), alert, to: responder, isRepeat: isRepeat)
    }

    @Test func `a responder reads the call, the same steps, names and note`() {
        let notice = notice(
            .ana(phone: "+49301234567", note: "Insulin in the fridge."), message: "I fell",
            steps112)
        #expect(notice.title == "Ana is calling for help")
        #expect(
            words(notice.body)
                == "Ana called for help at Fri 2026-11-20 12:12 CET: \"I fell\". "
                + "Treat it as real until you have spoken to Ana. "
                + "What to do now: 1. Call Ana: +49301234567. "
                + "2. No answer: go there, or send someone near. "
                + "3. If you fear for Ana's life, call 112. "
                + "Also told: Carla. "
                + "Ana wrote for this case: Insulin in the fridge.")
    }

    @Test func `without a message, number and note these are left out`() {
        let notice = notice(to: .carla)
        #expect(
            words(notice.body)
                == "Ana called for help at Fri 2026-11-20 12:12 CET. "
                + "Treat it as real until you have spoken to Ana. "
                + "What to do now: 1. Call Ana: no number stored. "
                + "2. No answer: go there, or send someone near. "
                + "3. If you fear for Ana's life, call your local emergency number. "
                + "Also told: Ben.")
        #expect(notice.note == nil)
    }

    @Test func `a repeat begins with Still and says the same`() {
        let still = notice(message: "I fell", isRepeat: true)
        #expect(still.title == "Still: Ana is calling for help")
        #expect(still.body == notice(message: "I fell").body)
    }

    @Test func `that it has ended says from when to when, and by whom`() {
        func cleared(_ user: User, by actor: Actor = .ana) -> Notice {
            texts.alertCleared(user, .call, at: .checkedIn + .hours(4), by: actor)
        }
        #expect(
            cleared(.ana(phone: "+49301234567"))
                == Notice(
                    title: "Ana no longer calls for help",
                    body: "The call of Fri 2026-11-20 12:12 CET was ended at "
                        + "Fri 2026-11-20 13:12 CET by Ana. If that surprises you, call "
                        + "+49301234567."))
        #expect(
            cleared(.silentAna(), by: .root)
                == Notice(
                    title: "Ana no longer calls for help, but has not checked in",
                    body: "The call of Fri 2026-11-20 12:12 CET was ended at "
                        + "Fri 2026-11-20 13:12 CET by account root. If that surprises you, call "
                        + "Ana."))
    }
}

struct RecoveredTextTests {
    private func recovered(_ user: User, by actor: Actor) -> Notice {
        texts.recovered(user, at: .due, by: actor)
    }

    @Test func `who was told reads that it is over`() {
        #expect(
            recovered(.ana(), by: .ana)
                == Notice(
                    title: "Ana has checked in",
                    body: "Checked in at Sat 2026-11-21 09:12 CET. Nothing more to do."))
    }

    @Test func `who entered it for the user is named`() {
        #expect(
            recovered(.ana(), by: .ben).body
                == "Checked in at Sat 2026-11-21 09:12 CET, entered by Ben. Nothing more to do.")
        #expect(
            recovered(.ana(), by: .uid(1000)).body
                == "Checked in at Sat 2026-11-21 09:12 CET, entered by account number 1000. "
                + "Nothing more to do.")
    }

    @Test func `who still calls for help has something to be done for`() {
        #expect(
            recovered(.ana(alert: .call), by: .ben)
                == Notice(
                    title: "Ana has checked in, but still calls for help",
                    body: "Checked in at Sat 2026-11-21 09:12 CET, entered by Ben."))
    }
}
