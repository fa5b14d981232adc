import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// The specs that an exported document was made from.
struct ExportedSpecs {
  private(set) var files: [MadeUpFile] = []

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - files: the document, followed by the files that it may refer to.
  ///   - sink: receives mistakes in the document itself.
  init(
    _ files: [SpecFile], _ document: ExportedDocument, module name: String, into sink: inout DiagnosticSink
  ) {
    let words = Self.words(files, document, module: name, into: &sink)
    ExportedFileCheck(document, words).check(into: &sink)
    write(words, document, folder: name)
    let others = Set(files.map(\.path))
    for position in self.files.indices { self.files[position].keepApart(from: others) }
  }

  /// The words for the document, with its extensions applied.
  static func words(
    _ files: [SpecFile], _ document: ExportedDocument, module name: String, into sink: inout DiagnosticSink
  ) -> SpecWords {
    readings(files, document, module: name, into: &sink).words
  }

  /// The same, and the words for what the document says to every tool.
  static func readings(
    _ files: [SpecFile], _ document: ExportedDocument, module name: String, into sink: inout DiagnosticSink
  ) -> (plain: SpecWords, words: SpecWords) {
    let plain = plainWords(files, document, module: name, into: &sink)
    var words = plain
    EditCheck(document, plain).check(into: &sink)
    let root = document.root.saying
    words.module = document.moduleSaying.applied(to: words.module)
    // The folder determines the module's name, and the user may have chosen it.
    words.module.removeAll { $0.key == "name" }
    let definitions = root.entries.filter { !["module", "files"].contains($0.key) }
    words.definitions =
      words.definitions.filter { known in !definitions.contains { $0.key == known.key } }
      + definitions.map { adding(words.definitions, to: $0) }
    for position in words.endpoints.indices {
      let saying = document.operations[words.endpoints[position].id]?.part.saying
      words.endpoints[position].entries =
        saying?.applied(to: words.endpoints[position].entries) ?? words.endpoints[position].entries
    }
    // Operations that only the spec language can express.
    let known = Set(words.endpoints.map(\.id))
    for (id, operation) in document.operations.sorted(by: { $0.key < $1.key })
    where !known.contains(id) && operation.part.saying["method-of"] == nil {
      let entries = operation.part.saying.applied(to: [])
      if entries.isEmpty {
        sink.error(
          .leftOut,
          "the operation can't be read; correct it as an OpenAPI document says it, or remove it",
          at: operation.part.span)
      } else {
        words.endpoints.append(.init(id: id, entries: entries))
      }
    }
    for position in words.schemas.indices {
      let saying = document.schemas[words.schemas[position].name]?.saying
      words.schemas[position].entries =
        saying?.applied(to: words.schemas[position].entries) ?? words.schemas[position].entries
    }
    return (plain, words)
  }

  /// Adds the webhooks that were written into the OpenAPI part after the export. The extension has the others.
  private static func adding(_ plain: [SpecValue.Entry], to definition: SpecValue.Entry) -> SpecValue.Entry {
    let known = Set(definition.value.entries.map(\.key))
    let added =
      plain.first { $0.key == definition.key }?.value.entries.filter { !known.contains($0.key) } ?? []
    guard !added.isEmpty else { return definition }
    return .init(key: definition.key, value: .map(definition.value.entries + added))
  }

  /// The words for the parts of the document that every tool can read.
  static func plainWords(
    _ files: [SpecFile], _ document: ExportedDocument, module name: String, into sink: inout DiagnosticSink
  ) -> SpecWords {
    for (id, span, first) in document.repeatedIDs {
      sink.error(
        .duplicateName,
        "two operations are called '\(abbreviate(id))'; give the one that was added a name of its own, or remove its 'operationId'",
        at: span, notes: [.init("the other one is here", at: first)])
    }
    var reading = DiagnosticSink()
    let api = readOpenAPI(files, module: name, takesAllSchemas: true, into: &reading)
    // Findings about features that OpenAPI can't express don't matter here.
    for diagnostic in reading.diagnostics
    where diagnostic.severity == .error || diagnostic.id == .unresolvedReference {
      sink.append(diagnostic)
    }
    return SpecWords(api.modules.first ?? Module(name: Name(name, span: document.root.span)), of: document)
  }

  // MARK: Writing

  private mutating func write(_ words: SpecWords, _ document: ExportedDocument, folder: String) {
    var rest = words
    var others: [MadeUpFile] = []
    var own = ExportedDocument.File(.init(key: "module", value: .map([] as [SpecValue.Entry])))
    for file in document.files {
      if file.name == "module" {
        own = file
        continue
      }
      var made = MadeUpFile(path: "\(folder)/\(file.name).yaml", document: document.root.span)
      made.add(rest.take(file), document, in: file.sections)
      others.append(made)
    }
    var main = MadeUpFile(path: "\(folder)/module.yaml", document: document.root.span)
    var taken = rest.take(own)
    // What was added to the document is beside what this file has.
    for position in taken.definitions.indices {
      let key = taken.definitions[position].key
      guard let added = rest.definitions.firstIndex(where: { $0.key == key }) else { continue }
      taken.definitions[position].value.entries += rest.definitions.remove(at: added).value.entries
    }
    main.add(.init(key: "module", value: .map(rest.module)), document)
    for definition in rest.definitions { main.add(definition, document) }
    main.add(taken, document, in: own.sections)
    files = [main] + others
    // Endpoints and schemas that were added to the document.
    if !rest.endpoints.isEmpty || !rest.schemas.isEmpty {
      var added = MadeUpFile(path: "\(folder)/added.yaml", document: document.root.span)
      rest.definitions = []
      added.add(rest, document, in: ["endpoints", "schemas"])
      files.append(added)
    }
  }
}

extension SpecWords {
  /// Removes and returns a file's definitions.
  fileprivate mutating func take(_ file: ExportedDocument.File) -> SpecWords {
    var taken = SpecWords()
    taken.endpoints = file.endpoints.compactMap { id in
      endpoints.firstIndex { $0.id == id }.map { endpoints.remove(at: $0) }
    }
    taken.schemas = file.schemas.compactMap { name in
      schemas.firstIndex { $0.name == name }.map { schemas.remove(at: $0) }
    }
    for (key, names) in [("slices", file.slices), ("webhooks", file.webhooks)] {
      guard let position = definitions.firstIndex(where: { $0.key == key }) else { continue }
      let own = names.compactMap { name in
        definitions[position].value.entries.firstIndex { $0.key == name }.map {
          definitions[position].value.entries.remove(at: $0)
        }
      }
      if !own.isEmpty { taken.definitions.append(.init(key: key, value: .map(own))) }
      if definitions[position].value.entries.isEmpty { definitions.remove(at: position) }
    }
    return taken
  }
}
