import Testing

@testable import lifesignal_notify

struct MailMessageTests {
    func mail(_ change: (inout Message) -> Void = { _ in }) -> [String] {
        var message = Message(.sample("n1", title: "Please check in", body: "One.\nTwo."))
        change(&message)
        let mail = MailMessage(
            from: "lifesignal@home.example", to: "ana@example.org", message: message,
            date: "Fri, 20 Nov 2026 09:00:00 +0000")
        return String(decoding: mail.bytes, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    @Test func `a plain mail, word for word`() {
        #expect(
            mail() == [
                "From: LifeSignal <lifesignal@home.example>", "To: <ana@example.org>",
                "Subject: Please check in", "Date: Fri, 20 Nov 2026 09:00:00 +0000",
                "Message-ID: <n1@home.example>", "Auto-Submitted: auto-generated",
                "X-LifeSignal-Kind: reminder", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", "One.", "Two.", "", "--=20",
                "Notice n1", "",
            ])
    }

    @Test func `mails of an incident have a common root, and alarms are marked`() {
        let lines = mail {
            $0.kind = "nonResponsive"
            $0.incident = "i1"
        }
        #expect(lines.contains("References: <incident-i1@home.example>"))
        #expect(lines.contains("In-Reply-To: <incident-i1@home.example>"))
        #expect(lines.contains("Importance: high"))
    }

    @Test func `no text can add a header or end the mail`() {
        let lines = mail {
            $0.title = "a\r\nBcc: eve@example.org"
            $0.body = "x\r\n.\r\n.\nQUIT"
        }
        #expect(!lines.contains { $0.hasPrefix("Bcc:") })
        #expect(!lines.contains("."))
        #expect(lines.contains("Subject: =?utf-8?Q?a=0D=0ABcc=3A_eve=40example=2Eorg?="))
    }

    @Test func `every line is short and plain, whatever the text`() {
        let wild = String(repeating: "Zoë 👨‍👩‍👧‍👦 ", count: 40) + "\t \n\u{202e}=?utf-8?Q?x?="
        let lines = mail {
            $0.title = wild
            $0.body = wild + String(repeating: "=", count: 200)
        }
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { $0 < 0x7f } })
    }

    @Test func `blanks at the end of a line survive`() {
        #expect(MailMessage.quotedPrintable("a \nb\t\nc") == "a=20\r\nb=09\r\nc")
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (1_795_165_505, "Fri, 20 Nov 2026 09:05:05 +0000"),
    ])
    func `a date is RFC 5322's`(seconds: Int, text: String) {
        #expect(Mail.date(seconds) == text)
    }
}
