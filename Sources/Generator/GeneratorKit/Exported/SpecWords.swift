import APIModel
import SpecReader
import SwiftEmitter

/// What a module is in the spec language, part by part.
package struct SpecWords {
  package struct Endpoint {
    /// Its operation in a document.
    package var id: String
    /// Its keys, with `name` and `group` among them.
    package var entries: [SpecValue.Entry]
  }

  /// The keys under `module`.
  package var module: [SpecValue.Entry] = []
  /// The other keys at the top, except for endpoints and schemas.
  package var definitions: [SpecValue.Entry] = []
  package var endpoints: [Endpoint] = []
  package var schemas: [(name: String, entries: [SpecValue.Entry])] = []

  /// The words for a module of specs.
  package init(_ module: Module) {
    let writer = ModuleWriter(module, keepsNames: true)
    let name = SpecValue.Entry(key: "name", value: .text(module.name.text))
    self.module = [name] + writer.moduleValue.entries
    definitions = SpecValue.map(writer.definitions + writer.webhooks).entries
    endpoints = module.endpoints.map { endpoint in
      var entries = writer.endpoints.value(endpoint).entries
      entries.insert(.init(key: "name", value: .text(endpoint.name.text)), at: 0)
      if !endpoint.group.isEmpty {
        let group = endpoint.group.map(\.text).joined(separator: ".")
        entries.insert(.init(key: "group", value: .text(group)), at: 1)
      }
      return Endpoint(id: endpoint.operation, entries: entries)
    }
    schemas = module.schemas.map { ($0.name.text, writer.value(of: $0).object) }
  }

  /// The words for what an exported document says to every tool.
  ///
  /// - Parameter document: what it says in the spec language, some of which says how to read the rest.
  init(_ module: Module, of document: ExportedDocument) {
    let reading = PlainReading(document)
    let module = reading.withoutRepetitions(module)
    let writer = ModuleWriter(module, keepsNames: true)
    self.module = writer.moduleValue.entries
    definitions = SpecValue.map(writer.webhooks).entries
    endpoints = module.endpoints.compactMap { endpoint in
      guard let id = endpoint.operationID else { return nil }
      let operation = document.operations[id]
      var entries = writer.endpoints.value(endpoint).entries.filter { $0.key != "swiftName" }
      let group = operation?.group ?? endpoint.group.map(\.text).joined(separator: ".")
      entries.insert(.init(key: "name", value: .text(endpoint.name.text)), at: 0)
      if !group.isEmpty, group != "none" { entries.insert(.init(key: "group", value: .text(group)), at: 1) }
      if let operation { reading.unwrap(&entries, operation.part.saying) }
      return Endpoint(id: id, entries: entries)
    }
    schemas = module.schemas.filter { !document.isEnvelope($0.name.text) }.map {
      ($0.name.text, writer.value(of: $0).object)
    }
  }
}
