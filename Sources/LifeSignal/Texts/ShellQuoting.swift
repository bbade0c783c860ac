/// Words as a shell reads them again.
public enum ShellQuoting {
    public static func joined(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            byte > 0x7F
                || "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8
                    .contains(byte)
                || "-_./:@=+,%".utf8.contains(byte)
        }
        guard word.isEmpty || !isPlain else { return word }
        var text = "'"
        for character in word { text += character == "'" ? #"'\''"# : String(character) }
        return text + "'"
    }
}
