import ArgumentParser
import Glibc
import Varlink

/// `varlink-swift FILE`: prints the Swift source for an interface description.
@main
struct VarlinkSwift: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "varlink-swift",
        abstract: "Print the Swift types for a Varlink interface description.")

    @Argument(help: "The description, NAME.varlink.", completion: .file(extensions: ["varlink"]))
    var file: String

    @Flag(help: "Leave out the import of Varlink, for a file that belongs to that module itself.")
    var insideVarlink = false

    func run() throws {
        guard let text = Self.contents(of: file) else {
            throw ValidationError("\(file): \(String(cString: strerror(errno)))")
        }
        do {
            print(try SwiftSource.text(for: text, importsVarlink: !insideVarlink), terminator: "")
        } catch {
            throw ValidationError("\(file): \(error)")
        }
    }

    /// The file's text, or nil with errno set.
    private static func contents(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
