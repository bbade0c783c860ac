import Foundation
import Synchronization
import Varlink

/// A service of `org.example.trial` on a socket of its own, with what its handlers noticed.
final class TrialService: Sendable {
    let server: Server
    let path: String
    let log = Log()
    /// Opens for the calls of `Wait`.
    let gate = Gate()

    var address: Address { get throws { try Address(path: path) } }

    init(limits: Server.Limits = .patient) async throws {
        path = Self.newPath()
        var router = Router(
            vendor: "Example", product: "Trial", version: "1", url: "https://example.org",
            interfaces: [Trial.self])
        router.checksReplies = true
        Self.addSingles(to: &router, log, gate)
        Self.addStreams(to: &router, log)
        let log = log
        server = Server(router: router, limits: limits) { log.note("\($0)") }
        try await server.listen(path: path)
    }

    static func newPath() -> String {
        "/tmp/varlink-\(getpid())-\(UUID().uuidString.prefix(8)).sock"
    }

    private static func addSingles(to router: inout Router, _ log: Log, _ gate: Gate) {
        router.on(Trial.Echo.self) { parameters, _ in
            let choice = parameters.choice.map { Trial.Echo.Reply.Choice(rawValue: $0.rawValue) }
            return .init(
                text: parameters.text, number: parameters.number, choice: choice,
                tree: parameters.tree)
        }
        router.on(Trial.WhoAmI.self) { _, call in
            let peer = call.peer
            return .init(
                pid: Int64(peer.pid), uid: Int64(peer.uid), gid: Int64(peer.gid),
                groups: peer.groups.sorted().map { Int64($0) })
        }
        router.on(Trial.Wait.self) { parameters, _ in
            log.note("waiting")
            await gate.wait(stubbornly: parameters.stubborn == true)
            log.note(Task.isCancelled ? "cancelled" : "done")
            return .init()
        }
        router.on(Trial.Note.self) { parameters, call in
            log.note("\(parameters.text)\(call.oneway ? " oneway" : "")")
            return .init()
        }
        router.on(Trial.Fill.self) { parameters, _ in
            .init(text: String(repeating: "x", count: Int(parameters.bytes)))
        }
        router.on(Trial.Misreply.self) { _, _ in .init(colour: .unlisted("blue")) }
        router.on(Trial.Fail.self) { _, _ in throw Mishap() }
    }

    private static func addStreams(to router: inout Router, _ log: Log) {
        router.onStream(Trial.Count.self) { parameters, _, replies in
            for number in 0..<parameters.to {
                if parameters.now == true {
                    try await replies.sendNow(.init(number: number))
                } else {
                    try await replies.send(.init(number: number))
                }
            }
            if parameters.fail == true { throw Mishap() }
        }
        router.onStream(Trial.CountStrictly.self) { parameters, _, replies in
            for number in 0..<parameters.to { try await replies.send(.init(number: number)) }
        }
        router.onStream(Trial.Follow.self) { _, _, replies in
            var number: Int64 = 0
            defer { log.note("follow ended") }
            while true {
                do {
                    try await replies.sendNow(.init(number: number))
                } catch {
                    log.note("stopped by \(type(of: error))")
                    throw error
                }
                number += 1
                log.follow(number)
            }
        }
        router.onStream(Trial.Refuse.self) { parameters, _, replies in
            for number in 0..<parameters.after { try await replies.send(.init(number: number)) }
            throw Trial.Failure.refused(reason: "enough", choice: .hard)
        }
    }
}

struct Mishap: Error {}

/// What has happened, in order.
final class Log: Sendable {
    private struct State {
        var notes: [String] = []
        var followed: Int64 = 0
    }

    private let state = Mutex(State())

    var notes: [String] { state.withLock { $0.notes } }
    /// The replies that `Follow` has got rid of.
    var followed: Int64 { state.withLock { $0.followed } }

    func note(_ text: String) { state.withLock { $0.notes.append(text) } }
    func follow(_ number: Int64) { state.withLock { $0.followed = number } }

    /// Waits until something like this has happened; false if it does not.
    func has(_ text: String, times: Int = 1) async -> Bool {
        await eventually { self.notes.count { $0.contains(text) } >= times }
    }
}

/// After which nothing is waited for any more: it hangs. Under a sanitizer, and beside other checks, a minute was
/// not enough.
enum Patience {
    static let seconds = 300
}

/// Waits until it is so; false if it is not.
func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(Patience.seconds)
    while await !condition() {
        guard ContinuousClock.now < end else { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}

/// Closed until opened. Whoever waits is let through when its task is cancelled, too.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        letThrough()
    }

    func wait(stubbornly: Bool = false) async {
        guard !isOpen else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled, !stubbornly {
                    continuation.resume()
                } else {
                    waiting.append(continuation)
                }
            }
        } onCancel: {
            if !stubbornly { Task { await self.letThrough() } }
        }
    }

    private func letThrough() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

extension Server.Limits {
    /// Without limits of time that a busy machine could reach; tests of these set their own.
    static var patient: Server.Limits {
        var limits = Server.Limits()
        limits.unfinishedFrame = .seconds(600)
        limits.unread = .seconds(600)
        return limits
    }
}
