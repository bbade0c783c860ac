import Glibc
import Logging
import Testing

@testable import Systemd

struct LogHandlerTests {
    /// The lines that reach the sink, at 2026-11-21T08:12:05Z.
    private func lines(style: TextLogHandler.Style, _ body: (Logger) -> Void) -> [String] {
        let heard = Heard()
        let handler = TextLogHandler(program: "lifesignald", style: style) {
            1_795_248_725
        } sink: {
            heard.add($0)
        }
        body(Logger(label: "test") { _ in handler })
        return heard.messages
    }

    @Test func `a plain line names the instant, the program and the level`() {
        #expect(
            lines(style: .plain) { $0.warning("the clock is behind") }
                == ["2026-11-21T08:12:05Z lifesignald: warning: the clock is behind\n"])
    }

    @Test func `a line for a terminal begins with the time of day`() throws {
        let line = try #require(
            lines(style: .terminal(colour: false)) { $0.info("ana has checked in") }.first)
        #expect(line.wholeMatch(of: /[0-2]\d:\d\d:\d\d info: ana has checked in\n/) != nil)
    }

    @Test func `colour surrounds the level and never the message`() throws {
        let line = try #require(lines(style: .terminal(colour: true)) { $0.error("no") }.first)
        #expect(line.hasSuffix("\u{1B}[31merror:\u{1B}[0m no\n"))
    }

    @Test func `a message can't forge a line, move the cursor or turn text around`() {
        let line = lines(style: .plain) { $0.info("a\nb\tc\u{1B}[2Jd\u{202E}e\u{2028}f\u{7F}") }
        #expect(
            line == [
                "2026-11-21T08:12:05Z lifesignald: info: "
                    + #"a\nb\tc\u{1b}[2Jd\u{202e}e\u{2028}f\u{7f}"# + "\n"
            ])
    }

    @Test func `names in any script stay as they are`() {
        let line = lines(style: .plain) { $0.info("José, 陳, 🙂, עברית") }
        #expect(line.first?.hasSuffix("José, 陳, 🙂, עברית\n") == true)
    }

    @Test func `journal fields stay out of the text and other metadata follows it`() {
        let line = lines(style: .plain) { logger in
            var logger = logger
            logger[metadataKey: "peer"] = "7"
            logger[metadataKey: "errno"] = "a\nb"
            logger.entry(.noticeCannotReachAnybody, "hello", [.user: "ana"])
        }
        #expect(line.first?.hasSuffix("critical: hello errno=a\\nb peer=7\n") == true)
    }

    @Test func `the event's own metadata comes before the logger's`() {
        let line = lines(style: .plain) { logger in
            var logger = logger
            logger[metadataKey: "peer"] = "7"
            logger.info("hello", metadata: ["peer": "8"])
        }
        #expect(line.first?.hasSuffix("info: hello peer=8\n") == true)
    }

    @Test func `an error handed to the logger is told`() {
        struct Broken: Error, CustomStringConvertible { let description = "it broke" }
        let line = lines(style: .plain) { $0.error("not saved", error: Broken()) }
        #expect(line.first?.hasSuffix("error: not saved: it broke\n") == true)
    }

    @Test func `below the level nothing is written`() {
        #expect(lines(style: .plain) { $0.debug("noise") } == [])
    }

    @Test func `what the journal does not take goes to standard error`() {
        let heard = Heard()
        let text = TextLogHandler(program: "lifesignald", style: .plain) {
            0
        } sink: {
            heard.add($0)
        }
        let handler = JournalLogHandler(
            program: "lifesignald", send: { _ in ENOBUFS }, fallback: text)
        Logger(label: "test") { _ in handler }.notice("hello")
        #expect(heard.messages == ["1970-01-01T00:00:00Z lifesignald: notice: hello\n"])
    }

    @Test func `the journal gets an entry's fields, and other metadata in the text`() {
        let heard = Heard()
        let handler = JournalLogHandler(
            program: "lifesignald",
            send: {
                $0.fields.forEach(heard.add)
                return 0
            }, fallback: TextLogHandler(program: "unused"))
        var logger = Logger(label: "test") { _ in handler }
        logger[metadataKey: "peer"] = "7"
        logger.entry(.checkedIn, "hello", [.user: "ben", .actor: "user:ben"])
        #expect(
            heard.messages == [
                "MESSAGE=hello peer=7", "PRIORITY=6", "SYSLOG_IDENTIFIER=lifesignald",
                "MESSAGE_ID=\(MessageID.checkedIn.rawValue)", "LIFESIGNAL_EVENT=checkedIn",
                "LIFESIGNAL_USER=ben", "LIFESIGNAL_ACTOR=user:ben",
            ])
    }
}

struct JournalEntryTests {
    private func entry(
        _ message: Logger.Message, level: Logger.Level = .info, _ metadata: Logger.Metadata = [:]
    ) -> JournalEntry {
        let event = LogEvent(
            level: level, message: message, metadata: metadata, source: nil, file: "", function: "",
            line: 0)
        return JournalEntry(program: "x", level: level, line: LogLine(event, metadata: [:]))
    }

    @Test(arguments: [
        (Logger.Level.critical, 2), (.error, 3), (.warning, 4), (.notice, 5), (.info, 6),
        (.debug, 7), (.trace, 7),
    ])
    func `each level has its priority`(_ level: Logger.Level, _ priority: Int) {
        #expect(entry("m", level: level).fields[1] == "PRIORITY=\(priority)")
    }

    @Test func `no metadata replaces what the handler decides, or becomes a field`() {
        let fields = entry("m", ["MESSAGE": "forged", "PRIORITY": "0", "LIFESIGNAL_USER": "ana"])
        #expect(
            fields.fields == [
                "MESSAGE=m LIFESIGNAL_USER=ana MESSAGE=forged PRIORITY=0", "PRIORITY=6",
                "SYSLOG_IDENTIFIER=x",
            ])
    }

    @Test func `a message of several lines is one line`() {
        #expect(entry("a\nb").fields.first == "MESSAGE=a\\nb")
    }
}

struct LogDestinationTests {
    private func choose(
        _ environment: [String: String], isTerminal: Bool = false,
        standardError: (device: UInt64, inode: UInt64)? = (device: 9, inode: 4711)
    ) -> LogDestination {
        LogDestination.choose(
            program: "x", standardError: standardError, isTerminal: isTerminal,
            environment: { environment[$0] })
    }

    @Test func `the journal is chosen when standard error is its stream`() {
        #expect(choose(["JOURNAL_STREAM": "9:4711"]) == .journal(program: "x"))
    }

    @Test(arguments: ["9:4712", "8:4711", "4711", "", "9:4711 "])
    func `text is chosen when standard error is something else`(_ stream: String) {
        #expect(choose(["JOURNAL_STREAM": stream]) == .text(program: "x", style: .plain))
    }

    @Test func `text is chosen when standard error is closed`() {
        #expect(
            choose(["JOURNAL_STREAM": "0:0"], standardError: nil)
                == .text(program: "x", style: .plain))
    }

    @Test func `colour is for terminals only`() {
        #expect(choose([:]) == .text(program: "x", style: .plain))
        #expect(
            choose([:], isTerminal: true) == .text(program: "x", style: .terminal(colour: true)))
    }

    @Test(arguments: [("NO_COLOR", "1", false), ("NO_COLOR", "", true), ("TERM", "dumb", false)])
    func `NO_COLOR and a dumb terminal switch colour off`(
        _ name: String, _ value: String, _ colour: Bool
    ) {
        #expect(
            choose([name: value], isTerminal: true)
                == .text(program: "x", style: .terminal(colour: colour)))
    }
}
