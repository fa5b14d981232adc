/// A pattern as a tree.
indirect enum RegexNode: Sendable {
  case empty
  /// One character of the set with this number.
  case character(Int)
  case sequence([RegexNode])
  case alternation([RegexNode])
  case capture(RegexNode, group: Int)
  case repetition(RegexNode, Repetition)
  case look(LookAround)
  /// The text of the last of these groups that matched.
  case reference(groups: [Int])
  /// A reference by name, which may precede its group.
  case namedReference(String)
  case assertion(Assertion)

  /// Whether it may match without reading a character.
  var mayBeEmpty: Bool {
    switch self {
    case .character: false
    case .sequence(let nodes): nodes.allSatisfy(\.mayBeEmpty)
    case .alternation(let nodes): nodes.contains(where: \.mayBeEmpty)
    case .capture(let body, _): body.mayBeEmpty
    case .repetition(let body, let repetition): repetition.minimum == 0 || body.mayBeEmpty
    case .empty, .look, .reference, .namedReference, .assertion: true
    }
  }

  struct Repetition: Sendable {
    let minimum: Int
    /// Nil for no limit.
    let maximum: Int?
    let isLazy: Bool
    /// The groups within it, which every iteration resets.
    let groups: Range<Int>
  }

  struct LookAround: Sendable {
    /// Its number in the pattern. Lookarounds within it have smaller numbers.
    let number: Int
    let isAhead: Bool
    let isNegated: Bool
    let body: RegexNode
  }

  enum Assertion: Sendable {
    case start, end, wordBoundary, noWordBoundary
  }
}

/// A parsed pattern.
struct RegexTree: Sendable {
  var root = RegexNode.empty
  /// The sets that `RegexNode.character` refers to.
  var sets: [ScalarSet] = []
  /// The capturing groups of each name.
  var names: [String: [Int]] = [:]
  var groupCount = 0
  var lookCount = 0
  var hasReferences = false
  var hasWordBoundaries = false
}
