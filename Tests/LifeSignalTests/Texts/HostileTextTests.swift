import Testing

@testable import LifeSignal

/// What others wrote can break nothing out of a notice, whichever field it stands in.
struct HostileTextTests {
    static let hostile =
        "A\u{202E}na\u{2028}x\u{2029}\r\n\u{1B}[31m\0\u{7F}\u{9F}\u{2066}\u{200F}\u{61C}"
    static let shown =
        "A\\u{202e}na\\u{2028}x\\u{2029}\\u{d}\\u{a}\\u{1b}[31m\\u{0}\\u{7f}\\u{9f}\\u{2066}"
        + "\\u{200f}\\u{61c}"
    private static let texts = Moment(.due).texts

    /// Every notice, with `text` wherever somebody can write something.
    static func notices(_ text: String) -> [(String, Notice)] {
        let user = User.ana(
            note: text, name: text, incident: Incident(id: "i", since: .due))
        let contact = Situation.Contact(
            id: .carla, handle: Handle(stored: "carla"), name: text, isReachable: true)
        let situation = Situation(user, by: [.ben, contact])
        let actor = Actor.user(.dora, Handle(stored: "dora"), name: text)
        let alert = ActiveAlert(id: "alert", startedAt: .checkedIn, message: text)
        let gap = Gap(number: 1, start: .checkedIn, end: .due, firstEnd: .due)
        var notices: [(String, Notice)] = [
            (
                "nonResponsive",
                texts.nonResponsive(situation, to: .ben, due: .due, gap: gap, isRepeat: true)
            ),
            ("alertRaised", texts.alertRaised(situation, alert, to: .ben, isRepeat: false)),
            ("respondersTold", texts.respondersTold([text])),
            ("recovered", texts.recovered(user, at: .due, by: actor)),
            ("recoveredByAccount", texts.recovered(user, at: .due, by: .account(text))),
            ("alertCleared", texts.alertCleared(user, alert, at: .due, by: actor)),
            ("reminder", texts.reminder([text], due: .due, alarm: .due, after: gap)),
            ("overdue", texts.overdue([text], due: .due, alarm: .due)),
            ("ping", texts.ping(from: text, due: .due)),
            (
                "pingResponded",
                texts.pingResponded(by: text, at: .due, .notCheckedIn, enteredBy: actor)
            ),
            ("pingExpired", texts.pingExpired(user, wasDelivered: true)),
            ("pingCleared", texts.pingCleared(by: text, sentAt: .due)),
            ("nowLooksOut", texts.nowLooksOut(text, isReachable: true)),
            ("nowLooksOut, without a channel", texts.nowLooksOut(text, isReachable: false)),
            ("youLookOut", texts.youLookOut(for: text)),
            ("noLongerLooksOut", texts.noLongerLooksOut(text)),
            ("youNoLongerLookOut", texts.youNoLongerLookOut(for: text)),
            ("scheduleChanged", texts.scheduleChanged(user, due: .due, was: .due, by: actor)),
            (
                "scheduleChanged, of the grace",
                texts.scheduleChanged(user, alarm: .due, was: .due, by: actor)
            ),
            ("gap", texts.gap(gap)), ("test", Texts.test),
        ]
        for code in Problem.Code.allCases {
            for reader in Texts.ProblemReader.allCases {
                var facts = Texts.ProblemFacts(
                    code: code, since: .due, handle: Handle(stored: "ana"), name: text,
                    subject: text)
                notices.append(("\(code) for \(reader)", texts.system(facts, for: reader)))
                facts.unheard = Texts.UnheardAlarm(
                    names: [text], hasMore: false, asOf: .due, nextAttempt: .due)
                notices.append(
                    ("\(code) for \(reader), unheard", texts.system(facts, for: reader)))
            }
        }
        return notices
    }

    @Test(arguments: ["😀", "न", "\u{202E}", "x"])
    func `an alert says whom to call and what to do, whatever the length of its message`(
        character: String
    ) {
        let name = String(repeating: character == "\u{202E}" ? "न" : character, count: 100)
        let user = User.ana(note: String(repeating: "n", count: 4096), name: name)
        let alert = ActiveAlert(
            id: "alert", startedAt: .checkedIn, message: String(repeating: character, count: 1000))
        let notice = Self.texts.alertRaised(
            Situation(user, by: [.ben]), alert, to: .ben, isRepeat: true
        ).fitted(titleBytes: 250, bodyBytes: 4000, about: user.handle)
        #expect(notice.body.utf8.count <= 4000)
        for line in ["1. Call ", "2. No answer: go there", "3. If you fear for "] {
            #expect(notice.body.contains(line))
        }
        #expect(notice.body.contains(", call your local emergency number."))
    }

    @Test func `no notice holds a character that could deceive, beside its own line breaks`() {
        for (name, notice) in Self.notices(Self.hostile) {
            #expect(!notice.title.unicodeScalars.contains(where: isUnprintable), "\(name)")
            let body = notice.body.unicodeScalars.filter { $0 != "\n" }
            #expect(!body.contains(where: isUnprintable), "\(name)")
        }
    }

    @Test func `what they wrote is shown escaped, not dropped`() {
        let texts = Dictionary(uniqueKeysWithValues: Self.notices(Self.hostile))
        #expect(texts["nonResponsive"]?.title == "Still: \(Self.shown) has not checked in")
        #expect(texts["nonResponsive"]?.body.contains("Also told: \(Self.shown).\n") == true)
        #expect(texts["recovered"]?.body.contains("entered by \(Self.shown).") == true)
        #expect(texts["alertRaised"]?.body.contains(": \"\(Self.shown)\".") == true)
        #expect(texts["ping"]?.title == "\(Self.shown) asks whether you are all right")
        for reader in Texts.ProblemReader.allCases {
            let failed = texts["deliveryFailed for \(reader)"]
            #expect(failed?.title.hasSuffix(" by \(Self.shown)") == true)
        }
    }

    @Test func `only a note keeps its newlines and tabs`() {
        let notices = Self.notices("a\n1. Call nobody.\tb")
        for (name, notice) in notices where !["nonResponsive", "alertRaised"].contains(name) {
            #expect(!notice.body.contains("\n"), "\(name)")
        }
        let alarms = notices.filter { ["nonResponsive", "alertRaised"].contains($0.0) }
        #expect(alarms.count == 2)
        for (name, notice) in alarms {
            let lines = notice.body.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("1. ") } == 2, "\(name)")
            #expect(
                notice.body.contains(
                    " wrote for this case: a\n1. Call nobody.\tb"), "\(name)")
        }
    }

    @Test func `a notice never uses our own words for people`() {
        let ours = [
            "non-responsive", "nonresponsive", "dependent", "incident", "delivery", "deliveries",
        ]
        for (name, notice) in Self.notices("Ana") {
            for word in ours {
                let text = "\(notice.title) \(notice.body)".lowercased()
                #expect(!text.contains(word), "\(name) says \(word)")
            }
        }
    }

    @Test func `a notice never says when by today or by a number of hours`() {
        for (name, notice) in Self.notices("Ana") {
            let text = "\(notice.title) \(notice.body)".lowercased()
            for word in ["today", "tomorrow", "yesterday", " hours", " minutes", " ago"] {
                #expect(!text.contains(word), "\(name) says\(word)")
            }
        }
    }
}
