/// A name from a service whose signs are words where they are what tells it from others: `+1` → plus 1, `C#` → C sharp,
/// `>=` → greater than or equal. Other names are unchanged.
func spoken(_ name: String) -> String {
  // Most names have no signs, and taking text apart at characters takes long.
  if name.isPlainWord { return name }
  let isNumber =
    name.dropFirst().contains(where: \.isNumber)
    && name.dropFirst().allSatisfy { $0.isNumber || $0 == "." || $0 == "," }
  if isNumber, let sign = name.first.flatMap({ signs[$0] }) { return "\(sign) \(name.dropFirst())" }
  guard !words(of: name).isEmpty else { return symbols(name) }
  let head = name.prefix { $0.isLetter || $0.isNumber }
  let tail = name[head.endIndex...].compactMap { endings[$0] }
  return tail.count == name.count - head.count && !tail.isEmpty
    ? ([String(head)] + tail).joined(separator: " ") : name
}

extension String {
  /// Whether it is of ASCII's letters, digits and underscores, and not of underscores alone.
  fileprivate var isPlainWord: Bool {
    var hasWord = false
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasWord = true
      case UInt8(ascii: "_"): break
      default: return false
      }
    }
    return hasWord
  }
}

/// The names of symbols; empty if there are none.
private func symbols(_ text: String) -> String {
  if let name = comparisons[text] { return name }
  let names = text.unicodeScalars.lazy.compactMap { scalar -> String? in
    if let name = asciiSymbols[Character(scalar)] { return name }
    let properties = scalar.properties
    // Later versions of Unicode have names for more of them, which not each machine knows.
    guard !scalar.isASCII, !properties.isDefaultIgnorableCodePoint, !properties.isWhitespace,
      let age = properties.age, age.major <= 14
    else { return nil }
    return properties.name?.lowercased()
  }
  return names.prefix(4).joined(separator: " ")
}

private let signs: [Character: String] = ["+": "plus", "-": "minus"]

private let endings: [Character: String] = ["+": "plus", "-": "minus", "#": "sharp"]

private let comparisons = [
  "<": "less than", "<=": "less than or equal", "=": "equal", "==": "equal", "!=": "not equal",
  "<>": "not equal",
  ">": "greater than", ">=": "greater than or equal", "=~": "matches", "!~": "not matches", "&&": "and",
  "||": "or",
]

private let asciiSymbols: [Character: String] = [
  "!": "exclamation mark", "\"": "quotation mark", "#": "number sign", "$": "dollar", "%": "percent",
  "&": "and",
  "'": "apostrophe", "(": "opening parenthesis", ")": "closing parenthesis", "*": "asterisk", "+": "plus",
  ",": "comma",
  "-": "minus", ".": "dot", "/": "slash", ":": "colon", ";": "semicolon", "<": "less than", "=": "equal",
  ">": "greater than", "?": "question mark", "@": "at", "[": "opening bracket", "\\": "backslash",
  "]": "closing bracket",
  "^": "caret", "`": "backtick", "{": "opening brace", "|": "bar", "}": "closing brace", "~": "tilde",
]
