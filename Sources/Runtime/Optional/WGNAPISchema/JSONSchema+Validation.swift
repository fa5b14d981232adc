import WGNAPIJSON
import WGNAPISupport

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
  public func evaluate(_ bytes: [UInt8]) -> SchemaEvaluation { bytes.withUnsafeBufferPointer(evaluate) }

  /// Applies the schema to a document, like `evaluate(_:)` for an array.
  ///
  /// - Parameter bytes: Memory that is valid during the call.
  public func evaluate(_ bytes: UnsafeBufferPointer<UInt8>) -> SchemaEvaluation {
    // Mostly there are no violations, which the fast mode determines.
    isValid(bytes) ? SchemaEvaluation(violations: []) : reported(bytes)
  }

  /// Returns the evaluation in report mode.
  func reported(_ bytes: UnsafeBufferPointer<UInt8>) -> SchemaEvaluation {
    var reader = JSONReader(bytes, options: JSONDecoding())
    do throws(JSONError) {
      let violations = try violations(&reader, limit: JSONReader.violationLimit)
      try reader.finish()
      return SchemaEvaluation(violations: violations.located(in: bytes))
    } catch {
      return SchemaEvaluation(violations: [Violation(malformed: silenced(error, at: 0).located(in: bytes))])
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
  private func silenced(_ error: JSONError, at start: Int) -> JSONError {
    let secrets = SchemaLinking.secrets(in: node)
    return secrets.isEmpty ? error : error.silent(at: start, hidesKeys: secrets.contains(.hiddenKeys))
  }
}

/// The result of applying a schema to a document.
public struct SchemaEvaluation: Hashable, Sendable {
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
