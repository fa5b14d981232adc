extension JSONReader {
  /// Returns the error for the key at `keyOffset`, which occurs earlier in the object, too.
  func duplicate(_ key: String, keyOffset: Int) -> JSONError {
    JSONError(.duplicateKey, "duplicate key \"\(key.printable)\"", byteOffset: keyOffset, key: key)
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
