import APIModel
import Diagnostics
import GeneratorKit
import SpecReader

/// Writes the models of specs as JSON Schema 2020-12: a document for each module, with all named schemas under `$defs`.
///
/// - Parameters:
///   - specs: folders with specs, or a document, as they were loaded.
///   - references: files that JSON Schema documents among the specs may refer to by URI.
///   - type: the name of a schema that the document's root is; nil for a document that only has definitions.
///   - sink: receives the diagnostics.
/// - Returns: the documents in the order of the modules' names; none after errors.
public func exportJSONSchema(
  _ specs: [SpecFile], references: [ReferencedFile] = [], type: String? = nil,
  options: ExportOptions = .init(), into sink: inout DiagnosticSink
) -> [ExportedText] {
  export(specs, references, options.modules, into: &sink) { modules, sink in
    guard let type else { return modules }
    let owners = modules.filter { $0.module.schemas.contains { $0.name.text == type } }
    if owners.isEmpty {
      let names = modules.flatMap { $0.module.schemas.map(\.name.text) }
      sink.error(
        .unresolvedReference, "the specs have no schema '\(visibleText(type))'",
        suggestion: closestMatch(to: type, in: names))
    }
    return owners
  } write: { source, losses in
    let writer = JSONSchemaExport(source.module)
    writer.reportLosses(of: type, into: &losses)
    return options.format.text(of: writer.document(of: type))
  }
}

/// The models of a module in JSON Schema.
struct JSONSchemaExport {
  private let module: Module
  private let writer: ModelSchemaWriter

  init(_ module: Module) {
    self.module = module
    writer = ModelSchemaWriter(dialect: .jsonSchema, index: SchemaIndex(module), place: "#/$defs/")
  }

  /// The document, with the definitions that its root needs.
  func document(of type: String?) -> [SpecValue.Entry] {
    var needed = module.schemas
    if let type {
      let names = reachable(from: type)
      needed.removeAll { !names.contains($0.name.text) }
    }
    let entries: [(String, SpecValue?)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text(type ?? module.name.text)),
      ("description", type == nil ? ModelSchemaWriter.description(module.documentation) : nil),
      ("$ref", type.flatMap { writer.reference($0)["$ref"] }), ("$defs", .map(writer.definitions(needed))),
    ]
    return SpecValue.map(entries).entries
  }

  private func reachable(from type: String) -> Set<String> {
    var names: Set<String> = []
    var pending = [type]
    while let name = pending.popLast() {
      guard names.insert(name).inserted, let schema = writer.index[name] else { continue }
      pending += schema.references
    }
    return names
  }

  func reportLosses(of type: String?, into sink: inout DiagnosticSink) {
    var losses = Losses()
    SchemaLosses(.jsonSchema).report(module, only: type.map(reachable), into: &losses)
    sink.append(contentsOf: losses.sink.diagnostics)
  }
}
