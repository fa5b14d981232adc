import Diagnostics
import SpecYAML

/// Parses text that is expected to hold no mistakes or some, and describes spans briefly.
struct Parsed {
  let documents: [YAMLNode]
  let diagnostics: [Diagnostic]

  init(_ text: String, limits: YAMLLimits = .default) {
    self.init(bytes: Array(text.utf8), limits: limits)
  }

  init(bytes: [UInt8], limits: YAMLLimits = .default) {
    var sink = DiagnosticSink()
    documents = parseYAML(bytes: bytes, file: "t.yaml", limits: limits, into: &sink)
    diagnostics = sink.sorted()
  }

  var root: YAMLNode? { documents.first }

  var ids: [DiagnosticID] { diagnostics.map(\.id) }

  /// `line:column message`, without the file.
  var messages: [String] {
    diagnostics.map { diagnostic in
      let place = diagnostic.span.map { "\($0.start.line):\($0.start.column) " } ?? ""
      return place + diagnostic.message
    }
  }
}

extension SourceSpan {
  /// `line:column-line:column`
  var brief: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}

extension YAMLNode {
  /// The node in a JSON-like notation, for comparing trees.
  var outline: String {
    switch content {
    case .scalar(let scalar): scalar.text
    case .sequence(let sequence): "[" + sequence.items.map(\.outline).joined(separator: ", ") + "]"
    case .mapping(let mapping):
      "{" + mapping.entries.map { $0.name + ": " + $0.value.outline }.joined(separator: ", ") + "}"
    }
  }
}
