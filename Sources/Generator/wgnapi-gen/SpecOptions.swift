import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecReader

/// The specs. All commands that read them have these options.
struct SpecOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      The folder with the specs, which contains a folder for each module; or an OpenAPI document, or a JSON Schema \
      (default: those of wgnapi-gen.yaml).
      """, valueName: "specs"))
  var specs: String?

  @Option(
    help: ArgumentHelp(
      "The settings file (default: wgnapi-gen.yaml in this folder or the nearest one above).",
      valueName: "file"))
  var settings: String?

  @Option(
    help: ArgumentHelp(
      "The name of a single file's module (default: the file's name).", valueName: "name"))
  var module: String?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "The folder with the JSON Schemas whose URIs begin with this prefix. Nothing is fetched. Can be repeated.",
      valueName: "uri-prefix=folder"))
  var maps: [Map] = []

  /// `URI-PREFIX=FOLDER`.
  struct Map: ExpressibleByArgument {
    let prefix: String
    let path: String

    /// A URI may contain `=` in its query, and a path rarely does, so the last one separates them.
    init?(argument: String) {
      guard let sign = argument.lastIndex(of: "=") else { return nil }
      prefix = String(argument[..<sign])
      path = String(argument[argument.index(after: sign)...])
      if prefix.isEmpty || path.isEmpty { return nil }
    }
  }

  func validate() throws {
    if specs?.isEmpty == true { throw ValidationError("<specs> must not be empty") }
    if settings?.isEmpty == true { throw ValidationError("--settings must not be empty") }
    for map in maps where !map.prefix.contains(":") {
      throw ValidationError("'\(map.prefix)' of --map isn't an absolute URI")
    }
  }
}
