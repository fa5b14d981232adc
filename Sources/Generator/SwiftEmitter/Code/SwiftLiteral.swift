import APIModel

/// Swift literals for values of a spec. Any value becomes one inert literal.
enum SwiftLiteral {
  /// A string literal that escapes everything except printable ASCII and letters.
  static func string(_ text: String) -> String {
    let isTame = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isTame { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        // The compiler accepts these in a file, but not as numeric escapes.
        let hasNoEscape = (0xFDD0...0xFDEF).contains(scalar.value)
        if hasNoEscape || (isPlain(scalar) && standsAlone(scalar, after: result.unicodeScalars.last)) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return result + "\""
  }

  /// Whether a scalar stays a character of its own next to quotes, brackets and commas, instead of combining with a
  /// neighbour.
  private static func standsAlone(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    if scalar.isASCII { return true }
    if scalar.joinsNext { return false }
    switch previous {
    case let previous? where !previous.isASCII || previous.properties.isAlphabetic: return true
    default: return !scalar.joinsPrevious
    }
  }

  /// A literal for `JSONNumber`: a number if a Swift literal represents it exactly, otherwise its text.
  static func exact(_ number: NumberText) -> String {
    let isPlain = Int64(number.text) != nil || Double(number.text)?.description == number.text
    return isPlain ? integer(number.text) : string(number.text)
  }

  /// A number, in groups of three digits if it is long: `1_234_567`.
  static func integer(_ text: String) -> String {
    let digits = text.drop { $0 == "-" }
    guard digits.count >= 7, digits.allSatisfy(\.isNumber) else { return text }
    var grouped = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position) % 3 == 0 { grouped += "_" }
      grouped.append(digit)
    }
    return (text.hasPrefix("-") ? "-" : "") + grouped
  }

  static func integer(_ value: Int) -> String { integer(String(value)) }

  /// An error code: `402`, `"card_declined"`.
  static func errorCode(_ code: ErrorCase.Code) -> String {
    switch code {
    case .integer(let number): integer(number)
    case .text(let name): string(name.text)
    }
  }

  /// Letters, digits and punctuation that affect neither a terminal nor the compiler.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .otherNumber, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .otherSymbol, .nonspacingMark, .spacingMark:
      return !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isBidiControl
    default: return false
    }
  }
}
