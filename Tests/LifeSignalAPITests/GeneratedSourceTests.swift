import Foundation
import LifeSignalAPI
import Testing
import Varlink

@testable import varlink_swift

/// The Swift types and the descriptions can't drift apart: both are compared here.
@Suite struct GeneratedSourceTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    @Test(arguments: ["People", "Daemon", "Outbox"])
    func `the Swift file is what the generator makes of the description`(name: String) throws {
        let folder = Self.sources.appending(path: "LifeSignalAPI")
        let description = try String(
            contentsOf: folder.appending(path: "io.lifesignal.\(name).varlink"), encoding: .utf8)
        let committed = try String(
            contentsOf: folder.appending(path: "Generated/\(name).swift"), encoding: .utf8)
        #expect(
            try SwiftSource.text(for: description) == committed,
            "generate it anew: varlink-swift io.lifesignal.\(name).varlink > Generated/\(name).swift"
        )
    }

    @Test func `so it is for the standard interface`() throws {
        let folder = Self.sources.appending(path: "Varlink/Service")
        let description = try String(
            contentsOf: folder.appending(path: "org.varlink.service.varlink"), encoding: .utf8)
        let committed = try String(
            contentsOf: folder.appending(path: "Service.swift"), encoding: .utf8)
        #expect(try SwiftSource.text(for: description, importsVarlink: false) == committed)
        #expect(Service.description == description)
    }

    @Test func `the descriptions are embedded to the letter`() throws {
        let folder = Self.sources.appending(path: "LifeSignalAPI")
        let interfaces: [any VarlinkInterface.Type] = [People.self, Daemon.self, Outbox.self]
        for interface in interfaces {
            let file = folder.appending(path: "\(interface.interfaceName).varlink")
            #expect(interface.description == (try String(contentsOf: file, encoding: .utf8)))
            #expect(interface.interface.name == interface.interfaceName)
        }
    }
}
