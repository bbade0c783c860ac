import Foundation

/// Where the programs are that were built with these tests: beside the test bundle.
enum BuiltPrograms {
    static let directory: URL = {
        // The bundle on Linux is a program of its own in the build directory; run by a launcher,
        // it is among the launcher's arguments.
        let candidates =
            [Bundle.main.bundleURL, Bundle.main.executableURL]
            .compactMap { $0 } + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
        for candidate in candidates {
            for directory in [candidate, candidate.deletingLastPathComponent()]
            where FileManager.default.isExecutableFile(
                atPath: directory.appendingPathComponent("lifesignald").path)
            {
                return directory
            }
        }
        fatalError("no lifesignald beside \(candidates.map(\.path))")
    }()

    static var lifesignald: URL { directory.appendingPathComponent("lifesignald") }
    static var lifesignalctl: URL { directory.appendingPathComponent("lifesignalctl") }
}
