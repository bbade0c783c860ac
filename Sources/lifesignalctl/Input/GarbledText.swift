extension String {
    /// Something in it was not UTF-8 when it was read: Swift puts U+FFFD in its place.
    var isGarbled: Bool { unicodeScalars.contains("\u{FFFD}") }
}
