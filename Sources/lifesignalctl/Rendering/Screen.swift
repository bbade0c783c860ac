import LifeSignal

/// What a page is drawn for: where it is read, and when.
///
/// Everything that is shown is a function of values and a screen; nothing here writes.
struct Screen: Sendable {
    /// Columns of the terminal; nil where the output is no terminal, and then nothing is cut.
    var width: Int?
    /// Colour and bars: only on a terminal, and never when NO_COLOR is set.
    var isColoured: Bool
    /// The reader's.
    var zone: Zone
    var now: Instant
    /// The commands that are proposed there.
    var commands = ProposedCommands()

    /// A command of this tool as it is typed, such as `check-in -u ben`.
    func command(_ words: String) -> String { commands.command(words) }

    /// The same by an administrator.
    func sudo(_ words: String) -> String { commands.sudo(words) }

    /// `text` in the colour of `tint`, or as it is.
    func paint(_ text: String, _ tint: Tint) -> String {
        guard isColoured, !text.isEmpty, let code = tint.code else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// A bar of `columns` of which `fraction` (0…1) is filled; empty where no bars are drawn.
    func bar(_ fraction: Double, columns: Int, _ tint: Tint) -> String {
        guard isColoured else { return "" }
        let filled = min(columns, max(0, Int((fraction * Double(columns)).rounded())))
        return paint(String(repeating: "█", count: filled), tint)
            + paint(String(repeating: "░", count: columns - filled), .dim)
    }

    /// The page's own width: the terminal's, or 80 columns.
    var pageWidth: Int { width ?? 80 }
}

/// What a colour means here; each is one of the terminal's own sixteen, so that it fits the
/// reader's theme.
enum Tint: Sendable {
    case plain
    case bold
    case dim
    /// All is as it should be.
    case good
    /// Someone should look.
    case warning
    /// Someone may be in danger.
    case danger
    case heading

    /// The parameter of the terminal's SGR sequence (ECMA-48).
    var code: String? {
        switch self {
        case .plain: nil
        case .bold: "1"
        case .dim: "2"
        case .good: "32"
        case .warning: "33"
        case .danger: "1;31"
        case .heading: "1;4"
        }
    }
}
