/// A short text that probably matches a regular expression; nil for unusual constructs. The caller has to check the
/// match.
///
/// - Parameter variant: Different numbers select different texts, as far as the expression has so many; nil beyond that.
func samplePattern(_ pattern: String, variant: Int = 0) -> String? {
  var parser = PatternParser(Array(pattern.unicodeScalars))
  guard let part = parser.alternatives(), parser.isAtEnd else { return nil }
  var variant = variant
  // Longer texts only when there are no others.
  for more in 0...PatternParser.mostMore {
    var choice = PatternChoice(rest: variant, more: more)
    guard let text = choice.text(of: part), more == 0 || choice.isLonger else { return nil }
    if choice.rest == 0 { return text }
    variant -= choice.count
  }
  return nil
}

/// A part of a regular expression, with what it may be.
private indirect enum PatternPart {
  /// One of these characters, the usual one first.
  case character([String])
  case sequence([PatternPart])
  /// One of these.
  case alternatives([PatternPart])
  /// The usual number of repetitions, and the largest.
  case repeated(PatternPart, ClosedRange<Int>)
}

/// Turns a number into a choice at each place where a regular expression has one.
private struct PatternChoice {
  /// What is left of the number.
  var rest: Int
  /// How often a part is repeated beyond the usual.
  let more: Int
  /// The number of texts with the same structure.
  private(set) var count = 1
  /// Whether a part is repeated more often than usual.
  private(set) var isLonger = false

  init(rest: Int, more: Int) { (self.rest, self.more) = (rest, more) }

  private mutating func choose(among options: Int) -> Int {
    let (product, overflows) = count.multipliedReportingOverflow(by: options)
    count = overflows ? .max : product
    defer { rest /= options }
    return rest % options
  }

  mutating func text(of part: PatternPart) -> String? {
    switch part {
    case .character(let options):
      return options.isEmpty ? nil : options[choose(among: options.count)]
    case .sequence(let parts):
      var text = ""
      for part in parts {
        guard let next = self.text(of: part) else { return nil }
        text += next
        if text.unicodeScalars.count > 1000 { return nil }
      }
      return text
    case .alternatives(let parts):
      return text(of: parts[choose(among: parts.count)])
    case .repeated(let part, let counts):
      let repetitions = min(counts.lowerBound + more, counts.upperBound)
      if repetitions > counts.lowerBound { isLonger = true }
      return text(of: .sequence(Array(repeating: part, count: repetitions)))
    }
  }
}

private struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  /// How many more repetitions than usual there may be.
  static let mostMore = 3
  private static let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
  private static let digits = "1234567890".map { String($0) }

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var isAtEnd: Bool { position == scalars.count }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func alternatives() -> PatternPart? {
    guard depth < 50, let first = sequence() else { return nil }
    var all = [first]
    while skip("|") {
      guard let other = sequence() else { return nil }
      all.append(other)
    }
    return all.count == 1 ? first : .alternatives(all)
  }

  private mutating func sequence() -> PatternPart? {
    var parts: [PatternPart] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let atom = atom(), let counts = quantifier() else { return nil }
      parts.append(counts == 1...1 ? atom : .repeated(atom, counts))
    }
    return .sequence(parts)
  }

  private mutating func atom() -> PatternPart? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "^", "$": return .sequence([])
    case ".": return .character(Self.letters + Self.digits)
    case "[": return characterClass()
    case "(":
      if skip("?"), !skip(":") { return nil }
      depth += 1
      defer { depth -= 1 }
      guard let inner = alternatives(), skip(")") else { return nil }
      return inner
    case "\\": return escape().map { $0.isEmpty ? .sequence([]) : .character($0) }
    case "*", "+", "?", "{", "}", "]": return nil
    default: return .character([String(Character(scalar))])
    }
  }

  /// The characters that an escape may be, the usual one first; empty for a place between characters.
  private mutating func escape() -> [String]? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "d": return Self.digits
    case "w": return Self.letters + Self.digits
    case "s": return [" "]
    case "D", "S": return Self.letters
    case "W": return ["-"]
    case "b": return []
    case _ where scalar.properties.isAlphabetic || ("0"..."9").contains(scalar): return nil
    default: return [String(Character(scalar))]
    }
  }

  /// The characters of a class, the usual one first.
  private mutating func characterClass() -> PatternPart? {
    let isNegated = skip("^")
    // As written, and with what ranges have between their ends.
    var (members, all): ([String], [String]) = ([], [])
    while let scalar = next, scalar != "]" {
      position += 1
      guard let own = scalar == "\\" ? escape() : [String(Character(scalar))] else { return nil }
      members += own.prefix(1)
      all += own
      // `-` at the end is itself.
      guard scalar != "\\", next == "-", position + 1 < scalars.count,
        !["]", "\\"].contains(scalars[position + 1])
      else { continue }
      let last = scalars[position + 1]
      position += 2
      members += ["-", String(Character(last))]
      guard scalar.value < last.value else { continue }
      all += (scalar.value + 1...min(last.value, scalar.value + 100)).compactMap { value in
        Unicode.Scalar(value).map { String(Character($0)) }
      }
    }
    guard skip("]") else { return nil }
    if !isNegated { return .character(all) }
    let usual = ["a", "1", " ", "é"].first { !members.contains($0) && !members.contains("a") || $0 == "é" }
    let others = (Self.letters + Self.digits).filter { !all.contains($0) && $0 != usual }
    return .character([usual].compactMap(\.self) + others)
  }

  /// The numbers of repetitions: as few as allowed, but once if that is allowed.
  private mutating func quantifier() -> ClosedRange<Int>? {
    var (count, most) = (1, 1)
    if skip("*") || skip("+") {
      most = 1 + Self.mostMore
    } else if skip("{") {
      var digits = number()
      guard let least = Int(digits), least <= 1000 else { return nil }
      (count, most) = (least, least)
      if skip(",") {
        digits = number()
        most = min(Int(digits) ?? .max, least + Self.mostMore)
      }
      guard skip("}") else { return nil }
    } else {
      _ = skip("?")
    }
    _ = skip("?")
    return count...max(count, most)
  }

  private mutating func number() -> String {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar) {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    return digits
  }
}
