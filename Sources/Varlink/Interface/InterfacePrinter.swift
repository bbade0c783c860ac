extension Interface: CustomStringConvertible {
    /// The description in Varlink's interface language, laid out evenly. Parsing it gives an equal
    /// interface.
    public var description: String {
        var printer = InterfacePrinter()
        printer.write(self)
        return printer.text
    }
}

private struct InterfacePrinter {
    private(set) var text = ""
    /// The column past which a list of fields is broken into lines.
    private let width = 100

    mutating func write(_ interface: Interface) {
        write(comment: interface.comment, indentation: 0)
        text += "interface \(interface.name)\n"
        for member in interface.members {
            text += "\n"
            write(member)
        }
        guard !interface.closingComment.isEmpty else { return }
        text += "\n"
        write(comment: interface.closingComment, indentation: 0)
    }

    private mutating func write(_ member: Interface.Member) {
        switch member {
        case .type(let type):
            write(comment: type.comment, indentation: 0)
            text += "type \(type.name) "
            write(type.definition, indentation: 0)
        case .method(let method):
            write(comment: method.comment, indentation: 0)
            text += "method \(method.name)"
            write(.structure(method.parameters), indentation: 0)
            text += " -> "
            write(.structure(method.reply), indentation: 0)
        case .error(let error):
            write(comment: error.comment, indentation: 0)
            text += "error \(error.name) "
            write(.structure(error.parameters), indentation: 0)
        }
        text += "\n"
    }

    private mutating func write(_ type: Interface.TypeReference, indentation: Int) {
        switch type {
        case .structure(let structure):
            let inLine = line(of: type)
            if let inLine, column + inLine.count <= width {
                text += inLine
            } else {
                write(structure, indentation: indentation)
            }
        case .enumeration(let enumeration):
            let inLine = line(of: type)
            if let inLine, column + inLine.count <= width {
                text += inLine
            } else {
                write(enumeration, indentation: indentation)
            }
        case .array(let element):
            text += "[]"
            write(element, indentation: indentation)
        case .map(let element):
            text += "[string]"
            write(element, indentation: indentation)
        case .nullable(let wrapped):
            text += "?"
            write(wrapped, indentation: indentation)
        default: text += line(of: type) ?? ""
        }
    }

    private mutating func write(_ structure: Interface.Structure, indentation: Int) {
        text += "(\n"
        for (position, field) in structure.fields.enumerated() {
            write(comment: field.comment, indentation: indentation + 1)
            indent(indentation + 1)
            text += "\(field.name): "
            write(field.type, indentation: indentation + 1)
            text += position < structure.fields.count - 1 ? ",\n" : "\n"
        }
        write(comment: structure.closingComment, indentation: indentation + 1)
        indent(indentation)
        text += ")"
    }

    private mutating func write(_ enumeration: Interface.Enumeration, indentation: Int) {
        text += "(\n"
        for (position, value) in enumeration.values.enumerated() {
            write(comment: value.comment, indentation: indentation + 1)
            indent(indentation + 1)
            text += value.name
            text += position < enumeration.values.count - 1 ? ",\n" : "\n"
        }
        write(comment: enumeration.closingComment, indentation: indentation + 1)
        indent(indentation)
        text += ")"
    }

    /// The type on one line, or nil if a comment within keeps it from that.
    private func line(of type: Interface.TypeReference) -> String? {
        switch type {
        case .bool: return "bool"
        case .int: return "int"
        case .float: return "float"
        case .string: return "string"
        case .object: return "object"
        case .any: return "any"
        case .named(let name): return name
        case .array(let element): return line(of: element).map { "[]\($0)" }
        case .map(let element): return line(of: element).map { "[string]\($0)" }
        case .nullable(let wrapped): return line(of: wrapped).map { "?\($0)" }
        case .enumeration(let enumeration):
            guard enumeration.closingComment.isEmpty,
                enumeration.values.allSatisfy(\.comment.isEmpty)
            else { return nil }
            return "(\(enumeration.values.map(\.name).joined(separator: ", ")))"
        case .structure(let structure):
            guard structure.closingComment.isEmpty, structure.fields.allSatisfy(\.comment.isEmpty)
            else { return nil }
            var fields: [String] = []
            for field in structure.fields {
                guard let type = line(of: field.type) else { return nil }
                fields.append("\(field.name): \(type)")
            }
            return "(\(fields.joined(separator: ", ")))"
        }
    }

    private var column: Int {
        text.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    }

    private mutating func write(comment: [String], indentation: Int) {
        for line in comment {
            indent(indentation)
            text += line.isEmpty ? "#\n" : "# \(line)\n"
        }
    }

    private mutating func indent(_ indentation: Int) {
        text += String(repeating: "  ", count: indentation)
    }
}
