import WGNAPISupport

/// A writer for JSON that appends bytes value by value, without white space.
public struct JSONWriter: ~Copyable {
  /// The document so far, with room for more. It grows in place if the system supports that.
  private var start: UnsafeMutablePointer<UInt8>
  private var next: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>
  /// The discriminators' members, to be written into the next object that doesn't declare their keys. A later one
  /// overrides an earlier one with the same key.
  var discriminators: [(key: String, tag: String)] = []
  /// Whether secrets are written as a mark, for descriptions.
  private(set) package var hidesSecrets = false
  /// The places of secrets in the document so far; nil if they aren't noted.
  private(set) var secrets: [WrittenSecret]?

  /// Creates a writer with an empty document.
  public init() { self.init(hidesSecrets: false) }

  /// Creates a writer with an empty document. The result isn't the value's JSON if secrets are hidden.
  package init(hidesSecrets: Bool) {
    self.hidesSecrets = hidesSecrets
    start = Self.memory(256)
    next = start
    end = start + 256
  }

  /// Creates a writer that notes where the secrets of its document are.
  init(notesSecrets: Bool) {
    self.init()
    if notesSecrets { secrets = [] }
  }

  deinit { start.deallocate() }

  /// The number of bytes written.
  public var count: Int { next - start }

  // MARK: Scalars

  /// Writes `null`.
  public mutating func writeNull() { append("null") }

  /// Writes `true` or `false`.
  public mutating func write(_ value: Bool) { append(value ? "true" : "false") }

  /// Writes an integer.
  public mutating func write<Integer: FixedWidthInteger>(_ value: Integer) {
    if let value = Int64(exactly: value) {
      writeInt64(value)
    } else {
      append(value.description)
    }
  }

  @inline(__always)
  mutating func writeInt64(_ value: Int64) {
    reserve(20)
    if value < 0 { put(UInt8(ascii: "-")) }
    next = DecimalText.write(value.magnitude, next)
  }

  /// Writes a number with a text that is read as the same value, such as `1.0`.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable` for infinities and NaN.
  public mutating func write(_ value: Double) throws(JSONError) {
    guard value.isFinite else {
      throw JSONError(.notRepresentable, "\(value) isn't a JSON number", byteOffset: count)
    }
    writeFinite(value)
  }

  mutating func writeFinite(_ value: Double) {
    reserve(32)
    if let end = DecimalText.write(value, next) { next = end } else { append(value.description) }
  }

  /// Writes a number with its original text.
  public mutating func write(_ value: JSONNumber) { append(value.text) }

  /// Writes a string. Only characters for which RFC 8259 requires it are escaped: quotes, backslashes and
  /// control characters.
  public mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { writeString($0) }
  }

  // MARK: Arrays

  /// Writes an array, calling `element` with each value to write.
  public mutating func writeArray<Elements: Sequence>(
    _ elements: Elements, _ element: (Elements.Element, inout JSONWriter) throws(JSONError) -> Void
  ) throws(JSONError) {
    beginArray()
    for value in elements {
      beginElement()
      try element(value, &self)
    }
    endArray()
  }

  /// Begins an array.
  public mutating func beginArray() { append(UInt8(ascii: "[")) }

  /// Begins an element of an array; its value must follow.
  public mutating func beginElement() {
    if !ends(with: UInt8(ascii: "[")) { append(UInt8(ascii: ",")) }
  }

  /// Ends an array.
  public mutating func endArray() { append(UInt8(ascii: "]")) }

  // MARK: Objects

  /// Begins an object.
  public mutating func beginObject() { append(UInt8(ascii: "{")) }

  /// Begins a member of an object; its value must follow.
  public mutating func writeKey(_ key: String) {
    if !ends(with: UInt8(ascii: "{")) { append(UInt8(ascii: ",")) }
    write(key)
    append(UInt8(ascii: ":"))
  }

  /// Begins a member of an object, given its key with quotes and colon.
  @inline(__always)
  mutating func writeKey(written bytes: UnsafePointer<UInt8>, _ count: Int) {
    reserve(count + 1)
    if !ends(with: UInt8(ascii: "{")) { put(UInt8(ascii: ",")) }
    next.update(from: bytes, count: count)
    next += count
  }

  /// Ends an object.
  public mutating func endObject() { append(UInt8(ascii: "}")) }

  // MARK: Secrets

  /// Whether ``noteSecret(from:_:)`` is needed.
  var notesSecrets: Bool { secrets != nil }

  /// Notes that the bytes from an offset to the end of the document so far are a secret.
  mutating func noteSecret(from start: Int, _ kind: WrittenSecret.Kind = .value) {
    guard secrets != nil else { return }
    let secret = WrittenSecret(kind: kind, start: start, end: count)
    secrets?.append(secret)
  }

  /// Begins a member of an object with a secret key.
  mutating func writeSecretKey(_ key: String) {
    if !ends(with: UInt8(ascii: "{")) { append(UInt8(ascii: ",")) }
    let start = count
    write(key)
    noteSecret(from: start)
    append(UInt8(ascii: ":"))
  }

  // MARK: Results

  /// Returns the bytes written.
  public consuming func finish() -> [UInt8] { Array(written) }

  /// Returns an error with the path to its position in the document so far.
  package borrowing func located(_ error: JSONError) -> JSONError { error.located(in: written) }

  /// Reads the value at an offset in the document so far.
  borrowing func reading<Value>(
    from offset: Int, _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    let bytes = UnsafeBufferPointer(start: start + offset, count: count - offset)
    var reader = JSONReader(bytes, options: JSONDecoding(validation: .off, maximumDepth: 256))
    return try body(&reader)
  }

  private var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  // MARK: Bytes

  @inline(__always)
  private func ends(with byte: UInt8) -> Bool { next > start && next[-1] == byte }

  /// Writes a byte. There must be room for it.
  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    next.pointee = byte
    next += 1
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  private mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    next.update(from: source, count: bytes.count)
    next += bytes.count
  }

  private mutating func writeString(_ text: UnsafeBufferPointer<UInt8>) {
    // Reserve room for the text without escapes. Each escape reserves its own room.
    reserve(text.count + 2)
    put(UInt8(ascii: "\""))
    if var rest = text.baseAddress {
      let end = rest + text.count
      while true {
        let plain = JSONReader.skipPlain(rest, end, isASCII: false)
        next.update(from: rest, count: plain - rest)
        next += plain - rest
        guard plain < end else { break }
        escape(plain.pointee)
        rest = plain + 1
        reserve(end - rest + 1)
      }
    }
    put(UInt8(ascii: "\""))
  }

  @inline(never)
  private mutating func escape(_ byte: UInt8) {
    append(jsonEscape(byte))
  }

  @inline(__always)
  private mutating func reserve(_ room: Int) {
    if end - next < room { grow(room) }
  }

  @inline(never)
  private mutating func grow(_ room: Int) {
    let count = self.count
    let capacity = max(count + room, (end - start) * 2)
    let larger = Self.memory(capacity, instead: start)
    start = larger
    next = larger + count
    end = larger + capacity
  }
}

extension JSONWriter {
  /// Allocates memory, moving the contents of another block, which is freed. Like every other allocation in
  /// Swift, it ends the program if the system has no memory left.
  static func memory(
    _ count: Int, instead old: UnsafeMutablePointer<UInt8>? = nil
  ) -> UnsafeMutablePointer<UInt8> {
    // Large blocks are moved by remapping their pages, not byte by byte.
    guard let memory = realloc(old, count) else { return .allocate(capacity: .max) }
    return memory.bindMemory(to: UInt8.self, capacity: count)
  }
}
