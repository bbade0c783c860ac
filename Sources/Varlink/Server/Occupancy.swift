/// Who holds how much of the server.
struct Occupancy {
    private let limits: Server.Limits
    private var ofUids: [UInt32: Share] = [:]
    private(set) var connections = 0

    private struct Share {
        var connections = 0
        var heldBytes = 0
    }

    init(limits: Server.Limits) {
        self.limits = limits
    }

    /// Counts a new connection, or says why there is no room for it.
    mutating func enter(uid: UInt32) -> ServerEvent.Refusal? {
        guard connections < limits.connections else { return .tooManyConnections }
        guard ofUids[uid, default: Share()].connections < limits.connectionsPerUid else {
            return .tooManyConnectionsOfUser
        }
        connections += 1
        ofUids[uid, default: Share()].connections += 1
        return nil
    }

    /// Counts a connection out that has given back all bytes it held.
    mutating func leave(uid: UInt32) {
        connections -= 1
        ofUids[uid]?.connections -= 1
        if ofUids[uid]?.connections == 0 { ofUids[uid] = nil }
    }

    /// Counts bytes that a connection holds more, or less, than before. False if they are too many.
    mutating func hold(bytes: Int, uid: UInt32) -> Bool {
        ofUids[uid]?.heldBytes += bytes
        return heldBytes(ofUid: uid) <= limits.heldBytesPerUid
    }

    /// What all connections of the user hold.
    func heldBytes(ofUid uid: UInt32) -> Int {
        ofUids[uid]?.heldBytes ?? 0
    }
}
