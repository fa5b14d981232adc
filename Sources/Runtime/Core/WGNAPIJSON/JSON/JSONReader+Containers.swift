extension JSONReader {
  /// Returns the position of a key's opening quote.
  package func keyOffset(_ span: StringSpan) -> Int { span.start - 1 - base }

  /// Reads an array, calling `element` at the beginning of each element. It must read exactly one value.
  public mutating func readArray(
    _ element: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try enterArray() else { return }
    repeat { try element(&self) } while try continueArray()
  }

  /// Reads an object, calling `member` with each key at the beginning of its value. It must read exactly one
  /// value. Duplicate keys aren't detected; this is the caller's task.
  public mutating func readObject(
    _ member: (String, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try enterObject() else { return }
    repeat {
      let key = try readKey()
      try member(key, &self)
    } while try continueObject()
  }

  /// Enters an array; returns false, after reading it, if it is empty.
  package mutating func enterArray() throws(JSONError) -> Bool {
    guard nextByte() == UInt8(ascii: "[") else { throw mismatch("array") }
    try checkDepth()
    position += 1
    if nextByte() == UInt8(ascii: "]") {
      position += 1
      return false
    }
    remainingDepth -= 1
    return true
  }

  /// Returns whether another element follows. Call it after an element.
  @inlinable @inline(__always)
  package mutating func continueArray() throws(JSONError) -> Bool {
    let byte = nextByte()
    if byte == UInt8(ascii: ",") {
      position += 1
      return true
    }
    guard byte == UInt8(ascii: "]") else { throw expectedElement() }
    position += 1
    remainingDepth += 1
    return false
  }

  @inline(never)
  @usableFromInline func expectedElement() -> JSONError {
    error(.syntax, "expected ',' or ']', found \(excerpt(from: offset))")
  }

  /// Enters an object; returns false, after reading it, if it is empty.
  package mutating func enterObject() throws(JSONError) -> Bool {
    guard nextByte() == UInt8(ascii: "{") else { throw mismatch("object") }
    try checkDepth()
    position += 1
    if nextByte() == UInt8(ascii: "}") {
      position += 1
      return false
    }
    remainingDepth -= 1
    return true
  }

  /// Returns whether another member follows one that ended at `next`. If none does, sets the reader's
  /// position.
  @inlinable @inline(__always)
  package mutating func continueObject(_ next: inout UnsafePointer<UInt8>) throws(JSONError) -> Bool {
    Self.skipWhitespace(&next, end)
    if next < end, next.pointee == UInt8(ascii: ",") {
      next += 1
      return true
    }
    position = next
    guard next < end, next.pointee == UInt8(ascii: "}") else { throw expectedMember() }
    position += 1
    remainingDepth += 1
    return false
  }

  @inline(never)
  @usableFromInline func expectedMember() -> JSONError {
    error(.syntax, "expected ',' or '}', found \(excerpt(from: offset))")
  }

  /// Returns whether another member follows. Call it after a member.
  @inlinable @inline(__always)
  package mutating func continueObject() throws(JSONError) -> Bool {
    let byte = nextByte()
    if byte == UInt8(ascii: ",") {
      position += 1
      return true
    }
    guard byte == UInt8(ascii: "}") else { throw expectedMember() }
    position += 1
    remainingDepth += 1
    return false
  }

  /// Reads a key and the following colon.
  package mutating func readKey() throws(JSONError) -> String {
    let span = try scanKey()
    return string(span)
  }

  /// Scans a key and the following colon.
  @inline(__always)
  package mutating func scanKey() throws(JSONError) -> StringSpan {
    guard nextByte() == UInt8(ascii: "\"") else {
      throw error(.syntax, "expected a key, found \(excerpt(from: offset))")
    }
    let span = try scanString()
    guard nextByte() == UInt8(ascii: ":") else {
      throw error(.syntax, "expected ':', found \(excerpt(from: offset))")
    }
    position += 1
    return span
  }

  /// Reads one value of any type and discards it.
  public mutating func skipValue() throws(JSONError) {
    switch nextByte() {
    case UInt8(ascii: "{"):
      guard try enterObject() else { return }
      repeat {
        _ = try scanKey()
        try skipValue()
      } while try continueObject()
    case UInt8(ascii: "["):
      guard try enterArray() else { return }
      repeat { try skipValue() } while try continueArray()
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBool()
    case UInt8(ascii: "n"): _ = try readNull()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanNumber()
    default: throw mismatch("a value")
    }
  }
}

extension JSONReader {
  /// Returns the error for the key at `keyOffset`, which occurs earlier in the object, too.
  func duplicate(_ key: String, keyOffset: Int) -> JSONError {
    JSONError(
      .duplicateKey, "duplicate key \"\(quoted(key))\"", byteOffset: keyOffset, key: shownKey(key))
  }

  /// Returns the error for a duplicate key in the object at `objectOffset`. It searches for the second
  /// occurrence, because reading doesn't keep the positions of keys.
  @inline(never)
  package func duplicate(_ key: String, objectOffset: Int) -> JSONError {
    let offset = secondKey(objectOffset) { ExactString($0) == ExactString(key) }
    // In a dictionary, canonically equivalent keys are equal.
    return duplicate(key, keyOffset: offset ?? secondKey(objectOffset) { $0 == key } ?? objectOffset)
  }

  /// Returns the position of the second key that matches.
  private func secondKey(_ objectOffset: Int, _ matches: (String) -> Bool) -> Int? {
    var reader = JSONReader(document, options: JSONDecoding(maximumDepth: .max))
    // Relative to the base, because a reader begins after a byte order mark.
    reader.position = reader.base + min(max(objectOffset, 0), document.count)
    do throws(JSONError) {
      guard try reader.enterObject() else { return nil }
      var isSecond = false
      repeat {
        reader.skipWhitespace()
        let offset = reader.offset
        if matches(try reader.readKey()) {
          if isSecond { return offset }
          isSecond = true
        }
        try reader.skipValue()
      } while try reader.continueObject()
    } catch {
      return nil
    }
    return nil
  }
}

/// Runs `fill` on uninitialized memory for one value and returns the value. `fill` must initialize it or
/// throw.
func withTemporarySlot<Value>(
  _ fill: (UnsafeMutablePointer<Value>) throws(JSONError) -> Void
) throws(JSONError) -> Value {
  let result: Result<Value, JSONError> = withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) {
    buffer in
    guard let slot = buffer.baseAddress else {
      return .failure(JSONError(.outOfRange, "not enough memory for a value"))
    }
    do throws(JSONError) {
      try fill(slot)
      return .success(slot.move())
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}
