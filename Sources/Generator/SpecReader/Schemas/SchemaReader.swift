import APIModel
import Diagnostics
import SchemaValues
import SpecYAML

/// Reads the schemas of one folder, in any place. Each part of the language has its own extension.
final class SchemaReader {
  let folder: SpecFolder
  let report: Report

  /// Checks that run after every definition has been read.
  private var deferredChecks: [() -> Void] = []

  /// The nesting depth of the schema being read. Each level uses stack here and in all later passes.
  var schemaDepth = 0
  static let maximumSchemaDepth = 32

  /// How many schemas that are only checked, such as that of `not`, enclose the one being read.
  var checkOnlyDepth = 0

  /// Whether formats without a Swift type are checked by default in this folder. Schemas are read first, so this
  /// looks into the module's settings early.
  let checksFormats: Bool

  /// The formats for which the module has user-defined types or, for a library, every module that imports it.
  let ownFormats: Set<String>

  /// Checks examples after all schemas have been read.
  private(set) lazy var exampleChecker = makeExampleChecker()

  init(folder: SpecFolder, report: Report, ownFormats: Set<String>? = nil) {
    checksFormats = folder.moduleNode?["formats"]?.text == FormatsChoice.checked.rawValue
    self.ownFormats = ownFormats ?? folder.ownFormats
    self.folder = folder
    self.report = report
  }

  /// Runs `check` after all folders have been read.
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

extension SpecFolder {
  /// The formats for which the module has user-defined types.
  var ownFormats: Set<String> { Set(moduleNode?["types"]?["formats"]?.entries?.map(\.name) ?? []) }
}
