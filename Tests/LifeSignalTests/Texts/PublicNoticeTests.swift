import Testing

@testable import LifeSignal

struct PublicNoticeTests {
    private let ana = Handle(stored: "ana")
    private let body =
        "This channel may be read by others, so nothing more stands here. See: "
        + "lifesignalctl status ana."

    @Test(arguments: [Notification.Kind.nonResponsive, .alertRaised])
    func `what calls somebody to act says whom to call`(kind: Notification.Kind) {
        #expect(
            Notice.onPublicChannel(kind, about: ana, isToThemselves: false)
                == Notice(title: "LifeSignal: call ana now", body: body))
    }

    @Test(
        arguments: Notification.Kind.allCases.filter {
            ![.nonResponsive, .alertRaised, .test].contains($0)
        })
    func `every other is news`(kind: Notification.Kind) {
        #expect(
            Notice.onPublicChannel(kind, about: ana, isToThemselves: false)
                == Notice(title: "LifeSignal: news about ana", body: body))
    }

    @Test func `the user is not told to call themselves`() {
        #expect(
            Notice.onPublicChannel(.nonResponsive, about: ana, isToThemselves: true)
                == Notice(title: "LifeSignal: news about ana", body: body))
    }

    @Test func `what is about nobody names nobody`() {
        #expect(
            Notice.onPublicChannel(.system, about: nil, isToThemselves: false)
                == Notice(
                    title: "LifeSignal: news",
                    body: "This channel may be read by others, so nothing more stands here. See: "
                        + "lifesignalctl status."))
    }

    @Test func `a test holds no secret anyway`() {
        #expect(
            Notice.onPublicChannel(.test, about: nil, isToThemselves: true) == Texts.test)
    }
}

struct FittedNoticeTests {
    private let ana = Handle(stored: "ana")
    private let mark = "… (the rest: lifesignalctl status ana)"

    private func notice(note: String, before: String = "Before: ", after: String = ". After.")
        -> Notice
    {
        let start = before.utf8.count
        return Notice(
            title: "Title", body: before + note + after,
            note: start..<(start + note.utf8.count))
    }

    private func body(_ notice: Notice, _ bytes: Int) -> String {
        let fitted = notice.fitted(titleBytes: 250, bodyBytes: bytes, about: ana)
        #expect(fitted.body.utf8.count <= bytes)
        #expect(fitted.title == notice.title)
        return fitted.body
    }

    @Test func `what fits is left as it is, the last byte included`() {
        let notice = notice(note: String(repeating: "é", count: 100))
        #expect(body(notice, notice.body.utf8.count) == notice.body)
        #expect(body(notice, 4000) == notice.body)
        #expect(body(notice, notice.body.utf8.count - 1) != notice.body)
    }

    @Test func `the note is cut first, and the text says where the rest is`() {
        let notice = notice(note: String(repeating: "x", count: 100))
        let around = notice.body.utf8.count - 100
        let room = 60
        #expect(
            body(notice, around + room)
                == "Before: " + String(repeating: "x", count: room - mark.utf8.count) + mark
                + ". After.")
    }

    @Test func `whole characters are cut, at every limit`() {
        let family = "👨‍👩‍👧‍👦"
        let notice = notice(note: String(repeating: "é\(family)陳", count: 20))
        for bytes in 60..<notice.body.utf8.count {
            let body = body(notice, bytes)
            #expect(body.hasPrefix("Before: ") && body.hasSuffix(mark + ". After."))
            let kept = body.dropFirst("Before: ".count).dropLast((mark + ". After.").count)
            #expect(notice.body.dropFirst("Before: ".count).hasPrefix(kept))
        }
    }

    @Test func `a note without room for a word gives way to the mark alone`() {
        let notice = notice(note: String(repeating: "x", count: 100))
        let around = notice.body.utf8.count - 100
        #expect(body(notice, around + mark.utf8.count) == "Before: " + mark + ". After.")
    }

    @Test func `where even that is too long the end is cut`() {
        let notice = notice(note: String(repeating: "x", count: 100))
        let bytes = notice.body.utf8.count - 100 + mark.utf8.count - 1
        #expect(body(notice, bytes) == "Before: xxxxxxx" + mark)
        let noNote = Notice(title: "Title", body: String(repeating: "é", count: 100))
        #expect(body(noNote, 61) == String(repeating: "é", count: 10) + mark)
        #expect(body(noNote, 60) == String(repeating: "é", count: 10) + mark)
        #expect(body(noNote, 59) == String(repeating: "é", count: 9) + mark)
    }

    @Test func `a title is cut to its limit in its middle`() {
        let notice = Notice(title: String(repeating: "陳", count: 100), body: "Body")
        func title(_ bytes: Int) -> String {
            notice.fitted(titleBytes: bytes, bodyBytes: 4000, about: ana).title
        }
        #expect(title(300) == notice.title)
        func shown(_ head: Int, _ tail: Int) -> String {
            String(repeating: "陳", count: head) + "…" + String(repeating: "陳", count: tail)
        }
        #expect(title(299) == shown(78, 20))
        #expect(title(250) == shown(62, 20))
        #expect(title(250).utf8.count <= 250)
        #expect(title(30) == shown(6, 3))
        let alarm = Notice(title: notice.title + " is calling for help", body: "Body")
            .fitted(titleBytes: 250, bodyBytes: 4000, about: ana)
        #expect(alarm.title.hasSuffix(" is calling for help"))
    }

    @Test func `what is about nobody says where the rest is too`() {
        let notice = Notice(title: "Title", body: String(repeating: "x", count: 100))
        #expect(
            notice.fitted(titleBytes: 250, bodyBytes: 50, about: nil).body
                .hasSuffix("x… (the rest: lifesignalctl status)"))
    }

    @Test func `the longest notice there can be fits every kind of channel`() {
        let people = (0..<100).map {
            Situation.Contact(
                id: UserID(100 + Int64($0)), handle: Handle(stored: "r\($0)"),
                name: String(repeating: "🙂", count: 100), isReachable: true)
        }
        let user = User.ana(
            phone: "+123456789012345", note: String(repeating: "\u{1}", count: 4096),
            name: String(repeating: "🙂", count: 100), incident: Incident(id: "i", since: .due))
        let longest = Moment(.due).texts.nonResponsive(
            Situation(user, by: people), to: .ben, due: .due, gap: nil, isRepeat: true)
        for address in ["ntfy://h/t", "https://h", "mailto:a@b", "exec:x", "apprise+json://h"] {
            guard let channel = try? ChannelAddress(address) else {
                Issue.record("\(address) is no address")
                continue
            }
            let fitted = longest.fitted(
                titleBytes: channel.titleLimit, bodyBytes: channel.bodyLimit, about: ana)
            #expect(fitted.title.utf8.count <= channel.titleLimit)
            #expect(fitted.body.utf8.count <= channel.bodyLimit)
            let isWhole = channel.bodyLimit > 4000
            #expect((fitted.body == longest.body) == isWhole)
            #expect(isWhole || fitted.body.hasSuffix(mark))
        }
    }
}
