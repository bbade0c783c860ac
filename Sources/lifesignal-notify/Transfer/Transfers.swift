import CCurl
import Glibc
import Synchronization

/// All transfers over the network, hundreds at once, none waiting for another: those by HTTP on one
/// thread, and each mail on one of its own, since libcurl stands still while a mail server takes its
/// time with what it answers to the end of a mail, and to QUIT.
final class Transfers: Sendable {
    private struct Wishes {
        var added:
            [(key: Int, request: TransferRequest, CheckedContinuation<TransferResult, Never>)] =
                []
        var cancelled: [Int] = []
        var turns: [CheckedContinuation<Void, Never>] = []
        var nextKey = 0
    }

    private struct Multi: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer
    }

    private let multi: Multi
    private let certificates: String?
    private let wishes = Mutex(Wishes())

    /// - Parameter certificates: a file of certificate authorities instead of the system's own.
    init(certificates: String?) {
        curl_global_init(Int(CURL_GLOBAL_ALL))
        guard let handle = curl_multi_init() else { preconditionFailure("libcurl has no memory") }
        multi = Multi(handle: handle)
        self.certificates = certificates
        guard Thread.start({ [self] in run() }) == 0 else {
            preconditionFailure("no thread for what is sent")
        }
    }

    /// Ends within the request's time limit, and at once when the task is cancelled.
    ///
    /// - Parameter late: what came of it after that; a mail server may think about a mail for long, and take it.
    func run(
        _ request: TransferRequest, late: @escaping @Sendable (TransferResult) -> Void = { _ in }
    ) async -> TransferResult {
        if case .mail = request.content { return await runAlone(request, late: late) }
        let key = wishes.withLock { wishes in
            wishes.nextKey += 1
            return wishes.nextKey
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wishes.withLock { wishes in
                    wishes.added.append((key, request, continuation))
                    // The handler below may have run before there was anything to cancel.
                    if Task.isCancelled { wishes.cancelled.append(key) }
                }
                curl_multi_wakeup(multi.handle)
            }
        } onCancel: {
            wishes.withLock { $0.cancelled.append(key) }
            curl_multi_wakeup(multi.handle)
        }
    }

    /// Returns once the thread of those by HTTP has come round.
    func takeTurn() async {
        await withCheckedContinuation { continuation in
            wishes.withLock { $0.turns.append(continuation) }
            curl_multi_wakeup(multi.handle)
        }
    }

    /// The thread may outlive the answer, by as long again as libcurl waits for one of the server's.
    private func runAlone(
        _ request: TransferRequest, late: @escaping @Sendable (TransferResult) -> Void
    ) async -> TransferResult {
        let answer = Answer()
        let timeout = Task {
            try await Task.sleep(for: request.timeLimit)
            answer.give(TransferResult(end: .failed(CURLE_OPERATION_TIMEDOUT.rawValue, "")))
        }
        defer { timeout.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(continuation)
                let code = Thread.start { [certificates] in
                    Transfer(request, certificates: certificates) { result in
                        if !answer.give(result) { late(result) }
                    }.perform()
                }
                if code != 0 {
                    let words = "no thread for it: \(String(cString: strerror(code)))"
                    answer.give(TransferResult(end: .failed(CURLE_OUT_OF_MEMORY.rawValue, words)))
                }
            }
        } onCancel: {
            answer.give(TransferResult(end: .cut))
        }
    }

    /// The first answer counts.
    private final class Answer: Sendable {
        private enum State {
            case none
            case waited(CheckedContinuation<TransferResult, Never>)
            case given(TransferResult)
            case taken
        }

        private let state = Mutex(State.none)

        func wait(_ continuation: CheckedContinuation<TransferResult, Never>) {
            let given: TransferResult? = state.withLock { state in
                guard case .given(let result) = state else {
                    state = .waited(continuation)
                    return nil
                }
                state = .taken
                return result
            }
            if let given { continuation.resume(returning: given) }
        }

        /// - Returns: whether it was the first.
        @discardableResult
        func give(_ result: TransferResult) -> Bool {
            let (isFirst, continuation) = state.withLock {
                state -> (Bool, CheckedContinuation<TransferResult, Never>?) in
                switch state {
                case .none:
                    state = .given(result)
                    return (true, nil)
                case .waited(let continuation):
                    state = .taken
                    return (true, continuation)
                case .given, .taken: return (false, nil)
                }
            }
            continuation?.resume(returning: result)
            return isFirst
        }
    }

    // MARK: The thread of those by HTTP

    private func run() {
        var underWay: [Int: Transfer] = [:]
        while true {
            let (added, cancelled, turns) = wishes.withLock { wishes in
                defer { (wishes.added, wishes.cancelled, wishes.turns) = ([], [], []) }
                return (wishes.added, wishes.cancelled, wishes.turns)
            }
            for turn in turns { turn.resume() }
            for (key, request, continuation) in added {
                let transfer = Transfer(request, certificates: certificates) {
                    continuation.resume(returning: $0)
                }
                underWay[key] = transfer
                curl_multi_add_handle(multi.handle, UnsafeMutableRawPointer(transfer.handle))
            }
            for key in cancelled { end(underWay.removeValue(forKey: key), nil) }
            var running: CInt = 0
            curl_multi_perform(multi.handle, &running)
            var code = CURLE_OK
            while let done = curl_multi_next_done(multi.handle, &code) {
                let key = underWay.first { $0.value.handle == OpaquePointer(done) }?.key
                end(key.flatMap { underWay.removeValue(forKey: $0) }, code)
            }
            let hasMore = wishes.withLock {
                !$0.added.isEmpty || !$0.cancelled.isEmpty || !$0.turns.isEmpty
            }
            if !hasMore { curl_multi_poll(multi.handle, nil, 0, 60_000, nil) }
        }
    }

    private func end(_ transfer: Transfer?, _ code: CURLcode?) {
        guard let transfer else { return }
        curl_multi_remove_handle(multi.handle, UnsafeMutableRawPointer(transfer.handle))
        transfer.finish(code)
    }
}
