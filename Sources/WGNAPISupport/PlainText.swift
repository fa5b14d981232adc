// Loops over text, byte by byte, that several modules need. The standard library's functions for them (`split`,
// `contains(where:)`, `starts(with:)`, …) are generic: each module compiles them anew for each of its types. These are
// compiled once.

extension String {
  /// The bytes in UTF-8.
  @inline(never)
  package var bytes: [UInt8] { Array(utf8) }

  /// The Unicode scalars.
  @inline(never)
  package var scalars: [Unicode.Scalar] { Array(unicodeScalars) }

  /// Returns whether all bytes are accepted.
  @inline(never)
  package func isAll(_ accepts: (UInt8) -> Bool) -> Bool {
    for byte in utf8 where !accepts(byte) { return false }
    return true
  }

  /// Returns whether this byte occurs.
  @inline(never)
  package func has(_ byte: UInt8) -> Bool {
    for other in utf8 where other == byte { return true }
    return false
  }

  /// Returns whether both have the same bytes; `==` ignores how a character is composed.
  @inline(never)
  package func isSame(_ other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Returns the parts between separators, the empty ones included.
  @inline(never)
  package func parts(at separator: UInt8) -> [String] {
    var parts: [String] = []
    var rest = utf8[...]
    while let end = rest.firstIndex(of: separator) {
      parts.append(String(rest[..<end]) ?? "")
      rest = rest[rest.index(after: end)...]
    }
    parts.append(String(rest) ?? "")
    return parts
  }

  /// Returns the parts between separators that aren't empty.
  package func names(at separator: UInt8) -> [String] { parts(at: separator).filter { !$0.isEmpty } }

  /// Returns what precedes the first byte of a kind; all of it if there is none.
  @inline(never)
  package func beginning(until ends: (UInt8) -> Bool) -> String {
    String(utf8.prefix { !ends($0) }) ?? ""
  }

  /// Returns what follows this many bytes, which must be ASCII.
  @inline(never)
  package func rest(after count: Int) -> String { String(utf8.dropFirst(count)) ?? "" }

  /// Returns the text without bytes of a kind at the beginning and at the end. They must be ASCII.
  @inline(never)
  package func trimmed(_ isRemoved: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }) -> String {
    var rest = utf8[...]
    while let first = rest.first, isRemoved(first) { rest.removeFirst() }
    while let last = rest.last, isRemoved(last) { rest.removeLast() }
    return String(rest) ?? ""
  }

  /// Returns the text without this character at the end.
  @inline(never)
  package func dropping(atEnd byte: UInt8) -> String {
    var rest = utf8[...]
    while rest.last == byte { rest.removeLast() }
    return String(rest) ?? ""
  }

  /// The text of bytes; nil if they aren't UTF-8.
  ///
  /// `String(validating:)` requires newer systems. Decoding repairs what is malformed.
  @inline(never)
  package init?(valid bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }

  /// The text of bytes, with malformed ones repaired.
  @inline(never)
  package init(repairing bytes: [UInt8]) { self.init(decoding: bytes, as: UTF8.self) }

  /// The text of the bytes from `start` up to but not including `end`, with malformed ones repaired.
  @inline(never)
  package init(repairing bytes: [UInt8], _ start: Int, _ end: Int) {
    let (start, end) = (Swift.max(start, 0), Swift.min(end, bytes.count))
    self = start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
  }

  /// The byte in two hexadecimal digits.
  @inline(never)
  package init(hexadecimal byte: UInt8) {
    let digits = String(byte, radix: 16)
    self = byte < 16 ? "0" + digits : digits
  }
}

extension [UInt8] {
  /// Adds the bytes of a text.
  @inline(never)
  package mutating func add(_ text: String) { append(contentsOf: text.utf8) }

  /// Returns whether the bytes of a text begin at `index`.
  @inline(never)
  package func has(_ text: String, at index: Int) -> Bool {
    guard index >= 0, count - index >= text.utf8.count else { return false }
    var position = index
    for byte in text.utf8 {
      guard self[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Returns the bytes from `start` up to but not including `end`, as far as they exist.
  @inline(never)
  package func part(_ start: Int, _ end: Int) -> [UInt8] {
    let (start, end) = (Swift.max(start, 0), Swift.min(end, count))
    return start < end ? Array(self[start..<end]) : []
  }
}

extension [String] {
  /// Adds a text unless it is there.
  @inline(never)
  package mutating func add(_ text: String) {
    if !contains(text) { append(text) }
  }

  /// Returns whether one of the texts is `text`.
  @inline(never)
  package func has(_ text: String) -> Bool { contains(text) }

  /// Returns the texts in quotation marks, with `word` in between.
  @inline(never)
  package func quoted(joinedBy word: String) -> String {
    map { "'\($0)'" }.joined(separator: word)
  }
}
