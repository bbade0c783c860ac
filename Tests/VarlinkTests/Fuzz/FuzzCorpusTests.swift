import Foundation
import Testing
import VarlinkProperties

/// Replays what the fuzzer has found worth keeping.
@Suite struct FuzzCorpusTests {
    private func inputs(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fuzz/Corpus/\(name)")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        let inputs = try files.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
        try #require(inputs.count > 20, "the corpus is not there")
        return inputs
    }

    @Test func `JSON that is read is written and read back as the same`() throws {
        for (name, bytes) in try inputs("json") {
            #expect(Property.ofJSON(bytes) == nil, "\(name)")
        }
    }

    @Test func `frames come out whole, however they were cut`() throws {
        for (name, bytes) in try inputs("frames") {
            #expect(Property.ofFrames(bytes) == nil, "\(name)")
        }
    }

    @Test func `descriptions that are read are printed and read back as the same`() throws {
        for (name, bytes) in try inputs("interfaces") {
            #expect(Property.ofInterface(bytes) == nil, "\(name)")
        }
    }
}
