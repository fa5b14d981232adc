extension Schema {
  /// Whether the document is JSON that this schema accepts; stops at the first violation. False too where it
  /// takes too much work to tell.
  public func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, options: JSONDecoding())
      var sink = ViolationSink.flag
      let isAccepted = try? reader.document { (reader) throws(JSONError) in
        guard try node.accepts(&reader, &sink) else {
          throw JSONError(.validation, "rejected", byteOffset: 0, line: 1)
        }
        return true
      }
      return isAccepted ?? false
    }
  }

  /// What in the document breaks this schema, a thousand violations at most; one violation of `json` where it is
  /// not JSON or takes too much work to check. Keys beyond 256 bytes are cut in locations.
  public func validate(_ bytes: [UInt8]) -> [Violation] {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, options: JSONDecoding())
      var sink = ViolationSink(limit: JSONReader.violationLimit)
      do throws(JSONError) {
        _ = try reader.document { (reader) throws(JSONError) in try node.accepts(&reader, &sink) }
        reader.violations = sink.violations
        return reader.locatedViolations()
      } catch {
        return [
          Violation(
            instanceLocation: JSONLocation.pointer(error.path), keyword: "json", message: error.message,
            byteOffset: error.byteOffset)
        ]
      }
    }
  }

  /// What in a value breaks this schema, a thousand violations at most. Offsets are those of its text without
  /// white space.
  public func validate(_ value: JSON) -> [Violation] {
    (try? value.encoded()).map(validate) ?? []
  }
}

extension SchemaNode {
  /// Whether the next value is accepted.
  ///
  /// Afterwards the reader is behind the value, except that nothing is promised when a flag sink gets a no.
  ///
  /// - Throws: ``JSONError`` where the value is not JSON.
  func accepts(_ reader: inout JSONReader, _ sink: inout ViolationSink) throws(JSONError) -> Bool {
    try reader.countVisit()
    guard let token = reader.peek() else { throw reader.mismatch("a value") }
    let start = reader.mark
    guard types.contains(try type(token, &reader)) else {
      let found = reader.excerpt(from: start.offset)
      if !sink.isFlag { try reader.skipValue() }
      if types.isEmpty { return sink.reject("false", start.offset, "no value is allowed here") }
      return sink.reject("type", start.offset, "expected \(types.description), found \(found)")
    }
    if assertions.isEmpty {
      try reader.skipValue()
      return true
    }
    var isAccepted = true
    for assertion in assertions {
      reader.rewind(to: start)
      guard try !check(assertion, token, start, &reader, &sink) else { continue }
      isAccepted = false
      if sink.isFlag { return false }
    }
    return isAccepted
  }

  /// The type of the next value; integers are told from other numbers only where that matters.
  private func type(_ token: JSONReader.Token, _ reader: inout JSONReader) throws(JSONError) -> TypeSet {
    switch token {
    case .null: return .null
    case .bool: return .boolean
    case .string: return .string
    case .array: return .array
    case .object: return .object
    case .number:
      if types.isSuperset(of: .anyNumber) || types.isDisjoint(with: .anyNumber) { return .integer }
      let start = reader.mark
      let span = try reader.scanNumber()
      let isInteger = span.isPlain || JSONNumber(scanned: span.text).isInteger
      reader.rewind(to: start)
      return isInteger ? .integer : .fraction
    }
  }

  private func check(
    _ assertion: Assertion, _ token: JSONReader.Token, _ start: JSONReader.Mark,
    _ reader: inout JSONReader, _ sink: inout ViolationSink
  ) throws(JSONError) -> Bool {
    switch assertion {
    case .length, .pattern, .format:
      guard token == .string else { break }
      return try checkString(assertion, start.offset, try reader.readString(), &sink)
    case .minimum, .maximum, .multipleOf:
      guard token == .number else { break }
      return checkNumber(assertion, start.offset, try reader.readNumber(), &sink)
    case .array(let keywords):
      guard token == .array else { break }
      return try keywords.accepts(&reader, &sink)
    case .object(let keywords):
      guard token == .object else { break }
      return try keywords.accepts(&reader, &sink)
    case .enumeration(let values):
      let value = try JSON.read(from: &reader)
      if values.contains(value) { return true }
      let shown = values.prefix(8).map { $0.description.printable }.joined(separator: ", ")
      return sink.reject("enum", start.offset, "expected one of \(shown)")
    case .const(let expected):
      if try JSON.read(from: &reader) == expected { return true }
      return sink.reject("const", start.offset, "expected \(expected.description.printable)")
    case .nullable(let schema):
      guard token != .null else { break }
      return try schema.node.accepts(&reader, &sink)
    case .reference(let schema): return try schema.value.node.accepts(&reader, &sink)
    case .allOf, .anyOf, .oneOf, .not, .conditional:
      return try checkCombination(assertion, start, &reader, &sink)
    }
    // The assertion is about values of another type.
    try reader.skipValue()
    return true
  }
}
