import Synchronization

/// Who holds how much of the server.
final class Occupancy: Sendable {
    private struct Shares {
        var ofUids: [UInt32: Share] = [:]
        var connections = 0
    }

    private struct Share {
        var connections = 0
        var heldBytes = 0
    }

    private let limits: Server.Limits
    private let shares = Mutex(Shares())

    init(limits: Server.Limits) {
        self.limits = limits
    }

    var connections: Int { shares.withLock { $0.connections } }

    /// Counts a new connection, or says why there is no room for it.
    func enter(uid: UInt32) -> ServerEvent.Refusal? {
        shares.withLock { shares in
            guard shares.connections < limits.connections else { return .tooManyConnections }
            guard shares.ofUids[uid, default: Share()].connections < limits.connectionsPerUid
            else { return .tooManyConnectionsOfUser }
            shares.connections += 1
            shares.ofUids[uid, default: Share()].connections += 1
            return nil
        }
    }

    /// Counts a connection out that has given back all bytes it held.
    func leave(uid: UInt32) {
        shares.withLock { shares in
            shares.connections -= 1
            shares.ofUids[uid]?.connections -= 1
            if shares.ofUids[uid]?.connections == 0 { shares.ofUids[uid] = nil }
        }
    }

    /// Counts bytes that a connection holds more, or less, than before. False if they are too many.
    func hold(bytes: Int, uid: UInt32) -> Bool {
        shares.withLock { shares in
            shares.ofUids[uid]?.heldBytes += bytes
            return shares.ofUids[uid]?.heldBytes ?? 0 <= limits.heldBytesPerUid
        }
    }

    /// What all connections of the user hold.
    func heldBytes(ofUid uid: UInt32) -> Int {
        shares.withLock { $0.ofUids[uid]?.heldBytes ?? 0 }
    }
}
