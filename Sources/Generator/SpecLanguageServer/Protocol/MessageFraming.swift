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
  /// The size of the message whose header has been read.
  private var length: Int?
  /// The number of bytes to come of a message that is too large.
  private var skipped = 0

  mutating func append(_ more: some Collection<UInt8>) {
    let count = min(skipped, more.count)
    skipped -= count
    bytes += more.dropFirst(count)
  }

  /// The next message; nil if it hasn't arrived completely.
  mutating func next() -> Part? {
    if length == nil {
      guard let header = takeHeader() else {
        guard bytes.count > Self.headerLimit else { return nil }
        bytes = []
        return .problem("the header of a message has more than \(Self.headerLimit) bytes")
      }
      guard let found = Self.length(in: header) else {
        return .problem("a message needs a 'Content-Length' before it")
      }
      guard found <= Self.limit else {
        skipped = max(0, found - bytes.count)
        bytes.removeFirst(found - skipped)
        return .problem("the message is larger than the limit of \(Self.limit) bytes")
      }
      length = found
    }
    guard let count = length, bytes.count >= count else { return nil }
    let message = Array(bytes.prefix(count))
    bytes.removeFirst(count)
    length = nil
    return .message(message)
  }

  /// Takes the header fields up to an empty line.
  private mutating func takeHeader() -> String? {
    let end = bytes.indices.prefix(Self.headerLimit).first { index in
      let before = bytes[..<index]
      return bytes[index] == 0x0A && (before.last == 0x0A || before.suffix(2) == [0x0A, 0x0D])
    }
    guard let end else { return nil }
    defer { bytes.removeFirst(end + 1) }
    return String(decoding: bytes[...end], as: UTF8.self)
  }

  /// The size that a header announces. After a header that wasn't one, its message may stand before the next one in the line.
  private static func length(in header: String) -> Int? {
    let words = header.lowercased().split { $0 == ":" || $0.isWhitespace }
    guard let name = words.lastIndex(where: { $0.hasSuffix("content-length") }), name + 1 < words.count,
      let length = Int(words[name + 1]), length >= 0
    else { return nil }
    return length
  }

  /// A message with its header.
  static func framed(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}
