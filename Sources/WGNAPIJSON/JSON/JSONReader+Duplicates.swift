extension JSONReader {
  /// The error for the key at `keyOffset`, which the object has before it, too.
  func duplicate(_ key: String, keyOffset: Int) -> JSONError {
    JSONError(.duplicateKey, "duplicate key \"\(key.printable)\"", byteOffset: keyOffset, key: key)
  }

  /// The error for a key that the object at `objectOffset` has twice. Only now is the second one looked for: reading
  /// keeps no positions of keys.
  @inline(never)
  package func duplicate(_ key: String, objectOffset: Int) -> JSONError {
    let offset = secondKey(objectOffset) { $0.utf8.elementsEqual(key.utf8) }
    // A dictionary takes canonically equivalent keys for equal.
    return duplicate(key, keyOffset: offset ?? secondKey(objectOffset) { $0 == key } ?? objectOffset)
  }

  /// Where the second key is that matches.
  private func secondKey(_ objectOffset: Int, _ matches: (String) -> Bool) -> Int? {
    var reader = JSONReader(document, options: JSONDecoding(maximumDepth: .max))
    // From the base, because a reader begins after a byte order mark.
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
