/// A short text that probably matches a regular expression; nil for unusual constructs. The caller has to check the
/// match.
func samplePattern(_ pattern: String) -> String? {
  var sampler = PatternSampler(Array(pattern.unicodeScalars))
  guard let text = sampler.alternatives(), sampler.isAtEnd else { return nil }
  return text
}

private struct PatternSampler {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var isAtEnd: Bool { position == scalars.count }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// The first alternative; skips the others.
  mutating func alternatives() -> String? {
    guard depth < 50, let first = sequence() else { return nil }
    while skip("|") { if sequence() == nil { return nil } }
    return first
  }

  private mutating func sequence() -> String? {
    var text = ""
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let atom = atom(), let count = quantifier() else { return nil }
      text += String(repeating: atom, count: count)
      if text.unicodeScalars.count > 1000 { return nil }
    }
    return text
  }

  private mutating func atom() -> String? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "^", "$": return ""
    case ".": return "a"
    case "[": return characterClass()
    case "(":
      if skip("?"), !skip(":") { return nil }
      depth += 1
      defer { depth -= 1 }
      guard let inner = alternatives(), skip(")") else { return nil }
      return inner
    case "\\": return escape()
    case "*", "+", "?", "{", "}", "]": return nil
    default: return String(Character(scalar))
    }
  }

  private mutating func escape() -> String? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "d": return "1"
    case "w": return "a"
    case "s": return " "
    case "D", "S": return "a"
    case "W": return "-"
    case "b": return ""
    case _ where scalar.properties.isAlphabetic || ("0"..."9").contains(scalar): return nil
    default: return String(Character(scalar))
    }
  }

  /// The first character of a class that isn't negated.
  private mutating func characterClass() -> String? {
    let isNegated = skip("^")
    var members: [String] = []
    while let scalar = next, scalar != "]" {
      position += 1
      guard let member = scalar == "\\" ? escape() : String(Character(scalar)) else { return nil }
      members.append(member)
    }
    guard skip("]") else { return nil }
    if !isNegated { return members.first }
    return ["a", "1", " ", "é"].first { !members.contains($0) && !members.contains("a") || $0 == "é" }
  }

  /// The number of repetitions: as few as allowed, but once if that is allowed.
  private mutating func quantifier() -> Int? {
    var count = 1
    if skip("*") || skip("?") || skip("+") {
      count = 1
    } else if skip("{") {
      var digits = ""
      while let scalar = next, ("0"..."9").contains(scalar) {
        digits.unicodeScalars.append(scalar)
        position += 1
      }
      guard let least = Int(digits), least <= 1000 else { return nil }
      count = least
      while let scalar = next, scalar != "}" {
        guard scalar == "," || ("0"..."9").contains(scalar) else { return nil }
        position += 1
      }
      guard skip("}") else { return nil }
    }
    _ = skip("?")
    return count
  }
}
