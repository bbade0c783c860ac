/// What a user tells about themselves; every value has passed the rules of spec/domain.md.
public struct Profile: Hashable, Sendable {
    public var name: String
    /// E.164: `+` and 7 to 15 digits.
    public var phoneNumber: String?
    /// What responders must know; at most 4 KiB.
    public var emergencyNote: String
    /// An https URL.
    public var pictureURL: String?
    /// The Unix account that is this user.
    public var account: String?

    public init(
        name: String, phoneNumber: String? = nil, emergencyNote: String = "",
        pictureURL: String? = nil, account: String? = nil
    ) {
        self.name = name
        self.phoneNumber = phoneNumber
        self.emergencyNote = emergencyNote
        self.pictureURL = pictureURL
        self.account = account
    }

    /// 1–100 characters and at most 400 bytes after trimming; no control, bidirectional or
    /// line-separator characters.
    public static func validName(_ text: String) throws(Refusal) -> String {
        let isTooLong = Refusal.invalid(
            parameter: "name", reason: "a name has at most 100 characters and 400 bytes")
        guard text.utf8.count <= mostTyped else { throw isTooLong }
        let name = trimmed(text)
        guard !name.isEmpty else { throw .invalid(parameter: "name", reason: "a name is needed") }
        guard name.utf8.count <= 400, name.count <= 100 else { throw isTooLong }
        guard !name.unicodeScalars.contains(where: { isUnprintable($0) }) else {
            throw .invalid(
                parameter: "name",
                reason: "a name has no control, bidirectional or line-separator characters")
        }
        guard name.unicodeScalars.contains(where: { !$0.properties.isDefaultIgnorableCodePoint })
        else { throw .invalid(parameter: "name", reason: "a name needs a character to be seen") }
        return name
    }

    /// E.164, normalised from spaces, dashes, dots and brackets; an empty text is no number.
    public static func validPhoneNumber(_ text: String) throws(Refusal) -> String? {
        let refusal = Refusal.invalid(
            parameter: "phoneNumber",
            reason: "a phone number is written in full, such as +49 30 1234567")
        guard text.utf8.count <= mostTyped else { throw refusal }
        let text = trimmed(text)
        if text.isEmpty { return nil }
        guard text.unicodeScalars.first == "+" else { throw refusal }
        // As letterheads have it. In most countries it is not dialled from abroad, in some, as Italy, it is.
        guard !text.contains("(0)"), !text.contains("[0]") else {
            throw .invalid(
                parameter: "phoneNumber",
                reason: "a phone number is written as it is dialled from abroad: without the 0 in "
                    + "brackets, or, where that is dialled, without the brackets")
        }
        // Scalars and not characters: a digit with a combining mark lies between "0" and "9" too.
        var number = "+"
        for scalar in text.unicodeScalars.dropFirst() {
            switch scalar {
            case "0"..."9": number.unicodeScalars.append(scalar)
            case "(", ")", "[", "]", ".", "/": continue
            default:
                let category = scalar.properties.generalCategory
                guard category == .spaceSeparator || category == .dashPunctuation else {
                    throw refusal
                }
            }
        }
        // The shortest numbers in use, Niue's, have 7 digits.
        guard (7...15).contains(number.count - 1), number.dropFirst().first != "0" else {
            throw refusal
        }
        return number
    }

    /// Free text up to 4 KiB; a NUL can't be kept.
    public static func validEmergencyNote(_ text: String) throws(Refusal) -> String {
        guard text.utf8.count <= 4096 else {
            throw .invalid(
                parameter: "emergencyNote", reason: "an emergency note has at most 4,096 bytes")
        }
        guard !text.utf8.contains(0) else {
            throw .invalid(parameter: "emergencyNote", reason: "a note can't hold a NUL byte")
        }
        return text
    }

    /// An https URL of at most 2,000 bytes; an empty text is none.
    public static func validPictureURL(_ text: String) throws(Refusal) -> String? {
        if text.isEmpty { return nil }
        let host = text.prefix(2000).dropFirst("https://".count).prefix { !"/?#".contains($0) }
        guard text.utf8.count <= 2000, text.hasPrefix("https://"), !host.isEmpty,
            text.utf8.allSatisfy({ (33...126).contains($0) && $0 != 34 && $0 != 60 && $0 != 62 })
        else {
            throw .invalid(parameter: "pictureUrl", reason: "a picture is an https:// address")
        }
        return text
    }

    /// The form of an account name; whether it exists is for the system to say.
    public static func validAccount(_ text: String) throws(Refusal) -> String? {
        if text.isEmpty { return nil }
        guard text.utf8.count <= 256, text.utf8.allSatisfy({ (33...126).contains($0) }),
            !text.utf8.contains(58), !text.utf8.contains(47)
        else { throw .invalid(parameter: "account", reason: "that is no Unix account's name") }
        return text
    }

    /// More bytes than anybody types around a name or a number: how long a text may be to be looked
    /// at, so that a megabyte of blanks costs nothing.
    private static let mostTyped = 4096

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// Control, bidirectional and line-separator characters, and what is no character at all.
///
/// What is not assigned yet passes: a name may hold an emoji newer than this program's tables.
func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    // What the tables say of these, without asking them.
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: scalar.properties.isBidiControl || scalar.properties.isNoncharacterCodePoint
    }
}
