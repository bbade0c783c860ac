internal import Glibc

/// Listening sockets that whoever started the program has opened for it, as systemd does for a
/// `.socket` unit: the protocol of sd_listen_fds(3).
public enum SocketActivation {
    /// The first descriptor that is handed over; the others follow it.
    static let firstDescriptor: CInt = 3

    /// The descriptors for this process, in their order; none if it was started otherwise. Programs
    /// that this one starts will not inherit them.
    ///
    /// - Parameter name: Only those with this name: a socket unit's FileDescriptorName=.
    public static func descriptors(named name: String? = nil) -> [CInt] {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let descriptors = descriptors(
            named: name, processID: variable("LISTEN_PID"), count: variable("LISTEN_FDS"),
            names: variable("LISTEN_FDNAMES"))
        for descriptor in descriptors {
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
        return descriptors
    }

    /// What the three variables say; `names` has a name for each, joined by colons.
    static func descriptors(
        named name: String?, processID: String?, count: String?, names: String?
    ) -> [CInt] {
        guard let processID, CInt(processID) == getpid(), let count = count.flatMap({ CInt($0) }),
            count > 0, count <= 1024
        else { return [] }
        let all = Array(firstDescriptor..<firstDescriptor + count)
        guard let name else { return all }
        let names = (names ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard names.count == all.count else { return [] }
        return zip(all, names).filter { $0.1 == name }.map(\.0)
    }
}
