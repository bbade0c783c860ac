import Foundation
import Glibc

/// The programs' bytes as they were built; docs/DEVELOPING.md says what makes them up.
enum Sizes {
    static func figures(programs: String) -> [Figure] {
        let built = ["lifesignald", "lifesignal-notify", "lifesignalctl"]
            .map { (name: $0, path: "\(programs)/\($0)") }
        let here = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
        let packages = here.filter { $0.hasSuffix(".deb") }.map { (name: $0, path: $0) }
        return (built + packages).compactMap { name, path in
            var file = stat()
            guard stat(path, &file) == 0 else { return nil }
            return Figure(name: "size: \(name)", value: Double(file.st_size) / 1e6, unit: "MB")
        }
    }
}
