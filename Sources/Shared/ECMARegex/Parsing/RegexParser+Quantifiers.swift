extension RegexParser {
  struct Quantifier {
    var minimum: Int
    var maximum: Int?
    var isLazy = false
  }

  /// Reads `*`, `+`, `?` or a count, and the `?` that makes it lazy; nil, without reading anything, if there is none.
  mutating func parseQuantifier() throws(ECMARegexError) -> Quantifier? {
    var quantifier: Quantifier
    if skip("*") {
      quantifier = Quantifier(minimum: 0)
    } else if skip("+") {
      quantifier = Quantifier(minimum: 1)
    } else if skip("?") {
      quantifier = Quantifier(minimum: 0, maximum: 1)
    } else if let counted = try parseCount() {
      quantifier = counted
    } else {
      return nil
    }
    quantifier.isLazy = skip("?")
    return quantifier
  }

  /// Reads `{2}`, `{2,}` or `{2,3}`; nil, without reading anything, if `{` is an ordinary character.
  private mutating func parseCount() throws(ECMARegexError) -> Quantifier? {
    let start = next
    guard skip("{") else { return nil }
    guard let minimum = parseNumber() else {
      if skip(","), parseNumber() != nil, skip("}") {
        // In other dialects, this means no minimum; in Annex B, it is plain text.
        throw ECMARegexError("the count '{,…}' has no minimum, which ECMA-262 requires", at: start)
      }
      next = start
      return nil
    }
    var maximum: Int? = minimum
    if skip(",") { maximum = parseNumber() }
    guard skip("}") else {
      next = start
      return nil
    }
    if let maximum, maximum < minimum {
      throw ECMARegexError("the count '\(text(from: start))' is out of order", at: start)
    }
    return Quantifier(minimum: minimum, maximum: maximum)
  }

  /// Reads decimal digits. Values beyond any limit are clamped.
  private mutating func parseNumber() -> Int? {
    var value: Int?
    while let digit = peek(), digit.value &- 0x30 < 10 {
      value = min((value ?? 0) * 10 + Int(digit.value - 0x30), 10_000_000)
      next += 1
    }
    return value
  }

  /// The text since a position for a message, shortened if it is long.
  func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<next].prefix(40))
    return String(text) + (next - start > 40 ? "…" : "")
  }

  /// The repetition of an atom, which will be expanded.
  mutating func repeated(
    _ atom: Piece, _ quantifier: Quantifier, groups: Range<Int>, quantifierAt index: Int
  ) throws(ECMARegexError) -> Piece {
    // With references, iterations beyond the minimum have code of their own.
    let iterations =
      quantifier.maximum ?? (tree.hasReferences ? quantifier.minimum + 1 : max(quantifier.minimum, 1))
    // Beside the atom: a split, maybe a jump; with references the reset of the groups and the test for progress.
    let beside = tree.hasReferences ? 5 : quantifier.maximum == nil ? 2 : 1
    let (cost, overflow) = iterations.multipliedReportingOverflow(by: atom.cost + beside)
    guard !overflow, cost <= RegexLimits.instructions else {
      throw ECMARegexError(
        "the repetition '\(text(from: index))' makes the pattern too large: it takes more than "
          + "\(RegexLimits.instructions) steps", at: index)
    }
    let repetition = RegexNode.Repetition(
      minimum: quantifier.minimum, maximum: quantifier.maximum, isLazy: quantifier.isLazy, groups: groups)
    return Piece(node: .repetition(atom.node, repetition), cost: cost)
  }
}
