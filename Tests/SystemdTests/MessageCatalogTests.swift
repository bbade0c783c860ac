import Glibc
import LifeSignal
import Logging
import Testing

@testable import Systemd

/// The ids in the code, in the catalog and in the documentation are the same.
struct MessageCatalogTests {
    struct Entry {
        var id: String
        var subject: String
        var header: [String]
        var body: String
    }

    /// The catalog's entries, read by the rules of https://systemd.io/CATALOG: `-- id`, a header,
    /// an empty line, the text.
    private func catalog() throws -> [Entry] {
        let text = try repositoryFile("systemd/lifesignal.catalog")
        return text.split(separator: "\n-- ").dropFirst().map { part in
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
            let header = lines.dropFirst().prefix { !$0.isEmpty }.map(String.init)
            return Entry(
                id: String(lines[0]),
                subject: header.first { $0.hasPrefix("Subject: ") }.map { String($0.dropFirst(9)) }
                    ?? "",
                header: header,
                body: lines.dropFirst(header.count + 2).joined(separator: "\n"))
        }
    }

    @Test func `every id is explained exactly once, and nothing else is`() throws {
        let explained = try catalog().map(\.id)
        #expect(Set(explained) == Set(MessageID.allCases.map(\.rawValue)))
        #expect(explained.count == MessageID.allCases.count)
    }

    @Test(arguments: MessageID.allCases)
    func `an id is 128 bits in lower-case hexadecimal`(_ id: MessageID) {
        #expect(id.rawValue.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    }

    @Test func `every explanation has a subject, its author and something to do`() throws {
        for entry in try catalog() {
            #expect(!entry.subject.isEmpty, "\(entry.id)")
            #expect(entry.header.contains("Defined-By: LifeSignal"), "\(entry.id)")
            #expect(entry.body.split(separator: "\n\n").count >= 2, "\(entry.id) \(entry.subject)")
        }
    }

    @Test func `an explanation uses only fields that its entries always have`() throws {
        for entry in try catalog() {
            let id = try #require(MessageID(rawValue: entry.id))
            let used = (entry.subject + entry.body).matches(of: /@([A-Z_]+)@/).map { $0.output.1 }
            let known = Set(id.fields.map(\.rawValue))
            #expect(used.allSatisfy { known.contains(String($0)) }, "\(id) uses \(used)")
        }
    }

    @Test func `the documentation lists every id with its priority and fields, and every field`()
        throws
    {
        let text = try repositoryFile("docs/JOURNAL.md")
        for id in MessageID.allCases {
            let row = try #require(text.split(separator: "\n").first { $0.contains(id.rawValue) })
            let cells = row.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
            let fields = id.fields.map(\.rawValue).joined(separator: ",")
            #expect(cells[0] == id.event)
            #expect(cells[2] == Self.name(of: id.level))
            #expect(cells[3] == (fields.isEmpty ? "–" : fields))
        }
        for field in JournalField.allCases { #expect(text.contains("| `\(field.rawValue)` |")) }
    }

    @Test(arguments: Event.Kind.allCases)
    func `every kind of audit event has an id of its name`(_ kind: Event.Kind) {
        #expect(MessageID(event: kind.rawValue)?.event == kind.rawValue)
    }

    @Test func `an entry names its kind both as an id and in words`() {
        #expect(
            EntryFields(.checkedIn, [.user: "ana", .actor: "user:ana"]).assignments == [
                "MESSAGE_ID=\(MessageID.checkedIn.rawValue)", "LIFESIGNAL_EVENT=checkedIn",
                "LIFESIGNAL_USER=ana", "LIFESIGNAL_ACTOR=user:ana",
            ])
    }

    @Test func `a field that is given twice is there once, as it was given last`() {
        var fields: JournalFields = [.user: "ana", .ping: "p1"]
        fields[.user] = "ben"
        fields[.alert] = nil
        #expect(fields == [.ping: "p1", .user: "ben"])
        fields[.ping] = nil
        #expect(fields == [.user: "ben"])
    }

    @Test func `people in need are louder than anything but a notice that reaches nobody`() {
        #expect(MessageID.becameNonResponsive.level == .error)
        #expect(MessageID.alertRaised.level == .error)
        #expect(MessageID.noticeCannotReachAnybody.level == .critical)
        #expect(MessageID.problemRaised.level == .warning)
        #expect(MessageID.recovered.level == .notice)
        #expect(MessageID.checkedIn.level == .info)
    }

    private static func name(of level: Logger.Level) -> String {
        switch level {
        case .critical: "crit"
        case .error: "err"
        default: level.rawValue
        }
    }
}

/// A text file of the checkout that this test was built from.
private func repositoryFile(_ path: String, here: String = #filePath) throws -> String {
    let root = here.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/\(path)", "r"), "\(path) is missing")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return try #require(String(validating: bytes.prefix(count), as: UTF8.self))
}
