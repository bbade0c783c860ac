import LifeSignalAPI
import Synchronization
import Varlink

/// A daemon that serves a fixed household on a socket of its own, and does what it is told to do
/// wrong.
final class FakeDaemon: Sendable {
    /// What happens to a call instead of its answer.
    enum Mishap: Sendable {
        case refusal(any VarlinkFailure)
        /// The connection is cut without a reply.
        case cut
        /// A listing is cut after so many items.
        case cutAfter(Int)
    }

    /// Thrown by a handler, which makes the server cut the connection.
    struct Cut: Error {}

    let path: String
    private let directory: TemporaryDirectory
    let desk: FakeDesk
    private let server: Server

    init(_ household: Household = Household()) async throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/socket"
        desk = FakeDesk(household)
        // Replies are not checked: some hold values of a later version, which a client must bear.
        var router = Router(
            vendor: "LifeSignal", product: "fake", version: "0", url: "https://example.org",
            interfaces: [People.self, Daemon.self])
        desk.addPeople(to: &router)
        desk.addDaemon(to: &router)
        server = Server(router: router)
        try await server.listen(path: path)
    }

    func stop() async {
        await server.shutdown(within: .seconds(1))
    }

    /// The next calls of this method meet these mishaps, one each.
    func arrange<Method: VarlinkMethod>(_ method: Method.Type, _ mishaps: Mishap...) {
        desk.state.withLock { $0.mishaps[Method.name, default: []] += mishaps }
    }

    /// The first call of this method, however it ends, changes the household.
    func change<Method: VarlinkMethod>(
        on method: Method.Type, _ change: @escaping @Sendable (inout Household) -> Void
    ) {
        desk.state.withLock { $0.changes[Method.name] = change }
    }

    /// The parameters of every call of this method, in order.
    func parameters<Method: VarlinkMethod>(of method: Method.Type) -> [Method.Parameters] {
        desk.state.withLock { state in
            state.calls.filter { $0.method == Method.name }
                .compactMap { try? Method.Parameters(json: $0.parameters) }
        }
    }

    /// The short names of all methods that were called, in order.
    var called: [String] {
        desk.state.withLock { state in
            state.calls.map { String($0.method.split(separator: ".").last ?? "") }
        }
    }
}

/// What the fake daemon answers from, and what it remembers of the calls.
final class FakeDesk: Sendable {
    struct State {
        var household: Household
        var mishaps: [String: [FakeDaemon.Mishap]] = [:]
        var calls: [(method: String, parameters: JSON)] = []
        var taps = 0
        var changes: [String: @Sendable (inout Household) -> Void] = [:]
    }

    let state: Mutex<State>

    init(_ household: Household) {
        state = Mutex(State(household: household))
    }

    /// Serves a method that replies once.
    func on<Method: VarlinkMethod>(
        _ method: Method.Type, _ router: inout Router,
        _ answer: @escaping @Sendable (Method.Parameters, inout State) throws -> Method.Reply
    ) {
        router.on(method) { [self] parameters, _ in
            try state.withLock { state in
                switch Self.note(method, parameters, &state) {
                case .refusal(let failure): throw failure
                case .cut, .cutAfter: throw FakeDaemon.Cut()
                case nil: return try answer(parameters, &state)
                }
            }
        }
    }

    /// Serves a listing.
    func onListing<Method: VarlinkMethod>(
        _ method: Method.Type, _ router: inout Router,
        _ items: @escaping @Sendable (Method.Parameters, Household) throws -> [Method.Reply]
    ) {
        router.onStream(method) { [self] parameters, _, replies in
            let (mishap, household) = state.withLock {
                (Self.note(method, parameters, &$0), $0.household)
            }
            let items = try items(parameters, household)
            switch mishap {
            case .refusal(let failure): throw failure
            case .cut: throw FakeDaemon.Cut()
            case .cutAfter(let count):
                for item in items.prefix(count) { try await replies.sendNow(item) }
                throw FakeDaemon.Cut()
            case nil:
                for item in items { try await replies.send(item) }
            }
        }
    }

    private static func note<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, _ state: inout State
    ) -> FakeDaemon.Mishap? {
        state.calls.append((Method.name, parameters.json))
        state.changes.removeValue(forKey: Method.name)?(&state.household)
        guard state.mishaps[Method.name]?.isEmpty == false else { return nil }
        return state.mishaps[Method.name]?.removeFirst()
    }
}
