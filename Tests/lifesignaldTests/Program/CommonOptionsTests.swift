import ArgumentParser
import Foundation
import LifeSignal
import Testing

@testable import lifesignald

/// What both the daemon and those who work on its database are told.
struct CommonOptionsTests {
    @Test func `whoever reads of a place is told it from the root`() throws {
        let here = FileManager.default.currentDirectoryPath
        let options = try CommonOptions.parse(["--config", "net.yaml", "--state-directory", "x"])
        #expect(
            options.places
                == Places(configurationFile: here + "/net.yaml", stateDirectory: here + "/x"))
        let elsewhere = try CommonOptions.parse(["--config", "/a/b.yaml", "--state-directory=/c"])
        #expect(
            elsewhere.places == Places(configurationFile: "/a/b.yaml", stateDirectory: "/c"))
    }

    @Test(arguments: ["", "~/x", "a b/../x"])
    func `a place is the one that was typed, for the daemon and for whoever works on its database`(
        typed: String
    ) throws {
        let options = try CommonOptions.parse(["--state-directory", typed])
        #expect(options.directory == typed)
        let here = FileManager.default.currentDirectoryPath
        #expect(options.places.stateDirectory == (typed.isEmpty ? "" : "\(here)/\(typed)"))
    }

    @Test func `a state directory without a name is refused`() {
        let error = #expect(throws: StateDirectory.OpenError.self) { try StateDirectory(path: "") }
        #expect("\(error.map { "\($0)" } ?? "")".contains("can't be used: No such file"))
    }

    @Test func `the places that are not named are the usual ones`() throws {
        let options = try CommonOptions.parse([])
        #expect(options.places.configurationFile == "/etc/lifesignal/lifesignal.yaml")
        #expect(
            options.places.stateDirectory
                == options.environment["STATE_DIRECTORY"] ?? "/var/lib/lifesignal")
    }
}
