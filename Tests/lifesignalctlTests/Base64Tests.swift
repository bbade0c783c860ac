import Testing

@testable import lifesignalctl

struct Base64Tests {
    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
        ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"),
    ])
    func `the examples of the RFC are decoded`(text: String, plain: String) {
        #expect(Base64.decoded(text) == Array(plain.utf8))
    }

    @Test func `every byte is reached`() {
        #expect(Base64.decoded("AP+/+w==") == [0x00, 0xFF, 0xBF, 0xFB])
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "Zm-_", "====", "Z===",
    ])
    func `anything else is refused`(text: String) {
        #expect(Base64.decoded(text) == nil)
    }
}
