extension ArraySlice<UInt8> {
  /// The first place of some bytes; nil if they aren't there, or if there are none to find.
  ///
  /// The standard library's and Foundation's `firstRange(of:)` aren't specialized for bytes. In files of megabytes, they take as
  /// long as everything else that is done with the file.
  public func firstBytes(_ bytes: [UInt8]) -> Range<Int>? {
    guard let first = bytes.first else { return nil }
    let found = withUnsafeBufferPointer { text -> Int? in
      var position = 0
      while position <= text.count - bytes.count {
        guard let next = text[position...].firstIndex(of: first), next <= text.count - bytes.count else {
          return nil
        }
        if text[next..<next + bytes.count].elementsEqual(bytes) { return next }
        position = next + 1
      }
      return nil
    }
    return found.map { startIndex + $0..<startIndex + $0 + bytes.count }
  }
}

extension [UInt8] {
  /// Whether the bytes of a text are among these.
  public func hasBytes(_ text: String) -> Bool { self[...].firstBytes(Array(text.utf8)) != nil }
}
