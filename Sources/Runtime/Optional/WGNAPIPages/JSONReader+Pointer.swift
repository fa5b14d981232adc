import WGNAPIJSON

// Access to single values of a document by JSON Pointer (RFC 6901), without a tree.
extension JSONReader {
  /// Returns the JSON text of the value at a pointer; nil if there is none. If a key occurs twice, its first
  /// value is used.
  ///
  /// - Throws: ``JSONError`` if the document up to the value isn't valid JSON.
  package static func value(at pointer: String, in document: [UInt8]) throws(JSONError) -> [UInt8]? {
    let range = try reading(document) { (reader) throws(JSONError) in
      try reader.follow(pointer) ? try reader.valueRange() : nil
    }
    return range.map { Array(document[$0]) }
  }

  /// Returns the JSON texts of the elements of the array at a pointer; nil if there is none.
  ///
  /// - Throws: ``JSONError`` if the document up to there isn't valid JSON, or the value isn't an array.
  static func elements(at pointer: String, in document: [UInt8]) throws(JSONError) -> [[UInt8]]? {
    let ranges = try reading(document) { (reader) throws(JSONError) -> [Range<Int>]? in
      guard try reader.follow(pointer), try !reader.readNull() else { return nil }
      var ranges: [Range<Int>] = []
      try reader.readArray { (reader) throws(JSONError) in ranges.append(try reader.valueRange()) }
      return ranges
    }
    return ranges?.map { Array(document[$0]) }
  }

  /// Returns the JSON texts of the first and the last element of the array at a pointer; nil if there is none.
  ///
  /// - Throws: ``JSONError`` if the document up to there isn't valid JSON, or the value isn't an array.
  static func ends(
    at pointer: String, in document: [UInt8]
  ) throws(JSONError) -> (first: [UInt8], last: [UInt8])? {
    let ranges = try reading(document) { (reader) throws(JSONError) -> (Range<Int>, Range<Int>)? in
      guard try reader.follow(pointer), try !reader.readNull() else { return nil }
      var ranges: (Range<Int>, Range<Int>)?
      try reader.readArray { (reader) throws(JSONError) in
        let range = try reader.valueRange()
        ranges = (ranges?.0 ?? range, range)
      }
      return ranges
    }
    return ranges.map { (Array(document[$0.0]), Array(document[$0.1])) }
  }

  /// Returns the keys of the object at a pointer in order; empty if there is no object.
  ///
  /// - Throws: ``JSONError`` if the document up to there isn't valid JSON.
  static func keys(at pointer: String, in document: [UInt8]) throws(JSONError) -> [String] {
    try reading(document) { (reader) throws(JSONError) in
      guard try reader.follow(pointer), reader.peek() == .object else { return [] }
      var keys: [String] = []
      try reader.readObject { (key, reader) throws(JSONError) in
        keys.append(key)
        try reader.skipValue()
      }
      return keys
    }
  }

  /// Returns the integer at a pointer, written as a number or as a text; nil if there is none.
  static func integer(at pointer: String?, in document: [UInt8]) -> Int? {
    guard let pointer, let json = try? value(at: pointer, in: document) else { return nil }
    if let value = try? Int.decode(json) { return value }
    return (try? String.decode(json)).flatMap { Int($0) }
  }

  /// Returns the flag at a pointer, written as a boolean, 0 or 1; nil if there is none.
  static func flag(at pointer: String?, in document: [UInt8]) -> Bool? {
    guard let pointer, let json = try? value(at: pointer, in: document) else { return nil }
    switch String(decoding: json, as: UTF8.self) {
    case "true", "1": return true
    case "false", "0": return false
    default: return nil
    }
  }

  private static func reading<Value>(
    _ document: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    try document.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(buffer, options: JSONDecoding(validation: .off))
      do throws(JSONError) {
        return try body(&reader)
      } catch {
        throw error.located(in: buffer)
      }
    }
  }

  /// Moves to the beginning of the value at a pointer; returns false if there is none.
  private mutating func follow(_ pointer: String) throws(JSONError) -> Bool {
    for part in JSONPointer.path(pointer) {
      switch peek() {
      case .object: guard try enterMember(part) else { return false }
      case .array: guard let index = Int(part), try enterElement(index) else { return false }
      case nil: throw mismatch("a value")
      default: return false
      }
    }
    return true
  }

  private mutating func enterMember(_ key: String) throws(JSONError) -> Bool {
    guard try enterObject() else { return false }
    repeat {
      if try readKey().utf8.elementsEqual(key.utf8) { return true }
      try skipValue()
    } while try continueObject()
    return false
  }

  private mutating func enterElement(_ index: Int) throws(JSONError) -> Bool {
    guard index >= 0, try enterArray() else { return false }
    var rest = index
    repeat {
      if rest == 0 { return true }
      rest -= 1
      try skipValue()
    } while try continueArray()
    return false
  }

  private mutating func valueRange() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    let start = offset
    try skipValue()
    return start..<offset
  }
}
