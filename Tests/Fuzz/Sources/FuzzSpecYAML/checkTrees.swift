import Diagnostics
import FuzzHarness
import SpecYAML

/// Follows the trees to their ends, asks everything that can be asked, and holds it to what is documented.
func checkTrees(_ documents: [YAMLNode], of bytes: [UInt8]) {
  let limits = YAMLLimits.default
  // Aliases let few bytes name many nodes: some are looked at.
  var remainingNodes = 20_000
  var stack = documents.map { (node: $0, depth: 1) }
  while let (node, depth) = stack.popLast() {
    remainingNodes -= 1
    guard remainingNodes > 0 else { return }
    checkSpan(node.span, of: bytes)
    checkSpan(node.occurrence, of: bytes)
    switch node.content {
    case .scalar(let scalar):
      expect(scalar.text.utf8.count <= limits.scalarLength, "a scalar longer than the limit")
      checkScalar(scalar)
    case .sequence(let sequence):
      expect(depth <= limits.depth, "nesting deeper than the limit")
      for item in sequence.items { stack.append((item, depth + 1)) }
    case .mapping(let mapping):
      expect(depth <= limits.depth, "nesting deeper than the limit")
      for entry in mapping.entries {
        expect(entry.key.scalar != nil, "a key that is no scalar")
        let found = mapping.entry(for: entry.name)
        expect(
          found?.key.span == entry.key.span, "the key '\(entry.name)' isn't found, or stands there twice")
        if let span = entry.mergedFrom { checkSpan(span, of: bytes) }
        stack.append((entry.key, depth + 1))
        stack.append((entry.value, depth + 1))
      }
      // No key is longer than the file that it stands in.
      expect(
        mapping.entry(for: String(repeating: "x", count: bytes.count + 1)) == nil, "found what isn't there")
    }
  }
}

/// Holds a place to what is in the file.
func checkSpan(_ span: SourceSpan, of bytes: [UInt8]) {
  guard !span.isUnknown else { return }
  expect(span.start <= span.end, "\(span) ends before it starts")
  for place in [span.start, span.end] {
    expect(place.line >= 1 && place.column >= 1, "no line or column at \(place)")
    expect(place.line <= bytes.count + 1, "a line beyond the file at \(place)")
    // UTF-8 takes up to half as much again as UTF-16.
    expect(place.offset >= 0 && place.offset <= bytes.count * 2, "an offset beyond the file at \(place)")
  }
}

private func checkScalar(_ scalar: YAMLScalar) {
  switch scalar.coreType {
  case .null: expect(scalar.tag != nil || scalar.asNull, "null, and not null: \(scalar)")
  case .boolean: expect(scalar.tag != nil || scalar.asBool != nil, "a boolean without a value: \(scalar)")
  case .integer: expect(scalar.tag != nil || scalar.integer != .mismatch, "no integer: \(scalar)")
  case .float: expect(scalar.tag != nil || scalar.number != .mismatch, "no number: \(scalar)")
  case .string: expect(!scalar.asNull, "null, and a string: \(scalar)")
  }
  guard let integer = scalar.asInt else { return }
  guard scalar.tag == nil else { return }
  expect(scalar.asDouble == Double(integer), "the integer \(scalar.text) is another number")
  expect(
    YAMLScalar(String(integer)).asInt == integer, "\(integer) isn't read as it is written: \(scalar.text)")
}
