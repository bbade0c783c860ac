import GRDB

/// What the disk did to a round.
enum StorageFailure: Error, Sendable, CustomStringConvertible {
    /// No space: it can get better by itself.
    case full(String)
    /// An I/O error, damage, or a file that can't be written: the process ends with 74.
    case broken(String)

    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = .broken("\(error)")
            return
        }
        let text = "\(error.resultCode): \(error.message ?? "")"
        self = error.resultCode == .SQLITE_FULL ? .full(text) : .broken(text)
    }

    /// Whether an error says something about the disk, or leaves nothing of the whole transaction, and is not about
    /// one request.
    static func concerns(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_READONLY,
            .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_INTERRUPT:
            return true
        default: return false
        }
    }

    var description: String {
        switch self {
        case .full(let text): "the disk is full (\(text))"
        case .broken(let text): "the database failed (\(text))"
        }
    }
}
