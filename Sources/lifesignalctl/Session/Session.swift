import Glibc
import LifeSignal
import LifeSignalAPI
import Varlink

/// One invocation's way to the daemon; every command speaks through it.
///
/// No invocation fails because the daemon is being restarted: a call that finds nobody or is cut
/// off is made again for up to ten seconds (spec/interface.md).
final class Session {
    let world: World
    let address: Address
    private var client: Client?

    /// How long a restart of the daemon is waited out.
    static let patience = Span.seconds(10)
    private static let pause = Span(milliseconds: 100)
    /// From when on somebody at a terminal is told what is being waited for.
    private static let silence = Span.seconds(1)

    init(world: World, address: Address) {
        self.world = world
        self.address = address
    }

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
    /// - Parameter isDone: whether a failure of a repeated call means just that.
    func callOnce<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters,
        isDone: (People.Failure) -> Bool
    ) async throws(CallError) -> Method.Reply? {
        try await persist { (client, isRepeated) throws(CallError) in
            do throws(CallError) {
                return try await client.call(method, parameters)
            } catch {
                guard isRepeated, let failure = error.failure(of: People.Failure.self),
                    isDone(failure)
                else { throw error }
                return nil
            }
        }
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

    /// What the configuration says to call where LifeSignal can help no more; nil where it says
    /// nothing or nobody answers at once: this is asked for when something has gone wrong already.
    func emergencyNumber() async -> String? {
        do {
            return try await connected().call(Daemon.GetHealth.self, .init()).emergencyNumber
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
        var hasSpoken = false
        defer { if hasSpoken { eraseWaiting() } }
        while true {
            let failure: CallError
            var pause = Self.pause
            let began = world.uptime()
            do {
                let client = try await connected()
                if hasSpoken { eraseWaiting() }
                hasSpoken = false
                return try await attempt(client, isRepeated)
            } catch {
                failure = error
            }
            // What has gone well for long begins a new patience.
            if world.uptime() - began > Self.patience { start = nil }
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
            if waited >= Self.silence, !hasSpoken {
                hasSpoken = true
                sayWaiting()
            }
            await world.sleep(pause)
        }
    }

    private func connected() async throws(CallError) -> Client {
        if let client { return client }
        let client = try await world.connect(address)
        self.client = client
        return client
    }

    /// A daemon that restarts leaves the directory of its socket in place.
    private func mayBeRestarting(_ failure: CallError) -> Bool {
        guard !failure.isForbidden, !address.path.hasPrefix("@"),
            let slash = address.path.lastIndex(of: "/")
        else { return !failure.isForbidden }
        let directory = String(address.path[...slash])
        return access(directory, F_OK) == 0
    }

    private func sayWaiting() {
        guard world.console.errorIsTerminal else { return }
        let words = "lifesignald does not answer, waiting for it …"
        world.console.writeError(
            DisplayWidth.truncated(words, to: world.errorScreen.pageWidth - 1))
    }

    private func eraseWaiting() {
        guard world.console.errorIsTerminal else { return }
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

    /// How soon the daemon will take what it could not take now; nil for every other failure.
    fileprivate var retryAfterSeconds: Int64? {
        guard case .unavailable(_, let seconds) = failure(of: Daemon.Failure.self) else {
            return nil
        }
        return seconds
    }
}
