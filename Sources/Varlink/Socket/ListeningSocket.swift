internal import CLinux
internal import Glibc

/// A socket file that this server has made, to be removed when it stops.
struct ListeningSocket: Sendable {
    let descriptor: CInt
    private let path: String
    /// Which file it is: another server may have put its own in its place since.
    private let file: FileIdentity?

    private struct FileIdentity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(path: String) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            device = status.st_dev
            inode = status.st_ino
        }
    }

    /// Binds and listens. The file has its mode before anybody can connect.
    init(_ address: Address, mode: UInt32, replacingStale: Bool) throws(ListenError) {
        path = address.path
        let isFile = !path.hasPrefix("@")
        if replacingStale, isFile { try Self.removeStaleSocket(at: address) }
        let descriptor: CInt
        do {
            descriptor = try UnixSocket.bound(to: address)
        } catch {
            throw .system(call: "bind", path: path, reason: error.description)
        }
        self.descriptor = descriptor
        file = isFile ? FileIdentity(path: path) : nil
        guard !isFile || chmod(path, mode) == 0 else {
            throw Self.closed(descriptor, "chmod", path)
        }
        guard Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            throw Self.closed(descriptor, "listen", path)
        }
    }

    /// Removes the file, unless another has taken its place.
    func removeFile() {
        guard let file, FileIdentity(path: path) == file else { return }
        unlink(path)
    }

    /// Stale is a socket that refuses connections: its program has ended without removing it.
    private static func removeStaleSocket(at address: Address) throws(ListenError) {
        let path = address.path
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        guard try refusesConnections(address) else { throw .inUse(path: path) }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .system(call: "unlink", path: path, reason: Errno.current.description)
        }
    }

    private static func refusesConnections(_ address: Address) throws(ListenError) -> Bool {
        do throws(Errno) {
            close(try UnixSocket.connected(to: address))
            return false
        } catch {
            switch error.code {
            case ECONNREFUSED, ENOENT: return true
            // A full queue of connections is one that somebody works off.
            case EAGAIN: return false
            default:
                throw .system(
                    call: "connect", path: address.path, reason: error.description)
            }
        }
    }

    private static func closed(_ descriptor: CInt, _ call: String, _ path: String) -> ListenError {
        let reason = Errno.current.description
        close(descriptor)
        return .system(call: call, path: path, reason: reason)
    }
}
