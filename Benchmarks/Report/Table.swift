/// The figures as people read them.
enum Table {
    static func text(_ figures: [Figure]) -> String {
        let head = ["figure", "users", "measured", "to reach", "limit", "ratio", ""]
        let rows = [head] + figures.map(cells)
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                // Words stand on the left, numbers on the right.
                return [0, 4, 6].contains(column) ? row[column] + space : space + row[column]
            }
            return trimmed(cells.joined(separator: "  "))
        }.joined(separator: "\n")
    }

    private static func cells(_ figure: Figure) -> [String] {
        let limit = figure.limit.map { "\($0.name): \(number($0.value)) \(figure.unit)" }
        let mark = figure.isReached.map { $0 ? "reached" : "NOT REACHED" } ?? ""
        let note = figure.note.map { "(\($0))" } ?? ""
        return [
            figure.name, figure.users.map(grouped) ?? "", "\(number(figure.value)) \(figure.unit)",
            goals(figure), limit ?? "", figure.ratio.map { "\(number($0)) ×" } ?? "",
            [mark, note].filter { !$0.isEmpty }.joined(separator: " "),
        ]
    }

    private static func goals(_ figure: Figure) -> String {
        [
            figure.goal.map { words($0) },
            figure.limit?.goal.map { "\(words($0)) ×" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private static func words(_ goal: Figure.Goal) -> String {
        switch goal {
        case .atMost(let most): "≤ \(number(most))"
        case .atLeast(let least): "≥ \(number(least))"
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Three digits that say something.
    static func number(_ value: Double) -> String {
        if value.magnitude >= 100 { return grouped(Int(value.rounded())) }
        let places = value.magnitude >= 10 ? 10.0 : value.magnitude >= 1 ? 100.0 : 1000.0
        let rounded = (value * places).rounded() / places
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var parts: [Substring] = []
        while digits.count > 3 {
            parts.insert(digits.suffix(3), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits[...]] + parts).joined(separator: ",")
    }
}
