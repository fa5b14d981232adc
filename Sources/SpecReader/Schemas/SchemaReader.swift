import APIModel
import Diagnostics
import SchemaValues
import SpecYAML

/// Reads the schemas of one folder, and what schemas consist of wherever they stand. What concerns a part of the
/// language is in an extension of its own.
final class SchemaReader {
  let folder: SpecFolder
  let report: Report

  /// Checks that need every definition to be read.
  private var deferredChecks: [() -> Void] = []

  /// How many schemas the one being read is within. Each level costs stack here and in all that follow.
  var schemaDepth = 0
  static let maximumSchemaDepth = 32

  /// How many schemas that are only checked, as that of `not` is, the one being read is within.
  var checkOnlyDepth = 0

  /// Whether formats that ask for no Swift type are checked in this folder's schemas where these say nothing.
  /// Schemas are read first, so this looks into what the module says of itself before that is read.
  let checksFormats: Bool

  /// Checks examples when all schemas have been read.
  private(set) lazy var exampleChecker = makeExampleChecker()

  init(folder: SpecFolder, report: Report) {
    checksFormats = folder.moduleNode?["formats"]?.text == FormatsChoice.checked.rawValue
    self.folder = folder
    self.report = report
  }

  /// Does `check` when all folders have been read.
  func afterReading(_ check: @escaping () -> Void) { deferredChecks.append(check) }

  func runDeferredChecks() {
    for check in deferredChecks { check() }
    deferredChecks = []
  }

  func readSchemas() {
    for definition in folder.definitions[.schemas] ?? [] {
      folder.schemas[definition.name.text] = schema(definition.node, at: .named)
    }
  }
}
