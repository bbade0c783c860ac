import Testing

@testable import ConfigurationFile

struct SecretTests {
    let directory: Directory

    init() throws { directory = try Directory() }

    @Test func `a secret is read from its file without the line break at its end`() throws {
        let path = try directory.write("password", " pass word \r\n")
        #expect(try SecretSource.file(path).read(credentialsDirectory: nil).text == " pass word ")
    }

    @Test func `a credential is read from systemd's directory`() throws {
        try directory.write("smtp-password", "geheim\n")
        let secret = try SecretSource.credential("smtp-password")
            .read(credentialsDirectory: directory.path)
        #expect(secret.text == "geheim")
    }

    @Test(arguments: [nil, ""])
    func `without systemd's directory the error names what the unit lacks`(
        _ credentials: String?
    ) {
        let error = #expect(throws: SecretSource.ReadError.self) {
            try SecretSource.credential("key").read(credentialsDirectory: credentials)
        }
        #expect(error == .noCredentials(name: "key"))
        #expect(error.map { "\($0)" }?.contains("LoadCredential=key:") == true)
    }

    @Test func `a missing secret, an empty one and one of two lines are errors`() throws {
        let absent = directory.path + "/absent"
        let empty = try directory.write("empty", "\n")
        let two = try directory.write("two", "geheim\nmore\n")
        #expect(
            throws: SecretSource.ReadError.unreadable(
                path: absent, reason: "there is no such file")
        ) { try SecretSource.file(absent).read(credentialsDirectory: nil) }
        #expect(throws: SecretSource.ReadError.empty(path: empty)) {
            try SecretSource.file(empty).read(credentialsDirectory: nil)
        }
        #expect(throws: SecretSource.ReadError.notOneLine(path: two)) {
            try SecretSource.file(two).read(credentialsDirectory: nil)
        }
    }

    @Test func `no way of showing a configuration shows a secret`() {
        var configuration = ServiceConfiguration()
        configuration.notify.heartbeat = .init(url: Secret("https://host/geheim"))
        configuration.notify.watch = .init(to: Secret("ntfys://host/geheim"))
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(text.contains("every"))
            #expect(!text.contains("geheim"))
        }
    }
}
