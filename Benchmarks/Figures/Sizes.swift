import Foundation
import Glibc

/// The bytes of the programs as they are installed, and of the package if one was built here, with what makes
/// them up.
enum Sizes {
    static func figures(programs: String, package: String?, in directory: String) throws
        -> [Figure]
    {
        let built = try ["lifesignald", "lifesignal-notify", "lifesignalctl"].map {
            try installed("\(programs)/\($0)", name: $0, in: directory)
        }
        guard let package else { return built }
        return built + [
            Figure(
                name: "size: the Debian package", value: bytes(package) / 1e6, unit: "MB",
                note: "all three, compressed")
        ]
    }

    /// A program is installed without its symbols.
    private static func installed(_ built: String, name: String, in directory: String) throws
        -> Figure
    {
        let (stripped, listing) = ("\(directory)/stripped", "\(directory)/listing")
        defer { for path in [stripped, listing] { unlink(path) } }
        func read(_ tool: String, _ arguments: [String]) throws -> [[Substring]] {
            unlink(listing)
            let status = try Child("/usr/bin/\(tool)", arguments, output: listing).wait()
            guard status == 0 else { throw Failure("\(tool) \(arguments) ended with \(status)") }
            return Machine.lines(listing).map { $0.split(separator: " ") }
        }
        _ = try read("strip", ["-o", stripped, built])
        var parts: [Part: Double] = [:]
        for line in try read("size", ["-A", "-d", stripped]) where line.count == 3 {
            guard let size = Double(line[1]), let part = Part(section: line[0]) else { continue }
            parts[part, default: 0] += size
        }
        for line in try read("nm", ["-S", built])
        where line.last?.hasPrefix("icudt") == true && line.count == 4 {
            let size = Double(Int(line[1], radix: 16) ?? 0)
            parts[.unicode, default: 0] += size
            parts[.constants, default: 0] -= size
        }
        let whole = bytes(stripped)
        parts[.rest] = whole - parts.values.reduce(0, +)
        let words = Part.allCases.compactMap { part in
            parts[part].map { "\(part.rawValue) \(Table.number($0 / 1e6))" }
        }
        return Figure(
            name: "size: \(name), installed", value: whole / 1e6, unit: "MB",
            note: words.joined(separator: ", "))
    }

    /// What the sections of a program are for.
    private enum Part: String, CaseIterable {
        case code
        case unicode = "ICU's tables"
        case constants
        case data
        case swift = "Swift's descriptions of types"
        case unwinding
        case linking = "symbols and relocations"
        case rest

        /// Nil for what takes no room in the file.
        init?(section: Substring) {
            switch section {
            case ".text", ".plt", ".init", ".fini": self = .code
            case ".rodata": self = .constants
            case ".eh_frame", ".eh_frame_hdr", ".gcc_except_table": self = .unwinding
            case ".bss", ".tbss": return nil
            case ".data", ".data.rel.ro": self = .data
            default:
                let linking = [".dyn", ".gnu", ".rela", ".got"]
                self =
                    section.hasPrefix("swift5_")
                    ? .swift : linking.contains { section.hasPrefix($0) } ? .linking : .rest
            }
        }
    }

    private static func bytes(_ path: String) -> Double {
        var file = stat()
        return stat(path, &file) == 0 ? Double(file.st_size) : 0
    }
}
