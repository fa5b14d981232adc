/// The version of the generator (semantic versioning).
public let generatorVersion = "0.1.0"
