import LifeSignal
import Testing

/// What `systemd-analyze timespan` of systemd 252 makes of the same texts, where it reads them.
struct SpanTextTests {
    @Test(
        arguments: [
            ("24h", 86_400), ("1day 30min", 88_200), ("90", 90), ("0", 0), ("0h", 0),
            ("2 h", 7200), ("2hours", 7200), ("48hr", 172_800), ("1y 12month", 63_115_200),
            ("1hr1hr", 7200), ("1h30min", 5400), ("1h\t30min", 5400), ("1h \n\r\t 30min", 5400),
            (" 5min ", 300), ("5min\n", 300), ("1 30", 31), ("5 5", 10), ("1min 1min", 120),
            ("00090", 90), ("300000ms 20s 5day", 432_320), ("1s 500ms 500ms", 2),
        ] as [(String, Int64)])
    func `spans are read and added up as systemd does`(text: String, seconds: Int64) throws {
        #expect(try Span(systemdText: text) == .seconds(seconds))
    }

    @Test(
        arguments: [
            ("1", 1), ("1s", 1), ("1sec", 1), ("1second", 1), ("1seconds", 1), ("1m", 60),
            ("1min", 60), ("1minute", 60), ("1minutes", 60), ("1h", 3600), ("1hr", 3600),
            ("1hour", 3600), ("1hours", 3600), ("1d", 86_400), ("1day", 86_400), ("1days", 86_400),
            ("1w", 604_800), ("1week", 604_800), ("1weeks", 604_800), ("1M", 2_629_800),
            ("1month", 2_629_800), ("1months", 2_629_800), ("1y", 31_557_600),
            ("1year", 31_557_600), ("1years", 31_557_600), ("1000ms", 1), ("1000msec", 1),
            ("1000000us", 1), ("1000000usec", 1), ("1000000\u{B5}s", 1), ("1000000\u{3BC}s", 1),
        ] as [(String, Int64)])
    func `every unit of systemd has its length`(text: String, seconds: Int64) throws {
        #expect(try Span(systemdText: text) == .seconds(seconds))
    }

    @Test(
        arguments: [
            ("1.5h", 5400), (".5h", 1800), ("0.25min", 15), ("1.0s", 1), ("1 .5h", 1801),
            ("1.5s .5s", 2), ("0.1d", 8640),
        ] as [(String, Int64)])
    func `decimals are read where whole seconds come out`(text: String, seconds: Int64) throws {
        #expect(try Span(systemdText: text) == .seconds(seconds))
    }

    @Test(arguments: ["1ms", "2.50", "55s500ms", "0.5", "1.0000001h", "1us", "999999us", "0.001s"])
    func `fractions of a second are refused`(text: String) {
        #expect(throws: Span.TextError.fraction) { try Span(systemdText: text) }
    }

    @Test(arguments: ["", " ", "\t\r\n"])
    func `no text is no span`(text: String) {
        #expect(throws: Span.TextError.empty) { try Span(systemdText: text) }
    }

    @Test(arguments: [
        "h", "-1", "+5", "1h -5min", "none", "1.", "1.h", ".", "1 . 5h", "1..5h", "1 s s",
        "٣h", "5\u{301}h", "１h", "24:00",
    ])
    func `what is no span is refused`(text: String) {
        #expect(throws: Span.TextError.self) { try Span(systemdText: text) }
    }

    @Test(arguments: [
        ("1fortnight", "fortnight"), ("1H", "H"), ("1Min", "Min"), ("1hx", "hx"), ("1ns", "ns"),
        ("1h5x", "x"), ("1,5h", ","), ("5e3", "e"),
    ])
    func `an unknown unit is named`(text: String, unit: String) {
        #expect(throws: Span.TextError.unknownUnit(unit)) { try Span(systemdText: text) }
    }

    @Test(arguments: [
        "infinity", " infinity ", "9223372036854775807", "9223372036854775808",
        "99999999999999999999999h", "292278y", "9223372036854s 1s", "9223372036854.9s",
    ])
    func `what does not fit is refused`(text: String) {
        #expect(throws: Span.TextError.tooLong) { try Span(systemdText: text) }
    }

    @Test func `the longest span that fits is read`() throws {
        #expect(try Span(systemdText: "9223372036854s") == .seconds(9_223_372_036_854))
    }

    @Test func `an error says what to write`() {
        #expect(Span.TextError.empty.description.contains("24h"))
        #expect(
            Span.TextError.notASpan("x").description
                == "“x” is no time span; write it like 24h or 1day 30min")
        #expect(
            Span.TextError.unknownUnit("H").description
                == "unknown unit of time “H”; use s, min, h, d or w")
        #expect(Span.TextError.tooLong.description == "that time span is too long")
        #expect(Span.TextError.fraction.description == "time spans are whole seconds")
    }
}
