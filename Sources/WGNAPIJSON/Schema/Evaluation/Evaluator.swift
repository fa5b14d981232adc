/// Runs compiled schemas over the bytes of a document.
///
/// A schema is applied at the reader's position. If it accepts the value, and always if it collects violations,
/// the reader is after the value then. If it rejects the value and collects nothing, the position is undefined.
/// Don't use an evaluator after an error.
struct Evaluator: ~Copyable {
  /// Whether to collect violations. If false, the first one ends the evaluation.
  let reports: Bool
  /// The number of schemas that are being applied.
  var depth = 0
  /// The position at which schemas are applied in place, to detect endless references; `countInPlace` is
  /// their number.
  var place: UnsafePointer<UInt8>?
  var countInPlace = 0
  /// The schemas with dynamic anchors that are being applied, outermost first.
  var scope: [NodePointer] = []
  /// The evaluated parts of values that schemas are applied to in place; see `EvaluatedSet`.
  var sets: [EvaluatedSet] = []
  /// Bit sets for the keys of open objects, for more than 64 keys.
  var words: [UInt64] = []
  var keys = KeySpans()
  var keyOrder = KeyOrder()
  var report: EvaluationReport

  /// Creates an evaluator that stops at the first violation.
  init() {
    reports = false
    report = EvaluationReport(limit: 0)
  }

  /// Creates an evaluator that collects violations, up to a maximum.
  init(limit: Int) {
    reports = true
    report = EvaluationReport(limit: limit)
  }

  private static let uncheckedDepth = 24
  private static let limitInPlace = 256

  /// Applies a schema to a value that no other schema applies to: an element, a member or a document.
  @inline(never)
  mutating func apply(_ schema: NodePointer, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    if reports { return try visit(schema, &reader, into: -1) }
    reader.skipWhitespace()
    let shortcut = schema.pointee.shortcut
    if shortcut.pass(&reader.position, reader.end) { return true }
    return try visit(schema.pointee.target ?? schema, &reader, into: -1)
  }

  /// Applies a schema.
  ///
  /// - Parameter set: The set for evaluated parts, or a negative number.
  @inline(never)
  mutating func visit(
    _ node: NodePointer, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    try reader.countVisit()
    let first = reader.nextByte()
    let type = JSONTypes(startingWith: first)
    depth += 1
    if depth > Self.uncheckedDepth { try reader.checkRoom() }
    defer { depth -= 1 }
    if !reports {
      // If the shape says that there is nothing else, only the type matters.
      switch node.pointee.shape {
      case .any:
        try reader.skipValue()
        return true
      case .object where type == .object:
        guard let plan = node.pointee.object else { break }
        return try object(node, plan, &reader, into: set)
      case .array where type == .array:
        guard let plan = node.pointee.array else { break }
        return try array(node, plan, &reader, into: set)
      default: break
      }
    }
    guard !type.isEmpty else { throw reader.mismatch("a value") }
    return try visitGenerally(node, type, first, &reader, into: set)
  }

  /// Counts an in-place applicator. This detects schemas that refer to each other endlessly.
  mutating func beginInPlace(_ start: Place, _ reader: inout JSONReader) throws(JSONError) {
    if place == start.position {
      countInPlace += 1
    } else {
      place = start.position
      countInPlace = 1
    }
    guard countInPlace > Self.limitInPlace else { return }
    throw reader.error(
      .workExceeded, "too much work: schemas refer to each other without end",
      at: start.position - reader.base)
  }
}

extension JSONTypes {
  /// The types of values that begin with a byte; for numbers, both types.
  @inline(__always)
  init(startingWith byte: UInt8) {
    switch byte {
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "{"): self = .object
    default: self = []
    }
  }
}
