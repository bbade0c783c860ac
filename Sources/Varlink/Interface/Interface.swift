/// What a Varlink interface description declares: its types, methods and errors, in their order,
/// with the comments that explain them.
///
/// Names are checked when a description is parsed (``init(parsing:)``): two members never share one,
/// and every type that is referred to is declared.
public struct Interface: Hashable, Sendable {
    /// The name in reverse-domain notation, such as `org.varlink.service`.
    public var name: String
    /// The comment before the keyword `interface`, a line each, without `#`.
    public var comment: [String]
    public var members: [Member]
    /// What stands after the last member.
    public var closingComment: [String]

    public init(
        name: String, comment: [String] = [], members: [Member] = [], closingComment: [String] = []
    ) {
        self.name = name
        self.comment = comment
        self.members = members
        self.closingComment = closingComment
    }

    /// One declaration of an interface.
    public enum Member: Hashable, Sendable {
        case type(NamedType)
        case method(Method)
        case error(Failure)

        public var name: String {
            switch self {
            case .type(let type): type.name
            case .method(let method): method.name
            case .error(let error): error.name
            }
        }
    }

    /// `type Name (…)`: a structure or an enumeration with a name.
    public struct NamedType: Hashable, Sendable {
        public var name: String
        public var comment: [String]
        /// A ``TypeReference/structure(_:)`` or an ``TypeReference/enumeration(_:)``.
        public var definition: TypeReference

        public init(name: String, comment: [String] = [], definition: TypeReference) {
            self.name = name
            self.comment = comment
            self.definition = definition
        }
    }

    /// `method Name (…) -> (…)`.
    public struct Method: Hashable, Sendable {
        public var name: String
        public var comment: [String]
        public var parameters: Structure
        public var reply: Structure

        public init(
            name: String, comment: [String] = [], parameters: Structure, reply: Structure
        ) {
            self.name = name
            self.comment = comment
            self.parameters = parameters
            self.reply = reply
        }
    }

    /// `error Name (…)`.
    public struct Failure: Hashable, Sendable {
        public var name: String
        public var comment: [String]
        public var parameters: Structure

        public init(name: String, comment: [String] = [], parameters: Structure) {
            self.name = name
            self.comment = comment
            self.parameters = parameters
        }
    }

    /// `(field: type, …)`.
    public struct Structure: Hashable, Sendable {
        public var fields: [Field]
        /// What stands after the last field, before the closing parenthesis.
        public var closingComment: [String]

        public init(fields: [Field] = [], closingComment: [String] = []) {
            self.fields = fields
            self.closingComment = closingComment
        }
    }

    /// `name: type` in a structure.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var comment: [String]
        public var type: TypeReference

        public init(name: String, comment: [String] = [], type: TypeReference) {
            self.name = name
            self.comment = comment
            self.type = type
        }
    }

    /// `(one, two, …)`.
    public struct Enumeration: Hashable, Sendable {
        public var values: [Value]
        /// What stands after the last value, before the closing parenthesis.
        public var closingComment: [String]

        public init(values: [Value], closingComment: [String] = []) {
            self.values = values
            self.closingComment = closingComment
        }

        public struct Value: Hashable, Sendable {
            public var name: String
            public var comment: [String]

            public init(name: String, comment: [String] = []) {
                self.name = name
                self.comment = comment
            }
        }
    }

    /// What may stand behind a field's colon.
    public indirect enum TypeReference: Hashable, Sendable {
        case bool
        case int
        case float
        case string
        /// Any JSON object.
        case object
        /// Any JSON value at all; an addition of systemd's.
        case any
        /// A type declared in the same interface.
        case named(String)
        case structure(Structure)
        case enumeration(Enumeration)
        case array(TypeReference)
        /// `[string]T`: any number of fields of one type.
        case map(TypeReference)
        /// `?T`; never directly another nullable.
        case nullable(TypeReference)
    }
}

extension Interface {
    public var types: [NamedType] {
        members.compactMap { if case .type(let type) = $0 { type } else { nil } }
    }

    public var methods: [Method] {
        members.compactMap { if case .method(let method) = $0 { method } else { nil } }
    }

    public var errors: [Failure] {
        members.compactMap { if case .error(let error) = $0 { error } else { nil } }
    }
}
