/// A compiled pattern, immutable.
final class Program: Sendable {
  let alphabet: Alphabet
  let membership: Membership
  let code: Code
  /// By number; nil for lookarounds that no code uses.
  let looks: [Compiler.CompiledLook?]
  let references: [[Int]]
  let groupCount: Int
  let registerCount: Int
  private let engine: Engine
  /// Lookaheads at the very beginning, as patterns that must or must not occur.
  private let conditions: [(program: Program, isNegated: Bool)]

  private enum Engine: Sendable {
    case automaton(Automaton)
    case simulation
    case backtracking
  }

  /// Nil if it would be too large.
  convenience init?(_ tree: RegexTree) {
    guard let alphabet = Alphabet(tree.sets, wordSet: tree.hasWordBoundaries ? .word : nil) else {
      return nil
    }
    // Sets of a single class need no table.
    var large: [[UInt16]] = []
    let characters = alphabet.members.map { classes -> Instruction in
      if classes.count == 1 { return .letter(classes[0]) }
      large.append(classes)
      return .set(Int32(large.count - 1))
    }
    guard let membership = Membership(large, classCount: alphabet.count) else { return nil }
    self.init(tree, alphabet: alphabet, membership: membership, characters: characters)
  }

  private init(
    _ tree: RegexTree, alphabet: Alphabet, membership: Membership, characters: [Instruction]
  ) {
    var tree = tree
    conditions = tree.takeConditions().map { condition in
      let program = Program(
        condition.tree, alphabet: alphabet, membership: membership, characters: characters)
      return (program, condition.isNegated)
    }
    self.alphabet = alphabet
    self.membership = membership
    var compiler = Compiler(tree, characters: characters)
    code = compiler.compile(tree.root)
    looks = compiler.looks
    references = compiler.references
    groupCount = tree.groupCount
    registerCount = compiler.registerCount
    if tree.hasReferences {
      engine = .backtracking
    } else if !looks.contains(where: { $0 != nil }) {
      var builder = AutomatonBuilder(code.instructions, alphabet: alphabet, membership: membership)
      engine = builder.build().map { .automaton($0) } ?? .simulation
    } else {
      engine = .simulation
    }
  }

  /// Searches, and subtracts the cost from `work`.
  func search(
    _ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int, _ interruption: (any SearchInterruption)?
  ) -> ECMARegex.SearchResult {
    for condition in conditions {
      switch condition.program.search(bytes, &work, interruption) {
      case .matched: if condition.isNegated { return .notMatched }
      case .notMatched: if !condition.isNegated { return .notMatched }
      case .tooMuchWork: return .tooMuchWork
      }
    }
    switch engine {
    case .automaton(let automaton):
      work -= bytes.count >> 3
      return automaton.matches(bytes) ? .matched : .notMatched
    case .simulation:
      let budget = StepBudget(min(RegexLimits.simulationWork, max(work, 0)), interruption)
      var simulation = Simulation(program: self, text: UTF8Text(bytes: bytes), budget: budget)
      defer { work -= budget.total - simulation.budget.total }
      return simulation.search()
    case .backtracking:
      let budget = StepBudget(min(RegexLimits.backtrackingWork, max(work, 0)), interruption)
      var backtracker = Backtracker(self, UTF8Text(bytes: bytes), budget)
      defer { work -= budget.total - backtracker.budget.total }
      return backtracker.search()
    }
  }
}

extension RegexTree {
  /// Removes the lookaheads at the very beginning: `^(?=.*a)(?!.*b)c` occurs if `^c` and `^.*a` do, and `^.*b`
  /// doesn't. Each of them alone often makes an automaton.
  fileprivate mutating func takeConditions() -> [(tree: RegexTree, isNegated: Bool)] {
    guard !hasReferences, case .sequence(var nodes) = root, case .assertion(.start)? = nodes.first else {
      return []
    }
    var conditions: [(tree: RegexTree, isNegated: Bool)] = []
    while nodes.count > 1, case .look(let look) = nodes[1], look.isAhead {
      var tree = self
      // Lookaheads at the beginning of that sequence are removed in turn.
      let body = if case .sequence(let inner) = look.body { inner } else { [look.body] }
      tree.root = .sequence([.assertion(.start)] + body)
      conditions.append((tree, look.isNegated))
      nodes.remove(at: 1)
    }
    root = .sequence(nodes)
    return conditions
  }
}
