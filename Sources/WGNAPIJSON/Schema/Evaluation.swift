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
