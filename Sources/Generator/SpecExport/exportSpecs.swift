import APIModel
import Diagnostics
import GeneratorKit
import SpecCall
import SpecReader

/// What to export, and how.
public struct ExportOptions: Sendable {
  public var version = OpenAPIVersion.v31
  public var format = DocumentFormat.yaml
  /// The modules to export; empty for all.
  public var modules: [String] = []
  /// Whether operations have code that calls them.
  public var withSamples = true

  public init() {}
}

/// The document of a module.
public struct ExportedText: Sendable {
  public var module: String
  public var text: String
}

/// Writes the modules of specs as OpenAPI documents.
///
/// - Parameters:
///   - specs: folders with specs, or a document, as they were loaded.
///   - references: files that JSON Schema documents among the specs may refer to by URI.
///   - sink: receives the diagnostics, including warnings about what other tools can't read.
/// - Returns: the documents in the order of the modules' names; none after errors.
public func exportOpenAPI(
  _ specs: [SpecFile], references: [ReferencedFile] = [], options: ExportOptions = .init(),
  into sink: inout DiagnosticSink
) -> [ExportedText] {
  export(specs, references, options.modules, into: &sink) { source, losses in
    OpenAPIExport(source, version: options.version)
      .document(withSamples: options.withSamples, &losses)
      .map(options.format.text(of:))
  }
}

/// Writes the chosen modules.
///
/// - Parameters:
///   - choose: Chooses some of the modules further; takes why it can't.
///   - write: The text of a module; takes what other tools don't know of it. Nil after errors.
func export(
  _ specs: [SpecFile], _ references: [ReferencedFile], _ wanted: [String], into sink: inout DiagnosticSink,
  choose: ([ExportedModule], inout DiagnosticSink) -> [ExportedModule] = { modules, _ in modules },
  write: @escaping @Sendable (ExportedModule, inout DiagnosticSink) -> String?
) -> [ExportedText] {
  var places = SourcePlaces()
  let found = readForExport(specs, references: references, places: &places, into: &sink)
  guard var modules = found, !sink.hasErrors else { return [] }
  let names = modules.map(\.module.name.text)
  for name in wanted where !names.contains(name) {
    sink.error(
      .unresolvedReference, "the specs have no module '\(visibleText(name))'",
      suggestion: closestMatch(to: name, in: names))
  }
  guard !sink.hasErrors else { return [] }
  if !wanted.isEmpty { modules.removeAll { !wanted.contains($0.module.name.text) } }
  var choosing = DiagnosticSink()
  let chosen = choose(modules, &choosing)
  sink.append(contentsOf: choosing.diagnostics.map(places.shown))
  guard !sink.hasErrors else { return [] }
  let (texts, losses) = onLargeStack {
    var losses = DiagnosticSink()
    let texts = chosen.compactMap { source in
      if let document = source.module.schemaGraph?.documents.first {
        losses.warning(
          .leftOut,
          "the JSON Schema documents of '\(source.module.name.text)' aren't exported, because other tools read them as they are",
          at: .unknown(file: document.source))
      }
      return write(withoutSecrets(source, &losses), &losses).map {
        ExportedText(module: source.module.name.text, text: $0)
      }
    }
    return (texts, losses)
  }
  sink.append(contentsOf: losses.diagnostics.map(places.shown))
  return sink.hasErrors ? [] : texts
}

/// The module with placeholders for the values of secrets.
private func withoutSecrets(_ source: ExportedModule, _ losses: inout DiagnosticSink) -> ExportedModule {
  let hidden = HiddenSecrets(source.module)
  if let place = hidden.constants.first {
    losses.warning(
      .leftOut,
      "the constants of secrets aren't exported; what is made from the document sends placeholders",
      at: place)
  }
  var source = source
  (source.module, source.prepared) = (hidden.module, source.prepared.hidingSecrets())
  return source
}
