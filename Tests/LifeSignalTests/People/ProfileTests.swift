import LifeSignal
import Testing

private func expectInvalid(_ parameter: String, _ body: () throws -> Void) {
    #expect {
        try body()
    } throws: { error in
        if case Refusal.invalid(parameter, _) = error { true } else { false }
    }
}

struct ProfileNameTests {
    @Test(arguments: [
        "A", "Ana", "Ana María Núñez", "陳大文", "O'Brien-Łukasz", "🙂", "👨‍👩‍👧", "עדי", "محمد",
        "A\u{300}", "x.y", "1", "\u{1FAE9}",
    ])
    func `a name in any script is kept as it is`(name: String) throws {
        #expect(try Profile.validName(name) == name)
    }

    @Test(arguments: [
        (" Ana ", "Ana"), ("\tAna\n", "Ana"), ("\u{A0}Ana\u{3000}", "Ana"),
        ("Ana  B", "Ana  B"), ("\u{2028}Ana", "Ana"),
    ])
    func `blanks around a name are trimmed`(text: String, name: String) throws {
        #expect(try Profile.validName(text) == name)
    }

    @Test(arguments: [
        "", " ", "\t\r\n", "\u{A0}\u{3000}", "\u{2028}", "\u{200B}", "\u{2060}\u{FE0F}",
    ])
    func `a name of only blanks or of nothing to be seen is refused`(text: String) {
        expectInvalid("name") { _ = try Profile.validName(text) }
    }

    @Test(arguments: [
        "A\0B", "A\u{1}B", "A\u{7F}B", "A\u{9F}B", "A\nB", "A\rB", "A\tB", "A\u{1B}[31mB",
        "A\u{2028}B", "A\u{2029}B", "A\u{85}B", "A\u{202A}B", "A\u{202E}B", "A\u{2066}B",
        "A\u{2069}B", "A\u{200E}B", "A\u{200F}B", "A\u{61C}B", "\u{202E}Ana", "Ana\u{202C}",
    ])
    func `control, bidirectional and line-separator characters are refused`(name: String) {
        expectInvalid("name") { _ = try Profile.validName(name) }
    }

    @Test(arguments: [0xFFFE, 0xFDD0, 0x10FFFF] as [UInt32])
    func `what will never be a character is refused`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        expectInvalid("name") { _ = try Profile.validName("A\(Character(scalar))B") }
    }

    @Test func `a name has at most 100 characters, counted as a reader counts`() throws {
        let longest = String(repeating: "陳", count: 100)
        #expect(try Profile.validName(" \(longest) ") == longest)
        expectInvalid("name") { _ = try Profile.validName(longest + "x") }
        let composed = String(repeating: "e\u{301}", count: 100)
        #expect(try Profile.validName(composed) == composed)
    }

    @Test func `a name has at most 400 bytes`() throws {
        let longest = String(repeating: "🙂", count: 100)
        #expect(longest.utf8.count == 400)
        #expect(try Profile.validName(longest) == longest)
        // 25 bytes each, and so 17 characters of them are 425 bytes.
        let family = String(repeating: "👨‍👩‍👧‍👦", count: 17)
        #expect(family.count == 17)
        expectInvalid("name") { _ = try Profile.validName(family) }
    }
}

struct ProfilePhoneNumberTests {
    @Test(
        arguments: [
            ("+49301234567", "+49301234567"), ("+49 30 123-45 67", "+49301234567"),
            ("+1 (555) 010-9999", "+15550109999"), ("+44 [20] 7946", "+44207946"),
            (" +49.30/1234567 ", "+49301234567"), ("+49\u{A0}30\u{202F}1234567", "+49301234567"),
            ("+49 30 – 1234567", "+49301234567"), ("+49\u{2011}30\u{2010}1234567", "+49301234567"),
            ("+123456789012345", "+123456789012345"), ("+683 4123", "+6834123"),
            ("", nil), ("  ", nil),
        ] as [(String, String?)])
    func `a number is normalised from spaces, dashes and brackets`(
        text: String, number: String?
    ) throws {
        #expect(try Profile.validPhoneNumber(text) == number)
    }

    @Test(arguments: [
        "030 1234567", "49301234567", "0049301234567", "+", "+4", "+491234", "+1234567890123456",
        "+049301234567", "++49301234567", "+49+301234567", "+49 30 CALL-ANA", "+49 30 123456x7",
        "+49\n301234567", "+49,301234567", "+٤٩٣٠١٢٣٤٥٦٧", "+４９３０１２３４５６７", "+4930123456½",
        "+493012345671\u{301}", "+49301234567\u{20E3}", "tel:+49301234567", "＋49301234567",
        "+49;ext=301234567", "+49#301234567", "+49 (0)30 1234567", "+39 [0]6 1234567",
    ])
    func `what is no number in full is refused`(text: String) {
        expectInvalid("phoneNumber") { _ = try Profile.validPhoneNumber(text) }
    }
}

struct ProfileFreeTextTests {
    @Test func `an emergency note is kept as it was written`() throws {
        let note = " Insulin in the fridge.\n\tKey: Mrs. Kaya \u{202E}\u{1B}[0m "
        #expect(try Profile.validEmergencyNote(note) == note)
        #expect(try Profile.validEmergencyNote("") == "")
    }

    @Test func `an emergency note has at most 4 KiB`() throws {
        let longest = String(repeating: "é", count: 2048)
        #expect(try Profile.validEmergencyNote(longest) == longest)
        expectInvalid("emergencyNote") { _ = try Profile.validEmergencyNote(longest + "x") }
    }

    @Test func `an emergency note holds no NUL`() {
        expectInvalid("emergencyNote") { _ = try Profile.validEmergencyNote("a\0b") }
    }

    @Test(
        arguments: [
            ("https://example.org/ana.jpg", "https://example.org/ana.jpg"),
            ("https://h", "https://h"), ("https://h/?a=b#c", "https://h/?a=b#c"),
            ("https://h/%C3%A9", "https://h/%C3%A9"), ("", nil),
        ] as [(String, String?)])
    func `a picture is an https URL`(text: String, url: String?) throws {
        #expect(try Profile.validPictureURL(text) == url)
    }

    @Test(arguments: [
        "http://example.org/ana.jpg", "https://", "https:///x", "https://?x", "https://#x",
        "https:/h/x", "ftp://h/x", "h/x", "javascript:x", "data:image/png;base64,x",
        "https://h/a b", "https://h/\n", "https://h/é", "https://h/\"", "https://h/<x>",
        "https://h/\u{7F}", " https://h/",
    ])
    func `what is no https URL is refused`(text: String) {
        expectInvalid("pictureUrl") { _ = try Profile.validPictureURL(text) }
    }

    @Test func `a picture's URL has at most 2,000 bytes`() throws {
        let longest = "https://h/" + String(repeating: "x", count: 1990)
        #expect(try Profile.validPictureURL(longest) == longest)
        expectInvalid("pictureUrl") { _ = try Profile.validPictureURL(longest + "x") }
    }

    @Test(
        arguments: [
            ("ana", "ana"), ("ana.b", "ana.b"), ("A-1_$", "A-1_$"), ("", nil),
        ] as [(String, String?)])
    func `an account is named as the system names it`(text: String, account: String?) throws {
        #expect(try Profile.validAccount(text) == account)
    }

    @Test(arguments: ["a b", "a:b", "a/b", "a\n", "é", "a\0", "\u{7F}"])
    func `what can be no account's name is refused`(text: String) {
        expectInvalid("account") { _ = try Profile.validAccount(text) }
    }

    @Test func `an account's name has at most 256 bytes`() throws {
        let longest = String(repeating: "a", count: 256)
        #expect(try Profile.validAccount(longest) == longest)
        expectInvalid("account") { _ = try Profile.validAccount(longest + "a") }
    }
}
