extension JSONSchema {
  /// Returns whether the document is JSON that this schema accepts. It stops at the first violation, and
  /// returns false if checking takes too much work.
  ///
  /// JSON that no keyword applies to is checked for its syntax, but not for duplicate keys.
  public func isValid(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer(isValid) }

  /// Returns whether the document is JSON that this schema accepts, like `isValid(_:)` for an array.
  ///
  /// - Parameter bytes: Memory that is valid during the call.
  public func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var reader = JSONReader(bytes, options: JSONDecoding())
    do throws(JSONError) {
      guard try accepts(&reader) else { return false }
      try reader.finish()
      return true
    } catch {
      return false
    }
  }

  /// Applies the schema to a document and collects all violations; a single violation of `json` if it isn't
  /// JSON or takes too much work to check.
  public func evaluate(_ bytes: [UInt8]) -> Evaluation { bytes.withUnsafeBufferPointer(evaluate) }

  /// Applies the schema to a document, like `evaluate(_:)` for an array.
  ///
  /// - Parameter bytes: Memory that is valid during the call.
  public func evaluate(_ bytes: UnsafeBufferPointer<UInt8>) -> Evaluation {
    // Mostly there are no violations, which the fast mode determines.
    isValid(bytes) ? Evaluation(violations: []) : reported(bytes)
  }

  /// Returns the evaluation in report mode.
  func reported(_ bytes: UnsafeBufferPointer<UInt8>) -> Evaluation {
    var reader = JSONReader(bytes, options: JSONDecoding())
    do throws(JSONError) {
      let violations = try violations(&reader, limit: JSONReader.violationLimit)
      try reader.finish()
      return Evaluation(violations: violations.located(in: bytes))
    } catch {
      return Evaluation(violations: [Violation(malformed: silenced(error, at: 0).located(in: bytes))])
    }
  }

  /// Returns the violations in a document, at most a thousand; a single violation of `json` if it isn't JSON
  /// or takes too much work to check. Keys longer than 256 bytes are truncated in locations.
  public func validate(_ bytes: [UInt8]) -> [Violation] { evaluate(bytes).violations }

  /// Returns the violations in a value, at most a thousand. Offsets are relative to its text without white
  /// space.
  public func validate(_ value: JSON) -> [Violation] {
    do throws(JSONError) { return validate(try value.document()) } catch {
      return [Violation(malformed: error)]
    }
  }

  // MARK: Readers

  /// Returns whether the next value is accepted. If it is, the reader is after the value.
  ///
  /// - Throws: ``JSONError`` if the value isn't JSON.
  func accepts(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    var evaluator = Evaluator()
    let result = try evaluator.apply(node.ready, &reader)
    withExtendedLifetime(node) {}
    return result
  }

  /// Returns the violations in the next value, without instance locations and lines, and skips it.
  ///
  /// - Throws: ``JSONError`` if the value isn't JSON.
  func violations(_ reader: inout JSONReader, limit: Int) throws(JSONError) -> [Violation] {
    var evaluator = Evaluator(limit: limit)
    _ = try evaluator.apply(node.ready, &reader)
    withExtendedLifetime(node) {}
    return evaluator.report.violations
  }

  /// Returns an error in the value at `start`; without anything that it quotes if a part of the value may be secret.
  func silenced(_ error: JSONError, at start: Int) -> JSONError {
    let secrets = SchemaLinking.secrets(in: node)
    if secrets.isEmpty { return error }
    let silent = error.kind == .duplicateKey ? error.quotingNothing("duplicate key") : error.quotingNoSyntax
    // A path would contain the keys.
    return secrets.contains(.hiddenKeys) ? silent.hidden(at: start) : silent
  }
}

extension Violation {
  /// Creates a violation for a document that isn't JSON, or a value that can't be written as JSON.
  init(malformed error: JSONError) {
    self.init(
      instanceLocation: JSONLocation.pointer(error.path), keyword: "json", message: error.message,
      byteOffset: error.byteOffset, line: error.line)
  }
}

/// The result of applying a schema to a document.
public struct Evaluation: Hashable, Sendable {
  /// The violations in document order, at most a thousand. If no alternative of `anyOf` or `oneOf` matches,
  /// its own violation is followed by those of the alternatives.
  public let violations: [Violation]

  /// Whether the schema accepts the document.
  public var isValid: Bool { violations.isEmpty }

  /// The output in the format `basic` (core, section 12.4.2): `valid` and, if it is false, the array
  /// `errors`.
  public var basicOutput: JSON {
    if isValid { return ["valid": true] }
    return ["valid": false, "errors": .array(violations.map(\.outputUnit))]
  }
}

extension Violation {
  /// An output unit (core, section 12.3).
  fileprivate var outputUnit: JSON {
    var unit: JSONObject = ["keywordLocation": .string(keywordLocation)]
    if let absoluteKeywordLocation { unit["absoluteKeywordLocation"] = .string(absoluteKeywordLocation) }
    unit["instanceLocation"] = .string(instanceLocation)
    unit["error"] = .string(message)
    return .object(unit)
  }
}

extension JSONReader {
  /// Reads a value with `body` and, unless validation is off, checks its bytes against `schema`.
  @inline(__always)
  mutating func constrained<Value>(
    by schema: JSONSchema?, _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    guard let schema, validates else { return try body(&self) }
    skipWhitespace()
    let start = offset
    let value = try body(&self)
    try check(schema, from: start)
    return value
  }

  /// Checks the value that was read between `start` and the current position.
  @inline(never)
  package mutating func check(_ schema: JSONSchema, from start: Int) throws(JSONError) {
    let after = place
    goBack(to: base + start)
    if try schema.accepts(&self) { return leave(to: after) }
    leave(to: after)
    try report(schema, from: start)
    leave(to: after)
  }

  private mutating func report(_ schema: JSONSchema, from start: Int) throws(JSONError) {
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
