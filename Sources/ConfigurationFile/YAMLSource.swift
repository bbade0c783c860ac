internal import Yams

extension ConfigurationSource {
    /// Walks a YAML text against the list of keys.
    ///
    /// swift-configuration would pass unknown keys over, and take the default for a value of the
    /// wrong type; so this is where both are found.
    init(yaml text: String, file: String) {
        self.init(name: file)
        do {
            // Nil: the file is empty or has comments only.
            guard let root = try Yams.compose(yaml: text) else { return }
            walk(root, at: [])
        } catch {
            let (line, reason) = Self.explain(error)
            refuse(nil, line: line, reason)
        }
    }

    /// A section, or the file as a whole.
    private mutating func walk(_ section: Node, at path: [String]) {
        let name = path.isEmpty ? nil : path.joined(separator: ".")
        let known = ConfigurationKey.names(in: path)
        // A section whose every key is commented out.
        if section.tag == Tag(.null) { return }
        guard let mapping = section.mapping else {
            return refuse(
                name, line: section.mark?.line, "must hold keys: \(known.joined(separator: ", "))")
        }
        for (keyNode, value) in mapping {
            let line = keyNode.mark?.line
            guard let last = keyNode.scalar?.string else {
                refuse(name, line: line, "a key must be a plain word")
                continue
            }
            let inner = path + [last]
            if let key = ConfigurationKey.at(inner) {
                take(value, for: key, line: line)
            } else if ConfigurationKey.names(in: inner).isEmpty {
                refuse(
                    inner.joined(separator: "."), line: line,
                    "unknown key; known here: \(known.joined(separator: ", "))")
            } else {
                walk(value, at: inner)
            }
        }
    }

    private mutating func take(_ node: Node, for key: ConfigurationKey, line: Int?) {
        let place = Place(spelled: key.name, line: line)
        switch Self.value(of: node, as: key.rule) {
        case .success(let value): take(value, for: key, at: place)
        case .failure(let wrong): refuse(key, at: place, wrong.reason)
        }
    }

    private struct WrongType: Error {
        var reason: String
    }

    /// The node's value in the type that the rule asks for. YAML 1.1 reads `no` as false, `0112` as
    /// 74 and `1:30` as 90; nothing of that is taken.
    private static func value(of node: Node, as rule: ValueRule) -> Result<RawValue, WrongType> {
        switch (rule, node) {
        case (.handles, .sequence(let nodes)):
            if let wrong = nodes.first(where: { $0.tag != Tag(.str) }) {
                return .failure(WrongType(reason: "every handle \(wrong.mustBeText)"))
            }
            return .success(.list(nodes.compactMap(\.scalar?.string)))
        case (.text, .scalar(let scalar)):
            guard node.tag == Tag(.str) else {
                return .failure(WrongType(reason: node.mustBeText))
            }
            return .success(.text(scalar.string))
        case (.number, .scalar(let scalar)):
            guard node.tag == Tag(.int), let number = Int(plainDigits: scalar.string) else { break }
            return .success(.number(number))
        case (.span, .scalar(let scalar)):
            guard [Tag(.str), Tag(.int), Tag(.float)].contains(node.tag) else { break }
            return .success(.text(scalar.string))
        default: break
        }
        if node.tag == Tag(.null) { return .failure(WrongType(reason: node.mustBeText)) }
        return .failure(WrongType(reason: "must be \(rule.typeInWords)"))
    }

    /// Yams' own description quotes the line, which may hold a secret.
    private static func explain(_ error: any Error) -> (line: Int?, reason: String) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            (mark.line, "is not YAML: \(problem) (column \(mark.column))")
        case .duplicatedKeysInMapping(let keys, let context):
            (context.mark.line, "says \(keys.joined(separator: ", ")) twice")
        case .reader(let problem, _, _, _): (nil, "is not YAML: \(problem)")
        default: (nil, "is not YAML")
        }
    }
}

extension Node {
    /// Why this is no text, and how to make it one.
    fileprivate var mustBeText: String {
        switch tag {
        case Tag(.null): "has no value; leave the key out for its default"
        case Tag(.int), Tag(.float), Tag(.bool), Tag(.timestamp):
            "must be a text; put it in quotes"
        default: "must be a text"
        }
    }
}

extension Int {
    /// Decimal digits and nothing else; a zero in front would mean octal to some readers.
    init?(plainDigits text: String) {
        guard text == "0" || text.first != "0",
            text.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        self.init(text)
    }
}
