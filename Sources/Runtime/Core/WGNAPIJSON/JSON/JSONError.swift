import WGNAPISupport

/// An error in reading or writing JSON, with its position.
///
/// It is a single reference, so that throwing functions have no overhead in the absence of errors.
public struct JSONError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Kind: String, Hashable, Sendable {
    /// The text isn't JSON (RFC 8259).
    case syntax
    /// A value of another JSON type was expected.
    case typeMismatch
    /// An object lacks a required key.
    case missingKey
    /// A key occurs twice in an object.
    case duplicateKey
    /// An object has a key that its model doesn't declare, and unknown keys are rejected.
    case unknownKey
    /// An open enumeration or an open union doesn't know the value, and unknown values are rejected.
    case unknownValue
    /// A number doesn't fit its type.
    case outOfRange
    /// The JSON type is right, but the value is invalid for the Swift type, such as a malformed date.
    case invalidValue
    /// Arrays and objects are nested more deeply than the limit, or than the thread's stack allows.
    case depthExceeded
    /// Reading requires too much work: nested alternatives are tried too often, patterns need too many steps,
    /// or schemas refer to each other endlessly. Also used if the task that reads a response is cancelled.
    case workExceeded
    /// The decoded values use more memory than the limit; see ``JSONDecoding/maximumMemory``.
    case memoryExceeded
    /// A value violates a constraint.
    case validation
    /// A value can't be written as JSON, such as an infinite number.
    case notRepresentable
  }

  /// The kind of the error.
  public var kind: Kind { facts.value.kind }
  /// A description of the error, as part of a sentence, without the position.
  public var message: String { facts.value.message }
  /// The position in the document, in bytes from its beginning.
  public var byteOffset: Int { facts.value.byteOffset }
  /// The line of the position, from 1; 0 if the document wasn't available.
  public var line: Int { facts.value.line }
  /// The keys and indices from the document's root to the value: the unescaped parts of a JSON Pointer.
  public var path: [String] { facts.value.path }

  /// Why reading stopped although nothing is wrong with the document.
  package enum Stop: Sendable {
    /// The task that reads was cancelled. Only another call that shares the reading sees it.
    case cancellation
    /// The time for reading is over.
    case lateness

    var message: String {
      switch self {
      case .cancellation: "the task that reads was cancelled"
      case .lateness: "reading takes longer than the call may"
      }
    }
  }

  /// Why reading stopped although nothing is wrong with the document; nil for any other error.
  package var stop: Stop? { facts.value.stop }

  /// Creates an error. The functions that decode documents find `path` and `line` from `byteOffset`.
  public init(_ kind: Kind, _ message: String, byteOffset: Int = 0, line: Int = 0, path: [String] = []) {
    facts = Box(Facts(kind: kind, message: message, byteOffset: byteOffset, line: line, path: path))
  }

  /// Creates the error of a reading that stopped although nothing is wrong with the document.
  package init(stoppedBy stop: Stop) {
    facts = Box(Facts(kind: .workExceeded, message: stop.message, byteOffset: 0, stop: stop))
  }

  /// Returns the same error, for a value that a schema's keyword would reject.
  func violating(_ keyword: String) -> JSONError {
    var facts = facts.value
    facts.keyword = keyword
    return JSONError(facts: Box(facts))
  }

  private init(facts: Box<Facts>) { self.facts = facts }

  /// The keyword of JSON Schema that would reject the value; `json` for a document that can't be read at all.
  fileprivate var keyword: String {
    switch kind {
    case .typeMismatch: "type"
    case .missingKey: "required"
    case .unknownKey: "additionalProperties"
    case .unknownValue: "enum"
    case .invalidValue: facts.value.keyword ?? "format"
    case .outOfRange: facts.value.keyword ?? "maximum"
    default: "json"
    }
  }

  /// Creates an error about a key of the object at `byteOffset`. The key is appended to the path when that is
  /// found.
  init(_ kind: Kind, _ message: String, byteOffset: Int, key: String) {
    facts = Box(Facts(kind: kind, message: message, byteOffset: byteOffset, key: key))
  }

  public static func == (left: JSONError, right: JSONError) -> Bool {
    left.kind == right.kind && left.message == right.message && left.byteOffset == right.byteOffset
      && left.line == right.line && left.path == right.path
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(message)
    hasher.combine(byteOffset)
  }

  /// Returns the same error for a map with secret keys, at its beginning and without a key.
  package func hidden(at offset: Int) -> JSONError {
    stop == nil ? JSONError(kind, message, byteOffset: offset) : self
  }

  /// The same error; without the text that was found if that is no JSON, because it may be any part of a secret.
  package var quotingNoSyntax: JSONError {
    kind == .syntax ? quotingNothing("malformed JSON") : self
  }

  /// The same error in a value at `start` with secrets, without anything that it quotes.
  package func silent(at start: Int, hidesKeys: Bool) -> JSONError {
    let silent = kind == .duplicateKey ? quotingNothing("duplicate key") : quotingNoSyntax
    // A path would contain the keys.
    return hidesKeys ? silent.hidden(at: start) : silent
  }

  /// The same error with a message that quotes nothing.
  func quotingNothing(_ what: String) -> JSONError {
    JSONError(kind, "\(what) in an object with secrets", byteOffset: byteOffset)
  }

  /// Returns the same error with its line and path in the given document.
  package func located(in document: UnsafeBufferPointer<UInt8>) -> JSONError {
    guard line == 0, stop == nil else { return self }
    let location = JSONLocation(of: byteOffset, in: document)
    var facts = facts.value
    facts.line = location.line
    facts.path = location.path + (facts.key.map { [$0] } ?? [])
    return JSONError(facts: Box(facts))
  }

  private let facts: Box<Facts>

  private struct Facts: Sendable {
    let kind: Kind
    let message: String
    let byteOffset: Int
    var line = 0
    var path: [String] = []
    var key: String?
    var stop: Stop?
    /// The keyword that the value violates, if the kind doesn't tell.
    var keyword: String?
  }
}

/// A value behind a reference.
///
/// Unchecked: the wrappers of properties change it only while it is uniquely referenced, and nothing else does.
package final class Box<Value: Sendable>: @unchecked Sendable {
  package var value: Value
  package init(_ value: Value) { self.value = value }
}

extension JSONError: CustomStringConvertible {
  /// A description such as `data/17/battles: expected integer, found string "x" (byte 812, line 1)`.
  public var description: String {
    let place = path.isEmpty ? "" : path.map { $0.printable }.joined(separator: "/") + ": "
    let position = line == 0 ? "" : " (byte \(byteOffset), line \(line))"
    return place + message + position
  }
}

extension String {
  /// The text with control characters escaped, shortened for a message.
  package var printable: String { printable(upTo: 48) }

  /// The text with control characters escaped, shortened to a number of characters.
  @inline(never)
  package func printable(upTo limit: Int) -> String {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      count += 1
      if count > limit { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The text that replaces a secret in all descriptions.
package var redactionMark: String { Redaction.mark }

/// A place in a document that breaks a constraint, or a keyword of a schema.
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
  public package(set) var message: String
  /// The position of the value in the document, in bytes from its beginning.
  public package(set) var byteOffset: Int
  /// The line of the position, from 1; 0 if the document wasn't available.
  public package(set) var line: Int

  /// Creates a violation.
  package init(
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
  package func located(in document: UnsafeBufferPointer<UInt8>) -> [Violation] {
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

extension Violation {
  /// Creates a violation for a document that isn't JSON, or a value that can't be written as JSON.
  package init(malformed error: JSONError) {
    self.init(
      instanceLocation: JSONLocation.pointer(error.path), keyword: "json", message: error.message,
      byteOffset: error.byteOffset, line: error.line)
  }

  /// Creates a violation for a value that can't be read.
  init(unreadable error: JSONError) {
    self.init(
      instanceLocation: JSONLocation.pointer(error.path), keyword: error.keyword, message: error.message,
      byteOffset: error.byteOffset, line: error.line)
  }
}
