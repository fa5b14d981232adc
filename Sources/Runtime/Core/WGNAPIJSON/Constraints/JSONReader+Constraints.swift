extension JSONReader {
  /// Checks the value that was read between `start` and the current position.
  @inline(never)
  package mutating func check(_ constraint: Constraint, from start: Int) throws(JSONError) {
    let after = place
    let isStrict = options.validation == .strict
    var check = ConstraintCheck(limit: isStrict ? 1 : max(Self.violationLimit - violations.count, 0))
    goBack(to: base + start)
    remainingDepth = after.depth
    try check.check(constraint, &self)
    leave(to: after)
    guard let first = check.violations.first else { return }
    if isStrict { throw JSONError(first) }
    // A constraint may repeat violations that were reported while the parts of the value were read.
    violations += check.violations.filter { new in
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
