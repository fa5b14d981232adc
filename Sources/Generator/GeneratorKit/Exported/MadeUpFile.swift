import Diagnostics
import SpecReader

/// A file of specs that exists only in memory, with the places in a document that its lines come from.
struct MadeUpFile {
  let path: String
  private var written: WrittenText
  private let document: SourceSpan
  /// The path that it is read by.
  private var readPath: String

  init(path: String, document: SourceSpan) {
    (self.path, self.document, readPath) = (path, document, path)
    written = WrittenText(document)
    written.add("wgnapi: 1\n", from: document)
  }

  var text: String { written.text }
  var origins: LineOrigins { written.origins }

  var file: SpecFile { SpecFile(path: readPath, displayPath: readPath, bytes: Array(text.utf8)) }

  /// Gives the file a path that no existing file has, because diagnostics tell files apart by their paths: a document called
  /// `lib.yaml` may have been exported from `Lib/lib.yaml`.
  mutating func keepApart(from others: Set<String>) {
    if others.contains(path), path.hasSuffix(".yaml") { readPath = path.dropLast(4) + "yml" }
  }

  /// - Parameter document: the places of the section and its members.
  mutating func add(_ section: SpecValue.Entry, _ document: ExportedDocument) {
    let key = section.key
    written.add(section, from: document.place(of: key), [key: document.places(in: key)])
  }

  mutating func add(_ words: SpecWords, _ document: ExportedDocument, in sections: [String]) {
    for section in sections {
      switch section {
      case "endpoints": add(words.endpoints, document)
      case "schemas": add(words.schemas, document)
      default: for entry in words.definitions where entry.key == section { add(entry, document) }
      }
    }
  }

  private mutating func add(_ endpoints: [SpecWords.Endpoint], _ document: ExportedDocument) {
    var names: Set<String> = []
    for (position, endpoint) in endpoints.enumerated() {
      let name = endpoint.entries.first { $0.key == "name" }?.value.text ?? endpoint.id
      // Endpoints of several groups may have the same name.
      if !names.insert(name).inserted {
        written.add("---\nwgnapi: 1\nendpoints:\n", from: self.document)
        names = [name]
      } else if position == 0 {
        written.add("endpoints:\n", from: self.document)
      }
      let entries = endpoint.entries.filter { $0.key != "name" }
      written.add(
        SpecPrinter.print([.init(key: name, value: .map(entries))], depth: 1),
        from: document.operations[endpoint.id]?.part.span ?? self.document)
    }
  }

  private mutating func add(
    _ schemas: [(name: String, entries: [SpecValue.Entry])], _ document: ExportedDocument
  ) {
    guard !schemas.isEmpty else { return }
    written.add("schemas:\n", from: self.document)
    for (name, entries) in schemas {
      written.add(
        SpecPrinter.print([.init(key: name, value: .map(entries))], depth: 1),
        from: document.schemas[name]?.span ?? self.document)
    }
  }
}
