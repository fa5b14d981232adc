import APIModel
import Diagnostics
import SpecYAML

/// Reads a configuration of swift-openapi-generator, as its documentation describes it. Doesn't access the disk.
///
/// - Parameters:
///   - bytes: the content of `openapi-generator-config.yaml`.
///   - file: its path for diagnostics.
///   - sink: receives every mistake.
/// - Returns: nil after a mistake.
package func readSwiftOpenAPIConfig(
  _ bytes: [UInt8], file: String, into sink: inout DiagnosticSink
) -> SwiftOpenAPIConfig? {
  readOneDocument(
    bytes, file: file, what: "the configuration is", content: "'generate: [types, client]'", into: &sink
  ) { ConfigReader(report: $1).read($0) }
}

private struct ConfigReader {
  let report: Report

  private static let keys = [
    "generate", "accessModifier", "additionalImports", "additionalFileComments", "filter", "namingStrategy",
    "nameOverrides", "typeOverrides", "featureFlags",
  ]
  private static let filterKeys = ["operations", "tags", "paths", "schemas"]

  func read(_ root: YAMLNode) -> SwiftOpenAPIConfig? {
    guard
      let fields = self.fields(root, of: "the configuration", Self.keys, form: "generate: [types, client]")
    else { return nil }
    fields.require("generate", in: "the configuration", hint: ", such as 'generate: [types, client]'")
    var config = SwiftOpenAPIConfig()
    config.generate = names(fields, "generate", of: "kinds of code").compactMap {
      word($0, of: "'generate'", among: ["types", "client", "server"])
    }
    config.access = fields.name("accessModifier").flatMap {
      word($0, of: "'accessModifier'", among: ["public", "package", "internal"])
    }
    config.imports = names(fields, "additionalImports", of: "modules").filter(isModule)
    config.comments = names(fields, "additionalFileComments", of: "comments")
    config.filter = fields["filter"].flatMap { filter($0, at: fields.keySpan("filter")) }
    config.namingStrategy = fields.name("namingStrategy").flatMap {
      word($0, of: "'namingStrategy'", among: ["defensive", "idiomatic"])
    }
    config.nameOverrides = overrides(fields["nameOverrides"], of: "'nameOverrides'", form: "{id: identifier}")
      .filter { report.checkSwiftName($0.swift) }
    if let node = fields["typeOverrides"],
      let types = self.fields(
        node, of: "'typeOverrides'", ["schemas"], form: "{schemas: {UUID: Foundation.UUID}}")
    {
      config.typeOverrides = overrides(types["schemas"], of: "'schemas'", form: "{UUID: Foundation.UUID}")
        .filter(isUsable)
    }
    config.featureFlags = names(fields, "featureFlags", of: "flags")
    return config
  }

  private func filter(_ node: YAMLNode, at span: SourceSpan) -> SwiftOpenAPIConfig.Filter? {
    guard let fields = self.fields(node, of: "'filter'", Self.filterKeys, form: "{tags: [name]}") else {
      return nil
    }
    let filter = SwiftOpenAPIConfig.Filter(
      span: span, operations: names(fields, "operations", of: "operations"),
      tags: names(fields, "tags", of: "tags"), paths: names(fields, "paths", of: "paths"),
      schemas: names(fields, "schemas", of: "schemas"))
    if filter.operations.isEmpty && filter.tags.isEmpty && filter.paths.isEmpty, !report.sink.hasErrors {
      let what =
        filter.schemas.isEmpty
        ? "is empty, so nothing of the document is left"
        : "has schemas only, but a module has the schemas that its operations use"
      report.error(
        .valueOutOfRange, "'filter' \(what); add 'operations', 'tags' or 'paths', or remove it", at: span)
    }
    return filter
  }

  // MARK: Values

  /// A mapping. What to write in place of an unknown key is told for each of them.
  private func fields(_ node: YAMLNode, of what: String, _ keys: [String], form: String) -> Fields? {
    var hints: [String: String] = [:]
    for entry in node.entries ?? [] where closestMatch(to: entry.name, in: keys) == nil {
      hints[entry.name] = "it can have \(alternatives(keys)); remove it, or write one of these"
    }
    return Fields(node, what: what, keys: keys, hints: hints, form: form, report: report)
  }

  private func names(_ fields: Fields, _ key: String, of items: String) -> [Name] {
    // An empty key is an empty list for Apple's reader, too.
    guard let node = fields[key], node.scalar?.coreType != .null else { return [] }
    return report.names(node, of: items, for: "'\(key)'")
  }

  private func word(_ name: Name, of what: String, among words: [String]) -> Name? {
    if words.contains(name.text) { return name }
    report.error(
      .invalidValue, "'\(abbreviate(name.text))' is unknown in \(what); write \(alternatives(words))",
      at: name.span, suggestion: report.suggestion(for: name.text, in: words))
    return nil
  }

  private func overrides(_ node: YAMLNode?, of what: String, form: String) -> [SwiftOpenAPIConfig.Override] {
    guard let node, node.scalar?.coreType != .null else { return [] }
    return report.entries(node, for: what, areWireNames: true, form: form).compactMap { entry in
      report.name(entry.value, for: "'\(abbreviate(entry.name))'").map {
        .init(name: Name(entry.name, span: entry.key.occurrence), swift: $0)
      }
    }
  }

  private func isModule(_ name: Name) -> Bool {
    var parser = SwiftTypeParser(name.text)
    if parser.identifier(), parser.isAtEnd { return true }
    report.error(
      .invalidName,
      "'\(abbreviate(name.text))' isn't the name of a Swift module: write one name, such as 'Payments'",
      at: name.span)
    return false
  }

  /// Whether a type can stand in generated code.
  private func isUsable(_ override: SwiftOpenAPIConfig.Override) -> Bool {
    let type = override.swift
    var parser = SwiftTypeParser(type.text)
    guard parser.type(), parser.isAtEnd else {
      report.error(
        .invalidName,
        "'\(abbreviate(type.text))' isn't the name of a Swift type; give yours one with a 'typealias', and write its name",
        at: type.span)
      return false
    }
    guard let root = OwnType(type: type).roots.sorted().first(where: unusableOwnTypeNames.contains) else {
      return true
    }
    report.error(
      .reservedName,
      "in generated code, '\(root)' means another type; write your type's module before it, as in 'Payments.\(root)'",
      at: type.span)
    return false
  }
}
