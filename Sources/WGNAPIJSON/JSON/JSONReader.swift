#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads JSON (RFC 8259) from bytes, value by value.
///
/// A reader exists only during a call of an entry point such as ``JSONCoder/decode(_:options:)``; coders get it
/// `inout`. It is strict: UTF-8 is validated, numbers and escapes follow the grammar, nesting and
/// the work that schemas cause are limited.
public struct JSONReader: ~Copyable {
  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  var position: UnsafePointer<UInt8>
  /// How many more levels may be entered.
  var remainingDepth: Int
  let options: JSONDecoding
  /// Whether constraints are looked at.
  package let validates: Bool
  var violations: [Violation] = []
  /// How many more bytes may be read again; a schema's application counts as some bytes.
  var remainingWork: Int
  /// How many more bytes what is read may take, approximately.
  var remainingMemory: Int
  /// The work at which it is time to ask whether anybody still waits for the result.
  var nextPause: Int
  /// The stack of the thread that reads, once it was asked for.
  var stack: StackBounds?
  /// The key that tells alternatives of a union apart, and the offset of the object it may stand in undeclared.
  var discriminator: (key: String, objectOffset: Int)?
  /// In which order keys come, where that isn't the models'.
  var keyOrder = KeyOrder()
  /// What reading needs to know beyond the document, where that is more than its type.
  package var context: (any ReadingContext)?

  /// A reader at the beginning of `bytes`, which must stay valid while it is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSONDecoding) {
    base = bytes.baseAddress ?? Self.nothing
    end = base + bytes.count
    // A byte order mark (RFC 8259, section 8.1) says nothing.
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? base + 3 : base
    remainingDepth = options.maximumDepth
    remainingWork = Self.work(forBytes: bytes.count)
    remainingMemory = max(options.maximumMemory, 0)
    nextPause = max(remainingWork - Self.workBetweenPauses, 0)
    self.options = options
    validates = options.validation != .off
  }

  /// Where an empty document begins.
  nonisolated(unsafe) private static let nothing =
    UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  /// The position in the document, in bytes from its beginning.
  public var offset: Int { position - base }

  /// The whole document.
  var document: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: end - base) }

  // MARK: Documents

  /// Reads a document with `body`; what follows must be white space. Errors get their path and line here.
  package mutating func document<Value>(
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    do throws(JSONError) {
      let value = try body(&self)
      try finish()
      return value
    } catch {
      throw error.located(in: document)
    }
  }

  private mutating func finish() throws(JSONError) {
    skipWhitespace()
    if position != end { throw error(.syntax, "expected the end, found \(excerpt(from: offset))") }
  }

  // MARK: Tokens

  /// The kinds of JSON values, by their first byte.
  public enum Token: Hashable, Sendable {
    case null, bool, number, string, array, object
  }

  /// What kind of value comes next; nil at the end and before anything that is no value.
  public mutating func peek() -> Token? {
    switch nextByte() {
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    default: nil
    }
  }

  @inline(__always)
  package mutating func skipWhitespace() { Self.skipWhitespace(&position, end) }

  @inline(__always)
  static func skipWhitespace(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    // Compact documents have none.
    if next < end, next.pointee <= 0x20 { next = afterWhitespace(next, end) }
  }

  @inline(never)
  private static func afterWhitespace(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var next = start
    while next < end {
      let byte = next.pointee
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return next }
      next += 1
      // Indentation.
      while end - next >= 8,
        UnsafeRawPointer(next).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020
      {
        next += 8
      }
    }
    return next
  }

  /// The first byte of what comes next, or 0, which begins nothing in JSON.
  @inline(__always)
  package mutating func nextByte() -> UInt8 {
    skipWhitespace()
    return position < end ? position.pointee : 0
  }

  // MARK: Literals

  /// Reads `null` if it comes next; leaves anything else alone.
  public mutating func readNull() throws(JSONError) -> Bool {
    guard nextByte() == UInt8(ascii: "n") else { return false }
    try literal("null")
    return true
  }

  /// Reads `true` or `false`.
  public mutating func readBool() throws(JSONError) -> Bool {
    switch nextByte() {
    case UInt8(ascii: "t"):
      try literal("true")
      return true
    case UInt8(ascii: "f"):
      try literal("false")
      return false
    default: throw mismatch("boolean")
    }
  }

  private mutating func literal(_ text: StaticString) throws(JSONError) {
    let count = text.utf8CodeUnitCount
    guard end - position >= count, memcmp(position, text.utf8Start, count) == 0 else {
      throw error(.syntax, "expected \(text), found \(excerpt(from: offset))")
    }
    position += count
  }

  // MARK: Going back

  /// A position to go back to.
  public struct Mark: Sendable {
    let offset: Int
    let remainingDepth: Int
    let violations: Int
  }

  /// The present position.
  public var mark: Mark {
    Mark(offset: offset, remainingDepth: remainingDepth, violations: violations.count)
  }

  /// Goes back to a position this reader was at.
  public mutating func rewind(to mark: Mark) {
    goBack(to: base + min(max(mark.offset, 0), end - base))
    remainingDepth = mark.remainingDepth
    if violations.count > mark.violations { violations.removeSubrange(mark.violations...) }
  }

  // MARK: Errors

  /// An error at a position, by default the present one. The entry points add its path and line.
  @inline(never)
  public func error(_ kind: JSONError.Kind, _ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(kind, message, byteOffset: offset ?? self.offset)
  }

  /// The error for a value of another type than expected: `expected integer, found string "x"`.
  @inline(never)
  package mutating func mismatch(_ expected: String) -> JSONError {
    let token = peek()
    let found = excerpt(from: offset)
    switch token {
    case .null: return error(.typeMismatch, "expected \(expected), found null")
    case .bool: return error(.typeMismatch, "expected \(expected), found boolean \(found)")
    case .number: return error(.typeMismatch, "expected \(expected), found number \(found)")
    case .string: return error(.typeMismatch, "expected \(expected), found string \(found)")
    case .array: return error(.typeMismatch, "expected \(expected), found array")
    case .object: return error(.typeMismatch, "expected \(expected), found object")
    case nil: return error(.syntax, "expected \(expected), found \(found)")
    }
  }

  /// A few bytes of the document as printable text.
  func excerpt(from offset: Int) -> String {
    let start = base + min(max(offset, 0), end - base)
    guard start < end else { return "the end" }
    let window = UnsafeBufferPointer(start: start, count: min(end - start, 32))
    var count = 0
    if window[0] == UInt8(ascii: "\"") {
      count = 1
      while count < window.count, window[count] != UInt8(ascii: "\"") { count += 1 }
      count = min(count + 1, window.count)
    } else {
      while count < window.count, !isDelimiter(window[count]) { count += 1 }
      count = max(count, 1)
    }
    let text = String(decoding: window[..<count], as: UTF8.self).printable
    return count == 32 ? text + "…" : text
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }
}
