import Glibc
import Varlink

/// The service: an actor that holds the state, and a router that leads calls to it.
actor TallyService {
    private var counts: [String: Int64] = [:]
    private var watchers: [AsyncStream<Tally.Count>.Continuation] = []

    nonisolated var router: Router {
        var router = Router(
            vendor: "Example", product: "Tally", version: "1", url: "https://example.org",
            interfaces: [Tally.self])

        router.on(Tally.Add.self) { parameters, _ in
            // Parameters have the right types here; whether their values make sense is ours to say.
            guard !parameters.name.isEmpty else {
                throw InvalidParameter("name", reason: "is empty")
            }
            let number = parameters.by ?? 1
            guard number.magnitude <= 1000 else {
                throw InvalidParameter("by", reason: "is more than 1000")
            }
            return .init(count: try await self.add(number, to: parameters.name))
        }

        router.onStream(Tally.List.self) { _, _, replies in
            // The last reply is held back until the end, so that it can say that it is the last.
            for count in await self.all { try await replies.send(.init(count: count)) }
        }

        router.onStream(Tally.Watch.self) { _, _, replies in
            // There may be no next one for long: each goes out at once.
            for await count in await self.changes() {
                try await replies.sendNow(.init(count: count))
            }
        }

        router.on(Tally.Clear.self) { _, call in
            guard call.peer.uid == getuid() else { throw Service.Failure.permissionDenied }
            await self.clear()
            return .init()
        }
        return router
    }

    private var all: [Tally.Count] {
        counts.sorted { $0.key < $1.key }.map { Tally.Count(name: $0.key, count: $0.value) }
    }

    private func add(_ number: Int64, to name: String) throws(Tally.Failure) -> Int64 {
        let count = counts[name, default: 0]
        guard count + number >= 0 else { throw .wouldBeNegative(name: name, count: count) }
        counts[name] = count + number
        for watcher in watchers { watcher.yield(Tally.Count(name: name, count: count + number)) }
        return count + number
    }

    private func clear() {
        counts = [:]
    }

    /// The changes from now on. A watcher that falls behind misses some, rather than fill the memory.
    private func changes() -> AsyncStream<Tally.Count> {
        let (stream, watcher) = AsyncStream.makeStream(
            of: Tally.Count.self, bufferingPolicy: .bufferingNewest(100))
        watchers.append(watcher)
        return stream
    }
}
