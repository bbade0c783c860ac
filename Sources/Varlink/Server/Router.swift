/// What a service consists of: who made it, its interfaces, and a handler for each method.
///
/// `org.varlink.service` is always among the interfaces and needs no handlers.
///
/// A handler throws a ``VarlinkFailure`` to refuse the call; ``InvalidParameter`` is one. Before it
/// runs, the parameters have been compared with the interface's description.
public struct Router: Sendable {
    let vendor: String
    let product: String
    let version: String
    let url: String
    private(set) var descriptions: [(name: String, text: String)] = []
    private(set) var methods: [String: Declared] = [:]

    /// Whether each reply is compared with the interface's description before it is sent. Generated
    /// types leave little that can differ; it is meant for tests.
    public var checksReplies = false

    /// A method that an interface declares, and its handler if there is one; each of its calls has it, so that it is in
    /// one place and not copied for them.
    package final class Declared: Sendable {
        let name: String
        let checker: TypeChecker
        let handler: Handler?

        init(name: String, checker: TypeChecker, handler: Handler? = nil) {
            (self.name, self.checker, self.handler) = (name, checker, handler)
        }
    }

    /// What reads the parameters, and returns what carries the call out.
    package enum Handler: Sendable {
        case single(@Sendable (JSON) throws(InvalidParameter) -> Single)
        case answering(@Sendable (JSON) throws(InvalidParameter) -> Answering)
        case stream(@Sendable (JSON) throws(InvalidParameter) -> Stream)

        package typealias Single = @Sendable (Call) async throws -> any VarlinkObject
        package typealias Answering = @Sendable (Call, PendingAnswer) -> Void
        /// Returns what stands for a reply without an item.
        package typealias Stream =
            @Sendable (Call, ReplyStream) async throws -> any VarlinkObject
    }

    /// A handler with its parameters.
    package enum Task: Sendable {
        case single(Handler.Single)
        case answering(Handler.Answering)
        case stream(Handler.Stream)

        init(_ handler: Handler, _ parameters: JSON) throws(InvalidParameter) {
            switch handler {
            case .single(let read): self = .single(try read(parameters))
            case .answering(let read): self = .answering(try read(parameters))
            case .stream(let read): self = .stream(try read(parameters))
            }
        }

        var isStream: Bool {
            if case .stream = self { true } else { false }
        }
    }

    /// - Parameters:
    ///   - vendor: With the next three, what GetInfo says of the service.
    ///   - interfaces: What the service offers. Methods left without a handler are answered with
    ///     `MethodNotImplemented`.
    public init(
        vendor: String, product: String, version: String, url: String,
        interfaces: [any VarlinkInterface.Type]
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        let service: [any VarlinkInterface.Type] = [Service.self]
        for interface in service + interfaces { declare(interface) }
        addService()
    }

    /// Handles a method that replies once. A call of it with `more` gets the one reply as well.
    ///
    /// - Precondition: The method's interface is among those of the service.
    public mutating func on<Method: VarlinkMethod>(
        _ method: Method.Type,
        _ handler: @escaping @Sendable (Method.Parameters, Call) async throws -> Method.Reply
    ) {
        set(
            Method.name,
            .single { json throws(InvalidParameter) in
                let parameters: Method.Parameters = try Self.parameters(json)
                return { call in try await handler(parameters, call) }
            })
    }

    /// Handles a method that replies once, by a handler that does not wait: whoever it leaves the ``Answer`` to gives
    /// it later. Such a call has no task, for methods that are called often, and nobody hears if its caller leaves.
    ///
    /// - Precondition: The method's interface is among those of the service.
    public mutating func on<Method: VarlinkMethod>(
        _ method: Method.Type,
        answering handler:
            @escaping @Sendable (Method.Parameters, Call, Answer<Method.Reply>) -> Void
    ) {
        set(
            Method.name,
            .answering { json throws(InvalidParameter) in
                let parameters: Method.Parameters = try Self.parameters(json)
                return { call, pending in handler(parameters, call, Answer(pending: pending)) }
            })
    }

    /// Handles a method that replies any number of times. A call of it without `more` is answered
    /// with `ExpectedMore`.
    ///
    /// The handler sends the replies and returns after the last. See ``Replies`` for how listings
    /// end and how endless streams are sent.
    ///
    /// - Precondition: The method's interface is among those of the service.
    public mutating func onStream<Method: VarlinkMethod>(
        _ method: Method.Type,
        _ handler:
            @escaping @Sendable (Method.Parameters, Call, Replies<Method.Reply>)
            async throws -> Void
    ) {
        set(
            Method.name,
            .stream { json throws(InvalidParameter) in
                let parameters: Method.Parameters = try Self.parameters(json)
                return { call, stream in
                    try await handler(parameters, call, Replies(stream: stream))
                    let withoutItem = try? Method.Reply(json: [:])
                    return withoutItem ?? JSONObject()
                }
            })
    }

    private mutating func declare(_ type: any VarlinkInterface.Type) {
        let interface = type.interface
        precondition(
            !descriptions.contains { $0.name == interface.name },
            "the interface \(interface.name) is given twice")
        descriptions.append((interface.name, type.description))
        let checker = TypeChecker(interface)
        for method in interface.methods {
            methods["\(interface.name).\(method.name)"] = Declared(
                name: method.name, checker: checker)
        }
    }

    private mutating func set(_ name: String, _ handler: Handler) {
        guard let method = methods[name] else {
            preconditionFailure("no interface of this service declares \(name)")
        }
        methods[name] = Declared(name: method.name, checker: method.checker, handler: handler)
    }

    /// Reads parameters that have been compared with the description: what fails here is a
    /// difference between it and the Swift type.
    private static func parameters<Parameters: VarlinkObject>(
        _ json: JSON
    ) throws(InvalidParameter) -> Parameters {
        do {
            return try Parameters(json: json)
        } catch {
            throw InvalidParameter(error.field, reason: error.description)
        }
    }

    /// The two methods that every service has.
    private mutating func addService() {
        let info = Service.GetInfo.Reply(
            vendor: vendor, product: product, version: version, url: url,
            interfaces: descriptions.map(\.name))
        let texts = Dictionary(uniqueKeysWithValues: descriptions.map { ($0.name, $0.text) })
        on(Service.GetInfo.self) { _, _ in info }
        on(Service.GetInterfaceDescription.self) { parameters, _ in
            guard let text = texts[parameters.interface] else {
                throw Service.Failure.interfaceNotFound(interface: parameters.interface)
            }
            return Service.GetInterfaceDescription.Reply(description: text)
        }
    }
}
