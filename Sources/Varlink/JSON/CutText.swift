/// What a caller wrote, where it is said again.
extension String {
    /// Its beginning, where it is longer than so many bytes in UTF-8.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return "\(self[..<end])…"
    }
}

extension JSONObject {
    /// Without texts longer than so many bytes.
    func cuttingTexts(toBytes limit: Int) -> JSONObject {
        JSONObject(
            uniqueFields: zip(keys, values).map { key, value in
                (key, value.string.map { .string($0.cut(toBytes: limit)) } ?? value)
            })
    }
}
