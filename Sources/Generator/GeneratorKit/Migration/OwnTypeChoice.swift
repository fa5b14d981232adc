import APIModel
import Diagnostics
import SpecReader

/// What a type that somebody else's configuration names for a schema is in `module.yaml`.
enum OwnTypeChoice {
  /// The value of `swift`, and whether the type needs a conformance that isn't there.
  case named(SpecValue, needsConformance: Bool)
  /// Generated code has the type anyway.
  case usual
  /// It needs something that isn't known; the text says what.
  case missing(String)

  /// Types of Swift and Foundation that the runtime reads and writes.
  private static let known: Set<String> = [
    "Bool", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String", "UInt", "UInt8",
    "UInt16",
    "UInt32", "UInt64", "URL", "UUID",
  ]
  /// Types of Foundation that depend on a schema's format.
  private static let byFormat: [String: Format] = ["Date": .dateTime, "Data": .bytes]

  /// - Parameters:
  ///   - type: the type as the configuration has it: `Money`, `Payments.Money`.
  ///   - imports: the modules that all generated files import.
  ///   - format: the format of the schema.
  init(_ type: String, imports: [String], format: Format?) {
    let parts = type.split(separator: ".").map(String.init)
    let ofSystem = parts.count == 1 || ["Foundation", "Swift"].contains(parts.first ?? "")
    let base = parts.last ?? type
    if ofSystem, Self.known.contains(base) {
      self = .named(.text(type), needsConformance: false)
    } else if ofSystem, let usual = Self.byFormat[base] {
      self =
        usual == format
        ? .usual
        : .missing(
          "what JSON has for a '\(base)' must be said: write 'swift: {type: \(type), coder: …}' with a coder of yours "
            + "(docs/own-types.md, \"Coders\")")
    } else if let module = parts.count > 1 ? parts.first : nil {
      let needsImport = imports.contains(module)
      self = .named(Self.value(type, import: needsImport ? module : nil), needsConformance: true)
    } else if imports.count > 1 {
      self = .missing(
        "which of \(alternatives(imports)) has '\(type)' isn't known: write 'swift: {type: \(type), import: …}'"
      )
    } else {
      self = .named(Self.value(type, import: imports.first), needsConformance: true)
    }
  }

  private static func value(_ type: String, import module: String?) -> SpecValue {
    guard let module else { return .text(type) }
    return .map([("type", .text(type)), ("import", .text(module))])
  }
}
