import LifeSignal
import Testing

@testable import lifesignalctl

struct RenderingTests {
    private func screen(_ width: Int? = nil, colour: Bool = false) -> Screen {
        Screen(width: width, isColoured: colour, zone: Invocation.zone, now: Household.now)
    }

    private func table() -> Table {
        var table = Table([
            Table.Column("NAME", minimum: 4), Table.Column("LEFT", right: true),
            Table.Column("NOTE", dropOrder: 1), Table.Column("EXTRA", dropOrder: 0),
        ])
        table.rows = [
            ["Ana", "1h 0m", "first", "x"], ["陳小明🙂", "13h 4m", "", "yy"],
            ["e\u{301}mile", "–", "third", ""],
        ]
        return table
    }

    @Test func `columns line up, whatever stands in them, and no line ends in blanks`() {
        #expect(
            table().rendered(on: screen()) == """
                NAME        LEFT  NOTE   EXTRA
                Ana        1h 0m  first  x
                陳小明🙂  13h 4m         yy
                e\u{301}mile          –  third

                """)
    }

    @Test func `a narrow screen first cuts what may be cut, then leaves out columns`() {
        #expect(
            table().rendered(on: screen(29)) == """
                NAME       LEFT  NOTE   EXTRA
                Ana       1h 0m  first  x
                陳小明…  13h 4m         yy
                e\u{301}mile         –  third

                """)
        #expect(
            table().rendered(on: screen(25)) == """
                NAME        LEFT  NOTE
                Ana        1h 0m  first
                陳小明🙂  13h 4m
                e\u{301}mile          –  third

                """)
        #expect(
            table().rendered(on: screen(12)) == """
                NAME    LEFT
                Ana    1h 0m
                陳…   13h 4m
                e\u{301}mi…       –

                """)
    }

    @Test func `what must not be cut or left out wraps rather than vanishes`() {
        #expect(
            table().rendered(on: screen(3), header: false) == """
                Ana    1h 0m
                陳…   13h 4m
                e\u{301}mi…       –

                """)
    }

    @Test(arguments: [
        (37, "HANDLE          NAME             DUE\njo-with-a-dash  Johanna  ======  soon\n"),
        (36, "HANDLE          NAME     DUE\njo-with-a-dash  Johanna  soon\n"),
        (26, "HANDLE          NAME  DUE\njo-with-a-dash  Joh…  soon\n"),
        (22, "HANDLE          NAME\njo-with-a-dash  Johan…\n"),
        (18, "HANDLE        NAME\njo-with-a-d…  Joh…\n"),
    ])
    func `decoration goes before anything is cut, and what commands are given is cut last`(
        columns: Int, text: String
    ) {
        var table = Table([
            Table.Column("HANDLE", lastResort: 6), Table.Column("NAME", minimum: 4),
            Table.Column("", decoration: true), Table.Column("DUE", dropOrder: 0),
        ])
        table.rows = [["jo-with-a-dash", "Johanna", "======", "soon"]]
        #expect(table.rendered(on: screen(columns)) == text)
    }

    @Test func `parts of one listing keep their columns`() {
        var second = Table(table().columns)
        second.rows = [["Bo", "1h 0m", "a", "b"]]
        let text = second.rendered(
            on: screen(), header: false, atLeast: table().naturalWidths)
        #expect(text == "Bo         1h 0m  a      b\n")
    }

    @Test func `colour is on a terminal only`() {
        #expect(screen().paint("x", .danger) == "x")
        #expect(screen(colour: true).paint("x", .danger) == "\u{1B}[1;31mx\u{1B}[0m")
        #expect(screen(colour: true).paint("", .danger) == "")
        #expect(screen().bar(0.5, columns: 4, .good) == "")
        #expect(
            screen(colour: true).bar(0.5, columns: 4, .good)
                == "\u{1B}[32m██\u{1B}[0m\u{1B}[2m░░\u{1B}[0m")
    }

    @Test(
        arguments: [
            (TestConsole(), [:], false), (TestConsole(columns: 80), [:], true),
            (TestConsole(columns: 80), ["NO_COLOR": "1"], false),
            (TestConsole(columns: 80), ["NO_COLOR": ""], false),
            (TestConsole(columns: 80), ["TERM": "dumb"], false),
        ] as [(TestConsole, [String: String], Bool)])
    func `there is colour only where somebody looks and wants it`(
        console: TestConsole, variables: [String: String], isColoured: Bool
    ) {
        var world = World.real
        world.console = console
        world.variable = { variables[$0] }
        #expect(world.screen(proposing: ProposedCommands()).isColoured == isColoured)
        #expect(world.errorScreen().isColoured == isColoured)
        #expect(world.screen(proposing: ProposedCommands()).width == console.columns)
    }

    @Test(arguments: [
        (0.0, "░░░░"), (0.1, "░░░░"), (0.13, "█░░░"), (1.0, "████"), (2.0, "████"), (-1.0, "░░░░"),
    ])
    func `a bar is as full as it says`(fraction: Double, drawn: String) {
        let bar = screen(colour: true).bar(fraction, columns: 4, .good)
        #expect(bar.filter { $0 == "█" || $0 == "░" } == drawn)
    }

    @Test(arguments: [
        ("2026-11-20T20:00:00.000Z", "Fri 21:00 CET"),
        ("2026-11-26T19:59:59.000Z", "Thu 20:59 CET"),
        ("2026-11-26T20:00:00.000Z", "Thu 2026-11-26 21:00 CET"),
        ("2026-11-14T20:00:00.001Z", "Sat 21:00 CET"),
        ("2026-11-14T20:00:00.000Z", "Sat 2026-11-14 21:00 CET"), ("soon\u{7}", "soon\\u{7}"),
    ])
    func `a weekday stands for a date only while it can't mean two`(text: String, short: String) {
        #expect(screen().short(text) == short)
    }

    @Test func `instants have weekday, date, time and zone`() {
        #expect(screen().full("2026-11-20T23:30:59.999Z") == "Sat 2026-11-21 00:30 CET")
        #expect(screen().exact("2026-11-20T23:30:59.999Z") == "Sat 2026-11-21 00:30:59 CET")
        #expect(screen().full(nil) == "–")
    }

    @Test(arguments: [
        ("2026-11-20T20:00:00.000Z", "0m 0s ago"), ("2026-11-20T19:59:15.000Z", "0m 45s ago"),
        ("2026-11-20T06:56:00.000Z", "13h 4m ago"), ("2026-11-20T20:00:00.500Z", "in 0m 0s"),
        ("2026-11-20T21:30:00.000Z", "in 1h 30m"),
    ])
    func `how far away an instant is`(text: String, words: String) {
        #expect(screen().distance(text) == words)
    }

    @Test func `words break between words and keep their place`() {
        let screen = screen(20)
        #expect(
            screen.wrapped("one two three four 陳小明 five", first: "* ", firstColumns: 2, indent: 2)
                == "* one two three four\n  陳小明 five\n")
        #expect(
            screen.wrapped("one", first: "* ", firstColumns: 2, indent: 2, .bold) == "* one\n")
        #expect(
            self.screen().wrapped(
                String(repeating: "word ", count: 40), first: "", firstColumns: 0, indent: 0
            ).split(separator: "\n").count == 1)
    }

    @Test func `the reader's zone is the system's rule for it`() throws {
        // Whatever zone this machine is in, its clock shows what localtime(3) says.
        let instant = try #require(Instant(rfc3339: "2026-07-01T12:00:00.000Z"))
        let reckoning = Zone.local.reckoning(instant)
        #expect(abs(reckoning.offsetSeconds) <= 14 * 3600)
        #expect(!reckoning.abbreviation.isEmpty)
        let back = Zone.local.instant(of: Zone.local.civilTime(instant))
        #expect(back == instant)
    }

    @Test(
        arguments: [
            ([], ""), (["ana"], "ana"), (["a b"], "'a b'"), (["it's"], #"'it'\''s'"#), ([""], "''"),
            (["--name", "Zoë", "$x", "-n=3"], "--name Zoë '$x' -n=3"),
        ] as [([String], String)])
    func `an invocation can be typed again`(words: [String], text: String) {
        #expect(ShellQuoting.joined(words) == text)
    }

    @Test
    func `a command that is proposed is in one piece, on a line of its own where it has to be`() {
        let screen = screen(40)
        #expect(
            screen.advice("Ben is late.", "If they are well: lifesignalctl check-in -u ben; see it")
                == """
                  ! Ben is late.
                    → If they are well:
                      lifesignalctl check-in -u ben; see
                      it

                """)
        // It begins further left where it fits only then, and is the terminal's to break where it never fits.
        #expect(
            screen.advice("Ben can't be told.", "lifesignalctl channel add -u ben ADDRESS")
                == """
                  ! Ben can't be told.
                    →
                lifesignalctl channel add -u ben ADDRESS

                """)
        #expect(
            screen.step(
                "Then: sudo lifesignalctl channel add -u RESPONDER ADDRESS (by them, or not)")
                    == """
                        → Then:
                    sudo lifesignalctl channel add -u RESPONDER ADDRESS
                          (by them, or not)

                    """)
    }

    @Test func `what is painted differently is wrapped as one`() {
        #expect(
            screen(12, colour: true).wrapped(
                [("one two", .plain), ("three four", .danger)], first: "- ", firstColumns: 2,
                indent: 2)
                    == """
                    - one two
                      \u{1B}[1;31mthree four\u{1B}[0m

                    """)
    }

    @Test func `no line of facts is wider than the screen, and none ends in a blank`() {
        let facts = [("a fact", Tint.plain), ("another", .plain), ("third", .plain)]
        #expect(
            screen(19).joined(facts, separator: " · ", indent: 2) == """
                  a fact ·
                  another · third

                """)
    }

    @Test func `blanks between words stay within a line, and go where it is broken`() {
        #expect(
            screen(12).wrapped("  one  two   three", first: "", firstColumns: 0, indent: 2) == """
                one  two
                  three

                """)
    }

    @Test func `a tab is laid out as blanks, and is left alone where there is no terminal`() {
        let text = "Key:\tat ben's\tdoor"
        #expect(
            screen(20).wrapped(text, first: "", firstColumns: 0, indent: 2)
                == "Key:    at ben's\n  door\n")
        #expect(screen().wrapped(text, first: "", firstColumns: 0, indent: 2) == text + "\n")
    }

    @Test(arguments: [
        ("薬は台所の棚にあります", "* 薬は台所の棚\n  にあります\n"),
        ("ben 薬は台所の棚にあります", "* ben 薬は台所\n  の棚にありま\n  す\n"),
        ("電話+49301234567まで", "* 電話\n  +49301234567\n  まで\n"),
        ("see https://example.org/a/b", "* see\n  https://example.org/a/b\n"),
    ])
    func `a word that is wider than a line is broken, but only at wide characters`(
        text: String, lines: String
    ) {
        #expect(screen(14).wrapped(text, first: "* ", firstColumns: 2, indent: 2) == lines)
    }

    @Test func `help is wrapped under its columns, and an example is one piece`() {
        let help = HelpPage(
            """
            OVERVIEW: What it is for, in a sentence.

              lifesignalctl status           how everybody is
              lifesignalctl events -u ana --follow
              lifesignalctl user add ana \\
                  --name "Ana Kovač" --interval 24h

            USAGE: lifesignalctl events [--json] [--since <number>]

            OPTIONS:
              --json          Show JSON for programs.
            """)
        #expect(
            help?.rendered(on: screen(36)) == """
                OVERVIEW: What it is for, in a
                sentence.

                  lifesignalctl status
                    how everybody is
                lifesignalctl events -u ana --follow
                  lifesignalctl user add ana \\
                      --name "Ana Kovač" --interval 24h

                USAGE: lifesignalctl events [--json]
                       [--since <number>]

                OPTIONS:
                  --json          Show JSON for
                                  programs.

                """)
    }
}
