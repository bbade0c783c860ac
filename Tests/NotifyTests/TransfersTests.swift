import Testing

@testable import lifesignal_notify

struct TransfersTests {
    static let transfers = Transfers(certificates: nil)

    /// Nothing listens at port 1; whether it is connected to shows in how it fails.
    func end(_ url: String, mayBeNear: Bool) async -> TransferResult.End {
        await Self.transfers.run(
            TransferRequest(url: url, content: .get, mayBeNear: mayBeNear)
        ).end
    }

    @Test(arguments: [
        "http://127.0.0.1:1/", "http://[::1]:1/", "http://0.0.0.0:1/", "http://169.254.1.1:1/",
        "http://[::ffff:127.0.0.1]:1/", "http://2130706433:1/", "http://localhost:1/",
    ])
    func `whatever leads to this machine is not connected to, unless it may be`(url: String) async {
        #expect(await end(url, mayBeNear: false) == .tooNear)
    }

    @Test func `an admin's address of this machine is`() async {
        guard case .failed(let code, _) = await end("http://127.0.0.1:1/", mayBeNear: true) else {
            Issue.record("it was not connected to")
            return
        }
        // CURLE_COULDNT_CONNECT
        #expect(code == 7)
    }

    @Test func `other protocols are not spoken`() async {
        guard case .failed = await end("file:///etc/passwd", mayBeNear: true) else {
            Issue.record("a file was read")
            return
        }
    }

    @Test func `a transfer whose task is cancelled is cut`() async {
        let transfer = Task {
            await Self.transfers.run(
                TransferRequest(url: "http://127.0.0.1:1/", content: .get, mayBeNear: true))
        }
        transfer.cancel()
        let end = await transfer.value.end
        // It may have failed by itself before that.
        #expect(end != .complete)
    }
}
