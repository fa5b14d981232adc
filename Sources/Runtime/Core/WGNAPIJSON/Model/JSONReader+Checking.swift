// Checks of values whose coders are known, so that what is secret in them isn't shown.
extension JSONReader {
  /// Reads a value that must satisfy `constraint` as a whole, unless validation is off.
  package mutating func read<Coder: JSONCoder>(
    _ coder: Coder.Type, satisfying constraint: Constraint?
  ) throws(JSONError) -> Coder.Decoded {
    try constrained(by: constraint, of: [coder]) { (reader) throws(JSONError) in
      try coder.read(from: &reader)
    }
  }

  /// Reads a value of these coders with `body` and, unless validation is off, checks its bytes against `constraint`.
  @inline(__always)
  mutating func constrained<Value>(
    by constraint: Constraint?, of coders: @autoclosure () -> [any JSONCoder.Type],
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    guard let constraint, validates else { return try body(&self) }
    skipWhitespace()
    let start = offset
    let value = try body(&self)
    try check(constraint, of: coders(), from: start)
    return value
  }

  /// Checks the value of these coders that was read between `start` and the current position.
  mutating func check(
    _ constraint: Constraint, of coders: @autoclosure () -> [any JSONCoder.Type], from start: Int
  ) throws(JSONError) {
    let count = violations.count
    do throws(JSONError) {
      try check(constraint, from: start)
      if violations.count == count { return }
    } catch {
      guard error.kind == .validation else { throw error }
      let secrets = Secrets(in: coders())
      guard secrets.hasAny else { throw error }
      return try checkHidden(constraint, secrets, from: start)
    }
    let secrets = Secrets(in: coders())
    guard secrets.hasAny else { return }
    violations.removeSubrange(count...)
    try checkHidden(constraint, secrets, from: start)
  }

  /// Checks a value again, without quoting it.
  private mutating func checkHidden(
    _ constraint: Constraint, _ secrets: Secrets, from start: Int
  ) throws(JSONError) {
    let (count, hides) = (violations.count, hidesValues)
    hidesValues = true
    defer { hidesValues = hides }
    do throws(JSONError) { try check(constraint, from: start) } catch {
      throw secrets.hasKeys ? error.hidden(at: start) : error
    }
    // Paths would contain the keys.
    if secrets.hasKeys { moveViolations(from: count, to: start) }
  }
}
