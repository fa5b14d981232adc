/// The version of the generator, by semantic versioning.
public let generatorVersion = "0.1.0"
