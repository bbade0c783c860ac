import Glibc

/// A text that is handed to an editor, readable by its owner alone: it holds somebody's note.
struct EditedFile {
    let path: String

    /// Makes an empty one in `directory`.
    init(in directory: String, name: String) throws(FileError) {
        let descriptor: CInt
        (path, descriptor) = try makeUniqueFile(
            beginning: "\(directory)/\(name)-", suffix: ".txt")
        close(descriptor)
    }

    /// One that is there already.
    init(existing path: String) {
        self.path = path
    }

    func write(_ text: String) throws(FileError) {
        guard let file = fopen(path, "we") else { throw FileError(path) }
        let bytes = Array(text.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw FileError(path) }
    }

    /// What is in it now; an editor may have put another file in its place.
    func read() throws(FileError) -> String {
        guard let file = fopen(path, "re") else { throw FileError(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            bytes += buffer[..<count]
            if count < buffer.count { break }
        }
        guard ferror(file) == 0 else { throw FileError(path) }
        return String(decoding: bytes, as: UTF8.self)
    }

    func remove() { unlink(path) }
}
