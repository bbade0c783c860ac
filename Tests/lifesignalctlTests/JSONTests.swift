import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

struct JSONTests {
    /// An array, an element a line, each exactly as it travels on the socket.
    private func array(_ values: [some VarlinkValue]) -> String {
        "[\n" + values.map { $0.json.description }.joined(separator: ",\n") + "\n]\n"
    }

    @Test func `listings are arrays of what travels on the socket`() async throws {
        let home = Household()
        try await withDaemon(home) { daemon in
            #expect(await daemon.run("user list --json").output == array(home.users))
            #expect(await daemon.run("responder list --json").output == array(home.responders))
            #expect(await daemon.run("dependents --json").output == array(home.dependents))
            #expect(await daemon.run("ping list --json").output == array(home.pings))
            #expect(await daemon.run("alert list --json").output == array(home.alerts))
            #expect(await daemon.run("channel list --json").output == array(home.channels))
            #expect(
                await daemon.run("notifications --json").output == array(home.notifications))
            #expect(await daemon.run("deadlines --json").output == array(home.deadlines))
            #expect(await daemon.run("events --json").output == array(home.events))
        }
    }

    @Test func `an empty listing is an empty array`() async throws {
        try await withDaemon(.empty) { daemon in
            for line in [
                "user list", "responder list", "dependents", "ping list", "alert list",
                "channel list", "notifications", "deadlines", "events", "history",
            ] {
                #expect(await daemon.run(line + " --json").output == "[]\n", "\(line)")
            }
        }
    }

    @Test func `what is shown of one thing is one object`() async throws {
        let home = Household()
        try await withDaemon(home) { daemon in
            #expect(
                await daemon.run("user show ben --json").output
                    == "\(People.User.ben.json)\n")
            #expect(
                await daemon.run("ping show q1 --json").output == "\(home.pings[1].json)\n")
            #expect(
                await daemon.run("user explain --json").output == "\(home.explanation.json)\n")
        }
    }

    @Test func `status is the daemon's with the users, or all about one user`() async throws {
        let home = Household()
        try await withDaemon(home) { daemon in
            let everybody: JSON = ["status": home.status.json, "users": home.users.json]
            // What would speak to a terminal is an escape, with the same meaning.
            #expect(await daemon.run("status --json").output == "\(everybody)\n")
            let ana: JSON = [
                "user": People.User.ana.json, "responders": home.responders.json,
                "dependents": home.dependents.json, "pendingPings": [home.pings[0].json],
                "channels": home.channels.json,
            ]
            #expect(await daemon.run("status ana --json").output == "\(ana)\n")
        }
    }

    @Test func `history keeps the names of the socket's listings`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("history --json --kind alert")
            #expect(
                run.output == #"""
                    [
                    {"alert":{"id":"a2","user":"ana","startedAt":"2026-11-20T19:54:48.000Z","endedAt":null,"message":"fell down the stairs"}},
                    {"alert":{"id":"a1","user":"ana","startedAt":"2026-11-02T08:00:00.000Z","endedAt":"2026-11-02T09:12:05.000Z","message":null}}
                    ]

                    """#)
        }
    }

    @Test func `JSON on a terminal can't speak to it`() {
        #expect(
            JSONText.line(["a": "\u{1B}[2J\u{9B}\u{202E}陳\u{2028}"])
                == #"{"a":"\u001b[2J\u009b\u202e陳\u2028"}"#)
    }
}
