/// Parses a pattern per ECMA-262 (section 22.2.1) with the `u` flag.
///
/// Accepts some of Annex B that the flag forbids, because schemas use it: escapes of punctuation that needs none
/// (`\-`), lone `]`, `{` and `}`, sets such as `\w` beside a hyphen in a class, and repeated lookaheads. Meaningless
/// escapes of letters and digits stay errors, because they have meanings in other dialects.
struct RegexParser {
  let scalars: [Unicode.Scalar]
  var next = 0
  var tree = RegexTree()
  /// The number of the pattern's capturing groups, including later ones.
  let groupTotal: Int
  /// Whether to check only, without building a tree and Unicode sets.
  let checksOnly: Bool
  var properties: [String: ScalarSet] = [:]
  /// The open groups, beginning with the pattern itself.
  var groups: [OpenGroup] = []
  /// The instructions of all lookarounds, each of which is compiled once.
  var lookCost = 0
  private var setNumbers: [ScalarSet: Int] = [:]
  /// The alternatives that enclose the current position.
  var path: [Alternative] = []
  var disjunctionCount = 0
  var namePaths: [String: [[Alternative]]] = [:]
  var namedReferences: [(name: String, index: Int)] = []

  struct Alternative: Equatable {
    let disjunction: Int
    var number: Int
  }

  /// A part of the pattern, and the maximum number of its instructions.
  struct Piece {
    var node: RegexNode
    var cost: Int
  }

  init(_ pattern: String, checksOnly: Bool = false) {
    self.checksOnly = checksOnly
    scalars = Array(pattern.unicodeScalars)
    (groupTotal, tree.hasReferences) = Self.survey(scalars)
  }

  /// Open groups are on an explicit stack, so a pattern can't exhaust the thread's.
  mutating func parse() throws(ECMARegexError) -> RegexTree {
    groups = [OpenGroup(kind: .plain, start: 0, groupsBefore: 0)]
    path = [Alternative(disjunction: 0, number: 0)]
    while let scalar = peek() {
      switch scalar {
      case "(": try openGroup()
      case ")": try closeGroup()
      case "|":
        next += 1
        groups[groups.count - 1].endAlternative()
        path[path.count - 1].number += 1
        try charge(2, at: next - 1)
      default: try parseTerm()
      }
    }
    guard groups.count == 1, let root = groups.popLast() else {
      throw ECMARegexError("'(' is not closed", at: groups.last?.start ?? 0)
    }
    tree.root = root.node
    for reference in namedReferences where tree.names[reference.name] == nil {
      throw ECMARegexError("no group has the name '\(reference.name)'", at: reference.index)
    }
    return tree
  }

  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    next + distance < scalars.count ? scalars[next + distance] : nil
  }

  /// Skips a text. Returns whether it was there.
  mutating func skip(_ text: String) -> Bool {
    var distance = 0
    for scalar in text.unicodeScalars {
      guard peek(distance) == scalar else { return false }
      distance += 1
    }
    next += distance
    return true
  }

  mutating func character(_ set: ScalarSet) -> RegexNode {
    if let number = setNumbers[set] { return .character(number) }
    setNumbers[set] = tree.sets.count
    tree.sets.append(set)
    return .character(tree.sets.count - 1)
  }

  /// Adds instructions to the innermost group, within the limit for it and all lookarounds.
  mutating func charge(_ cost: Int, at index: Int) throws(ECMARegexError) {
    groups[groups.count - 1].cost += cost
    guard groups[groups.count - 1].cost + lookCost <= RegexLimits.instructions else {
      throw ECMARegexError(
        "the pattern is too large: it takes more than \(RegexLimits.instructions) steps", at: index)
    }
  }

  private mutating func parseTerm() throws(ECMARegexError) {
    let start = next
    let node: RegexNode
    var isRepeatable = true
    switch scalars[next] {
    case "^":
      next += 1
      node = .assertion(.start)
      isRepeatable = false
    case "$":
      next += 1
      node = .assertion(.end)
      isRepeatable = false
    case "[": node = try parseClass()
    case ".":
      next += 1
      node = character(.dot)
    case "\\":
      node = try parseEscape()
      if case .assertion = node { isRepeatable = false }
    case let scalar:
      // A brace without a count is an ordinary character.
      if try parseQuantifier() != nil {
        throw ECMARegexError("'\(scalar)' repeats nothing", at: start)
      }
      next += 1
      node = character(ScalarSet(scalar.value))
    }
    try append(
      Piece(node: node, cost: 1), isRepeatable: isRepeatable, groupsBefore: tree.groupCount, at: start)
  }

  /// Adds a part to the innermost group, with an optional quantifier.
  mutating func append(
    _ atom: Piece, isRepeatable: Bool, groupsBefore: Int, at start: Int
  ) throws(ECMARegexError) {
    let quantifierStart = next
    var piece = atom
    if let quantifier = try parseQuantifier() {
      guard isRepeatable else {
        throw ECMARegexError("'\(scalars[quantifierStart])' repeats nothing", at: quantifierStart)
      }
      piece = try repeated(
        atom, quantifier, groups: groupsBefore..<tree.groupCount, quantifierAt: quantifierStart)
    }
    if !checksOnly { groups[groups.count - 1].nodes.append(piece.node) }
    try charge(piece.cost, at: start)
  }
}
