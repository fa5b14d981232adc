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

  /// Checks the value that was read between `start` and the current position.
  @inline(never)
  package mutating func check(_ schema: Schema, from start: Int) throws(JSONError) {
    let after = place
    goBack(to: base + start)
    if try schema.accepts(&self) { return leave(to: after) }
    leave(to: after)
    try report(schema, from: start)
    leave(to: after)
  }

  private mutating func report(_ schema: Schema, from start: Int) throws(JSONError) {
    goBack(to: base + start)
    let isStrict = options.validation == .strict
    let limit = isStrict ? 1 : max(Self.violationLimit - violations.count, 0)
    let found = try schema.violations(&self, limit: limit)
    if isStrict, let first = found.first { throw JSONError(first) }
    // A schema may repeat violations that were reported while the parts of the value were read.
    violations += found.filter { new in
      !violations.contains {
        $0.byteOffset == new.byteOffset && $0.keyword == new.keyword && $0.message == new.message
          && !$0.isUnknown
      }
    }
  }

  /// Throws an error in strict validation; otherwise reports a violation.
  mutating func violation(_ keyword: String, _ message: String, at offset: Int) throws(JSONError) {
    let violation = Violation(
      keyword: keyword, keywordLocation: "/\(keyword)", message: message, byteOffset: offset)
    if options.validation == .strict { throw JSONError(violation) }
    keep(violation)
  }
}

extension JSONError {
  /// Creates the error of strict validation for a violation.
  init(_ violation: Violation) {
    self.init(.validation, "\(violation.message) [\(violation.keyword)]", byteOffset: violation.byteOffset)
  }
}
