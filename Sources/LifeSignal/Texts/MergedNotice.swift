/// Several notices of one kind for one channel, as the one message that they go as when many wait.
///
/// It names everyone first, then says of each notice as much as there is room for, which they share,
/// and lists every notification's id. What stands in it is what the single notices say, so it may be read by
/// whoever may read those.
public struct MergedNotice: Hashable, Sendable {
    /// One of the notices.
    public struct Part: Hashable, Sendable {
        public var id: Identifier
        public var title: String
        public var body: String

        public init(id: Identifier, title: String, body: String) {
            self.id = id
            self.title = title
            self.body = body
        }
    }

    /// From how many on notices are merged.
    public static let fewest = 5
    /// How many go as one message at the most.
    public static let most = 100

    public let title: String
    public let body: String
    /// How many of the parts, from the first on, are named in it.
    public let count: Int

    /// Takes as many of `parts` as can be named within the channel's limits in UTF-8 bytes, one at
    /// the least.
    public init(_ parts: [Part], isAlarm: Bool, titleBytes: Int, bodyBytes: Int) {
        var named = ""
        var ids = "Notices: "
        var count = 0
        for part in parts.prefix(Self.most) {
            let line = part.title + "\n"
            let id = count == 0 ? part.id : ", \(part.id)"
            let size = named.utf8.count + line.utf8.count + ids.utf8.count + id.utf8.count
            guard count == 0 || size + Self.more.utf8.count <= bodyBytes else { break }
            named += line
            ids += id
            count += 1
        }
        let opening = isAlarm ? "LifeSignal: act now, " : "LifeSignal: "
        title = opening + (count == 1 ? "1 notice" : "\(count) notices")
        let room = bodyBytes - named.utf8.count - ids.utf8.count - Self.more.utf8.count
        body = named + Self.details(parts.prefix(count), bytes: room) + ids
        self.count = count
    }

    private static let more = "\nThe rest: lifesignalctl notifications\n"

    /// Fewer bytes than these say nothing of use.
    private static let shortestDetail = 80

    /// What to do stands at the beginning of a notice and what may be long at its end, so each keeps
    /// its beginning.
    private static func details(_ parts: ArraySlice<Part>, bytes: Int) -> String {
        let details = parts.map { "\n\($0.title)\n\($0.body)" }
        let share = share(of: bytes, among: details.map { $0.utf8.count + 1 })
        guard let share else { return details.joined(separator: "\n") + "\n\n" }
        guard share >= shortestDetail else { return more }
        return details.map { Notice.cut($0, bytes: share - 1, mark: "…") + "\n" }.joined() + more
    }

    /// The bytes for each, where what the short ones leave is the long ones'; nil where all fit.
    private static func share(of bytes: Int, among sizes: [Int]) -> Int? {
        var left = bytes
        for (index, size) in sizes.sorted().enumerated() {
            let share = left / (sizes.count - index)
            guard size <= share else { return share }
            left -= size
        }
        return nil
    }
}
