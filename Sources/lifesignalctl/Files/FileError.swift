import Glibc

/// Why a file could not be read or written.
struct FileError: Error, Equatable, CustomStringConvertible {
    var path: String
    /// errno(3); 0 where no call to the system failed.
    var code: Int32
    private let reason: String

    init(_ path: String) {
        self.init(path, code: errno)
    }

    init(_ path: String, code: Int32) {
        self.path = path
        self.code = code
        reason = String(cString: strerror(code))
    }

    init(_ path: String, reason: String) {
        self.path = path
        code = 0
        self.reason = reason
    }

    var isExisting: Bool { code == EEXIST }

    var description: String { "\(path): \(reason)" }
}

/// Makes an empty file whose name begins with `beginning` and ends with `suffix`, readable by its
/// owner alone (mkstemps(3)).
func makeUniqueFile(
    beginning: String, suffix: String
) throws(FileError) -> (path: String, descriptor: CInt) {
    var template = Array((beginning + "XXXXXX" + suffix).utf8CString)
    let descriptor = mkstemps(&template, CInt(suffix.utf8.count))
    guard descriptor >= 0 else { throw FileError(beginning) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (path, descriptor)
}
