import ArgumentParser

/// What the specs are; the same for all commands that read them.
struct SpecOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The folder with the specs, one folder for each module; or a file that holds a JSON Schema.",
      valueName: "specs"))
  var specs: String

  @Option(
    help: ArgumentHelp(
      "What the module of a single file is called; else after the file.", valueName: "name"))
  var module: String?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "Where JSON Schemas are whose URIs begin so. Nothing is fetched. May be given several times.",
      valueName: "uri-prefix=folder"))
  var maps: [Map] = []

  /// `URI-PREFIX=FOLDER`.
  struct Map: ExpressibleByArgument {
    let prefix: String
    let path: String

    /// A URI may have `=` in its query, and a path rarely has one: the last one parts them.
    init?(argument: String) {
      guard let sign = argument.lastIndex(of: "=") else { return nil }
      prefix = String(argument[..<sign])
      path = String(argument[argument.index(after: sign)...])
      if prefix.isEmpty || path.isEmpty { return nil }
    }
  }

  func validate() throws {
    if specs.isEmpty { throw ValidationError("<specs> must not be empty") }
    for map in maps where !map.prefix.contains(":") {
      throw ValidationError("'\(map.prefix)' of --map is no absolute URI")
    }
  }
}
