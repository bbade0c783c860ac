import Glibc
import LifeSignal
import LifeSignalAPI
import Varlink

/// One invocation's way to the daemon; every command speaks through it.
///
/// No invocation fails because the daemon is being restarted: a call that finds nobody or is cut
/// off is made again for up to ten seconds (spec/interface.md).
///
/// A call is sent only once the daemon has answered on the same connection. systemd goes on listening
/// for a daemon that can't start, and what was sent meanwhile would be carried out whenever it can: a
/// check-in that its sender has long been told to have failed, hours later, as a sign of life.
final class Session {
    let world: World
    let address: Address
    private let commands: ProposedCommands
    private var client: Client?
    private var hasSpoken = false

    /// How long a restart of the daemon is waited out.
    static let patience = Span.seconds(10)
    /// How long the first answer on a connection is waited for. A restart takes less: the daemon ends
    /// within 5 s, is started half a second later, and answers a second or two after that. A daemon
    /// that can't start never answers, and whoever calls for help has to know soon.
    static let firstAnswer = Span.seconds(15)
    /// The same where something has gone wrong already, or has been done.
    private static let atOnce = Span.seconds(2)
    private static let pause = Span(milliseconds: 100)
    /// From when on somebody at a terminal is told what is being waited for.
    private static let silence = Span.seconds(1)

    /// - Parameter socket: how `address` was named by hand; nil where it was not.
    init(world: World, address: Address, socket: String?) {
        self.world = world
        self.address = address
        commands = ProposedCommands(socket: socket, path: address.path)
    }

    /// What pages are drawn for.
    var screen: Screen { world.screen(proposing: commands) }

    /// The same for failures.
    var errorScreen: Screen { world.errorScreen(proposing: commands) }

    /// Calls a method that can be made twice without harm.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(CallError) -> Method.Reply {
        try await persist { (client, _) throws(CallError) in
            try await client.call(method, parameters)
        }
    }

    /// Calls a method that says so when it is made twice: nil where an attempt that was cut off
    /// turns out to have been carried out.
    ///
    /// - Parameters:
    ///   - isDone: whether a failure of a repeated call means just that.
    ///   - hasBeenDone: looks whether it was carried out, where it may not be made again: what it did may have ended
    ///     the caller's right to it.
    func callOnce<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters,
        isDone: (People.Failure) -> Bool = { _ in false },
        hasBeenDone: () async throws(CallError) -> Bool = { () throws(CallError) in false }
    ) async throws(CallError) -> Method.Reply? {
        var forbidden: CallError?
        let reply = try await persist { (client, isRepeated) throws(CallError) -> Method.Reply? in
            do throws(CallError) {
                return try await client.call(method, parameters)
            } catch {
                guard isRepeated else { throw error }
                if let failure = error.failure(of: People.Failure.self), isDone(failure) {
                    return nil
                }
                guard error.isPermissionDenied else { throw error }
                forbidden = error
                return nil
            }
        }
        if let forbidden {
            guard try await hasBeenDone() else { throw forbidden }
        }
        return reply
    }

    /// Calls a method that must not be made twice: a call that is cut off stays so.
    func callUnrepeated<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(CallError) -> Method.Reply {
        try await persist(mayRepeat: false) { (client, _) throws(CallError) in
            try await client.call(method, parameters)
        }
    }

    /// A whole listing, asked for anew after a cut.
    func list<Method: VarlinkMethod, Item>(
        _ method: Method.Type, _ parameters: Method.Parameters, _ item: (Method.Reply) -> Item?
    ) async throws(CallError) -> [Item] {
        var items: [Item] = []
        try await whole(
            method, parameters, item, begin: { items = [] },
            {
                items.append($0)
                return true
            })
        return items
    }

    /// Takes a listing that only makes sense whole, item by item; after a cut from the beginning.
    ///
    /// - Parameters:
    ///   - begin: forgets what came before the cut.
    ///   - body: takes an item; false ends the listing early.
    func whole<Method: VarlinkMethod, Item>(
        _ method: Method.Type, _ parameters: Method.Parameters, _ item: (Method.Reply) -> Item?,
        begin: () -> Void, _ body: (Item) -> Bool
    ) async throws(CallError) {
        try await persist { (client, _) throws(CallError) in
            begin()
            for try await reply in client.stream(method, parameters) {
                guard let item = item(reply) else { continue }
                guard !body(item) else { continue }
                // A stream that is given up takes its connection with it.
                self.client = nil
                return
            }
        }
    }

    /// Takes a listing item by item, however long it is; one that is cut off continues.
    ///
    /// - Parameters:
    ///   - next: what to ask for after an item that was the last before the cut.
    ///   - body: takes an item; false ends the listing early.
    func each<Method: VarlinkMethod, Item>(
        _ method: Method.Type, _ parameters: Method.Parameters, _ item: (Method.Reply) -> Item?,
        continuingWith next: (Item) -> Method.Parameters, _ body: (Item) -> Bool
    ) async throws(CallError) {
        var parameters = parameters
        var isOver = false
        while !isOver {
            // Whatever came is a sign of life, after which the patience begins anew.
            isOver = try await persist { (client, _) throws(CallError) in
                var hasProgressed = false
                do throws(CallError) {
                    for try await reply in client.stream(method, parameters) {
                        guard let item = item(reply) else { continue }
                        hasProgressed = true
                        parameters = next(item)
                        if !body(item) {
                            self.client = nil
                            return true
                        }
                    }
                    return true
                } catch {
                    guard hasProgressed, error == .disconnected else { throw error }
                    self.client = nil
                    return false
                }
            }
        }
    }

    /// The user bound to the calling account; nil for an account that is bound to nobody.
    func ownUser() async throws(CallError) -> People.User? {
        do throws(CallError) {
            return try await call(People.GetUser.self, .init()).user
        } catch {
            if case .noAccount = error.failure(of: People.Failure.self) { return nil }
            throw error
        }
    }

    /// Whether a user who was named, or nobody by name, is who calls; false where nobody answers at once. This is
    /// asked for words alone, about what has been done: it neither waits nor fails.
    func isCaller(_ handle: String?) async -> Bool {
        guard let handle else { return true }
        let own = await atOnce { (client) throws(CallError) in
            try await client.call(People.GetUser.self, .init())
        }
        return own?.user.handle == handle
    }

    /// Whether nobody looks out for a user; false where that is not answered at once. Like ``isCaller(_:)`` it is
    /// asked for words alone.
    func hasNoResponder(_ handle: String) async -> Bool {
        let hasResponder = await atOnce { (client) throws(CallError) -> Bool in
            var isThere = false
            let replies = client.stream(People.ListResponders.self, .init(user: handle))
            for try await reply in replies { isThere = isThere || reply.contact != nil }
            return isThere
        }
        return hasResponder == false
    }

    /// What the configuration says to call where LifeSignal can help no more; nil where it says
    /// nothing or nobody answers at once: this is asked for when something has gone wrong already.
    func emergencyNumber() async -> String? {
        await atOnce { (client) throws(CallError) in
            try await client.call(Daemon.GetHealth.self, .init())
        }?.emergencyNumber
    }

    /// Makes one attempt; nil where it fails.
    private func atOnce<Result>(
        _ attempt: (Client) async throws(CallError) -> Result
    ) async -> Result? {
        defer { eraseWaiting() }
        do {
            return try await attempt(try await connected(within: Self.atOnce))
        } catch {
            return nil
        }
    }

    /// Makes an attempt until it is answered or the patience is at its end.
    private func persist<Result>(
        mayRepeat: Bool = true,
        _ attempt: (Client, _ isRepeated: Bool) async throws(CallError) -> Result
    ) async throws(CallError) -> Result {
        var start: Span?
        var isRepeated = false
        defer { eraseWaiting() }
        while true {
            let failure: CallError
            var pause = Self.pause
            var answered: Span?
            do {
                let client = try await connected()
                answered = world.uptime()
                eraseWaiting()
                return try await attempt(client, isRepeated)
            } catch {
                failure = error
            }
            // What has gone well for long begins a new patience.
            if let answered, world.uptime() - answered > Self.patience { start = nil }
            switch failure {
            case .disconnected:
                client = nil
                // It may have been carried out all the same.
                isRepeated = true
                guard mayRepeat else { throw failure }
            case .unreachable:
                guard mayBeRestarting(failure) else { throw failure }
            default:
                guard let seconds = failure.retryAfterSeconds else { throw failure }
                pause = .seconds(max(1, seconds))
            }
            let now = world.uptime()
            let waited = now - (start ?? now)
            start = start ?? now
            guard waited + pause <= Self.patience else { throw failure }
            if waited >= Self.silence { sayWaiting() }
            await world.sleep(pause)
        }
    }

    /// A connection on which the daemon has answered.
    private func connected(
        within limit: Span = Session.firstAnswer
    ) async throws(CallError) -> Client {
        if let client { return client }
        let client = try await world.connect(address)
        try await waitForAnswer(on: client, limit)
        self.client = client
        return client
    }

    private enum Wait {
        case answered
        case failed(CallError)
        case silent
        case over
    }

    /// Asks what every Varlink service answers without looking anything up.
    ///
    /// - Throws: a failure for which ``CallError/isSilence`` holds once the time is over.
    private func waitForAnswer(on client: Client, _ limit: Span) async throws(CallError) {
        let timeout = world.timeout
        let failure: CallError? = await withTaskGroup(of: Wait.self) { waits in
            defer { waits.cancelAll() }
            waits.addTask { await Self.answer(of: client) }
            waits.addTask {
                await timeout(Self.silence)
                return .silent
            }
            for await wait in waits {
                switch wait {
                case .answered: return nil
                case .failed(let failure): return failure
                case .silent:
                    sayWaiting()
                    waits.addTask {
                        await timeout(limit - Self.silence)
                        return .over
                    }
                case .over: return .silence
                }
            }
            return .silence
        }
        if let failure { throw failure }
    }

    private static func answer(of client: Client) async -> Wait {
        do throws(CallError) {
            _ = try await client.call(Service.GetInfo.self, .init())
            return .answered
        } catch .disconnected {
            // Nothing was asked for yet that could have been carried out.
            return .failed(.unreachable(String(cString: strerror(ECONNRESET))))
        } catch .failure {
            return .answered
        } catch {
            return .failed(error)
        }
    }

    /// A daemon that restarts leaves the directory of its socket in place.
    private func mayBeRestarting(_ failure: CallError) -> Bool {
        guard !failure.isForbidden, !failure.isSilence else { return false }
        guard !address.path.hasPrefix("@"), let slash = address.path.lastIndex(of: "/") else {
            return true
        }
        let directory = String(address.path[...slash])
        return access(directory, F_OK) == 0
    }

    private func sayWaiting() {
        guard world.console.errorIsTerminal, !hasSpoken else { return }
        hasSpoken = true
        let words = "lifesignald does not answer, waiting for it …"
        world.console.writeError(
            DisplayWidth.truncated(words, to: errorScreen.pageWidth - 1))
    }

    private func eraseWaiting() {
        guard hasSpoken else { return }
        hasSpoken = false
        world.console.writeError("\r\u{1B}[K")
    }
}

extension CallError {
    /// The declared error that the call was refused with, if it is one of these.
    func failure<Failure: VarlinkFailure>(of type: Failure.Type) -> Failure? {
        guard case .failure(let name, let parameters) = self else { return nil }
        return Failure(name: name, parameters: parameters)
    }

    /// The socket is there, but not for the caller's account.
    var isForbidden: Bool {
        self == .unreachable(String(cString: strerror(EACCES)))
            || self == .unreachable(String(cString: strerror(EPERM)))
    }

    /// Somebody listens, and nobody answers: systemd does so for a daemon that can't start.
    static let silence = CallError.unreachable(String(cString: strerror(ETIMEDOUT)))

    var isSilence: Bool { self == .silence }

    /// How soon the daemon will take what it could not take now; nil for every other failure.
    fileprivate var retryAfterSeconds: Int64? {
        guard case .unavailable(_, let seconds) = failure(of: Daemon.Failure.self) else {
            return nil
        }
        return seconds
    }
}
