/// How values tell which of some alternatives they are of, before any schema is tried.
///
/// In time that grows with the document, not with the number of alternatives.
final class Alternatives: Sendable {
  /// How the values of an alternative are told from those of the others.
  enum Form: Sendable {
    /// No other alternative takes values of these types.
    case types(JSONTypes)
    /// Objects whose discriminator has this value.
    case tag(String)
    /// Only schemas tell; objects with one of these keys are meant to be of this alternative.
    case keys([String])
  }

  /// Which alternative a value is of.
  enum Claim {
    case alternative(Int)
    /// None that its type or its tag gives it to. The discriminator's value, if it has one.
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

  let discriminator: String?
  /// Those that the value's type tells.
  private let byType: [(types: JSONTypes, position: Int)]
  /// Those that the discriminator tells.
  private let byTag: [String: Int]
  /// Those that only schemas tell.
  let untold: [Int]
  /// Whether integers and other numbers belong to different alternatives.
  private let tellsIntegers: Bool

  init(discriminator: String?, _ forms: [Form]) {
    self.discriminator = discriminator
    var byType: [(types: JSONTypes, position: Int)] = []
    var byTag: [String: Int] = [:]
    var untold: [Int] = []
    for (position, form) in forms.enumerated() {
      switch form {
      case .types(let types): byType.append((types, position))
      case .tag(let tag): byTag[tag] = byTag[tag] ?? position
      case .keys: untold.append(position)
      }
    }
    tellsIntegers = byType.contains { entry in
      !entry.types.isDisjoint(with: .number) && !entry.types.isSuperset(of: .number)
    }
    self.byType = byType
    self.byTag = byTag
    self.untold = untold
  }

  /// Which alternative claims the next value. The reader stays where it is.
  func claim(_ reader: inout JSONReader) throws(JSONError) -> Claim {
    reader.skipWhitespace()
    let start = reader.place
    guard let types = try reader.peekTypes(tellingIntegers: tellsIntegers) else { return .none(tag: nil) }
    reader.leave(to: start)
    for entry in byType where entry.types.isSuperset(of: types) { return .alternative(entry.position) }
    guard let discriminator, types == .object else { return .none(tag: nil) }
    let tag = try findTag(discriminator, &reader)
    reader.back(to: start)
    if let text = tag?.text, let position = byTag[text] { return .alternative(position) }
    return .none(tag: tag)
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
