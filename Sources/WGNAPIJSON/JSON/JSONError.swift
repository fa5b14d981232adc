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
    /// or schemas refer to each other endlessly. Also used if the task that reads an answer is cancelled.
    case workExceeded
    /// The decoded values use more memory than the limit; see ``JSONDecoding/maximumMemory``.
    case memoryExceeded
    /// A value violates a constraint of its schema.
    case validation
    /// A value can't be written as JSON, such as an infinite number.
    case notRepresentable
  }

  /// The kind of the error.
  public var kind: Kind { storage.kind }
  /// A description of the error, as part of a sentence, without the position.
  public var message: String { storage.message }
  /// The position in the document, in bytes from its beginning.
  public var byteOffset: Int { storage.byteOffset }
  /// The line of the position, from 1; 0 if the document wasn't available.
  public var line: Int { storage.line }
  /// The keys and indices from the document's root to the value: the unescaped parts of a JSON Pointer.
  public var path: [String] { storage.path }

  /// Creates an error. The functions that decode documents find `path` and `line` from `byteOffset`.
  public init(_ kind: Kind, _ message: String, byteOffset: Int = 0, line: Int = 0, path: [String] = []) {
    storage = Storage(
      kind: kind, message: message, byteOffset: byteOffset, line: line, path: path, key: nil)
  }

  /// Creates an error about a key of the object at `byteOffset`. The key is appended to the path when that is
  /// found.
  init(_ kind: Kind, _ message: String, byteOffset: Int, key: String) {
    storage = Storage(kind: kind, message: message, byteOffset: byteOffset, line: 0, path: [], key: key)
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

  /// Returns the same error with its line and path in the given document.
  package func located(in document: UnsafeBufferPointer<UInt8>) -> JSONError {
    guard line == 0 else { return self }
    let location = JSONLocation(of: byteOffset, in: document)
    return JSONError(
      kind, message, byteOffset: byteOffset, line: location.line,
      path: location.path + (storage.key.map { [$0] } ?? []))
  }

  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let message: String
    let byteOffset: Int
    let line: Int
    let path: [String]
    let key: String?

    init(kind: Kind, message: String, byteOffset: Int, line: Int, path: [String], key: String?) {
      self.kind = kind
      self.message = message
      self.byteOffset = byteOffset
      self.line = line
      self.path = path
      self.key = key
    }
  }
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
  @inline(never)
  package var printable: String {
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      count += 1
      if count > 48 { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
