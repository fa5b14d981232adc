import WGNAPIJSON
import WGNAPISupport

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
  /// What is known of alternatives that have been tried; nil until one is.
  var trials: SchemaTrials?
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

  /// Applies a schema to a value, without recording which parts of the value it evaluates.
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
    if depth > Self.uncheckedDepth { try reader.checkStack(for: "schemas and values") }
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

extension Evaluator {
  /// Applies a schema of any shape.
  @inline(never)
  mutating func visitGenerally(
    _ node: NodePointer, _ type: JSONTypes, _ first: UInt8, _ reader: inout JSONReader, into outer: Int
  ) throws(JSONError) -> Bool {
    let start = reader.place
    let checks = node.pointee.checks
    let base = reports ? report.base : nil
    let hidesValues = reader.hidesValues
    if reports {
      if checks.contains(.location) { report.enter(node) }
      if checks.contains(.secret) { reader.hidesValues = true }
    }
    if checks.contains(.scope) { scope.append(node) }
    // Only parts evaluated by the schema itself and its in-place schemas count for its `unevaluated…`
    // keywords.
    let tracks =
      type == .object && checks.contains(.unevaluatedProperties)
      || type == .array && checks.contains(.unevaluatedItems)
    var set = outer
    if tracks {
      set = sets.count
      sets.append(EvaluatedSet())
    }

    var (isAccepted, after) = try checkSelf(node, type, first, &reader, into: set)
    if isAccepted || reports, checks.contains(.inPlace), let instructions = node.pointee.instructions {
      for index in 0..<node.pointee.instructionCount {
        if try !run(instructions + index, start, &after, &reader, into: set) {
          isAccepted = false
          if !reports { break }
        }
      }
    }
    if tracks {
      if isAccepted || reports, try !checkUnevaluated(node, type, start, &after, &reader, in: set) {
        isAccepted = false
      }
      if isAccepted, outer >= 0 { sets[outer].insertAll() }
      sets.removeLast()
    }
    if checks.contains(.scope) { scope.removeLast() }
    if reports {
      report.base = base
      reader.hidesValues = hidesValues
    }
    guard isAccepted || reports else { return false }
    if let after {
      reader.leave(to: after)
    } else {
      reader.back(to: start)
      try reader.skipValue()
    }
    return isAccepted
  }

  /// Checks the type, the value and its parts. Returns the position after the value if it is known.
  private mutating func checkSelf(
    _ node: NodePointer, _ type: JSONTypes, _ first: UInt8, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> (isAccepted: Bool, after: Place?) {
    let start = reader.place
    let (types, checks) = (node.pointee.types, node.pointee.checks)
    var isAccepted = true
    if types.isDisjoint(with: type) {
      return (reject(type: node, &reader), nil)
    }
    switch type {
    case .object:
      if checks.contains(.object), let plan = node.pointee.object {
        isAccepted = try object(node, plan, &reader, into: set)
      } else if !checks.contains(.values) {
        return (true, nil)
      }
    case .array:
      if checks.contains(.array), let plan = node.pointee.array {
        isAccepted = try array(node, plan, &reader, into: set)
      } else if !checks.contains(.values) {
        return (true, nil)
      }
    case .string: return (try string(node, &reader), reader.place)
    case .number: return (try number(node, &reader), reader.place)
    default:
      try reader.passLiteral(first)
      if checks.contains(.values), !isListed(literal: first, node) {
        isAccepted = reject(values: node, start, &reader)
      }
      return (isAccepted, reader.place)
    }
    guard checks.contains(.values), isAccepted || reports else { return (isAccepted, reader.place) }
    reader.back(to: start)
    let value = try reader.readTemporaryTree()
    if !isListed(value, node) { isAccepted = reject(values: node, start, &reader) }
    return (isAccepted, reader.place)
  }

  // MARK: Listed values

  private func isListed(literal first: UInt8, _ node: NodePointer) -> Bool {
    guard let plan = node.pointee.values?.takeUnretainedValue() else { return true }
    return plan.sets.allSatisfy { set in
      switch first {
      case UInt8(ascii: "n"): set.hasNull
      case UInt8(ascii: "t"): set.hasTrue
      default: set.hasFalse
      }
    }
  }

  private func isListed(_ value: JSON, _ node: NodePointer) -> Bool {
    guard let plan = node.pointee.values?.takeUnretainedValue() else { return true }
    return plan.sets.allSatisfy { $0.contains(value) }
  }
}

extension Evaluator {
  /// Applies `unevaluatedProperties` or `unevaluatedItems` to the parts that weren't evaluated.
  mutating func checkUnevaluated(
    _ node: NodePointer, _ type: JSONTypes, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, in set: Int
  ) throws(JSONError) -> Bool {
    reader.back(to: start)
    var isAccepted = true
    var index = 0
    if type == .array {
      guard let schema = node.pointee.unevaluatedItems, try reader.enterArray() else { return true }
      repeat {
        if sets[set].contains(index) {
          try reader.skipValue()
        } else if try !applyUnevaluated(schema, "unevaluatedItems", "\(index)", &reader) {
          isAccepted = false
          if !reports { return false }
        }
        index += 1
      } while try reader.continueArray()
    } else {
      guard let schema = node.pointee.unevaluatedProperties, try reader.enterObject() else { return true }
      repeat {
        let span = try reader.scanKey()
        let name = reports ? "\"\(reader.quoted(reader.string(span)))\"" : ""
        if sets[set].contains(index) {
          try reader.skipValue()
        } else if try !applyUnevaluated(schema, "unevaluatedProperties", name, &reader) {
          isAccepted = false
          if !reports { return false }
        }
        index += 1
      } while try reader.continueObject()
    }
    after = reader.place
    return isAccepted
  }

  private mutating func applyUnevaluated(
    _ schema: NodePointer, _ keyword: String, _ name: @autoclosure () -> String,
    _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard reports, schema.pointee.isNever else { return try apply(schema, below: [keyword], &reader) }
    reader.skipWhitespace()
    let start = reader.place
    let what = keyword == "unevaluatedItems" ? "element" : "key"
    _ = reject(keyword, start, reader, "the \(what) \(name()) is not allowed")
    try reader.skipValue()
    return false
  }
}

/// The members or elements of a value that were evaluated, by their positions in the document.
///
/// It corresponds to annotations in JSON Schema (core, section 11): a schema that is applied in place gets
/// its own set, which is merged into its parent's only if the schema accepts the value.
struct EvaluatedSet {
  private var isAll = false
  private var words: [UInt64] = []

  func contains(_ index: Int) -> Bool {
    isAll || (index >> 6 < words.count && words[index >> 6] & (1 << UInt64(index & 63)) != 0)
  }

  mutating func insert(_ index: Int) {
    while words.count <= index >> 6 { words.append(0) }
    words[index >> 6] |= 1 << UInt64(index & 63)
  }

  mutating func insertAll() { isAll = true }

  mutating func formUnion(_ other: EvaluatedSet) {
    isAll = isAll || other.isAll
    while words.count < other.words.count { words.append(0) }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }
}
