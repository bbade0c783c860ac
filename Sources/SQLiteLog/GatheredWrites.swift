import GRDBSQLite

/// What SQLite writes to its log goes to the system in one piece, before the disk is waited for.
///
/// SQLite writes each page of a commit by two calls, one for its header, at places that follow one another. Nothing
/// is held back from whoever looks: what is read, and all else that SQLite does with the file, comes after what it has
/// written there, in the order in which it did, and with `synchronous = FULL` each commit ends with a wait for the disk
/// (docs/decisions/0033-a-commit-is-written-in-one-piece.md).
///
/// Takes the place of the file's methods, which https://sqlite.org/c3ref/io_methods.html describes, and is gone with
/// the file.
public struct GatheredWrites {
    /// First, so that SQLite's pointer to these is one to all of it.
    private var methods: sqlite3_io_methods
    private let system: sqlite3_io_methods
    private let bytes: UnsafeMutableRawPointer
    /// Where they belong, and how many there are.
    private var place: sqlite3_int64 = 0
    private var count = 0

    /// Bytes; of thirty-one pages with their headers, more than somebody's alarm takes. SQLite's own method for Unix
    /// takes no more than 2^17 − 1 at once.
    static let room = 31 * (24 + 4096)

    /// For the log of a connection that has read something in that mode.
    ///
    /// Not on a disk that may spoil what lies beside a write: there SQLite writes a commit's last page several times, and
    /// waits for the disk in between.
    public static func begin(on connection: OpaquePointer?) {
        var (log, sparesOthers): (UnsafeMutablePointer<sqlite3_file>?, CInt) = (nil, -1)
        guard
            sqlite3_file_control(
                connection, "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &sparesOthers) == SQLITE_OK,
            sparesOthers == 1,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
                == SQLITE_OK, let log
        else { return }
        begin(log)
    }

    /// Until it is closed. A file that is not open stays as it is.
    static func begin(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let system = file.pointee.pMethods?.pointee else { return }
        precondition(MemoryLayout<Self>.offset(of: \.methods) == 0)
        let writes = UnsafeMutablePointer<GatheredWrites>.allocate(capacity: 1)
        writes.initialize(to: GatheredWrites(system))
        file.pointee.pMethods = UnsafePointer(
            UnsafeMutableRawPointer(writes).assumingMemoryBound(to: sqlite3_io_methods.self))
    }

    private init(_ system: sqlite3_io_methods) {
        self.system = system
        bytes = .allocate(byteCount: Self.room, alignment: 16)
        methods = system
        methods.xWrite = { file, data, count, place in
            Self.of(file).pointee.write(file, data, Int(count), at: place)
        }
        methods.xSync = { file, flags in
            Self.handedOver(file, forgets: true) { $0.xSync(file, flags) }
        }
        methods.xRead = { file, data, count, place in
            let writes = Self.of(file)
            guard writes.pointee.overlaps(place, count) else {
                return writes.pointee.system.xRead(file, data, count, place)
            }
            return Self.handedOver(file) { $0.xRead(file, data, count, place) }
        }
        methods.xTruncate = { file, size in
            Self.handedOver(file) { $0.xTruncate(file, size) }
        }
        methods.xFileSize = { file, size in
            Self.handedOver(file) { $0.xFileSize(file, size) }
        }
        methods.xClose = { file in
            let writes = Self.of(file)
            let failure = writes.pointee.handOver(file)
            let result = writes.pointee.system.xClose(file)
            writes.pointee.bytes.deallocate()
            writes.deinitialize(count: 1).deallocate()
            return failure ?? result
        }
    }

    private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<
        GatheredWrites
    > {
        UnsafeMutableRawPointer(mutating: file!.pointee.pMethods!)
            .assumingMemoryBound(to: GatheredWrites.self)
    }

    /// What the system does behind what has been gathered.
    private static func handedOver(
        _ file: UnsafeMutablePointer<sqlite3_file>?, forgets: Bool = false,
        _ then: (sqlite3_io_methods) -> CInt
    ) -> CInt {
        let writes = of(file)
        return writes.pointee.handOver(file, forgets: forgets) ?? then(writes.pointee.system)
    }

    private mutating func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ data: UnsafeRawPointer?, _ size: Int,
        at place: sqlite3_int64
    ) -> CInt {
        if place != self.place + Int64(count) || size > Self.room - count,
            let failure = handOver(file, forgets: true)
        {
            return failure
        }
        guard size <= Self.room else { return system.xWrite(file, data, CInt(size), place) }
        if count == 0 { self.place = place }
        bytes.advanced(by: count).copyMemory(from: data!, byteCount: size)
        count += size
        return SQLITE_OK
    }

    /// What a transaction has left that was undone is read by nobody, and on a full disk would keep others from reading.
    private func overlaps(_ place: sqlite3_int64, _ size: CInt) -> Bool {
        place < self.place + Int64(count) && self.place < place + Int64(size)
    }

    /// Writes what has been gathered.
    ///
    /// - Parameter forgets: it is dropped if it can't be written. So it is where SQLite undoes the transaction then, and
    ///   the next one writes to the same place; elsewhere it might take no notice.
    /// - Returns: SQLite's code if it could not be written.
    private mutating func handOver(
        _ file: UnsafeMutablePointer<sqlite3_file>?, forgets: Bool = false
    ) -> CInt? {
        guard count > 0 else { return nil }
        let result = system.xWrite(file, bytes, CInt(count), place)
        if result == SQLITE_OK || forgets { count = 0 }
        return result == SQLITE_OK ? nil : result
    }
}
