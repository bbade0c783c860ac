import LifeSignal
import Varlink

// The one place where what commands have to say is written.
extension Session {
    /// Writes a page or a line that was rendered before.
    func show(_ text: String) {
        world.console.write(text.hasSuffix("\n") ? text : text + "\n")
    }

    /// Writes sentences, a line or more, that are not laid out yet.
    func tell(_ text: String) {
        show(screen.wrapped(text))
    }

    /// Writes one value as JSON.
    func show(json value: some VarlinkValue) {
        show(JSONText.line(value))
    }

    /// Writes an array as JSON, an element a line.
    func show(json values: [some VarlinkValue]) {
        guard !values.isEmpty else { return show("[]") }
        show("[\n" + values.map { JSONText.line($0) }.joined(separator: ",\n") + "\n]")
    }

    /// Writes a listing: as JSON, as a table, or as what is said where there is nothing.
    ///
    /// - Parameter notes: what people read below the table; programs that want no header do not.
    func show<Item: VarlinkValue>(
        _ items: [Item], _ listing: ListingOptions, empty: String,
        notes: (Screen) -> String = { _ in "" }, table: (Screen) -> Table
    ) {
        if listing.json { return show(json: items) }
        guard !items.isEmpty else { return listing.noHeader ? () : tell(ForeignText.line(empty)) }
        let screen = screen
        let text = table(screen).rendered(on: screen, header: !listing.noHeader)
        show(listing.noHeader ? text : text + notes(screen))
    }

    /// Tells what is not the answer itself: standard output stays clean for programs.
    func remark(_ line: String) {
        world.console.writeError(ForeignText.line(line) + "\n")
    }

    /// Asks for a yes, and takes anything else for a no.
    ///
    /// - Parameters:
    ///   - flag: what says yes without a terminal.
    ///   - refusal: what a no is answered with.
    /// - Throws: `refusal`, or another ``NotDone`` where nobody can be asked.
    func confirm(
        _ question: String, flag: String, refusal: NotDone = .chosen("you did not say yes")
    ) throws {
        let answer = try ask("\(question) [y/N] ", flag: flag)
        guard ["y", "yes"].contains(answer?.lowercased()) else { throw refusal }
    }

    /// Asks for a word to be typed, so that nothing is lost by one key too many.
    func confirm(_ question: String, byTyping word: String, flag: String) throws {
        guard try ask("\(question) ", flag: flag) == word else {
            throw NotDone.chosen("that was not “\(word)”")
        }
    }

    private func ask(_ question: String, flag: String) throws -> String? {
        guard world.canAsk else {
            throw NotDone(
                "there is no terminal to ask you on", remedy: "If you mean it: add \(flag)")
        }
        return line(askedFor: question)
    }

    /// A line of standard input without what is blank around it; at a terminal it is asked for.
    ///
    /// - Returns: nil at the end of input, and on Ctrl-C.
    func line(askedFor question: String) -> String? {
        let line = world.console.readLine(after: world.canAsk ? ForeignText.line(question) : "")
        guard let line else {
            // The cursor is left behind the question.
            if world.canAsk { world.console.writeError("\n") }
            return nil
        }
        let blanks: Set<Character> = [" ", "\r"]
        return String(
            line.drop(while: blanks.contains).reversed().drop(while: blanks.contains).reversed())
    }
}

/// JSON for programs that may still be read on a terminal.
enum JSONText {
    /// `value` in one line. What would speak to a terminal is written as an escape of JSON's own,
    /// which means the same.
    static func line(_ value: some VarlinkValue) -> String {
        let text = String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
        guard ForeignText.line(text) != text else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if ForeignText.line(String(scalar)) == String(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result
    }
}
