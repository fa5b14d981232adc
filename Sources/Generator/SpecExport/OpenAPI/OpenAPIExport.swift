import APIModel
import Diagnostics
import GeneratorKit

/// Writes a module of specs as an OpenAPI document. What OpenAPI can't express is in
/// extensions.
///
/// The document is written three times: what the first lacks becomes extensions of the second, and the third corrects these.
struct OpenAPIExport {
  private let source: ExportedModule
  private let version: OpenAPIVersion
  private let words: SpecWords
  private var module: Module { source.module }

  init(_ source: ExportedModule, version: OpenAPIVersion) {
    (self.source, self.version) = (source, version)
    words = SpecWords(source.module)
  }

  /// - Parameter losses: takes what other tools don't know, and errors if the document can't be read again.
  /// - Returns: nil after errors.
  func document(withSamples: Bool, _ losses: inout DiagnosticSink) -> [SpecValue.Entry]? {
    var sayings = Sayings(words)
    var first = writer(sayings)
    guard let plain = read(first.document(), into: &losses, { $0.plainWords(into: &$1) }) else { return nil }
    sayings = Sayings(from: plain, to: words)
    var second = writer(sayings)
    guard let read = read(second.document(), into: &losses, { $0.readings(into: &$1) }) else { return nil }
    sayings.correct(read.words, plain, words)
    sayings.remember(read.plain)
    var third = writer(sayings)
    if withSamples { third.samples = CodeSamples(source.prepared).byOperation }
    let document = third.document()
    losses.append(contentsOf: third.losses.sink.diagnostics)
    return document
  }

  /// What a document is read as; nil, with errors, if it can't be read.
  private func read<Words>(
    _ document: [SpecValue.Entry], into losses: inout DiagnosticSink,
    _ words: (ExportedReading, inout DiagnosticSink) -> Words
  ) -> Words? {
    var reading = DiagnosticSink()
    let text = DocumentFormat.yaml.text(of: document)
    let found = ExportedReading(text, module: module.name.text, into: &reading).map { words($0, &reading) }
    for var error in reading.sorted() where error.severity == .error {
      error.message =
        "the module can't be exported, because its document can't be read again: \(error.message)"
      error.span = module.name.span
      losses.append(error)
    }
    return reading.hasErrors ? nil : found
  }

  private func writer(_ sayings: Sayings) -> OpenAPIWriter {
    OpenAPIWriter(
      module, version: version, root: sayings.root(of: module), operations: sayings.operations,
      schemas: sayings.schemas)
  }
}

/// The extensions of a document, by part.
struct Sayings {
  var module: SpecExtension
  var definitions: SpecExtension
  var operations: [String: SpecExtension] = [:]
  var schemas: [String: SpecExtension] = [:]

  /// The extensions that are needed to read the rest.
  init(_ words: SpecWords) {
    module = SpecExtension(from: [], to: words.module)
    definitions = SpecExtension(from: [], to: words.definitions)
    let needed: Set<String> = ["envelope", "headers", "partial"]
    for endpoint in words.endpoints {
      operations[endpoint.id] = SpecExtension(
        from: [], to: endpoint.entries.filter { needed.contains($0.key) })
    }
  }

  /// The extensions that turn a document, as every tool reads it, into the spec.
  init(from plain: SpecWords, to words: SpecWords) {
    module = SpecExtension(from: plain.module, to: words.module)
    definitions = SpecExtension(from: plain.definitions, to: words.definitions)
    let operations = plain.entriesByOperation
    for endpoint in words.endpoints {
      self.operations[endpoint.id] = SpecExtension(
        from: operations[endpoint.id] ?? [], to: endpoint.entries)
    }
    let known = Dictionary(plain.schemas.map { ($0.name, $0.entries) }) { first, _ in first }
    for (name, entries) in words.schemas {
      schemas[name] = SpecExtension(from: known[name] ?? [], to: entries)
    }
  }

  /// Replaces definitions as a whole that aren't read back correctly.
  mutating func correct(_ read: SpecWords, _ plain: SpecWords, _ words: SpecWords) {
    let (readOperations, plainOperations) = (read.entriesByOperation, plain.entriesByOperation)
    for endpoint in words.endpoints
    where Set(readOperations[endpoint.id] ?? []) != Set(endpoint.entries) {
      operations[endpoint.id] = SpecExtension(
        replacing: plainOperations[endpoint.id] ?? [], by: endpoint.entries)
    }
    let found = Dictionary(read.schemas.map { ($0.name, $0.entries) }) { first, _ in first }
    let known = Dictionary(plain.schemas.map { ($0.name, $0.entries) }) { first, _ in first }
    for (name, entries) in words.schemas where Set(found[name] ?? []) != Set(entries) {
      schemas[name] = SpecExtension(replacing: known[name] ?? [], by: entries)
    }
  }

  /// Remembers what is replaced of what the document says to every tool. That is read with the extensions in it, because texts
  /// anywhere in a document can tell how to read it.
  mutating func remember(_ plain: SpecWords) {
    // The title isn't what the spec has.
    module.remember(plain.module, except: "summary")
    definitions.remember(plain.definitions)
    for (id, entries) in plain.entriesByOperation { operations[id]?.remember(entries) }
    for (name, entries) in plain.schemas { schemas[name]?.remember(entries) }
  }

  /// The entries at the root of the document.
  func root(of source: Module) -> [SpecValue.Entry] {
    let prefix = SpecExtension.prefix
    return [
      .init(key: SpecExtension.marker, value: .plain(SpecExtension.version)),
      .init(key: "\(prefix)module", value: .map(module.written(prefix: ""))),
    ] + definitions.written()
      + [.init(key: "\(prefix)files", value: ExportedFiles(source).value)]
  }
}

extension SpecWords {
  fileprivate var entriesByOperation: [String: [SpecValue.Entry]] {
    Dictionary(endpoints.map { ($0.id, $0.entries) }) { first, _ in first }
  }
}
