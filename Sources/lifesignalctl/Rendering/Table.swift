/// Rows under a header, lined up by what they take on the screen.
struct Table {
    struct Column {
        var title: String
        /// What it may shrink to where the screen is narrow; nil: it is never cut.
        var minimum: Int?
        /// What it may shrink to where nothing is left to leave out, as for a handle, which commands need whole; nil: no
        /// further.
        var lastResort: Int?
        /// Columns that the screen has no room for go in this order, the lowest first; nil: never.
        var dropOrder: Int?
        var isRightAligned = false
        /// It goes before anything is cut.
        var isDecoration = false

        init(
            _ title: String, minimum: Int? = nil, lastResort: Int? = nil, dropOrder: Int? = nil,
            right: Bool = false, decoration: Bool = false
        ) {
            self.title = title
            self.minimum = minimum
            self.lastResort = lastResort
            self.dropOrder = dropOrder
            isRightAligned = right
            isDecoration = decoration
        }
    }

    struct Cell: ExpressibleByStringLiteral {
        var text: String
        var tint: Tint
        /// Drawn in place of `text`, with colours of its own and as wide as `text`; for bars.
        var drawn: String?

        init(_ text: String, _ tint: Tint = .plain, drawn: String? = nil) {
            self.text = text
            self.tint = tint
            self.drawn = drawn
        }

        init(stringLiteral text: String) { self.init(text) }
    }

    private static let gap = 2

    var columns: [Column]
    var rows: [[Cell]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// The lines, each ended by a newline. Widths are at least `atLeast`, so that a listing drawn
    /// in several parts keeps its columns.
    func rendered(
        on screen: Screen, header: Bool = true, indent: Int = 0, atLeast: [Int] = []
    ) -> String {
        let widths = fitted(to: screen.width.map { $0 - indent }, atLeast: atLeast)
        var text = ""
        if header {
            let titles = columns.map { Cell($0.title, .heading) }
            text += line(titles, widths, on: screen, indent: indent)
        }
        for row in rows { text += line(row, widths, on: screen, indent: indent) }
        return text
    }

    /// What each column takes uncut, its title included.
    var naturalWidths: [Int] {
        columns.indices.map { index in
            rows.reduce(DisplayWidth.columns(of: columns[index].title)) {
                max($0, DisplayWidth.columns(of: $1[index].text))
            }
        }
    }

    /// What a row takes uncut.
    var naturalWidth: Int {
        naturalWidths.reduce(Self.gap * max(0, columns.count - 1), +)
    }

    /// Widths within `limit`: decoration goes, then columns shrink, then go, and in the end shrink further; nil is a
    /// column that went.
    private func fitted(to limit: Int?, atLeast: [Int]) -> [Int?] {
        let natural = zip(naturalWidths, atLeast + Array(repeating: 0, count: columns.count))
            .map { max($0, $1) }
        guard let limit else { return natural }
        let least = columns.indices.map { min(natural[$0], columns[$0].minimum ?? natural[$0]) }
        var shown = Set(columns.indices)
        if shrunk(natural, natural, shown, to: limit) == nil {
            shown = shown.filter { !columns[$0].isDecoration }
        }
        while true {
            if let widths = shrunk(natural, least, shown, to: limit) { return widths }
            let candidates = shown.filter { columns[$0].dropOrder != nil }
            let next = candidates.min { columns[$0].dropOrder! < columns[$1].dropOrder! }
            guard let next else { break }
            shown.remove(next)
        }
        let last = columns.indices.map { min(least[$0], columns[$0].lastResort ?? least[$0]) }
        if let widths = shrunk(least, last, shown, to: limit) { return widths }
        // Nothing left to leave out: better a wrapped line than a missing fact.
        return columns.indices.map { shown.contains($0) ? last[$0] : nil }
    }

    /// `wide` without what is too much for `limit`, but no column below `least`; nil where that is not enough.
    private func shrunk(
        _ wide: [Int], _ least: [Int], _ shown: Set<Int>, to limit: Int
    ) -> [Int?]? {
        var widths = columns.indices.map { shown.contains($0) ? wide[$0] : nil }
        let gaps = Self.gap * max(0, shown.count - 1)
        var excess = widths.reduce(gaps) { $0 + ($1 ?? 0) } - limit
        while excess > 0 {
            // The widest that may still shrink gives way first.
            let candidates = shown.filter { widths[$0]! > least[$0] }
            guard let widest = candidates.max(by: { (widths[$0]!, -$0) < (widths[$1]!, -$1) })
            else { return nil }
            widths[widest]! -= 1
            excess -= 1
        }
        return widths
    }

    private func line(
        _ cells: [Cell], _ widths: [Int?], on screen: Screen, indent: Int
    ) -> String {
        var parts: [String] = []
        let last = widths.lastIndex { $0 != nil }
        for (index, cell) in cells.enumerated() {
            guard let width = widths[index] else { continue }
            let text = DisplayWidth.truncated(cell.text, to: width)
            let filling = String(
                repeating: " ", count: max(0, width - DisplayWidth.columns(of: text)))
            let painted =
                screen.isColoured && text == cell.text && cell.drawn != nil
                ? cell.drawn! : screen.paint(text, cell.tint)
            if columns[index].isRightAligned {
                parts.append(filling + painted)
            } else {
                parts.append(painted + (index == last ? "" : filling))
            }
        }
        var line = String(repeating: " ", count: indent)
        line += parts.joined(separator: String(repeating: " ", count: Self.gap))
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}
