/// An interface as generated from its description by `varlink-swift`.
public protocol VarlinkInterface: Sendable {
    /// The name in reverse-domain notation.
    static var interfaceName: String { get }
    /// The text of the description, as GetInterfaceDescription hands it out.
    static var description: String { get }
    /// What the description declares.
    static var interface: Interface { get }
}

extension Interface {
    /// Reads a description that the generator has embedded in the program.
    ///
    /// - Precondition: The text can be parsed; the generator has done so before.
    public init(embedded description: String) {
        do {
            try self.init(parsing: description)
        } catch {
            preconditionFailure("an embedded interface description does not parse: \(error)")
        }
    }
}

/// A method as generated from its interface's description.
public protocol VarlinkMethod: Sendable {
    associatedtype Contract: VarlinkInterface
    associatedtype Parameters: VarlinkObject
    associatedtype Reply: VarlinkObject

    /// The full name, such as `org.varlink.service.GetInfo`.
    static var name: String { get }
}

/// What a method is refused with: one of the errors that an interface declares.
public protocol VarlinkFailure: Error, Hashable {
    /// The full name, such as `org.varlink.service.MethodNotFound`.
    var name: String { get }
    /// The error's parameters, an object.
    var parameters: JSON { get }

    /// The error of this name, or nil if it is not among these or its parameters do not fit.
    init?(name: String, parameters: JSON)
}
