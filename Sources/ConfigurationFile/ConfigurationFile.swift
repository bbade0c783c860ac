internal import LifeSignal

/// The configuration of the daemon and the sender: a YAML file, drop-ins beside it, and the
/// environment (docs/CONFIGURATION.md).
public struct ConfigurationFile {
    public static let defaultPath = Places().configurationFile

    /// Reads `path`, then `path.d/*.yaml` in lexical order, then the environment; for each key the
    /// last one wins. Reads no secrets.
    ///
    /// - Parameters:
    ///   - path: what `--config` names, and must exist; nil: ``defaultPath``, which need not.
    ///   - environment: all of the process's variables; those with `LIFESIGNAL_` in front count.
    /// - Throws: every mistake in all of them.
    public static func load(
        path: String?, environment: [String: String]
    ) throws(ConfigurationError) -> ServiceConfiguration {
        try load(path: path ?? defaultPath, mustExist: path != nil, environment: environment)
    }

    static func load(
        path: String, mustExist: Bool, environment: [String: String]
    ) throws(ConfigurationError) -> ServiceConfiguration {
        let sources =
            [file(path, mustExist: mustExist)] + dropIns(of: path)
            + [ConfigurationSource(environment: environment)]
        let merged = MergedConfiguration(sources)
        let mistakes = sources.flatMap(\.mistakes) + merged.mistakes
        guard mistakes.isEmpty else { throw ConfigurationError(mistakes: mistakes) }
        return merged.configuration
    }

    private static func file(_ path: String, mustExist: Bool) -> ConfigurationSource {
        do {
            return ConfigurationSource(yaml: try TextFile.read(path), file: path)
        } catch {
            var source = ConfigurationSource(name: path)
            if case .missing = error, !mustExist { return source }
            source.refuse(nil, "can't be read: \(error.reason)")
            return source
        }
    }

    private static func dropIns(of path: String) -> [ConfigurationSource] {
        let directory = path + ".d"
        do {
            return try TextFile.yamlNames(in: directory).map {
                file("\(directory)/\($0)", mustExist: true)
            }
        } catch {
            var source = ConfigurationSource(name: directory)
            source.refuse(nil, "can't be read: \(error.reason)")
            return [source]
        }
    }
}
