internal import CSystemd
internal import Glibc

/// Sockets that systemd has opened and hands over: sd_listen_fds(3).
public enum ListenDescriptors {
    /// Why what was handed over can't be served.
    public enum TakeError: Error, Equatable {
        /// systemd's variables or descriptors can't be used; `code` is an errno.
        case unusable(code: Int32)
        /// The socket unit does not say `ListenStream=/path`.
        case notAListeningUnixStreamSocket(descriptor: Int32)
    }

    /// The listening Unix stream sockets handed over to this process; empty when it was not started
    /// by a socket unit.
    ///
    /// Takes `$LISTEN_FDS` and its companions out of the environment, so call it once, before other
    /// threads read the environment. The descriptors are closed on exec.
    public static func take() throws(TakeError) -> [Int32] {
        let count = sd_listen_fds(1)
        guard count >= 0 else { throw .unusable(code: -count) }
        return try checked(SD_LISTEN_FDS_START..<(SD_LISTEN_FDS_START + count))
    }

    static func checked(_ descriptors: Range<Int32>) throws(TakeError) -> [Int32] {
        for descriptor in descriptors {
            let answer = sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0)
            if answer < 0 { throw .unusable(code: -answer) }
            if answer == 0 { throw .notAListeningUnixStreamSocket(descriptor: descriptor) }
        }
        return Array(descriptors)
    }
}

extension ListenDescriptors.TakeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusable(let code):
            "the sockets that systemd handed over can't be used: \(String(cString: strerror(code)))"
        case .notAListeningUnixStreamSocket(let descriptor):
            "descriptor \(descriptor) that systemd handed over is no listening Unix stream socket; "
                + "the socket unit needs ListenStream=/path and no Accept=yes"
        }
    }
}
