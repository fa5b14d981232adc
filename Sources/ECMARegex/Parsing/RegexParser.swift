/// Reads a pattern of ECMA-262 (section 22.2.1) with the `u` flag.
///
/// A few things that only the flag forbids are read as Annex B has them, because schemas have them: escapes of
/// punctuation that needs none (`\-`), lone `]`, `{` and `}`, sets such as `\w` beside a hyphen in a class, and
/// repeated lookaheads. Escapes of letters and digits that mean nothing stay errors, they mean something elsewhere.
struct RegexParser {
  let scalars: [Unicode.Scalar]
  var next = 0
  var tree = RegexTree()
  /// All capturing groups of the pattern, those further on included.
  let groupTotal: Int
  /// Whether the tree isn't asked for, so that neither it nor the sets of Unicode are made.
  let checksOnly: Bool
  var properties: [String: ScalarSet] = [:]
  /// The groups that are open, the pattern itself being the first.
  var groups: [OpenGroup] = []
  /// The instructions of all lookarounds, which are compiled once wherever they stand.
  var lookCost = 0
  private var setNumbers: [ScalarSet: Int] = [:]
  /// The alternatives that enclose the current place.
  var path: [Alternative] = []
  var disjunctionCount = 0
  var namePaths: [String: [[Alternative]]] = [:]
  var namedReferences: [(name: String, index: Int)] = []

  struct Alternative: Equatable {
    let disjunction: Int
    var number: Int
  }

  /// A part of the pattern and the number of instructions that it takes at most.
  struct Piece {
    var node: RegexNode
    var cost: Int
  }

  init(_ pattern: String, checksOnly: Bool = false) {
    self.checksOnly = checksOnly
    scalars = Array(pattern.unicodeScalars)
    (groupTotal, tree.hasReferences) = Self.survey(scalars)
  }

  /// Groups are kept on a stack of their own, so that a pattern can't exhaust the thread's.
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

  /// Passes a text that stands here; otherwise says no.
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

  /// Adds instructions to the innermost group, as long as it and all lookarounds are within the limit.
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
      // A brace that begins no count is an ordinary character.
      if try parseQuantifier() != nil {
        throw ECMARegexError("'\(scalar)' repeats nothing", at: start)
      }
      next += 1
      node = character(ScalarSet(scalar.value))
    }
    try append(
      Piece(node: node, cost: 1), isRepeatable: isRepeatable, groupsBefore: tree.groupCount, at: start)
  }

  /// Adds a part to the innermost group, with the quantifier that may follow.
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
