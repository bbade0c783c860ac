import Foundation
import LifeSignal
import Testing

@testable import ConfigurationFile

/// The file in etc/ and the documentation say what the code does.
struct ShippedFileTests {
    let directory: Directory

    init() throws { directory = try Directory() }

    private func load(_ text: String) throws -> ServiceConfiguration {
        let path = try directory.write("lifesignal.yaml", text)
        return try ConfigurationFile.load(path: path, environment: [:])
    }

    /// The shipped file with every `#key:` made a key; `# words` stay comments.
    private func uncommented() throws -> String {
        try repositoryFile("etc/lifesignal.yaml").split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { $0.replacing(/^( *)#(?=[a-z])/) { $0.output.1 } }.joined(separator: "\n")
    }

    @Test func `the shipped file loads to the defaults`() throws {
        #expect(try load(repositoryFile("etc/lifesignal.yaml")) == ServiceConfiguration())
    }

    @Test func `with every key taken in, what has a default keeps it`() throws {
        let configuration = try load(uncommented())
        var expected = ServiceConfiguration()
        expected.settings.operators = ["ana"]
        expected.settings.emergencyNumber = "112"
        #expect(configuration.settings == expected.settings)
        #expect(configuration.limits == expected.limits)
        let heartbeat = try #require(configuration.notify.heartbeat)
        #expect(heartbeat == .init(url: heartbeat.url))
        let watch = try #require(configuration.notify.watch)
        #expect(watch == .init(to: watch.to))
        #expect(configuration.notify.smtp?.login?.password == .credential("smtp-password"))
    }

    @Test func `the shipped file has every key, or names it as the other choice`() throws {
        let text = try uncommented()
        let source = ConfigurationSource(yaml: text, file: "lifesignal.yaml")
        for key in ConfigurationKey.all where source.values[key.name] == nil {
            #expect(text.contains("# \(key.path.last ?? ""): /path/of/a/file"), "\(key.name)")
        }
    }

    @Test func `the documentation lists every key and nothing else`() throws {
        let rows = try repositoryFile("docs/CONFIGURATION.md").matches(of: /\n\| `([A-Za-z.]+)` \|/)
        #expect(rows.map { String($0.output.1) } == ConfigurationKey.all.map(\.name))
    }
}
