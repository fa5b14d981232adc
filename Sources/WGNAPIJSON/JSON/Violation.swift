import WGNAPISupport

/// A place in a document that breaks a keyword of its schema.
///
/// With ``message`` it is an error unit of the output formats of JSON Schema (core, section 12.3).
public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The JSON Pointer (RFC 6901) of the value, empty for the whole document. Keys beyond 256
  /// bytes are cut and end in `…`.
  public package(set) var instanceLocation: String
  /// The keyword that is broken, such as `minimum`; `false` for the schema that accepts nothing; `json` where the
  /// text is not JSON at all.
  public let keyword: String
  /// The keyword's JSON Pointer by the path of validation, references included: `/properties/a/$ref/minimum` (core,
  /// section 12.3.1). Empty where no schema's keyword is meant.
  public let keywordLocation: String
  /// The keyword's absolute URI, where the schema or one around it has a known location (core, section 12.3.2).
  public let absoluteKeywordLocation: String?
  /// What is wrong, as a sentence without a full stop.
  public let message: String
  /// The position of the value in the document, in bytes from its beginning.
  public let byteOffset: Int
  /// The line of the position, beginning at 1; 0 where the document was not at hand.
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

  /// For instance `data/17/battles: expected integer, found string "x" [type] (byte 812, line 1)`.
  public var description: String {
    JSONError(
      .validation, "\(message) [\(keyword)]", byteOffset: byteOffset, line: line, path: instancePath
    ).description
  }

  /// Whether it tells of a key or value that isn't known, which breaks no keyword of a schema.
  package var isUnknown: Bool {
    keywordLocation.isEmpty && ["additionalProperties", "anyOf", "enum"].contains(keyword)
  }

  /// The keys and indices of ``instanceLocation``.
  private var instancePath: [String] {
    instanceLocation.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      var key = ""
      var isEscape = false
      for scalar in part.unicodeScalars {
        switch (isEscape, scalar) {
        case (false, "~"):
          isEscape = true
          continue
        case (true, "0"): key += "~"
        case (true, "1"): key += "/"
        default: key.unicodeScalars.append(scalar)
        }
        isEscape = false
      }
      return key
    }
  }

  /// The same violation at another place, said in other words.
  package func with(instanceLocation: String, message: String) -> Violation {
    Violation(
      instanceLocation: instanceLocation, keyword: keyword, keywordLocation: keywordLocation,
      absoluteKeywordLocation: absoluteKeywordLocation, message: message, byteOffset: byteOffset, line: line)
  }
}

extension [Violation] {
  /// The violations with their instance locations and lines, in the order of the document.
  func located(in document: UnsafeBufferPointer<UInt8>) -> [Violation] {
    var location = JSONLocation(in: document)
    return sortedPositions(count) { self[$0].byteOffset < self[$1].byteOffset }.map { position in
      var violation = self[position]
      location.advance(to: violation.byteOffset)
      violation.instanceLocation = location.pointer
      violation.line = location.line
      return violation
    }
  }
}
