import LifeSignalAPI

extension Outbox.Job {
    /// A job with what a test does not care about filled in.
    static func sample(
        _ id: String, kind: String = "reminder", to: String = "ana", address: String = "exec:a",
        at second: Int = 0, title: String? = nil, body: String = "Do something.",
        isPrivate: Bool = true, attempt: Int64 = 1
    ) -> Outbox.Job {
        Outbox.Job(
            delivery: "d-\(id)", notification: id, kind: kind, to: to, about: "zoe",
            at: "2026-11-20T09:00:\(second < 10 ? "0" : "")\(second).000Z",
            title: title ?? "Title \(id)", body: body, address: address, attempt: attempt,
            private: isPrivate)
    }
}
