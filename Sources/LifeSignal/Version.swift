/// The version of all programs of this package.
public let lifeSignalVersion = "0.1.0"
