extension Schema {
  /// Whether the document is JSON that this schema accepts; stops at the first violation. False too where it
  /// takes too much work to tell.
  ///
  /// JSON that no keyword looks into is checked for its syntax, but not for duplicate keys.
  public func isValid(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer(isValid) }

  /// Whether the document is JSON that this schema accepts, as `isValid(_:)` of an array says.
  ///
  /// - Parameter bytes: Memory that is valid during the call.
  public func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var reader = JSONReader(bytes, options: JSONDecoding())
    do throws(JSONError) {
      guard try accepts(&reader) else { return false }
      try reader.expectEnd()
      return true
    } catch {
      return false
    }
  }

  /// Applies the schema to a document and collects all violations; a single one of `json` where it is not JSON or
  /// takes too much work to check.
  public func evaluate(_ bytes: [UInt8]) -> Evaluation { bytes.withUnsafeBufferPointer(evaluate) }

  /// Applies the schema to a document, as `evaluate(_:)` of an array does.
  ///
  /// - Parameter bytes: Memory that is valid during the call.
  public func evaluate(_ bytes: UnsafeBufferPointer<UInt8>) -> Evaluation {
    // Mostly there is nothing to report, which is found out faster.
    isValid(bytes) ? Evaluation(violations: []) : reported(bytes)
  }

  /// The evaluation in report mode.
  func reported(_ bytes: UnsafeBufferPointer<UInt8>) -> Evaluation {
    var reader = JSONReader(bytes, options: JSONDecoding())
    do throws(JSONError) {
      let violations = try violations(&reader, limit: JSONReader.violationLimit)
      try reader.expectEnd()
      return Evaluation(violations: violations.located(in: bytes))
    } catch {
      return Evaluation(violations: [Violation(malformed: error.located(in: bytes))])
    }
  }

  /// What in the document breaks this schema, a thousand violations at most; one violation of `json` where it is
  /// not JSON or takes too much work to check. Keys beyond 256 bytes are cut in locations.
  public func validate(_ bytes: [UInt8]) -> [Violation] { evaluate(bytes).violations }

  /// What in a value breaks this schema, a thousand violations at most. Offsets are those of its text without
  /// white space.
  public func validate(_ value: JSON) -> [Violation] {
    do throws(JSONError) { return validate(try value.document()) } catch {
      return [Violation(malformed: error)]
    }
  }

  // MARK: Readers

  /// Whether the next value is accepted. The reader is behind it if it is.
  ///
  /// - Throws: ``JSONError`` where the value is not JSON.
  func accepts(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    var evaluator = Evaluator<FlagMode>()
    let result = try evaluator.apply(node.ready, &reader)
    withExtendedLifetime(node) {}
    return result
  }

  /// What is wrong with the next value, which is passed; without instance locations and lines.
  ///
  /// - Throws: ``JSONError`` where the value is not JSON.
  func violations(_ reader: inout JSONReader, limit: Int) throws(JSONError) -> [Violation] {
    var evaluator = Evaluator<ReportMode>(limit: limit)
    _ = try evaluator.apply(node.ready, &reader)
    withExtendedLifetime(node) {}
    return evaluator.report.violations
  }
}

extension Violation {
  /// A document that is not JSON, or a value that cannot be written as JSON.
  init(malformed error: JSONError) {
    self.init(
      instanceLocation: JSONLocation.pointer(error.path), keyword: "json", message: error.message,
      byteOffset: error.byteOffset, line: error.line)
  }
}
