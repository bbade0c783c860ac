import Glibc

/// Why there is nothing to measure.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }

    /// What the system said last.
    static func system(_ call: String) -> Failure {
        Failure("\(call): \(String(cString: strerror(errno)))")
    }
}

/// For a thread that nobody waits for: what goes wrong on it ends the program.
func orEnd(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        fatalError("\(error)")
    }
}
