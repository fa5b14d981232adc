import WGNAPIJSON
import WGNAPISupport

/// The violations found so far, and the position of the evaluation in the schema.
struct EvaluationReport {
  /// A schema with a known location, and the length of the path to it.
  struct Base {
    let location: String
    let length: Int
  }

  let limit: Int
  var violations: [Violation] = []
  /// The keywords, keys and indices that lead to the current schema.
  private(set) var path: [String] = []
  var base: Base?
  /// Whether alternatives of a union are being tried.
  var isTrying = false

  init(limit: Int) { self.limit = limit }

  /// Whether fewer violations than the maximum have been found.
  var hasRoom: Bool { violations.count < limit }

  /// Records that the current schema has a known location.
  mutating func enter(_ node: NodePointer) {
    guard let location = node.pointee.source.takeUnretainedValue().location else { return }
    base = Base(location: location, length: path.count)
  }

  // Out of line, because many keywords do this.

  /// Moves to a schema some steps below the current one.
  @inline(never)
  mutating func descend(by steps: [String]) { path += steps }

  /// Moves to the schema of a keyword, or to one of several.
  @inline(never)
  mutating func descend(_ keyword: String, _ index: Int? = nil) {
    path.append(keyword)
    if let index { path.append(index.description) }
  }

  /// Moves back to where the path had this length.
  @inline(never)
  mutating func ascend(to length: Int) { path.removeSubrange(length...) }

  /// Adds a violation, up to the maximum.
  ///
  /// - Parameters:
  ///   - keyword: The keyword. Its location is below the current schema, unless `isSchema` is true.
  ///   - isSchema: Whether the violation concerns the schema as a whole, such as `false`.
  @inline(never)
  mutating func add(_ keyword: String, _ offset: Int, isSchema: Bool = false, _ message: String) {
    guard hasRoom else { return }
    violations.append(violation(keyword, offset, isSchema: isSchema, message))
  }

  /// Inserts a violation before those from `index` on, which are details of it.
  @inline(never)
  mutating func insert(_ keyword: String, _ offset: Int, at index: Int, _ message: String) {
    let index = min(index, violations.count)
    guard index < limit else { return }
    violations.insert(violation(keyword, offset, isSchema: false, message), at: index)
    if violations.count > limit { violations.removeLast() }
  }

  /// Begins the messages from `index` on with a text.
  @inline(never)
  mutating func begin(from index: Int, _ text: String) {
    for place in violations.indices.dropFirst(index) {
      violations[place].message = text + violations[place].message
    }
  }

  /// Lets the violations from `index` on point to another position.
  @inline(never)
  mutating func move(from index: Int, to offset: Int) {
    for place in violations.indices.dropFirst(index) { violations[place].byteOffset = offset }
  }

  /// Removes the violations from `index` on.
  @inline(never)
  mutating func truncate(to index: Int) {
    if violations.count > index { violations.removeSubrange(index...) }
  }

  @inline(never)
  private func violation(
    _ keyword: String, _ offset: Int, isSchema: Bool, _ message: String
  ) -> Violation {
    let steps = isSchema ? path : path + [keyword]
    return Violation(
      keyword: keyword, keywordLocation: JSONPointer.text(steps),
      absoluteKeywordLocation: base.map { base in
        let separator = base.location.contains("#") ? "" : "#"
        return base.location + separator + Self.fragment(Array(steps[min(base.length, steps.count)...]))
      }, message: message, byteOffset: offset)
  }

  /// Returns the pointer as the fragment of a URI (RFC 6901, section 6).
  private static func fragment(_ path: [String]) -> String {
    var result: [UInt8] = []
    for byte in JSONPointer.text(path).bytes {
      if byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/?".has(byte) {
        result.append(byte)
      } else {
        result.add(percentEncoding: byte)
      }
    }
    return String(repairing: result)
  }
}

extension Evaluator {
  /// Reports a violation in report mode, and returns false.
  @inline(__always)
  mutating func reject(
    _ keyword: String, _ start: Place, _ reader: borrowing JSONReader,
    _ message: @autoclosure () -> String
  ) -> Bool {
    if reports, report.hasRoom { report.add(keyword, start.position - reader.base, message()) }
    return false
  }

  /// Applies a schema to a part of the value, or to the value itself, `steps` below the current schema.
  @inline(__always)
  mutating func apply(
    _ schema: NodePointer, below steps: @autoclosure () -> [String], _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard reports else { return try apply(schema, &reader) }
    let length = report.path.count
    report.descend(by: steps())
    let isAccepted = try visit(schema, &reader, into: -1)
    report.ascend(to: length)
    return isAccepted
  }

  mutating func reject(type node: NodePointer, _ reader: inout JSONReader) -> Bool {
    guard reports else { return false }
    reader.skipWhitespace()
    let offset = reader.offset
    if node.pointee.isNever {
      let isFalse = node.pointee.source.takeUnretainedValue().keywords.count == 1
      report.add(isFalse ? "false" : "type", offset, isSchema: isFalse, "no value is allowed here")
    } else {
      let message = reader.mismatch(node.pointee.types.description).message
      report.add("type", offset, message)
    }
    return false
  }

  /// Reports which of `enum` and `const` don't contain a value.
  mutating func reject(values node: NodePointer, _ start: Place, _ reader: inout JSONReader) -> Bool {
    guard reports else { return false }
    let after = reader.place
    reader.back(to: start)
    let value = try? reader.readTemporaryTree()
    reader.leave(to: after)
    let found = reader.excerpt(from: start.position - reader.base)
    for keyword in node.pointee.source.takeUnretainedValue().assertions {
      switch keyword.form {
      case .const(let expected):
        if expected == value { continue }
        _ = reject("const", start, reader, "expected \(expected.description.printable), found \(found)")
      case .enumeration(let values):
        if value.map(values.contains) == true { continue }
        let shown = values.prefix(8).map { $0.description.printable }.joined(separator: ", ")
        let rest = values.count > 8 ? ", …" : ""
        _ = reject("enum", start, reader, "expected one of \(shown)\(rest), found \(found)")
      default: break
      }
    }
    return false
  }
}
