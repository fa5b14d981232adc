extension Pattern {
  /// A pattern of ECMA-262 as Swift's `Regex` takes it.
  ///
  /// `$` is the very end here, `\s` has the characters of ECMA-262, and within brackets nothing but `]`, `-` between
  /// two characters and a first `^` is special: `Regex` has nested classes and operations on sets there.
  static func translated(_ text: String) -> String {
    var translation = Translation(scalars: Array(text.unicodeScalars))
    return translation.translate()
  }

  private struct Translation {
    let scalars: [Unicode.Scalar]
    var next = 0
    var result = ""

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// White space and line terminators (ECMA-262, sections 12.2 and 12.3), which differ a little from Unicode's.
    private static let space = #"[[\s\u{FEFF}]--[\u{85}]]"#
    private static let noSpace = #"[[\S\u{85}]--[\u{FEFF}]]"#

    private func scalar(_ distance: Int = 0) -> Unicode.Scalar? {
      next + distance < scalars.count ? scalars[next + distance] : nil
    }

    mutating func translate() -> String {
      while let scalar = scalar() {
        switch scalar {
        case "\\": translateEscape()
        case "[": translateClass()
        case "]": emit(#"\]"#, 1)
        case "$": emit(#"\z"#, 1)
        default: emit(String(scalar), 1)
        }
      }
      return result
    }

    private mutating func emit(_ text: String, _ count: Int) {
      result += text
      next += count
    }

    private mutating func translateEscape() {
      switch scalar(1) {
      case "s": emit(Self.space, 2)
      case "S": emit(Self.noSpace, 2)
      case let escaped?: emit("\\" + String(escaped), 2)
      case nil: emit("\\", 1)
      }
    }

    private mutating func translateClass() {
      let isNegated = scalar(1) == "^"
      if scalar(isNegated ? 2 : 1) == "]" {
        // Nothing at all, or anything.
        return emit(isNegated ? #"[\s\S]"# : "(?!)", isNegated ? 3 : 2)
      }
      emit(isNegated ? "[^" : "[", isNegated ? 2 : 1)
      while let scalar = scalar(), scalar != "]" {
        let isSet = atomIsSet()
        translateAtom()
        guard self.scalar() == "-", let end = self.scalar(1), end != "]" else { continue }
        next += 1
        result += isSet || atomIsSet() ? #"\-"# : "-"
        translateAtom()
      }
      if scalar() != nil { emit("]", 1) }
    }

    /// Whether the next member of a class stands for several characters, which end no range.
    private func atomIsSet() -> Bool {
      guard scalar() == "\\", let escaped = scalar(1) else { return false }
      return "dDwWsSpP".unicodeScalars.contains(escaped)
    }

    private mutating func translateAtom() {
      switch scalar() {
      case "\\":
        let isHexadecimal = scalar(1) == "x" || scalar(1) == "u" || atomIsProperty()
        translateEscape()
        if isHexadecimal { passArgument() }
      case let special? where "[&~-^".unicodeScalars.contains(special): emit("\\" + String(special), 1)
      case let plain?: emit(String(plain), 1)
      case nil: break
      }
    }

    private func atomIsProperty() -> Bool { scalar(1) == "p" || scalar(1) == "P" }

    /// What belongs to an escape: `{…}` or hexadecimal digits.
    private mutating func passArgument() {
      if scalar() == "{" {
        while let inner = scalar() {
          emit(String(inner), 1)
          if inner == "}" { return }
        }
      }
      let length = scalars[next - 1] == "u" ? 4 : scalars[next - 1] == "x" ? 2 : 0
      for _ in 0..<length {
        guard let digit = scalar(), digit.properties.isASCIIHexDigit else { return }
        emit(String(digit), 1)
      }
    }
  }
}
