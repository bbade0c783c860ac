import Foundation
import Glibc

/// The bytes of the programs as they are installed, and of the package if one was built here, with what makes
/// them up.
enum Sizes {
    static func figures(
        programs: String, package: String?, packsParts: Bool, in directory: String
    ) throws -> [Figure] {
        let built = try names.map {
            try installed("\(programs)/\($0)", name: $0, in: directory)
        }
        guard let package else { return built }
        return built + [
            Figure(
                name: "size: the Debian package", value: bytes(package) / 1e6, unit: "MB",
                note: packsParts ? try parts(of: package, in: directory) : "all three, compressed")
        ]
    }

    private static let names = ["lifesignald", "lifesignal-notify", "lifesignalctl"]

    /// What a package of each program alone would weigh, by the same tool, and how much is left for all else.
    private static func parts(of package: String, in directory: String) throws -> String {
        let place = "\(directory)/package"
        let (whole, one) = ("\(place)/whole", "\(place)/one")
        let files = FileManager.default
        defer { try? files.removeItem(atPath: place) }
        func run(_ arguments: [String]) throws {
            let status = try Child("/usr/bin/dpkg-deb", arguments).wait()
            guard status == 0 else { throw Failure("dpkg-deb \(arguments) ended with \(status)") }
        }
        try files.createDirectory(atPath: place, withIntermediateDirectories: true)
        try run(["--extract", package, whole])
        var rest = bytes(package)
        let words = try names.map { name in
            guard
                let path = files.enumerator(atPath: whole)?.first(where: { file in
                    (file as? String)?.hasSuffix("/\(name)") == true
                        && isProgram("\(whole)/\(file)")
                })
            else { throw Failure("\(package) has no \(name)") }
            try files.createDirectory(
                atPath: "\(one)/DEBIAN", withIntermediateDirectories: true)
            let control =
                "Package: one\nVersion: 1\nArchitecture: all\nMaintainer: one\nDescription: one\n"
            try Data(control.utf8).write(to: URL(fileURLWithPath: "\(one)/DEBIAN/control"))
            try files.moveItem(atPath: "\(whole)/\(path)", toPath: "\(one)/\(name)")
            try run(["--build", one, "\(one).deb"])
            try files.removeItem(atPath: one)
            let size = bytes("\(one).deb")
            rest -= size
            return "\(name) \(Table.number(size / 1e6))"
        }
        return (words + ["rest \(Table.number(rest / 1e6))"]).joined(separator: ", ")
    }

    private static func isProgram(_ path: String) -> Bool {
        var file = stat()
        return stat(path, &file) == 0 && file.st_mode & S_IFMT == S_IFREG
            && file.st_mode & S_IXUSR != 0
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
