import Diagnostics
import FuzzHarness
import SpecYAML

/// The same text in UTF-16 must give the same trees in the same places, and the same errors.
func checkSameInUTF16(_ documents: [YAMLNode], _ sink: DiagnosticSink, of bytes: [UInt8]) {
  let isMarked =
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFE, 0xFF])
    || bytes.starts(with: [0xFF, 0xFE])
  guard !isMarked, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return }
  var encoded: [UInt8] = [0xFF, 0xFE]
  for unit in text.utf16 { encoded += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }

  var otherSink = DiagnosticSink()
  let others = parseYAML(bytes: encoded, file: "fuzzed.yaml", into: &otherSink)
  expect(otherSink.diagnostics == sink.diagnostics, "other errors in UTF-16: \(otherSink) and \(sink)")
  expect(others.count == documents.count, "another number of documents in UTF-16")
  var remainingNodes = 20_000
  var stack = Array(zip(documents, others))
  while let (node, other) = stack.popLast() {
    remainingNodes -= 1
    guard remainingNodes > 0 else { return }
    expect(node.span == other.span && node.aliasedFrom == other.aliasedFrom, "elsewhere in UTF-16")
    switch (node.content, other.content) {
    case (.scalar(let scalar), .scalar(let otherScalar)):
      expect(scalar == otherScalar, "another scalar in UTF-16")
    case (.sequence(let sequence), .sequence(let otherSequence)):
      expect(sequence.items.count == otherSequence.items.count, "another sequence in UTF-16")
      stack += zip(sequence.items, otherSequence.items)
    case (.mapping(let mapping), .mapping(let otherMapping)):
      expect(mapping.entries.count == otherMapping.entries.count, "another mapping in UTF-16")
      stack += zip(mapping.entries.map(\.key), otherMapping.entries.map(\.key))
      stack += zip(mapping.entries.map(\.value), otherMapping.entries.map(\.value))
    default: expect(false, "another kind of node in UTF-16")
    }
  }
}
