import WGNAPISupport

/// Determines which of several alternatives a value belongs to, before any is tried.
///
/// The time depends on the size of the document, not on the number of alternatives.
package final class Alternatives: Sendable {
  /// How to identify the values of an alternative.
  package enum Form: Sendable {
    /// By JSON types that no other alternative has.
    case types(JSONTypes)
    /// By the value of an object's discriminator.
    case tag(String)
    /// By reading only. Objects with one of these keys belong to this alternative.
    case keys([String])

    var isUntold: Bool { if case .keys = self { true } else { false } }
  }

  /// The alternative of a value.
  package enum Claim {
    case alternative(Int)
    /// Neither type nor tag determines the alternative. The discriminator's value is included, if there is
    /// one.
    case none(tag: Tag?)
  }

  /// The value of a discriminator.
  package struct Tag {
    /// The text of a string, number or boolean; nil for any other value.
    let text: String?
    let offset: Int
    /// The text in the document, for messages.
    let excerpt: String
  }

  package let discriminator: String?
  /// The discriminator, if there is one.
  package let discriminators: [String]
  /// The alternatives identified by type.
  private let byType: [(types: JSONTypes, position: Int)]
  /// The alternatives identified by the discriminator.
  private let byTag: [ExactString: Int]
  /// The alternatives identified by reading only.
  package let untold: [Int]
  /// Whether integers and other numbers belong to different alternatives.
  private let tellsIntegers: Bool

  package init(discriminator: String?, _ forms: [Form]) {
    self.discriminator = discriminator
    discriminators = discriminator.map { [$0] } ?? []
    var byType: [(types: JSONTypes, position: Int)] = []
    var byTag: [ExactString: Int] = [:]
    var untold: [Int] = []
    for (position, form) in forms.enumerated() {
      switch form {
      case .types(let types): byType.append((types, position))
      case .tag(let tag): byTag[ExactString(tag)] = byTag[ExactString(tag)] ?? position
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

  /// Returns the alternative that matches the next value, without moving the reader.
  package func claim(_ reader: inout JSONReader) throws(JSONError) -> Claim {
    reader.skipWhitespace()
    let start = reader.place
    guard let types = try reader.peekTypes(tellingIntegers: tellsIntegers) else { return .none(tag: nil) }
    reader.leave(to: start)
    for entry in byType where entry.types.isSuperset(of: types) { return .alternative(entry.position) }
    guard types == .object else { return .none(tag: nil) }
    var tag: Tag?
    if let discriminator {
      tag = try findTag(discriminator, &reader)
      reader.back(to: start)
      if let text = tag?.text, let position = byTag[ExactString(text)] { return .alternative(position) }
    }
    return .none(tag: tag)
  }

  private func findTag(_ key: String, _ reader: inout JSONReader) throws(JSONError) -> Tag? {
    guard try reader.enterObject() else { return nil }
    repeat {
      guard ExactString(try reader.readKey()) == ExactString(key) else {
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
  /// Returns the JSON type of the next value; nil if no value follows.
  ///
  /// - Parameter tellingIntegers: Whether to distinguish integers from other numbers, which takes longer.
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

  /// Reads a number as a tag. Integers are equal regardless of their notation.
  fileprivate mutating func readTagNumber() throws(JSONError) -> String {
    let number = try readNumber()
    return number.int64.map { String($0) } ?? number.text
  }
}
