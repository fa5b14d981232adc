extension JSONReader {
  /// Where a key's quotes begin.
  package func keyOffset(_ span: StringSpan) -> Int { span.start - 1 - base }

  /// Reads an array, calling `element` where each element begins; it reads exactly one value.
  public mutating func readArray(
    _ element: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try enterArray() else { return }
    repeat { try element(&self) } while try continueArray()
  }

  /// Reads an object, calling `member` with each key where its value begins; it reads exactly one value.
  /// Duplicate keys are the caller's to find.
  public mutating func readObject(
    _ member: (String, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try enterObject() else { return }
    repeat {
      let key = try readKey()
      try member(key, &self)
    } while try continueObject()
  }

  /// Goes into an array; false if it is empty, in which case it is read.
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

  /// After an element: whether another follows.
  @inline(__always)
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
  private func expectedElement() -> JSONError {
    error(.syntax, "expected ',' or ']', found \(excerpt(from: offset))")
  }

  /// Goes into an object; false if it is empty, in which case it is read.
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

  /// After a member that ended at `next`: whether another follows. The reader's position is set where none does.
  @inline(__always)
  mutating func continueObject(_ next: inout UnsafePointer<UInt8>) throws(JSONError) -> Bool {
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
  private func expectedMember() -> JSONError {
    error(.syntax, "expected ',' or '}', found \(excerpt(from: offset))")
  }

  /// After a member: whether another follows.
  @inline(__always)
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

  /// Reads a key and the colon after it.
  package mutating func readKey() throws(JSONError) -> String {
    let span = try scanKey()
    return string(span)
  }

  /// Scans a key and the colon after it.
  package mutating func scanKey() throws(JSONError) -> StringSpan {
    guard nextByte() == UInt8(ascii: "\"") else {
      throw error(.syntax, "expected a key, found \(excerpt(from: offset))")
    }
    let span = try scanString()
    try readColon()
    return span
  }

  @inline(__always)
  mutating func readColon() throws(JSONError) {
    guard nextByte() == UInt8(ascii: ":") else {
      throw error(.syntax, "expected ':', found \(excerpt(from: offset))")
    }
    position += 1
  }

  /// Reads one value of any kind and keeps nothing of it.
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
