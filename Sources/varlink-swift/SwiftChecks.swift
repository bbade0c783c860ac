import Varlink

/// What the interface language allows and the Swift source can't express.
extension SwiftSource {
    static func checkNames(of interface: Interface) throws {
        let namespace = SwiftName.namespace(of: interface.name)
        for member in interface.members {
            if ["Failure", "Type", "Protocol", "Self", "Any"].contains(member.name) {
                throw Inexpressible(description: "'\(member.name)' can't be a Swift type here")
            }
            if member.name == namespace {
                throw Inexpressible(
                    description: "'\(member.name)' is also what the interface is called in Swift")
            }
        }
        for structure in structures(of: interface) {
            var names: Set<String> = []
            for (name, _) in anonymousTypes(in: structure.fields)
            where !names.insert(name).inserted {
                throw Inexpressible(description: "two fields would both have a type '\(name)'")
            }
        }
    }

    /// A structure that holds itself, itself or nullable, has no size in Swift; through an array or
    /// a map it has.
    static func checkRecursion(of interface: Interface) throws {
        let types = Dictionary(
            uniqueKeysWithValues: interface.types.map { ($0.name, $0.definition) })

        func check(_ type: Interface.TypeReference, within names: [String]) throws {
            switch type {
            case .named(let name):
                guard !names.contains(name) else {
                    throw Inexpressible(
                        description: "'\(name)' holds itself other than in an array or a map")
                }
                if let definition = types[name] { try check(definition, within: names + [name]) }
            case .structure(let structure):
                for field in structure.fields { try check(field.type, within: names) }
            case .nullable(let wrapped): try check(wrapped, within: names)
            default: break
            }
        }
        for type in interface.types { try check(type.definition, within: [type.name]) }
    }

    private static func structures(of interface: Interface) -> [Interface.Structure] {
        func within(_ type: Interface.TypeReference) -> [Interface.Structure] {
            switch type {
            case .structure(let structure):
                [structure] + structure.fields.flatMap { within($0.type) }
            case .array(let inner), .map(let inner), .nullable(let inner): within(inner)
            default: []
            }
        }
        return interface.members.flatMap { member in
            switch member {
            case .type(let type): within(type.definition)
            case .method(let method):
                within(.structure(method.parameters)) + within(.structure(method.reply))
            case .error(let error): within(.structure(error.parameters))
            }
        }
    }
}
