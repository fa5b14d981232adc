extension JSONReader {
  /// Reads a value with `body` and checks its bytes against `schema`.
  mutating func constrained<Value>(
    by schema: Schema, _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    skipWhitespace()
    let start = offset
    let value = try body(&self)
    try check(schema, from: start)
    return value
  }

  /// Checks the value that was read between `start` and the present position.
  @inline(never)
  mutating func check(_ schema: Schema, from start: Int) throws(JSONError) {
    let (after, depth) = (position, remainingDepth)
    goBack(to: base + start)
    defer {
      position = after
      remainingDepth = depth
    }
    let limit = options.validation == .strict ? 1 : Self.violationLimit - violations.count
    var sink = ViolationSink(limit: max(limit, 0))
    _ = try schema.node.accepts(&self, &sink)
    guard options.validation == .strict else {
      violations += sink.violations
      return
    }
    if let first = sink.violations.first { throw JSONError(first) }
  }

  /// Takes note of a violation: an error in strict validation, a report otherwise.
  mutating func violation(_ keyword: String, _ message: String, at offset: Int) throws(JSONError) {
    let violation = Violation(keyword: keyword, message: message, byteOffset: offset)
    if options.validation == .strict { throw JSONError(violation) }
    keep(violation)
  }
}

extension JSONError {
  /// A violation as the error of strict validation.
  init(_ violation: Violation) {
    self.init(.validation, "\(violation.message) [\(violation.keyword)]", byteOffset: violation.byteOffset)
  }
}

/// Where violations go: nowhere for a mere answer, or into a list up to a limit.
struct ViolationSink {
  let limit: Int
  var violations: [Violation] = []

  /// Whether only the answer counts.
  var isFlag: Bool { limit == 0 }
  /// Whether looking further changes nothing.
  var isFull: Bool { violations.count >= limit }

  static var flag: ViolationSink { ViolationSink(limit: 0) }

  /// Takes note of a violation and answers that the value is not accepted.
  mutating func reject(_ keyword: String, _ offset: Int, _ message: @autoclosure () -> String) -> Bool {
    if !isFull {
      violations.append(Violation(keyword: keyword, message: message(), byteOffset: offset))
    }
    return false
  }
}
