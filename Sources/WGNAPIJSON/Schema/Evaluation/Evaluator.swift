/// What an evaluation is for. It is a parameter of types, so that each mode is compiled on its own.
protocol EvaluationMode {
  /// Whether violations are collected; otherwise the first one ends the evaluation.
  static var reports: Bool { get }
}

enum FlagMode: EvaluationMode { static var reports: Bool { false } }
enum ReportMode: EvaluationMode { static var reports: Bool { true } }

/// Runs compiled schemas over the bytes of a document.
///
/// A schema is applied where the reader stands. When it accepts, the reader is behind the value afterwards; in report
/// mode always; in flag mode nothing is promised after a no. Nor is the evaluator of use after an error.
struct Evaluator<Mode: EvaluationMode>: ~Copyable {
  /// How many schemas are being applied.
  var depth = 0
  /// Where schemas are applied in place, and how many: references that lead nowhere must end.
  var place: UnsafePointer<UInt8>?
  var countInPlace = 0
  /// The schemas with dynamic anchors that are being applied, the outermost first.
  var scope: [NodePointer] = []
  /// What was evaluated of the values that schemas are applied to in place; see `EvaluatedSet`.
  var sets: [EvaluatedSet] = []
  /// Bit sets of the keys of the objects being read, beyond 64 keys.
  var words: [UInt64] = []
  var keys = KeySpans()
  var sequences = KeySequences()
  var report: EvaluationReport

  init(limit: Int = 0) { report = EvaluationReport(limit: limit) }

  private static var uncheckedDepth: Int { 24 }
  private static var limitInPlace: Int { 256 }

  /// Applies a schema to a value that it has to itself: an element, a member, a document.
  @inline(__always)
  mutating func apply(_ schema: NodePointer, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    if Mode.reports { return try visit(schema, &reader, into: -1) }
    reader.skipWhitespace()
    let shortcut = schema.pointee.shortcut
    if shortcut.pass(&reader.position, reader.end) { return true }
    return try visit(schema.pointee.target ?? schema, &reader, into: -1)
  }

  /// Applies a schema.
  ///
  /// - Parameter set: The set that notes which parts of the value were evaluated, or a negative number.
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
    if !Mode.reports {
      // Where the shape says that there is nothing else, the type decides.
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

  /// Counts an applicator in place; schemas that refer to each other without end are found here.
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
  /// The types of values that begin with a byte; for numbers both.
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
