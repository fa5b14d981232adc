/// Why JSON could not be read or written, and where.
///
/// It is one reference wide, so that throwing it costs nothing where nothing is thrown.
public struct JSONError: Error, Hashable, Sendable {
  /// What went wrong, in general.
  public enum Kind: String, Hashable, Sendable {
    /// The text is not JSON (RFC 8259).
    case syntax
    /// A value of another JSON type was expected.
    case typeMismatch
    /// An object lacks a key that must be there.
    case missingKey
    /// An object has the same key twice.
    case duplicateKey
    /// An object has a key its model does not know, and unknown keys are rejected.
    case unknownKey
    /// A value is none that an open enumeration or an open union knows, and unknown values are rejected.
    case unknownValue
    /// A number does not fit the type it is read into.
    case outOfRange
    /// The JSON type is right, but the value is not one the Swift type can take, such as a malformed date.
    case invalidValue
    /// Arrays and objects are nested deeper than the limit, or than the thread's stack has room for.
    case depthExceeded
    /// Reading causes too much work: alternatives within alternatives are tried too often, patterns need too many steps,
    /// or schemas refer to each other without end. Also where the task is cancelled that reads an answer.
    case workExceeded
    /// What is read takes more memory than the limit; see ``JSONDecoding/maximumMemory``.
    case memoryExceeded
    /// A value breaks a constraint of its schema.
    case validation
    /// A value cannot be written as JSON, such as a number that is not finite.
    case notRepresentable
  }

  /// What went wrong, in general.
  public var kind: Kind { storage.kind }
  /// What went wrong, as half a sentence without the position.
  public var message: String { storage.message }
  /// The position in the document, in bytes from its beginning.
  public var byteOffset: Int { storage.byteOffset }
  /// The line of the position, beginning at 1; 0 where the document was not at hand.
  public var line: Int { storage.line }
  /// The keys and indices that lead from the document's root to the value (the parts of a JSON Pointer, unescaped).
  public var path: [String] { storage.path }

  /// Creates an error; `path` and `line` are found from `byteOffset` by the entry points of reading.
  public init(_ kind: Kind, _ message: String, byteOffset: Int = 0, line: Int = 0, path: [String] = []) {
    storage = Storage(
      kind: kind, message: message, byteOffset: byteOffset, line: line, path: path, key: nil)
  }

  /// An error about a key of the object at `byteOffset`: the key is appended when the path is found.
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

  /// The same error with its line and path, found in the document it is about.
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
  /// For instance `data/17/battles: expected integer, found string "x" (byte 812, line 1)`.
  public var description: String {
    let place = path.isEmpty ? "" : path.map(\.printable).joined(separator: "/") + ": "
    let position = line == 0 ? "" : " (byte \(byteOffset), line \(line))"
    return place + message + position
  }
}

extension String {
  /// The text with control characters escaped, short enough for a message.
  package var printable: String {
    var result = ""
    for scalar in unicodeScalars.prefix(48) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return unicodeScalars.count > 48 ? result + "…" : result
  }
}
