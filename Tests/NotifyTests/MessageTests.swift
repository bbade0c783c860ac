import LifeSignal
import LifeSignalAPI
import Testing

@testable import lifesignal_notify

struct MessageTests {
    let exec = ChannelAddress(stored: "exec:a")
    let ntfy = ChannelAddress(stored: "ntfys://ntfy.example.org/topic")

    @Test func `one job is a message of its own`() {
        let (message, count) = Message.merging([.sample("1", title: "T", body: "B")], within: exec)
        #expect(count == 1)
        #expect(
            String(decoding: message.json, as: UTF8.self)
                == #"{"version":1,"id":"1","kind":"reminder","incident":null,"to":"ana","#
                + #""about":"zoe","at":"2026-11-20T09:00:00.000Z","title":"T","body":"B"}"#)
    }

    @Test func `where others may read it no instant is given`() {
        let jobs = (1...5).map { Outbox.Job.sample("\($0)", isPrivate: false) }
        let (message, _) = Message.merging(jobs, within: exec)
        #expect(message.at == nil)
        #expect(message.merged.allSatisfy { $0.at == nil })
        let text = String(decoding: message.json, as: UTF8.self)
        #expect(text.contains(#""at":null"#))
        #expect(!text.contains("2026"))
    }

    @Test func `a merged message names everyone, says each notice and lists every id`() {
        let jobs = (1...5).map { Outbox.Job.sample("id\($0)", title: "P\($0) is late") }
        let (message, count) = Message.merging(jobs, within: exec)
        #expect(count == 5)
        #expect(message.id == "id1")
        #expect(message.about == nil)
        #expect(message.title == "LifeSignal: 5 notices")
        #expect(
            message.body.hasPrefix(
                "P1 is late\nP2 is late\nP3 is late\nP4 is late\nP5 is late\n\nP1 is late\nDo "))
        #expect(message.body.hasSuffix("\nNotices: id1, id2, id3, id4, id5"))
        #expect(message.merged.map(\.id) == ["id1", "id2", "id3", "id4", "id5"])
    }

    @Test func `of what was tried before no id is used for a message with more in it`() {
        let tried = [Outbox.Job.sample("1", attempt: 3)]
        #expect(Message.merging(tried, within: exec).0.id == "1")
        let jobs = tried + (2...5).map { Outbox.Job.sample("\($0)") }
        let (message, _) = Message.merging(jobs, within: exec)
        // The first digits of what sha256sum says of "1 2 3 4 5".
        #expect(message.id == "1-2deb4db5")
        #expect(message.merged.map(\.id) == ["1", "2", "3", "4", "5"])
        let again = jobs.map { Outbox.Job.sample($0.notification, attempt: $0.attempt + 1) }
        #expect(Message.merging(again, within: exec).0.id == message.id)
        let fewer = Message.merging(Array(again.dropLast()), within: exec).0.id
        #expect(fewer.hasPrefix("1-") && fewer != message.id)
    }

    @Test func `several alarms call to act`() {
        let jobs = (1...5).map { Outbox.Job.sample("\($0)", kind: "nonResponsive") }
        let (message, _) = Message.merging(jobs, within: exec)
        #expect(message.title == "LifeSignal: act now, 5 notices")
    }

    @Test(arguments: [1, 40, 250])
    func `a merged message keeps the limits of its channel and names all that are in it`(
        titleLength: Int
    ) {
        let jobs = (100..<200).map {
            Outbox.Job.sample(
                "abcdefghijklm\($0)",
                title: String(repeating: "ß", count: titleLength / 2) + "\($0)",
                body: String(repeating: "x", count: 300))
        }
        let (message, count) = Message.merging(jobs, within: ntfy)
        #expect(count > 5)
        #expect(message.body.utf8.count <= ntfy.bodyLimit)
        #expect(message.title.utf8.count <= ntfy.titleLimit)
        for job in jobs.prefix(count) {
            #expect(message.body.contains(job.title))
            #expect(message.body.contains(job.notification))
        }
        #expect(message.body.contains("The rest: lifesignalctl notifications"))
    }
}
