/// A coder for a boolean written as 0 or 1. It also reads `true` and `false`.
public enum ZeroOne: JSONCoder {
  public typealias Decoded = Bool

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Bool {
    guard reader.peek() == .number else { return try reader.readBool() }
    let start = reader.mark
    let value = try reader.readInt64OutOfLine()
    guard value == 0 || value == 1 else {
      reader.rewind(to: start)
      throw reader.error(.invalidValue, "expected 0 or 1, found \(reader.quoted(value.description))")
    }
    return value == 1
  }

  public static func write(_ value: Bool, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value ? 1 : 0)
  }
}

/// A coder for a number that some documents put into a string: it reads `12` and `"12"`, and writes `12`.
public enum NumberInString<Number: JSONCoder>: JSONCoder {
  public typealias Decoded = Number.Decoded

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Number.Decoded {
    guard reader.peek() == .string else { return try Number.read(from: &reader) }
    return try reader.readNested(Number.self)
  }

  public static func write(_ value: Number.Decoded, to writer: inout JSONWriter) throws(JSONError) {
    try Number.write(value, to: &writer)
  }
}

/// A coder for a number that documents have in a string: it reads `12` and `"12"`, and writes `"12"`.
public enum NumberAsString<Number: JSONCoder>: JSONCoder {
  public typealias Decoded = Number.Decoded

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Number.Decoded {
    try NumberInString<Number>.read(from: &reader)
  }

  public static func write(_ value: Number.Decoded, to writer: inout JSONWriter) throws(JSONError) {
    // A description has the number, or the mark of a secret one.
    guard !writer.hidesSecrets else { return try Number.write(value, to: &writer) }
    var number = JSONWriter()
    try Number.write(value, to: &number)
    let start = writer.count
    writer.write(String(decoding: number.finish(), as: UTF8.self))
    if writer.notesSecrets, containsSecrets { writer.noteSecret(from: start) }
  }
}

/// A coder for a dictionary that some documents write as `[]` if it is empty.
public enum EmptyListAsMap<Key: JSONKey, Element: JSONCoder>: JSONCoder {
  public typealias Decoded = [Key: Element.Decoded]

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Key: Element.Decoded] {
    guard reader.peek() == .array else { return try MapOf<Key, Element>.read(from: &reader) }
    let start = reader.offset
    guard try !reader.enterArray() else {
      throw reader.error(.typeMismatch, "expected an object or an empty array", at: start)
    }
    return [:]
  }

  public static func write(_ value: [Key: Element.Decoded], to writer: inout JSONWriter) throws(JSONError) {
    try MapOf<Key, Element>.write(value, to: &writer)
  }
}

/// A coder for an array that some documents write as its only element.
public enum SingleAsList<Element: JSONCoder>: JSONCoder {
  public typealias Decoded = [Element.Decoded]

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Element.Decoded] {
    guard reader.peek() == .array else { return [try Element.read(from: &reader)] }
    return try ListOf<Element>.read(from: &reader)
  }

  public static func write(_ value: [Element.Decoded], to writer: inout JSONWriter) throws(JSONError) {
    try ListOf<Element>.write(value, to: &writer)
  }
}

/// A coder for a property that may be nil, and is for an empty text. Nil is written as an absent key or null.
public enum EmptyAsNull<Wrapped: JSONCoder>: JSONCoder {
  public typealias Decoded = Wrapped.Decoded

  /// True.
  public static var readsEmptyAsNull: Bool { true }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Wrapped.Decoded {
    try Wrapped.read(from: &reader)
  }

  public static func write(_ value: Wrapped.Decoded, to writer: inout JSONWriter) throws(JSONError) {
    try Wrapped.write(value, to: &writer)
  }
}

/// A coder for null, for a value whose type in the description is `"null"`.
public enum JSONNull: JSONCoder {
  public typealias Decoded = JSON

  public static func read(from reader: inout JSONReader) throws(JSONError) -> JSON {
    guard try reader.readNull() else { throw reader.mismatch("null") }
    return .null
  }

  public static func write(_ value: JSON, to writer: inout JSONWriter) throws(JSONError) {
    guard value.isNull else {
      throw JSONError(.notRepresentable, "expected null, found \(value.description.printable)")
    }
    writer.writeNull()
  }
}

/// A coder for a ``Boxed`` property whose value has a custom coder.
public enum BoxOf<Element: JSONCoder>: JSONCoder {
  public typealias Decoded = Boxed<Element.Decoded>

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Boxed<Element.Decoded> {
    try reader.countBox(MemoryLayout<Element.Decoded>.size)
    return Boxed(wrappedValue: try Element.read(from: &reader))
  }

  public static func write(_ value: Boxed<Element.Decoded>, to writer: inout JSONWriter) throws(JSONError) {
    try Element.write(value.wrappedValue, to: &writer)
  }
}

extension JSONReader {
  /// Reads a string that contains the JSON text of a number.
  mutating func readNested<Number: JSONCoder>(_ number: Number.Type) throws(JSONError) -> Number.Decoded {
    skipWhitespace()
    let start = offset
    guard peek() == .string else { throw mismatch("a number in a string") }
    var text = try readString()
    let hidesNumber = hidesValues || Number.self is any SecretNewtype.Type
    let result: Result<(value: Number.Decoded, violations: [Violation]), JSONError> = text.withUTF8 { bytes in
      // A number has neither white space nor a byte order mark around it, which documents may have.
      guard bytes.first.map({ (0x21..<0x80).contains($0) }) == true, bytes.last.map({ $0 > 0x20 }) == true
      else {
        return .failure(JSONError(.invalidValue, "expected a number in the string"))
      }
      var nested = JSONReader(bytes, options: options)
      nested.hidesValues = hidesNumber
      do throws(JSONError) {
        let value = try nested.document { (reader) throws(JSONError) in try number.read(from: &reader) }
        return .success((value, nested.violations))
      } catch {
        return .failure(error)
      }
    }
    do throws(JSONError) {
      let number = try result.get()
      for found in number.violations {
        keep(
          Violation(
            keyword: found.keyword, keywordLocation: found.keywordLocation, message: found.message,
            byteOffset: start))
      }
      return number.value
    } catch {
      // What the text is no number for is an invalid value; constraints and unknown values are told as such.
      let kind: JSONError.Kind =
        [.validation, .unknownValue].contains(error.kind) ? error.kind : .invalidValue
      let message =
        hidesNumber
        ? "expected a number in the string" : "\(error.message), in string \(excerpt(from: start))"
      throw self.error(kind, message, at: start)
    }
  }
}
