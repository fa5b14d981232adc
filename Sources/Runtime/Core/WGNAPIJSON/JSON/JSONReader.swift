import WGNAPISupport

/// A reader for JSON (RFC 8259) that processes bytes value by value.
///
/// A reader exists only during a call of a function such as `JSON.decode(_:from:)`; coders receive
/// it `inout`. It is strict: UTF-8 is validated, numbers and escapes must follow the grammar, and nesting and
/// the work caused by constraints are limited.
public struct JSONReader: ~Copyable {
  package let base: UnsafePointer<UInt8>
  @usableFromInline package let end: UnsafePointer<UInt8>
  @usableFromInline package var position: UnsafePointer<UInt8>
  /// The number of levels that may still be entered.
  @usableFromInline var remainingDepth: Int
  var options: JSONDecoding
  var violations: [Violation] = []
  /// The number of bytes that may still be read again. Checking a value counts as some bytes.
  @usableFromInline var remainingWork: Int
  /// The approximate number of bytes that may still be allocated.
  package var remainingMemory: Int
  /// The remaining work at which to check for cancellation next.
  @usableFromInline var nextPause: Int
  /// The stack of the current thread; nil until it is needed.
  var stack: StackBounds?
  /// The discriminators of the enclosing unions. The object at this offset may have them without declaring them.
  var discriminators: (keys: [String], objectOffset: Int)?
  /// The order of keys in the document, if it isn't the models'.
  var keyOrder = KeyOrder()
  /// What is known of alternatives that have been tried; nil until one is.
  var trials: Trials?
  /// Whether an alternative is being tried, so that only success matters.
  var isTrying = false
  /// Whether messages don't quote the document, because the value may be a secret.
  package var hidesValues = false
  /// Whether partial models may have any fields, because they were written here.
  package var acceptsAnyPart = false
  /// Information needed for reading in addition to the document and its type.
  package var context: (any ReadingContext)?

  /// Creates a reader at the beginning of `bytes`, which must stay valid while it is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSONDecoding) {
    base = bytes.baseAddress ?? Self.nothing
    end = base + bytes.count
    // Ignore a byte order mark (RFC 8259, section 8.1).
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? base + 3 : base
    remainingDepth = options.maximumDepth
    remainingWork = Self.work(forBytes: bytes.count)
    remainingMemory = max(options.maximumMemory, 0)
    nextPause = max(remainingWork - Self.workBetweenPauses, 0)
    self.options = options
  }

  /// Whether to check constraints.
  package var validates: Bool { options.validation != .off }

  /// The address of an empty document.
  nonisolated(unsafe) private static let nothing =
    UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  /// The position in the document, in bytes from its beginning.
  public var offset: Int { position - base }

  /// The complete document.
  package var document: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: end - base) }

  // MARK: Documents

  /// Reads a document with `body`. Only white space may follow. Errors get their path and line here.
  package mutating func document<Value>(
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    do throws(JSONError) {
      let value = try body(&self)
      try finish()
      options.memory?.bytes += max(options.maximumMemory, 0) - remainingMemory
      return value
    } catch {
      throw error.located(in: document)
    }
  }

  /// Checks that only white space is left.
  package mutating func finish() throws(JSONError) {
    skipWhitespace()
    if position != end { throw error(.syntax, "expected the end, found \(excerpt(from: offset))") }
  }

  // MARK: Tokens

  /// The kinds of JSON values, by their first byte.
  public enum Token: Hashable, Sendable {
    case null, bool, number, string, array, object
  }

  /// Returns the type of the next value; nil at the end, and if no value follows.
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

  @inlinable @inline(__always)
  package mutating func skipWhitespace() { Self.skipWhitespace(&position, end) }

  @inlinable @inline(__always)
  package static func skipWhitespace(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    // Compact documents contain no white space.
    if next < end, next.pointee <= 0x20 { next = afterWhitespace(next, end) }
  }

  @inline(never)
  @usableFromInline static func afterWhitespace(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var next = start
    while next < end {
      let byte = next.pointee
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return next }
      next += 1
      // Skip indentation.
      while end - next >= 8,
        UnsafeRawPointer(next).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020
      {
        next += 8
      }
    }
    return next
  }

  /// Returns the first byte of the next token, or 0, which doesn't begin any token.
  @inlinable @inline(__always)
  package mutating func nextByte() -> UInt8 {
    skipWhitespace()
    return position < end ? position.pointee : 0
  }

  // MARK: Literals

  /// Reads `null` if it is next; otherwise returns false and reads nothing.
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

  /// A position to return to.
  public struct Mark: Sendable {
    let offset: Int
    let remainingDepth: Int
    let violations: Int
  }

  /// The current position.
  public var mark: Mark {
    Mark(offset: offset, remainingDepth: remainingDepth, violations: violations.count)
  }

  /// Returns to an earlier position of this reader.
  public mutating func rewind(to mark: Mark) {
    goBack(to: base + min(max(mark.offset, 0), end - base))
    remainingDepth = mark.remainingDepth
    if violations.count > mark.violations { violations.removeSubrange(mark.violations...) }
  }

  // MARK: Errors

  /// Reads with `body` without quoting the document in messages.
  @inline(never)
  package mutating func hiding<Value>(
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    let outer = hidesValues
    hidesValues = true
    defer { hidesValues = outer }
    return try body(&self)
  }

  /// Lets the violations from `index` on point to another position.
  @inline(never)
  mutating func moveViolations(from index: Int, to offset: Int) {
    for place in violations.indices.dropFirst(index) { violations[place].byteOffset = offset }
  }

  /// Creates an error at a position, by default the current one. The functions that decode documents add path
  /// and line.
  @inline(never)
  public func error(_ kind: JSONError.Kind, _ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(kind, message, byteOffset: offset ?? self.offset)
  }

  /// Creates the error for a value of an unexpected type: `expected integer, found string "x"`.
  @inline(never)
  package mutating func mismatch(_ expected: String) -> JSONError {
    let token = peek()
    let found = excerpt(from: offset)
    switch token {
    // A word that only begins like one of JSON's, such as `teapot`.
    case .null, .bool:
      if !isWord { return error(.syntax, "expected \(expected), found \(found)") }
      if token == .null { return error(.typeMismatch, "expected \(expected), found null") }
      return error(.typeMismatch, "expected \(expected), found boolean \(found)")
    case .number: return error(.typeMismatch, "expected \(expected), found number \(found)")
    case .string: return error(.typeMismatch, "expected \(expected), found string \(found)")
    case .array: return error(.typeMismatch, "expected \(expected), found array")
    case .object: return error(.typeMismatch, "expected \(expected), found object")
    case nil: return error(.syntax, "expected \(expected), found \(found)")
    }
  }

  /// Whether the next word is one of JSON's.
  private var isWord: Bool {
    var count = 0
    while position + count < end, count < 6, !isDelimiter(position[count]) { count += 1 }
    let word = UnsafeBufferPointer(start: position, count: count)
    return ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
  }

  /// Returns a text of the document in printable form, or the mark of a secret.
  @inline(never)
  package func quoted(_ text: String) -> String { hidesValues ? redactionMark : text.printable }

  /// Returns a key of the document, or the mark of a secret.
  func shownKey(_ key: String) -> String { hidesValues ? redactionMark : key }

  /// Returns a few bytes of the document as printable text, or the mark of a secret.
  package func excerpt(from offset: Int) -> String {
    if hidesValues { return redactionMark }
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
      || byte == UInt8(ascii: "\"")
  }
}
