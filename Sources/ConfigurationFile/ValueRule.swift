internal import LifeSignal

/// A value as a source spells it, of the type that its key asks for.
enum RawValue: Equatable {
    case text(String)
    case number(Int)
    case list([String])
}

/// What a key may hold: a type, and the values of that type that make sense.
enum ValueRule: Sendable {
    case handles
    /// Answers what is wrong, or nil.
    case text(@Sendable (String) -> String?)
    case number(ClosedRange<Int>)
    /// From the first to the second, both included.
    case span(Span, Span)

    /// The type in words, for an error.
    var typeInWords: String {
        switch self {
        case .handles: "a list of handles, such as [ana, ben]"
        case .text: "a text"
        case .number(let bounds):
            "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .span: "a time span, such as 24h or 1day 30min"
        }
    }

    /// What is wrong with a value of the right type, or nil.
    func mistake(in value: RawValue) -> String? {
        switch (self, value) {
        case (.handles, .list(let handles)): Self.mistake(inHandles: handles)
        case (.text(let rule), .text(let text)): rule(text)
        case (.number(let bounds), .number(let number)):
            bounds.contains(number)
                ? nil
                : "\(number) is out of bounds: \(bounds.lowerBound) to \(bounds.upperBound)"
        case (.span(let least, let most), .text(let text)):
            Self.mistake(inSpan: text, least: least, most: most)
        default: "must be \(typeInWords)"
        }
    }

    private static func mistake(inHandles handles: [String]) -> String? {
        var seen: Set<String> = []
        for handle in handles {
            do { _ = try Handle(handle) } catch {
                return "“\(handle)” is no handle: 1 to 32 of a-z, 0-9, _ and -, a letter first"
            }
            if !seen.insert(handle).inserted { return "names \(handle) twice" }
        }
        return nil
    }

    private static func mistake(inSpan text: String, least: Span, most: Span) -> String? {
        do throws(Span.TextError) {
            let span = try Span(systemdText: text)
            if span < least { return "“\(text)” is too short: at least \(Words.interval(least))" }
            if span > most { return "“\(text)” is too long: at most \(Words.interval(most))" }
            return nil
        } catch .tooLong {
            return "“\(text)” is too long: at most \(Words.interval(most))"
        } catch {
            return "\(error)"
        }
    }
}
