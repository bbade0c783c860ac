// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with: strict ownership of imports and isolation, no warning let through.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
]
let argumentParser: Target.Dependency =
    .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "lifesignal",
    products: [
        .library(name: "Varlink", targets: ["Varlink"]),
        .executable(name: "lifesignald", targets: ["lifesignald"]),
        .executable(name: "lifesignalctl", targets: ["lifesignalctl"]),
        .executable(name: "lifesignal-notify", targets: ["lifesignal-notify"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: [.trait(name: "YAML")]),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // The functional core.
        .target(name: "LifeSignal", swiftSettings: settings),
        .testTarget(name: "LifeSignalTests", dependencies: ["LifeSignal"], swiftSettings: settings),

        // The protocol.
        .target(
            name: "Varlink", dependencies: nio + ["CLinux"],
            exclude: ["Service/org.varlink.service.varlink"], swiftSettings: settings),
        .executableTarget(
            name: "varlink-swift", dependencies: ["Varlink", argumentParser],
            swiftSettings: settings),
        .testTarget(
            name: "VarlinkTests",
            dependencies: [
                "Varlink", "VarlinkProperties", "varlink-swift", "CLinux",
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + nio,
            exclude: ["Trial/org.example.trial.varlink"],
            swiftSettings: settings),

        .target(
            name: "VarlinkProperties", dependencies: ["Varlink"] + nio, path: "Fuzz/Properties",
            swiftSettings: settings),
        .executableTarget(
            name: "varlink-certification", dependencies: ["Varlink"],
            path: "Examples/Certification", exclude: ["org.varlink.certification.varlink"],
            swiftSettings: settings),
        .executableTarget(
            name: "varlink-tally", dependencies: ["Varlink"], path: "Examples/Tally",
            exclude: ["org.example.tally.varlink"], swiftSettings: settings),

        // The contract.
        .target(
            name: "LifeSignalAPI", dependencies: ["Varlink"],
            exclude: [
                "io.lifesignal.Daemon.varlink", "io.lifesignal.Outbox.varlink",
                "io.lifesignal.People.varlink",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LifeSignalAPITests",
            dependencies: ["LifeSignalAPI", "Varlink", "varlink-swift"],
            swiftSettings: settings),

        // What the programs share: the local time, systemd's side of a service, and the configuration
        // file.
        .target(name: "LocalTime", dependencies: ["LifeSignal"], swiftSettings: settings),
        .target(
            name: "Systemd", dependencies: ["CSystemd", logging], swiftSettings: settings),
        .testTarget(
            name: "SystemdTests", dependencies: ["Systemd", "LifeSignal", logging],
            swiftSettings: settings),
        .target(
            name: "ConfigurationFile",
            dependencies: [
                "LifeSignal",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ConfigurationFileTests", dependencies: ["ConfigurationFile", "LifeSignal"],
            swiftSettings: settings),

        // How SQLite's log reaches the disk: of the daemon, and of what is measured beside it.
        .target(
            name: "SQLiteLog",
            dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
            swiftSettings: settings),

        // The programs.
        .executableTarget(
            name: "lifesignald",
            dependencies: [
                "LifeSignal", "LifeSignalAPI", "LocalTime", "Varlink", "Systemd",
                "ConfigurationFile", "SQLiteLog", "CLinux", "CSQLite", argumentParser, logging,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HeapModule", package: "swift-collections"),
            ] + nio,
            swiftSettings: settings),
        .testTarget(
            name: "NotifyTests",
            dependencies: [
                "lifesignal-notify", "LifeSignal", "LifeSignalAPI", "ConfigurationFile", "Varlink",
                logging,
            ], swiftSettings: settings),
        .testTarget(
            name: "lifesignaldTests",
            dependencies: [
                "lifesignald", "SQLiteLog", "LifeSignal", "LifeSignalAPI", "Varlink",
                argumentParser, logging,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ], exclude: ["Store/Versions"], swiftSettings: settings),
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "lifesignald", "lifesignalctl", "LifeSignal", "LifeSignalAPI", "Varlink", "CLinux",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: settings),
        .executableTarget(
            name: "lifesignalctl",
            dependencies: ["LifeSignal", "LifeSignalAPI", "Varlink", argumentParser],
            swiftSettings: settings),
        .testTarget(
            name: "lifesignalctlTests",
            dependencies: [
                "lifesignalctl", "LifeSignal", "LifeSignalAPI", "Varlink", argumentParser,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "lifesignal-notify",
            dependencies: [
                "LifeSignal", "LifeSignalAPI", "LocalTime", "Varlink", "Systemd",
                "ConfigurationFile", "CCurl", "CLinux", argumentParser, logging,
            ],
            swiftSettings: settings),

        // What `make bench` runs; nothing of it is installed.
        .executableTarget(
            name: "lifesignal-bench",
            dependencies: [
                "LifeSignalAPI", "Varlink", "SQLiteLog", "CLinux", argumentParser,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Benchmarks", exclude: ["plot.py", "table.py", "syncs.c"], swiftSettings: settings
        ),

        // C, seen through module maps.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
    ]
)

/// Fuzzing needs libFuzzer and instrumented code: these targets are there for Fuzz/fuzz only.
if Context.environment["VARLINK_FUZZ"] != nil {
    package.targets.append(.systemLibrary(name: "LibFuzzer", path: "Fuzz/LibFuzzer"))
    for name in ["JSON", "Frames", "Interfaces"] {
        package.targets.append(
            .executableTarget(
                name: "Fuzz\(name)", dependencies: ["VarlinkProperties", "LibFuzzer"],
                path: "Fuzz/Targets/\(name)", swiftSettings: settings))
    }
}

/// What is built anew with other options is the part that a check is about: the tests that this names,
/// and what they stand on (make/checks/sanitizers, make/checks/simulation). `Tests/Simulation,Trial` are
/// these two folders of the tests alone: to optimise what they leave out takes a quarter of an hour.
if let tests = Context.environment["LIFESIGNAL_TESTS"] {
    var wanted: Set<String> = []
    var found: [String] = []
    for test in tests.split(separator: " ") {
        let parts = test.split(separator: "/").map(String.init)
        found.append(parts[0])
        guard parts.count > 1 else { continue }
        let target = package.targets.first { $0.name == parts[0] }
        target?.sources = parts[1].split(separator: ",").map(String.init)
    }
    while let name = found.popLast() {
        guard wanted.insert(name).inserted,
            let target = package.targets.first(where: { $0.name == name })
        else { continue }
        for case .byNameItem(let dependency, _) in target.dependencies { found.append(dependency) }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { !wanted.contains($0.name) }
}
