/// A file's text, for showing its lines below a diagnostic.
public struct SourceText: Sendable {
  /// The text as UTF-8.
  package let bytes: [UInt8]
  private let lineStarts: [Int]
  private let scalars: ScalarIndex

  /// Decodes a file: UTF-8, with or without a byte order mark, or UTF-16 with one. Shows invalid bytes as U+FFFD;
  /// another stage reports them.
  public init(bytes: [UInt8]) { self.init(decoded: decodeLossily(bytes)) }

  /// Creates a text from UTF-8.
  package init(decoded bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = bytes.withUnsafeBufferPointer { bytes in
      var starts = [0]
      for (index, byte) in bytes.enumerated() {
        let next = index + 1
        if byte == 0x0A || (byte == 0x0D && (next == bytes.count || bytes[next] != 0x0A)) {
          starts.append(next)
        }
      }
      return starts
    }
    scalars = ScalarIndex(bytes)
  }

  /// Creates a text from a string.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The number of lines; an empty file has one.
  public var lineCount: Int { lineStarts.count }

  /// The number of the line that contains an offset, counted from 1.
  package func lineNumber(ofOffset offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// A line's UTF-8 bytes without its line break; nil if the line doesn't exist.
  ///
  /// - Parameter number: the line, counted from 1.
  public func line(_ number: Int) -> ArraySlice<UInt8>? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[start..<end]
  }

  /// The rest of a line, from a scalar on; empty after its end.
  ///
  /// - Parameters:
  ///   - number: the line, counted from 1.
  ///   - scalar: the scalar, counted from 0.
  func line(_ number: Int, fromScalar scalar: Int) -> ArraySlice<UInt8>? {
    guard let line = line(number) else { return nil }
    let start = scalars.position(ofScalar: max(0, scalar), after: line.startIndex, in: bytes)
    return line[min(start, line.endIndex)...]
  }
}

/// The bytes as UTF-8 without a byte order mark.
package func decodeLossily(_ bytes: [UInt8]) -> [UInt8] {
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
  let bigEndian = bytes.starts(with: [0xFE, 0xFF])
  guard bigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
  let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    return bigEndian ? first << 8 | second : second << 8 | first
  }
  return Array(String(decoding: units, as: UTF16.self).utf8)
}
