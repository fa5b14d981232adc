/// Finds what can't stand in a regular expression (ECMA-262, section 22.2.1): brackets that don't match, a
/// quantifier of nothing, a lone backslash. A pattern that passes may still be refused by a regular
/// expression engine.
func findPatternProblem(_ pattern: String) -> (message: String, index: Int)? {
  let scalars = Array(pattern.unicodeScalars)
  var groups: [Int] = []
  var index = 0
  var canQuantify = false
  while index < scalars.count {
    let scalar = scalars[index]
    switch scalar {
    case "\\":
      guard index + 1 < scalars.count else { return ("it ends with a backslash", index) }
      index += 1
      canQuantify = true
    case "[":
      guard let end = endOfClass(scalars, from: index) else { return ("'[' is not closed", index) }
      index = end
      canQuantify = true
    case "(":
      groups.append(index)
      if index + 1 < scalars.count, scalars[index + 1] == "?" { index += 1 }
      canQuantify = false
    case ")":
      guard groups.popLast() != nil else { return ("')' closes nothing", index) }
      canQuantify = true
    case "*", "+", "?":
      guard canQuantify else { return ("'\(scalar)' repeats nothing", index) }
      // A second '?' makes the quantifier lazy.
      if index + 1 < scalars.count, scalars[index + 1] == "?" { index += 1 }
      canQuantify = false
    case "{":
      if let end = endOfCount(scalars, from: index) {
        guard canQuantify else { return ("'{' repeats nothing", index) }
        index = end
        if index + 1 < scalars.count, scalars[index + 1] == "?" { index += 1 }
        canQuantify = false
      } else {
        canQuantify = true
      }
    case "|", "^": canQuantify = false
    default: canQuantify = true
    }
    index += 1
  }
  return groups.last.map { ("'(' is not closed", $0) }
}

/// The index of the `]` that closes the class at `start`.
private func endOfClass(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
  var index = start + 1
  while index < scalars.count {
    if scalars[index] == "]" { return index }
    index += scalars[index] == "\\" ? 2 : 1
  }
  return nil
}

/// The index of the `}` that ends `{2}`, `{2,}` or `{2,3}` at `start`; nil where `{` is an ordinary
/// character.
private func endOfCount(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
  var index = start + 1
  var digits = 0
  while index < scalars.count, scalars[index].properties.numericType == .decimal {
    index += 1
    digits += 1
  }
  guard digits > 0 else { return nil }
  if index < scalars.count, scalars[index] == "," { index += 1 }
  while index < scalars.count, scalars[index].properties.numericType == .decimal { index += 1 }
  return index < scalars.count && scalars[index] == "}" ? index : nil
}
