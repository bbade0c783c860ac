internal import CLinux
internal import Glibc

/// A socket that listens, for ``Server/listen(on:)``. Who connects before that waits.
///
/// To be had before anything is begun that a start in vain must not have begun.
public struct ListeningSocket: Sendable {
    let descriptor: CInt
    let path: String
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

    /// Listens at a path; with `@` first, at this name of Linux's abstract namespace, which any user
    /// of the machine may take.
    ///
    /// - Parameters:
    ///   - mode: The socket file's permissions, which it has before anybody can connect. By default
    ///     everybody may: who may do what is for the handlers to decide, by ``Call/peer``.
    ///   - replacingStale: Remove a socket that is there already and refuses connections.
    public init(path: String, mode: UInt32 = 0o666, replacingStale: Bool = false)
        throws(ListenError)
    {
        let address: Address
        do {
            address = try Address(path: path)
        } catch {
            throw .address(error)
        }
        try self.init(address, mode: mode, replacingStale: replacingStale)
    }

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

    /// For a socket that is not served after all.
    public func abandon() {
        removeFile()
        close(descriptor)
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
