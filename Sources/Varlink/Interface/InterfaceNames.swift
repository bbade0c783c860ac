/// The three grammars of names in Varlink's interface language (varlink.org, Interface Definition;
/// where that page is silent, systemd's varlink-idl.c).
extension Interface {
    /// Labels of letters and digits with dashes within, joined by dots; at least two, and a letter first.
    public static func isInterfaceName(_ name: some StringProtocol) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, let first = name.utf8.first, isLetter(first) else { return false }
        return labels.allSatisfy { isLabel($0) }
    }

    /// What types, methods and errors are called: an upper-case letter, then letters and digits.
    public static func isMemberName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, isLetter(first), first < UInt8(ascii: "a") else {
            return false
        }
        return name.utf8.allSatisfy(isLetterOrDigit)
    }

    /// What fields and the values of enumerations are called: a letter, then letters, digits and
    /// single underscores, none of these at the end.
    public static func isFieldName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return isJoined(name.utf8, by: UInt8(ascii: "_"))
    }

    private static func isLabel(_ label: some Collection<UInt8>) -> Bool {
        guard let first = label.first, let last = Array(label).last else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isJoined(_ name: some Collection<UInt8>, by joint: UInt8) -> Bool {
        name.split(separator: joint, omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isLetterOrDigit) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
