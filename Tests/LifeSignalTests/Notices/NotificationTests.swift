import Testing

@testable import LifeSignal

struct NotificationKindTests {
    @Test func `kinds have the words of the socket`() {
        #expect(
            Notification.Kind.allCases.map(\.rawValue) == [
                "reminder", "overdue", "nonResponsive", "recovered", "scheduleChanged",
                "alertRaised", "alertCleared", "ping", "pingResponded", "pingCleared",
                "pingExpired", "contactAdded", "contactRemoved", "system", "test",
            ])
    }

    @Test func `two of them are alarms`() {
        #expect(
            Notification.Kind.allCases.filter(\.isAlarm) == [.nonResponsive, .alertRaised])
    }

    @Test func `four of them belong to an incident`() {
        #expect(
            Notification.Kind.allCases.filter(\.belongsToIncident) == [
                .nonResponsive, .recovered, .alertRaised, .alertCleared,
            ])
    }

    @Test func `what answers another never overtakes it`() {
        let answers = Notification.Kind.allCases.filter { !$0.answers.isEmpty }
        #expect(
            answers == [.recovered, .alertCleared, .pingResponded, .pingCleared, .pingExpired])
        #expect(Notification.Kind.recovered.answers == [.nonResponsive])
        #expect(Notification.Kind.alertCleared.answers == [.alertRaised])
        #expect(Notification.Kind.pingCleared.answers == [.ping])
    }

    @Test func `events have the words of the audit trail`() {
        #expect(
            Event.Kind.allCases.map(\.rawValue) == [
                "userAdded", "userChanged", "userRemoved", "checkedIn", "reminderDue",
                "becameNonResponsive", "recovered", "responderAdded", "responderRemoved",
                "pingSent", "pingResponded", "pingCleared", "pingExpired", "alertRaised",
                "alertCleared", "channelAdded", "channelRemoved", "deliveryFailed", "gap",
                "clockStepped", "reloaded", "started", "stopped",
            ])
    }
}

struct ForeignTextTests {
    @Test(arguments: [
        ("Ana", "Ana"), ("陳 🙂 é A\u{300}", "陳 🙂 é A\u{300}"), ("", ""), ("a\\b", "a\\b"),
        ("a\u{202E}b", "a\\u{202e}b"), ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
        ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\0b\u{7F}", "a\\u{0}b\\u{7f}"),
        ("\u{85}\u{9F}", "\\u{85}\\u{9f}"),
        ("\u{200E}\u{200F}\u{61C}", "\\u{200e}\\u{200f}\\u{61c}"),
        ("\u{202A}\u{202B}\u{202C}\u{202D}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}"),
        ("\u{2066}\u{2067}\u{2068}\u{2069}", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
        ("👨\u{200D}👩", "👨\u{200D}👩"),
    ])
    func `control, bidirectional and line-separator characters are escaped`(
        text: String, shown: String
    ) {
        #expect(ForeignText.line(text) == shown)
        #expect(ForeignText.note(text) == shown)
    }

    @Test func `newline and tab stay in a note, and are escaped in a line`() {
        #expect(ForeignText.note("a\n\tb\r\nc\rd") == "a\n\tb\\u{d}\nc\\u{d}d")
        #expect(ForeignText.line("a\n\tb") == "a\\u{a}\\u{9}b")
    }
}
