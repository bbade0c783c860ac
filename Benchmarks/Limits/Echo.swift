import CLinux
import Foundation
import Glibc

/// A socket whose other end sends back what it gets: what a call costs before anybody has done anything
/// for it, and how much of the machine the load itself takes.
final class Echo {
    let path: String
    private let listener: CInt

    init(in directory: String) throws {
        path = "\(directory)/echo"
        listener = try Self.listen(path)
        let descriptor = listener
        Thread.detachNewThread {
            Self.serve(descriptor) { caller, bytes in
                _ = send(caller, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
            }
        }
    }

    deinit {
        // Its thread ends with the listener.
        shutdown(listener, CInt(SHUT_RDWR))
        unlink(path)
    }

    /// A socket that listens at a path.
    static func listen(_ path: String) throws -> CInt {
        unlink(path)
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = try Line.address(path)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, Glibc.listen(listener, 128) == 0 else {
            throw Failure.system("bind \(path)")
        }
        return listener
    }

    /// Gives what comes, and from whom, to `take`, until the listener is shut down.
    ///
    /// - Parameters:
    ///   - bell: what is looked at as well; `answer` is done when it has rung.
    ///   - passed: done when all has been taken that had come.
    static func serve(
        _ listener: CInt, bell: CInt = -1, answer: () -> Void = {},
        passed: () -> Void = {}, _ take: (CInt, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var places = [bell, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            guard poll(&places, nfds_t(places.count), -1) > 0 else { continue }
            if places[0].revents != 0 {
                var rings: eventfd_t = 0
                eventfd_read(bell, &rings)
                answer()
            }
            for index in places.indices.dropFirst(2) where places[index].revents != 0 {
                let count = recv(places[index].fd, &buffer, buffer.count, 0)
                if count > 0 {
                    buffer.withUnsafeBufferPointer {
                        take(places[index].fd, UnsafeBufferPointer(rebasing: $0[..<count]))
                    }
                } else {
                    close(places[index].fd)
                    places[index] = pollfd(fd: -1, events: 0, revents: 0)
                }
            }
            passed()
            // A negative descriptor is passed over, as that of no bell.
            places.removeAll { $0.fd < 0 && $0.events == 0 }
            guard places[1].revents != 0 else { continue }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            places.append(pollfd(fd: connection, events: Int16(POLLIN), revents: 0))
        }
        for place in places.dropFirst() { close(place.fd) }
    }
}
