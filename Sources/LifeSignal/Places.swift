/// Where on the server an administrator finds what a remedy is about; absolute paths.
public struct Places: Hashable, Sendable {
    /// The file that the configuration begins with; drop-ins and the environment may override it.
    public var configurationFile: String
    /// Where the database is kept.
    public var stateDirectory: String

    public init(
        configurationFile: String = "/etc/lifesignal/lifesignal.yaml",
        stateDirectory: String = "/var/lib/lifesignal"
    ) {
        self.configurationFile = configurationFile
        self.stateDirectory = stateDirectory
    }
}
