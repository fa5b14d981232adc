import WGNAPISupport

/// "1 element", "2 elements".
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// A position in a document to return to.
@usableFromInline package struct Place: BitwiseCopyable {
  @usableFromInline package let position: UnsafePointer<UInt8>
  @usableFromInline package let depth: Int

  package init(position: UnsafePointer<UInt8>, depth: Int) {
    self.position = position
    self.depth = depth
  }
}

extension JSONReader {
  /// The current position.
  package var place: Place {
    @inline(__always) get { Place(position: position, depth: remainingDepth) }
  }

  /// Moves back to a position, to read from there again.
  @inlinable @inline(__always)
  package mutating func back(to place: Place) {
    goBack(to: place.position)
    remainingDepth = place.depth
  }

  /// Returns to a position after reading something before it again.
  @inlinable @inline(__always)
  package mutating func leave(to place: Place) {
    position = place.position
    remainingDepth = place.depth
  }

  // MARK: Passing tokens

  /// Skips an integer of up to eighteen digits without fraction and exponent. Returns nil, without skipping
  /// anything, if something else follows. White space must have been skipped.
  @inlinable @inline(__always)
  package mutating func passShortInteger() -> Int64? {
    var next = position
    guard let value = Self.plainInt64(&next, end) else { return nil }
    position = next
    return value
  }

  /// Skips `null`, `true` or `false`, given its first byte.
  @inline(__always)
  package mutating func passLiteral(_ first: UInt8) throws(JSONError) {
    if first == UInt8(ascii: "n") { _ = try readNull() } else { _ = try readBool() }
  }
}

extension NumberSpan {
  /// Whether the number is an integer.
  package var isInteger: Bool { isPlain || JSONNumber(scanned: text).isInteger }
}

extension JSONReader {
  /// Calls `body` with the unescaped bytes of a string.
  package func withBytes<Result>(of span: StringSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    guard span.hasEscapes else { return body(span.bytes) }
    var text = string(span)
    return text.withUTF8(body)
  }
}
