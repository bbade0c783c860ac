/// How names of the interface language are spelled in Swift.
enum SwiftName {
    /// The last label of an interface's name, as the name of the enum that holds its types:
    /// `org.varlink.service` is `Service`, `org.example.more-or-less` is `MoreOrLess`.
    static func namespace(of interfaceName: String) -> String {
        let label = interfaceName.split(separator: ".").last ?? ""
        return label.split(separator: "-").map { upperFirst(String($0)) }.joined()
    }

    /// The nested type for an enumeration or structure without a name of its own, after its field:
    /// `dependentSort` is `DependentSort`, `example_enum` is `ExampleEnum`.
    static func type(forField field: String) -> String {
        let name = field.split(separator: "_").map { upperFirst(String($0)) }.joined()
        return ["Type", "Protocol", "Self"].contains(name) ? name + "_" : name
    }

    /// The case for an error: `NoSuchUser` is `noSuchUser`, `URLUnknown` is `urlUnknown`.
    static func errorCase(_ name: String) -> String {
        let capitals = name.prefix { $0.isUppercase || $0.isNumber }
        let keepsLast = capitals.count > 1 && capitals.count < name.count
        let lowered = name.prefix(keepsLast ? capitals.count - 1 : max(capitals.count, 1))
        return escaped(lowered.lowercased() + name.dropFirst(lowered.count))
    }

    /// A field's or value's name, between backticks if Swift reserves it.
    static func escaped(_ name: String) -> String {
        reserved.contains(name) ? "`\(name)`" : name
    }

    private static func upperFirst(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Swift's keywords that can't be used as they stand for a property, a parameter or a case.
    private static let reserved: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
        "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
