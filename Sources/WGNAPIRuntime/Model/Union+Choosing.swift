extension Union {
  /// Which alternative a value is of, as far as its type, its tag and its keys tell.
  enum Claim {
    case alternative(Int)
    /// Only schemas tell.
    case untold
    /// None of them. The discriminator's value, if it has one.
    case none(tag: Tag?)
  }

  /// The value of a discriminator.
  struct Tag {
    /// The text of a string, number or boolean; nil for any other value.
    let text: String?
    let offset: Int
    /// As the document has it, for messages.
    let excerpt: String
  }

  /// Which alternative claims the next value, before any schema is tried. The reader stays where it is.
  func claim(_ reader: inout JSONReader) throws(JSONError) -> Claim {
    let start = reader.place
    guard let types = try reader.peekTypes(tellingIntegers: tellsIntegers) else {
      return untold.isEmpty ? .none(tag: nil) : .untold
    }
    reader.leave(to: start)
    for (position, alternative) in alternatives.enumerated() {
      if case .types(let own) = alternative.form, own.isSuperset(of: types) { return .alternative(position) }
    }
    var tag: Tag?
    if let discriminator, types == .object {
      tag = try findTag(discriminator, &reader)
      reader.back(to: start)
      if let text = tag?.text, let position = byTag[text] { return .alternative(position) }
    }
    return untold.isEmpty ? .none(tag: tag) : .untold
  }

  private func findTag(_ key: String, _ reader: inout JSONReader) throws(JSONError) -> Tag? {
    guard try reader.enterObject() else { return nil }
    repeat {
      guard try reader.readKey() == key else {
        try reader.skipValue()
        continue
      }
      reader.skipWhitespace()
      let offset = reader.offset
      let excerpt = reader.excerpt(from: offset)
      let text: String? =
        switch reader.peek() {
        case .string: try reader.readString()
        case .number: try reader.readTagNumber()
        case .bool: try reader.readBool() ? "true" : "false"
        default: nil
        }
      return Tag(text: text, offset: offset, excerpt: excerpt)
    } while try reader.continueObject()
    return nil
  }

  /// The only one of the untold alternatives with a key of its own in the object that comes next.
  func recognized(_ reader: inout JSONReader) throws(JSONError) -> [Int] {
    let marked = untold.filter { position in
      if case .keys(let keys) = alternatives[position].form { !keys.isEmpty } else { false }
    }
    guard !marked.isEmpty, reader.peek() == .object else { return [] }
    let start = reader.place
    var found: Set<Int> = []
    if try reader.enterObject() {
      repeat {
        let key = try reader.readKey()
        for position in marked {
          if case .keys(let keys) = alternatives[position].form, keys.contains(key) { found.insert(position) }
        }
        try reader.skipValue()
      } while try reader.continueObject()
    }
    reader.back(to: start)
    return found.sorted()
  }
}

extension JSONReader {
  /// The JSON type of the next value; nil where no value follows.
  ///
  /// - Parameter tellingIntegers: whether to look at a number so closely that it is known to be an integer or not.
  fileprivate mutating func peekTypes(tellingIntegers: Bool) throws(JSONError) -> JSONTypes? {
    switch peek() {
    case .null: .null
    case .bool: .boolean
    case .string: .string
    case .array: .array
    case .object: .object
    case .number: !tellingIntegers ? .number : try readNumber().isInteger ? .integer : .fraction
    case nil: nil
    }
  }

  /// A number as a tag: integers are equal however they are written.
  fileprivate mutating func readTagNumber() throws(JSONError) -> String {
    let number = try readNumber()
    return number.int64.map { String($0) } ?? number.text
  }
}
