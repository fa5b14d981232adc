import WGNAPIJSON

/// A JSON value that the plain validator can judge.
enum PlainValue: Equatable {
  case null
  case bool(Bool)
  /// In millionths.
  case number(Int)
  case string([Unicode.Scalar])
  case array([PlainValue])
  case object([(key: [Unicode.Scalar], value: PlainValue)])

  static let one = 1_000_000

  /// Nil where numbers are too large or too precise.
  init?(_ value: JSON) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value):
      guard let millionths = Self.millionths(value.text) else { return nil }
      self = .number(millionths)
    case .string(let value): self = .string(Array(value.unicodeScalars))
    case .array(let elements):
      let values = elements.compactMap { PlainValue($0) }
      guard values.count == elements.count else { return nil }
      self = .array(values)
    case .object(let members):
      let values = members.compactMap { key, value in
        PlainValue(value).map { (key: Array(key.unicodeScalars), value: $0) }
      }
      guard values.count == members.count else { return nil }
      self = .object(values)
    }
  }

  static func == (left: PlainValue, right: PlainValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in right.contains { $0.key == member.key && $0.value == member.value } }
    default: false
    }
  }

  /// A number's text in millionths, if they are whole and fewer than 10^17.
  static func millionths(_ text: String) -> Int? {
    let parts = text.lowercased().split(separator: "e")
    guard text.utf8.count < 40, let mantissa = parts.first else { return nil }
    let halves = mantissa.split(separator: ".")
    var digits = Array(halves[0].drop { $0 == "-" }.utf8)
    var exponent = 6
    if parts.count > 1 {
      guard let written = Int(parts[1]), abs(written) < 1000 else { return nil }
      exponent += written
    }
    if halves.count > 1 {
      digits += Array(halves[1].utf8)
      exponent -= halves[1].utf8.count
    }
    while exponent < 0, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    if significant.isEmpty { return 0 }
    guard exponent >= 0, significant.count + exponent <= 17 else { return nil }
    let magnitude = Int(
      String(decoding: significant, as: UTF8.self) + String(repeating: "0", count: exponent))
    return magnitude.map { text.hasPrefix("-") ? -$0 : $0 }
  }
}
