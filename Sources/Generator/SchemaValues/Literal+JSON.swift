import APIModel
import Diagnostics
import WGNAPISupport

extension Literal {
  /// The value as JSON without white space, as the runtime writes it.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let number): text += number.text
    case .string(let string): Self.write(string, to: &text)
    case .array(let items):
      text += "["
      for (position, item) in items.enumerated() {
        if position > 0 { text += "," }
        item.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Escapes only what JSON requires (RFC 8259, section 7).
  private static func write(_ string: String, to text: inout String) {
    let isPlain = string.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    text +=
      isPlain
      ? "\"\(string)\""
      : doubleQuoted(string) { scalar in
        switch scalar {
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        default: scalar.value < 0x20 ? jsonEscape(scalar) : nil
        }
      }
  }

  /// A scalar's text, or the texts of a list's elements.
  public var texts: [String] {
    switch self {
    case .array(let items): items.map(\.text)
    default: [text]
    }
  }

  /// A string's text, or any other value as JSON. A whole number has no fraction: `2`, not `2.0`.
  public var text: String {
    switch self {
    case .string(let text): text
    case .number(let number) where number.text.hasSuffix(".0"): String(number.text.dropLast(2))
    default: json
    }
  }

  /// The value in messages: `string "x"`.
  ///
  /// - Parameter shown: the value without secrets.
  func found(as shown: Literal) -> String {
    switch self {
    case .null: "null"
    case .boolean: "boolean \(shown.json)"
    case .number: "number \(shown.excerpt)"
    case .string: "string \(shown.excerpt)"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The beginning of the value as JSON.
  var excerpt: String {
    let text = json
    return text.unicodeScalars.count > 40
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…" : text
  }

  /// Whether both are the same value (JSON Schema Core, section 4.2.2), whatever the order of members and the
  /// spelling of numbers.
  public func isEqual(to other: Literal) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left.text == right.text || left.isEqual(to: right)
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
    case (.object(let left), .object(let right)): left.count == right.count && Self.areEqual(left, right)
    default: self == other
    }
  }

  private static func areEqual(_ left: [Member], _ right: [Member]) -> Bool {
    // Values are usually written in the same order. Where they aren't, a search for each member would take the square of
    // their number.
    var next = 0
    while next < left.count, left[next].name.utf8.elementsEqual(right[next].name.utf8) {
      guard left[next].value.isEqual(to: right[next].value) else { break }
      next += 1
    }
    guard next < left.count else { return true }
    let known = Dictionary(grouping: right[next...]) { Array($0.name.utf8) }
    return left[next...].allSatisfy { member in
      known[Array(member.name.utf8)]?.contains { $0.value.isEqual(to: member.value) } == true
    }
  }

  /// The member of an object with a key; nil if there is none.
  public func member(_ name: String) -> Literal? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The part at the end of a path.
  public func part(at path: some Collection<ValueStep>) -> Literal? {
    guard let first = path.first else { return self }
    switch (first, self) {
    case (.key(let key), .object): return member(key)?.part(at: path.dropFirst())
    case (.index(let index), .array(let items)):
      return items.indices.contains(index) ? items[index].part(at: path.dropFirst()) : nil
    case (.key(let key), .array):
      // As in a JSON Pointer (RFC 6901).
      return Int(key).flatMap { part(at: [.index($0)])?.part(at: path.dropFirst()) }
    default: return nil
    }
  }
}

extension NumberText {
  private var decimal: DecimalDigits { DecimalDigits(text) }

  package func isEqual(to other: NumberText) -> Bool {
    if let left = Int64(text), let right = Int64(other.text) { return left == right }
    return decimal == other.decimal
  }

  package func isLess(than other: NumberText) -> Bool {
    if let left = Int64(text), let right = Int64(other.text) { return left < right }
    return decimal < other.decimal
  }

  /// Whether the number is an integer times another one.
  package func isMultiple(of divisor: NumberText) -> Bool {
    if let number = Int64(text), let divisor = Int64(divisor.text), divisor != 0 {
      // The smallest number has no remainder by -1 that Swift could compute.
      return number.remainderReportingOverflow(dividingBy: divisor).partialValue == 0
    }
    return decimal.isMultiple(of: divisor.decimal)
  }

  /// Whether it is an integer, including `1.0` and `1e3`.
  var isIntegral: Bool { Int64(text) != nil || decimal.isInteger }

  /// An integer as programs write it: `1000` for `1e3`. Any other number, and one with very many digits, stays as it is.
  var whole: NumberText {
    let number = decimal
    guard number.isInteger, number.exponent <= 40 else { return self }
    let digits = number.digits.map { String($0) }.joined() + String(repeating: "0", count: number.exponent)
    return NumberText((number.isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits))
  }

  /// The last integer that isn't more than the number, or isn't less; nil if it has more than 64 bits.
  ///
  /// - Parameters:
  ///   - isLeast: whether the number is the least of a range, not the greatest.
  ///   - isExcluded: whether the number itself isn't in the range.
  package func integer(isLeast: Bool, isExcluded: Bool) -> NumberText? {
    let parts = plainText.split(separator: ".")
    guard let whole = parts.first else { return nil }
    let isBeyond = parts.count > 1 ? text.hasPrefix("-") != isLeast : isExcluded
    func last<Value: FixedWidthInteger>(_ type: Value.Type) -> NumberText? {
      guard let value = Value(whole) else { return nil }
      guard isBeyond else { return NumberText("\(value)") }
      let (last, isTooFar) =
        isLeast ? value.addingReportingOverflow(1) : value.subtractingReportingOverflow(1)
      return isTooFar ? nil : NumberText("\(last)")
    }
    return last(Int64.self) ?? last(UInt64.self)
  }

  /// The number without an exponent and without zeros that say nothing; itself if it has more digits than a `Decimal` keeps.
  var plainText: String {
    let number = decimal
    guard abs(number.exponent) + number.digits.count <= 38 else { return text }
    let written = number.digits.map { Character(Unicode.Scalar($0 + 0x30)) }
    let whole =
      written.prefix(max(0, written.count + number.exponent))
      + repeatElement("0", count: max(0, number.exponent))
    let zeros = repeatElement(Character("0"), count: max(0, -number.exponent - written.count))
    let fraction = zeros + written.suffix(min(written.count, max(0, -number.exponent)))
    return (number.isNegative ? "-" : "") + (whole.isEmpty ? "0" : String(whole))
      + (fraction.isEmpty ? "" : "." + String(fraction))
  }
}
