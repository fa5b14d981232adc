import WGNAPISupport

/// A place in a document that breaks a keyword of its schema.
///
/// With ``message``, it is an error unit in the output formats of JSON Schema (core, section 12.3).
public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The JSON Pointer (RFC 6901) to the value; empty for the whole document. Keys longer than 256 bytes are
  /// truncated and end in `…`.
  public package(set) var instanceLocation: String
  /// The violated keyword, such as `minimum`; `false` for the schema that rejects everything; `json` if the
  /// text isn't JSON.
  public let keyword: String
  /// The JSON Pointer to the keyword along the path of evaluation, including references:
  /// `/properties/a/$ref/minimum` (core, section 12.3.1). Empty if the violation doesn't concern a schema's
  /// keyword.
  public let keywordLocation: String
  /// The keyword's absolute URI; nil unless the schema or one around it has a known location (core, section
  /// 12.3.2).
  public let absoluteKeywordLocation: String?
  /// A description of the violation, as a sentence without a period.
  public let message: String
  /// The position of the value in the document, in bytes from its beginning.
  public let byteOffset: Int
  /// The line of the position, from 1; 0 if the document wasn't available.
  public package(set) var line: Int

  /// Creates a violation.
  public init(
    instanceLocation: String = "", keyword: String, keywordLocation: String = "",
    absoluteKeywordLocation: String? = nil, message: String, byteOffset: Int, line: Int = 0
  ) {
    self.instanceLocation = instanceLocation
    self.keyword = keyword
    self.keywordLocation = keywordLocation
    self.absoluteKeywordLocation = absoluteKeywordLocation
    self.message = message
    self.byteOffset = byteOffset
    self.line = line
  }

  /// A description such as `data/17/battles: expected integer, found string "x" [type] (byte 812, line 1)`.
  public var description: String {
    JSONError(
      .validation, "\(message) [\(keyword)]", byteOffset: byteOffset, line: line,
      path: JSONPointer.path(instanceLocation)
    ).description
  }

  /// Whether the violation concerns an unknown key or value, which violates no keyword of a schema.
  package var isUnknown: Bool {
    keywordLocation.isEmpty && ["additionalProperties", "anyOf", "enum"].contains(keyword)
  }

  /// Returns the same violation with another location and message.
  package func with(instanceLocation: String, message: String) -> Violation {
    Violation(
      instanceLocation: instanceLocation, keyword: keyword, keywordLocation: keywordLocation,
      absoluteKeywordLocation: absoluteKeywordLocation, message: message, byteOffset: byteOffset, line: line)
  }
}

extension [Violation] {
  /// Returns the violations with their instance locations and lines, in document order.
  func located(in document: UnsafeBufferPointer<UInt8>) -> [Violation] {
    var location = JSONLocation(in: document)
    var located: [Violation] = []
    for position in sortedPositions(count, by: { self[$0].byteOffset < self[$1].byteOffset }) {
      var violation = self[position]
      location.advance(to: violation.byteOffset)
      violation.instanceLocation = location.pointer
      violation.line = location.line
      located.append(violation)
    }
    return located
  }
}
