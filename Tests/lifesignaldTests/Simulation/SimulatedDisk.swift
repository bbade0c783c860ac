import GRDB

@testable import lifesignald

/// A disk that can be full: the database may grow by so many pages, and by those of the reserve once
/// that is opened.
final class SimulatedDisk: Reserve, @unchecked Sendable {
    private(set) var isFull = false
    private var pages: Int64?
    private var isHeld = false

    static let reservePages = 40

    func fill(_ store: Store, pagesLeft: Int) {
        let size: Int64 = store.withConnection { (try? $0.value("PRAGMA page_count")) ?? 0 }
        isFull = true
        pages = size + Int64(pagesLeft + (isHeld ? Self.reservePages : 0))
        limit(store)
    }

    func free(_ store: Store) {
        isFull = false
        pages = nil
        limit(store)
    }

    /// Each connection has to be told anew.
    func limit(_ store: Store) {
        let most = pages.map { $0 - Int64(isHeld ? Self.reservePages : 0) } ?? 1 << 31
        store.withConnection { db in
            _ = try? Int64.fetchOne(db.database, sql: "PRAGMA max_page_count = \(most)")
        }
    }

    // MARK: Reserve

    func fill() -> Bool {
        isHeld = !isFull
        return isHeld
    }

    func release(to store: Store) {
        isHeld = false
        limit(store)
    }

    func restored(to store: Store) {
        limit(store)
    }
}
