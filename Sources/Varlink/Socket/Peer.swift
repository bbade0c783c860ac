internal import CLinux
internal import Glibc

/// Who is at the other end of a connection, as the kernel saw it when the connection was made. What
/// a process does later, changing its user or ending, does not change it.
public struct Peer: Hashable, Sendable {
    /// May belong to another process by now.
    public var pid: Int32
    public var uid: UInt32
    /// The primary group.
    public var gid: UInt32
    /// The primary and the supplementary groups.
    public var groups: Set<UInt32>

    public init(pid: Int32, uid: UInt32, gid: UInt32, groups: Set<UInt32> = []) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups.union([gid])
    }

    /// Asks the kernel: SO_PEERCRED and SO_PEERGROUPS of unix(7).
    init(ofSocket descriptor: CInt) throws(Errno) {
        var credentials = linux_peer_credentials()
        guard linux_peercred(descriptor, &credentials) == 0 else { throw .current }
        self.init(
            pid: credentials.pid, uid: credentials.uid, gid: credentials.gid,
            groups: try Self.supplementaryGroups(descriptor))
    }

    /// The kernel tells how much room it needs when there is too little (ERANGE).
    private static func supplementaryGroups(_ descriptor: CInt) throws(Errno) -> Set<UInt32> {
        let bytesEach = UInt32(MemoryLayout<UInt32>.size)
        var groups = [UInt32](repeating: 0, count: 32)
        while true {
            var bytes = UInt32(groups.count) * bytesEach
            if linux_peergroups(descriptor, &groups, &bytes) == 0 {
                return Set(groups.prefix(Int(bytes / bytesEach)))
            }
            guard errno == ERANGE, bytes > UInt32(groups.count) * bytesEach else { throw .current }
            groups = [UInt32](repeating: 0, count: Int(bytes / bytesEach))
        }
    }
}
