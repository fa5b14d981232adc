import Diagnostics
import FuzzHarness
import SpecYAML

/// Reads the file as JSON. Where YAML can read that too, it is the same tree.
func checkJSON(_ bytes: [UInt8], _ documents: [YAMLNode], _ sink: DiagnosticSink) {
  var jsonSink = DiagnosticSink()
  let node = parseJSON(bytes: bytes, file: "fuzzed.json", into: &jsonSink)
  expect(node != nil || jsonSink.hasErrors, "neither a value nor an error")
  checkDiagnostics(jsonSink, of: bytes)
  guard let node else { return }
  checkTrees([node], of: bytes)
  guard !jsonSink.hasErrors, !sink.hasErrors, documents.count == 1, !hasForeignLineBreaks(bytes) else {
    return
  }
  var remainingNodes = 20_000
  var stack = [(node, documents[0])]
  while let (node, other) = stack.popLast() {
    remainingNodes -= 1
    guard remainingNodes > 0 else { return }
    expect(node.span.start == other.span.start, "elsewhere in YAML")
    switch (node.content, other.content) {
    case (.scalar(let scalar), .scalar(let otherScalar)):
      expect(scalar == otherScalar, "another scalar in YAML: \(scalar) and \(otherScalar)")
    case (.sequence(let sequence), .sequence(let otherSequence)):
      expect(sequence.items.count == otherSequence.items.count, "another sequence in YAML")
      stack += zip(sequence.items, otherSequence.items)
    case (.mapping(let mapping), .mapping(let otherMapping)):
      expect(mapping.entries.count == otherMapping.entries.count, "another mapping in YAML")
      stack += zip(mapping.entries.map(\.key), otherMapping.entries.map(\.key))
      stack += zip(mapping.entries.map(\.value), otherMapping.entries.map(\.value))
    default: expect(false, "another kind of node in YAML")
    }
  }
}

/// YAML 1.1 folds lines at U+0085, U+2028 and U+2029, which are characters like any other in JSON.
private func hasForeignLineBreaks(_ bytes: [UInt8]) -> Bool {
  String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
    ["\u{85}", "\u{2028}", "\u{2029}"].contains($0)
  }
}
