import Testing

@testable import LifeSignal

struct MergedNoticeTests {
    private func merged(
        _ count: Int, note: Int, bytes: Int = 4000
    ) -> MergedNotice {
        let parts = (1...count).map { number in
            MergedNotice.Part(
                id: "notification\(number)", title: "P\(number) has not checked in",
                body: "What to do now:\n1. Call P\(number): +49301\(number).\n"
                    + String(repeating: "n", count: note))
        }
        return MergedNotice(parts, isAlarm: true, titleBytes: 250, bodyBytes: bytes)
    }

    @Test(arguments: [0, 200, 640, 3500])
    func `each of those that are merged keeps its beginning, however long the rest`(note: Int) {
        let notice = merged(11, note: note)
        #expect(notice.count == 11)
        #expect(notice.body.utf8.count <= 4000)
        for number in 1...11 {
            #expect(notice.body.contains("1. Call P\(number): +49301\(number)."))
        }
        #expect(notice.body.contains("The rest: lifesignalctl notifications") == (note > 200))
    }

    @Test func `what the short ones leave is the long ones'`() {
        let parts = [40, 40, 3000].enumerated().map { index, length in
            MergedNotice.Part(
                id: "\(index)", title: "T\(index)", body: String(repeating: "x", count: length))
        }
        let notice = MergedNotice(parts, isAlarm: false, titleBytes: 250, bodyBytes: 4000)
        #expect(notice.body.contains(String(repeating: "x", count: 3000)))
        #expect(!notice.body.contains("The rest"))
    }

    @Test func `where there is no room for anything of use all are named at least`() {
        let notice = merged(100, note: 0)
        #expect(notice.count == 100)
        #expect(notice.body.utf8.count <= 4000)
        for number in 1...100 { #expect(notice.body.contains("P\(number) has not checked in\n")) }
        #expect(!notice.body.contains("1. Call"))
    }
}
