import APIModel
import Diagnostics
import SpecReader
import SwiftEmitter

/// A module in the spec language, part by part.
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

  init() {}

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
    shareRetry(of: module)
    trimWords()
  }

  /// Trims descriptions, because neither documents nor comments keep the white space around them.
  private mutating func trimWords() {
    module = module.map(\.withTrimmedWords)
    definitions = definitions.map(\.withTrimmedWords)
    for position in endpoints.indices {
      endpoints[position].entries = endpoints[position].entries.map(\.withTrimmedWords)
    }
    for position in schemas.indices {
      schemas[position].entries = schemas[position].entries.map(\.withTrimmedWords)
    }
  }

  /// The words for the parts of an exported document that every tool can read.
  ///
  /// - Parameter document: the document's extensions, some of which determine how the rest is read.
  init(_ module: Module, of document: ExportedDocument) {
    let reading = PlainReading(document)
    let module = reading.withoutRepetitions(module)
    let writer = ModuleWriter(module, keepsNames: true)
    self.module = writer.moduleValue.entries
    definitions = SpecValue.map(writer.webhooks).entries
    endpoints = module.endpoints.map { endpoint in
      let id = document.id(of: endpoint)
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

extension SpecValue.Entry {
  private static let words: Set<String> = ["description", "docs", "summary", "title"]

  fileprivate var withTrimmedWords: Self {
    var entry = self
    if case .text(let text) = value, Self.words.contains(key) {
      entry.value = .text(trimmed(text))
    } else {
      entry.value = value.withTrimmedWords
    }
    return entry
  }
}

extension SpecValue {
  fileprivate var withTrimmedWords: SpecValue {
    switch self {
    case .text, .plain: self
    case .list(let items): .list(items.map(\.withTrimmedWords))
    case .map(let entries): .map(entries.map(\.withTrimmedWords))
    }
  }
}
