import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

/// Channels, and what is said of whom they reach.
struct ChannelCommandTests {
    @Test func `channel add says what it chose and why`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("channel add ntfys://ntfy.example.org/secret")
            #expect(
                run.output == """
                    Added channel ch9: ntfy://ntfy.example.org/***
                    It is not private: whoever knows or guesses the topic can read it; credentials \
                    keep them out. Notices there hold a handle and nothing else.
                    If only its user reads it: lifesignalctl channel remove ch9, and add it again \
                    with --private.
                    Try it: lifesignalctl channel test ch9

                    """)
            let own = await daemon.run("channel add -u ana --private ntfys://ntfy.example.org/s")
            #expect(
                own.output == """
                    Added channel ch9: ntfy://ntfy.example.org/***
                    It is private: as you said. Notices there say everything.
                    Try it: lifesignalctl channel test ch9

                    """)
            _ = await daemon.run("channel add --no-private mailto:a@example.org")
            #expect(
                daemon.parameters(of: People.AddChannel.self) == [
                    .init(address: "ntfys://ntfy.example.org/secret"),
                    .init(
                        address: "ntfys://ntfy.example.org/s", user: "ana", private: true),
                    .init(address: "mailto:a@example.org", private: false),
                ])
        }
    }

    @Test func `a channel's address can come from standard input`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "channel add -", console: TestConsole(answers: [" mailto:a@example.org "]))
            #expect(run.status == .done)
            #expect(
                daemon.parameters(of: People.AddChannel.self) == [
                    .init(address: "mailto:a@example.org")
                ])
            let empty = await daemon.run("channel add -")
            #expect(empty.status == .usage)
            #expect(empty.error == "NOT added: standard input holds no address\n")
            let calls = daemon.called.count
            let long = String(repeating: "x", count: 1_200_000)
            let endless = await daemon.run("channel add -", console: TestConsole(answers: [long]))
            #expect(endless.status == .failed)
            #expect(endless.error == "NOT added: an address is at most 1,000 bytes\n")
            let garbled = await daemon.run(
                "channel add -", console: TestConsole(answers: ["mailto:\u{FFFD}@example.org"]))
            #expect(garbled.status == .usage)
            #expect(garbled.error == "NOT added: the address is not UTF-8\n")
            #expect(daemon.called.count == calls)
        }
    }

    @Test func `channel test tells how it went`() async throws {
        try await withDaemon { daemon in
            let worked = await daemon.run("channel test ch1")
            #expect(
                worked.output
                    == "Handed to ntfy.example.org. Look whether it arrived.\n")
            let failed = await daemon.run("channel test ch2")
            #expect(failed.status == .failed)
            #expect(
                failed.error
                    == "NOT handed over: connection refused; it is tried again, Fri 21:00 CET (in 0m 5s). "
                    + "See: lifesignalctl notifications -u ana\n")
            let given = await daemon.run("channel test ch3")
            #expect(
                given.error == "NOT handed over: connection refused. See: lifesignalctl "
                    + "notifications -u ana\n")
        }
    }

    @Test func `channel test says that there is no sender, and how one is started`() async throws {
        var home = Household()
        home.senderConnected = false
        try await withDaemon(home) { daemon in
            let run = await daemon.run("channel test ch2")
            #expect(run.status == .failed)
            #expect(
                run.error
                    == "NOT handed over: no sender is connected; the test goes out when one is. Ask "
                    + "whoever runs this server, or start it: sudo systemctl start lifesignal-notify\n"
            )
        }
    }

    @Test func `channel test tells until when a pause was asked for`() async throws {
        try await withDaemon(.paused) { daemon in
            let run = await daemon.run("channel test ch2")
            #expect(
                run.error
                    == "NOT handed over: the server wants a pause, Fri 21:05 CET (in 5m 0s). See: "
                    + "lifesignalctl notifications -u ana\n")
        }
    }

    @Test func `removing the last channel says that nothing can be told any more`() async throws {
        try await withDaemon { daemon in
            let first = await daemon.run("channel remove ch1")
            #expect(first.output == "Removed channel ch1. What waited there is withdrawn.\n")
            let last = await daemon.run("channel remove ch2")
            #expect(
                last.output == """
                    Removed channel ch2. What waited there is withdrawn.
                    It was the last one: nothing can be told to ana now. Add another: \
                    lifesignalctl channel add -u ana ADDRESS

                    """)
        }
    }

    @Test func `a responder who cannot be told is not promised to be`() async throws {
        try await withDaemon(.benWithoutChannel) { daemon in
            let run = await daemon.run("responder add ana ben")
            #expect(run.status == .done)
            #expect(
                run.output == """
                    ben now looks out for ana, but has no channel: nothing can be told to ben.
                    They, or an administrator, add one: lifesignalctl channel add -u ben ADDRESS

                    """)
            let list = await daemon.run("responder list")
            #expect(list.output.contains("NO, no channel"))
            let page = await daemon.run("status ana")
            #expect(page.output.contains("can't be told: no channel"))
        }
    }

    @Test(arguments: [
        ("ntfy://ntfy.example.org/***", "ntfy.example.org"),
        ("ntfys://***@ntfy.example.org:8443/***", "ntfy.example.org:8443"),
        ("https://hooks.example.org/a/***?***", "hooks.example.org"),
        ("http://[::1]:80/x", "[::1]:80"), ("mailto:***@example.org", "the mail server"),
        ("exec:siren", "hook siren"), ("apprise+tgram://***", "Apprise (tgram)"),
        ("odd\u{1B}", "odd\\u{1b}"),
    ])
    func `what took a notice is read off the address`(address: String, host: String) {
        #expect(ChannelWords.host(ofMasked: address) == host)
    }
}
