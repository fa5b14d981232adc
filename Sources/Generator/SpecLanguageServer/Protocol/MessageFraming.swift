/// Finds messages in a stream: header fields, an empty line, and the bytes that `Content-Length` announces (Language Server
/// Protocol 3.17, base protocol).
struct MessageFraming {
  /// What was found in the stream.
  enum Part: Equatable {
    case message([UInt8])
    /// What isn't a message, in words.
    case problem(String)
  }

  /// The maximum size of a message in bytes. Larger ones are skipped.
  private static let limit = 256 << 20
  private static let headerLimit = 16 << 10

  private var bytes: [UInt8] = []
  private var start = 0
  /// The size of the message whose header has been read.
  private var length: Int?
  /// The bytes of a message that is too large.
  private var skipped = 0

  mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next message; nil if it hasn't arrived completely.
  mutating func next() -> Part? {
    if skipped > 0 {
      let count = min(skipped, bytes.count - start)
      start += count
      skipped -= count
      if skipped > 0 { return nil }
    }
    if length == nil, let problem = readHeader() { return .problem(problem) }
    guard let length, bytes.count - start >= length else { return nil }
    let message = Array(bytes[start..<start + length])
    start += length
    self.length = nil
    return .message(message)
  }

  /// Reads header fields up to an empty line.
  ///
  /// - Returns: what is wrong with them.
  private mutating func readHeader() -> String? {
    guard let end = endOfHeader() else {
      guard bytes.count - start > Self.headerLimit else { return nil }
      start = bytes.count
      return "the header of a message has more than \(Self.headerLimit) bytes"
    }
    let header = String(decoding: bytes[start..<end], as: UTF8.self)
    start = end
    let lengths = header.split(whereSeparator: \.isNewline).compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1).map { String($0).lowercased() }
      guard parts.count == 2, parts[0].filter({ $0 != " " }) == "content-length" else { return nil }
      return Int(parts[1].filter { $0 != " " })
    }
    guard let found = lengths.last, found >= 0 else { return "a message needs a 'Content-Length' before it" }
    guard found <= Self.limit else {
      skipped = found
      return "the message is larger than the limit of \(Self.limit) bytes"
    }
    length = found
    return nil
  }

  /// The position after the empty line.
  private func endOfHeader() -> Int? {
    let rest = bytes[start...].prefix(Self.headerLimit)
    var lineStart = rest.startIndex
    while let feed = rest[lineStart...].firstIndex(of: 0x0A) {
      let line = rest[lineStart..<feed]
      if line.isEmpty || line.elementsEqual([0x0D]), lineStart > rest.startIndex { return feed + 1 }
      lineStart = feed + 1
    }
    return nil
  }

  /// A message with its header.
  static func framed(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}
