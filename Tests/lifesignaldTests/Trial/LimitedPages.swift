@testable import lifesignald

extension Store {
    /// As on a disk that is nearly full: from now on so many pages can be added to those that are there.
    func limitPages(more: Int) throws {
        let pages: [Int] = try all("PRAGMA page_count")
        let _: [Int] = try all("PRAGMA max_page_count = \(pages[0] + more)")
    }
}
