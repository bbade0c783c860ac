import Testing

@testable import lifesignalctl

struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("ana", 3), ("Kovač", 5), ("Kovac\u{30C}", 5), ("e\u{301}", 1), ("–", 1), ("…", 1),
    ])
    func `letters take one column, with or without a mark on them`(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("陳小明", 6), ("ひらがな", 8), ("カタカナ", 8), ("김철수", 6), ("ＡＢ", 4), ("。", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("𠮷", 2), ("ｱ", 1),
    ])
    func `East Asian wide characters take two columns`(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("🙂", 2), ("👩‍👩‍👧", 2), ("👋🏽", 2), ("🇭🇷", 2), ("❤️", 2), ("1️⃣", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
        ("☎", 1), ("1", 1), ("©", 1),
    ])
    func `an emoji takes two columns, however many scalars it is made of`(
        text: String, columns: Int
    ) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("שלום", 4), ("مرحبا", 5), ("สวัสดี", 4), ("नमस्ते", 4), ("हिन्दी", 5), ("Ελένη", 5), ("Анна", 4),
    ])
    func `other scripts take one column for each letter and none for a mark`(
        text: String, columns: Int
    ) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test(arguments: ["\u{200B}", "\u{200D}", "\u{FEFF}", "\u{301}"])
    func `what is not seen takes no column`(text: String) {
        #expect(DisplayWidth.columns(of: "a" + text + "b") == 2)
    }

    @Test func `a text that fits stays whole`() {
        #expect(DisplayWidth.truncated("陳小明", to: 6) == "陳小明")
    }

    @Test func `a text that is cut off says so and stays within its columns`() {
        #expect(DisplayWidth.truncated("Anastasia", to: 5) == "Anas…")
        // The third ideograph would need both last columns.
        #expect(DisplayWidth.truncated("陳小明明", to: 6) == "陳小…")
        #expect(DisplayWidth.truncated("👩‍👩‍👧🙂", to: 3) == "👩‍👩‍👧…")
        #expect(DisplayWidth.truncated("ana", to: 0) == "")
    }

    @Test(arguments: [
        ("a\tbc\t陳\t.", "a       bc      陳      ."), ("12345678\t.", "12345678        ."),
        ("\t.", "        ."), ("none", "none"),
    ])
    func `a tab is as many blanks as there are up to the next eighth column`(
        text: String, laidOut: String
    ) {
        #expect(DisplayWidth.withoutTabs(text) == laidOut)
    }

    @Test func `padding counts columns, not characters`() {
        #expect(DisplayWidth.padded("陳", to: 4) == "陳  ")
        #expect(DisplayWidth.padded("陳小明", to: 4) == "陳小明")
    }
}
