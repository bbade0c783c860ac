import ArgumentParser
import Foundation
import LifeSignal
import Testing

@testable import lifesignald

/// What both the daemon and those who work on its database are told.
struct CommonOptionsTests {
    @Test func `whoever reads of a place is told it from the root`() throws {
        let here = FileManager.default.currentDirectoryPath
        let options = try CommonOptions.parse(["--config", "net.yaml", "--state-directory", "./x"])
        #expect(
            options.places
                == Places(configurationFile: here + "/net.yaml", stateDirectory: here + "/x"))
        let elsewhere = try CommonOptions.parse(["--config", "/a/b.yaml", "--state-directory=/c"])
        #expect(
            elsewhere.places == Places(configurationFile: "/a/b.yaml", stateDirectory: "/c"))
    }

    @Test func `the places that are not named are the usual ones`() throws {
        let options = try CommonOptions.parse([])
        #expect(options.places.configurationFile == "/etc/lifesignal/lifesignal.yaml")
        #expect(
            options.places.stateDirectory
                == options.environment["STATE_DIRECTORY"] ?? "/var/lib/lifesignal")
    }
}
