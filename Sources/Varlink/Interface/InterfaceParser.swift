extension Interface {
    /// Why a text is no interface description, and where.
    public struct ParseError: Error, Hashable, CustomStringConvertible {
        /// What is wrong, in words.
        public var reason: String
        /// Both count from 1; the column counts bytes.
        public var line: Int
        public var column: Int

        public init(_ reason: String, line: Int, column: Int) {
            self.reason = reason
            self.line = line
            self.column = column
        }

        public var description: String { "line \(line), column \(column): \(reason)" }
    }

    /// Reads a description in Varlink's interface language: the grammar of varlink.org and
    /// systemd's `any`, names and references checked.
    public init(parsing text: String) throws(ParseError) {
        var parser = try InterfaceParser(text)
        self = try parser.interface()
    }
}

/// Recursive descent over the tokens.
struct InterfaceParser {
    /// How deep types may stand in each other: a description may come from a stranger.
    private static let maximumDepth = 64

    private var tokens: InterfaceTokens
    /// The types referred to and where, checked once all are known.
    private var references: [(name: String, line: Int, column: Int)] = []

    init(_ text: String) throws(Interface.ParseError) {
        tokens = try InterfaceTokens(text)
    }

    mutating func interface() throws(Interface.ParseError) -> Interface {
        let comment = tokens.takeComments()
        try expect(.word("interface"))
        let name = try name("an interface name", where: { Interface.isInterfaceName($0) })
        var interface = Interface(name: name, comment: comment + tokens.takeTrailingComments())
        var names: Set<String> = []
        while tokens.current != .end {
            let (line, column) = (tokens.line, tokens.column)
            let member = try member()
            guard names.insert(member.name).inserted else {
                throw Interface.ParseError(
                    "'\(member.name)' is declared twice", line: line, column: column)
            }
            interface.members.append(member)
        }
        interface.closingComment = tokens.takeComments()
        try checkReferences(to: interface.types)
        return interface
    }

    private func checkReferences(to types: [Interface.NamedType]) throws(Interface.ParseError) {
        let declared = Set(types.map(\.name))
        for reference in references where !declared.contains(reference.name) {
            throw Interface.ParseError(
                "no type '\(reference.name)' is declared", line: reference.line,
                column: reference.column)
        }
    }

    private mutating func member() throws(Interface.ParseError) -> Interface.Member {
        let comment = tokens.takeComments()
        switch tokens.current {
        case .word("type"):
            let name = try memberName()
            let definition = try structureOrEnumeration(depth: 1)
            return .type(
                Interface.NamedType(
                    name: name, comment: comment + tokens.takeTrailingComments(),
                    definition: definition))
        case .word("method"):
            let name = try memberName()
            let parameters = try structure()
            try expect(.punctuation("->"))
            let reply = try structure()
            return .method(
                Interface.Method(
                    name: name, comment: comment + tokens.takeTrailingComments(),
                    parameters: parameters, reply: reply))
        case .word("error"):
            let name = try memberName()
            let parameters = try structure()
            return .error(
                Interface.Failure(
                    name: name, comment: comment + tokens.takeTrailingComments(),
                    parameters: parameters))
        default: throw unexpected("'type', 'method' or 'error'")
        }
    }

    private mutating func memberName() throws(Interface.ParseError) -> String {
        try tokens.advance()
        return try name("a name with an upper-case letter first", where: Interface.isMemberName)
    }

    private mutating func structure() throws(Interface.ParseError) -> Interface.Structure {
        let (line, column) = (tokens.line, tokens.column)
        guard case .structure(let structure) = try structureOrEnumeration(depth: 1) else {
            throw Interface.ParseError(
                "fields need a name and a type here", line: line, column: column)
        }
        return structure
    }

    /// Which of the two it is shows in what follows the first name.
    private mutating func structureOrEnumeration(
        depth: Int
    ) throws(Interface.ParseError) -> Interface.TypeReference {
        guard depth <= Self.maximumDepth else {
            throw Interface.ParseError(
                "nested too deeply", line: tokens.line, column: tokens.column)
        }
        try expect(.punctuation("("))
        if tokens.current == .punctuation(")") {
            let comment = tokens.takeComments()
            try tokens.advance()
            return .structure(Interface.Structure(closingComment: comment))
        }
        var names: Set<String> = []
        let first = try fieldName(&names)
        if tokens.current == .punctuation(":") {
            return .structure(try fields(startingWith: first, &names, depth: depth))
        }
        return .enumeration(try values(startingWith: first, &names))
    }

    private mutating func fields(
        startingWith first: (name: String, comment: [String]), _ names: inout Set<String>,
        depth: Int
    ) throws(Interface.ParseError) -> Interface.Structure {
        var structure = Interface.Structure()
        var (name, comment) = first
        while true {
            try expect(.punctuation(":"))
            let type = try type(depth: depth)
            let goesOn = try hasNext()
            comment += tokens.takeTrailingComments()
            structure.fields.append(Interface.Field(name: name, comment: comment, type: type))
            guard goesOn else { break }
            (name, comment) = try fieldName(&names)
        }
        structure.closingComment = tokens.takeComments()
        try expect(.punctuation(")"))
        return structure
    }

    private mutating func values(
        startingWith first: (name: String, comment: [String]), _ names: inout Set<String>
    ) throws(Interface.ParseError) -> Interface.Enumeration {
        var enumeration = Interface.Enumeration(values: [])
        var (name, comment) = first
        while true {
            let goesOn = try hasNext()
            comment += tokens.takeTrailingComments()
            enumeration.values.append(Interface.Enumeration.Value(name: name, comment: comment))
            guard goesOn else { break }
            (name, comment) = try fieldName(&names)
        }
        enumeration.closingComment = tokens.takeComments()
        try expect(.punctuation(")"))
        return enumeration
    }

    /// Whether a comma comes and with it another field or value; else the parenthesis closes.
    private mutating func hasNext() throws(Interface.ParseError) -> Bool {
        if try skip(.punctuation(",")) { return true }
        guard tokens.current == .punctuation(")") else { throw unexpected("',' or ')'") }
        return false
    }

    private mutating func fieldName(
        _ names: inout Set<String>
    ) throws(Interface.ParseError) -> (name: String, comment: [String]) {
        let comment = tokens.takeComments()
        let (line, column) = (tokens.line, tokens.column)
        let name = try name("a field name", where: { Interface.isFieldName($0) })
        guard names.insert(name).inserted else {
            throw Interface.ParseError("'\(name)' stands twice", line: line, column: column)
        }
        return (name, comment)
    }

    private mutating func type(depth: Int) throws(Interface.ParseError) -> Interface.TypeReference {
        guard depth < Self.maximumDepth else {
            throw Interface.ParseError(
                "nested too deeply", line: tokens.line, column: tokens.column)
        }
        switch tokens.current {
        case .punctuation("?"):
            try tokens.advance()
            if tokens.current == .punctuation("?") { throw unexpected("a type that is not '?'") }
            return .nullable(try type(depth: depth + 1))
        case .punctuation("[]"):
            try tokens.advance()
            return .array(try type(depth: depth + 1))
        case .punctuation("[string]"):
            try tokens.advance()
            return .map(try type(depth: depth + 1))
        case .punctuation("("): return try structureOrEnumeration(depth: depth + 1)
        case .word(let word): return try wordType(word)
        default: throw unexpected("a type")
        }
    }

    private mutating func wordType(
        _ word: String
    ) throws(Interface.ParseError) -> Interface.TypeReference {
        let type: Interface.TypeReference
        switch word {
        case "bool": type = .bool
        case "int": type = .int
        case "float": type = .float
        case "string": type = .string
        case "object": type = .object
        case "any": type = .any
        case let name where Interface.isMemberName(name):
            references.append((name, tokens.line, tokens.column))
            type = .named(name)
        default: throw unexpected("a type")
        }
        try tokens.advance()
        return type
    }

    private mutating func name(
        _ what: String, where isValid: (String) -> Bool
    ) throws(Interface.ParseError) -> String {
        guard case .word(let word) = tokens.current, isValid(word) else { throw unexpected(what) }
        try tokens.advance()
        return word
    }

    private mutating func expect(_ token: InterfaceTokens.Token) throws(Interface.ParseError) {
        guard try skip(token) else { throw unexpected(token.text) }
    }

    private mutating func skip(
        _ token: InterfaceTokens.Token
    ) throws(Interface.ParseError) -> Bool {
        guard tokens.current == token else { return false }
        try tokens.advance()
        return true
    }

    private func unexpected(_ wanted: String) -> Interface.ParseError {
        Interface.ParseError(
            "expected \(wanted), found \(tokens.current.text)", line: tokens.line,
            column: tokens.column)
    }
}
