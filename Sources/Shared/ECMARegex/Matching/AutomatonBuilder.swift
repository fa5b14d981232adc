/// Makes an automaton from code without lookarounds and references, as long as it stays small.
///
/// A state is the set of instructions that a search can have reached after the same characters. Assertions about the
/// next character stay in the set until it is known.
struct AutomatonBuilder {
  private let code: [Instruction]
  private let alphabet: Alphabet
  private let membership: Membership
  private var states: [State] = []
  private var numbers: [State: UInt32] = [:]
  private var marks: [UInt32]
  private var generation: UInt32 = 0
  private var stack: [Int32] = []
  private var found: [Int32] = []
  private var work = 0
  private var loops = [ASCIISet()]

  private struct State: Hashable {
    /// Characters to read, and assertions.
    var leaves: [Int32]
    var isAtStart = false
    var followsWord = false
  }

  init(_ code: [Instruction], alphabet: Alphabet, membership: Membership) {
    self.code = code
    self.alphabet = alphabet
    self.membership = membership
    marks = Array(repeating: 0, count: code.count)
  }

  /// The automaton; nil if it, or building it, would exceed the limits.
  mutating func build() -> Automaton? {
    let width = Automaton.width(alphabet)
    var table = [UInt32](repeating: 0, count: width)
    table += repeatElement(UInt32(width), count: width)
    guard table.count <= RegexLimits.automatonEntries else { return nil }
    clear()
    let isFound = follow(0, isAtStart: true)
    let start = isFound ? UInt32(width) : number(isAtStart: true, followsWord: false)
    var next = 0
    while next < states.count {
      guard work < RegexLimits.automatonWork, table.count + width <= RegexLimits.automatonEntries else {
        return nil
      }
      var row = row(of: states[next])
      row.append(loop(of: UInt32(table.count), row))
      table += row
      next += 1
    }
    return Automaton(alphabet: alphabet, table: table, loops: loops, start: start)
  }

  private mutating func row(of state: State) -> [UInt32] {
    let success = UInt32(Automaton.width(alphabet))
    let isPending = state.leaves.contains { isAssertion($0) }
    let beforeWord = isPending ? resolve(state, nextIsWord: true, isAtEnd: false) : state.leaves
    let beforeOther = isPending ? resolve(state, nextIsWord: false, isAtEnd: false) : state.leaves
    var row: [UInt32] = []
    for member in 0..<alphabet.count {
      let isWord = alphabet.isWord[member]
      guard let leaves = isWord ? beforeWord : beforeOther else {
        row.append(success)
        continue
      }
      clear()
      // A search may begin at every character.
      var isFound = follow(0, isAtStart: false)
      for leaf in leaves where reads(leaf, member) { isFound = follow(leaf + 1, isAtStart: false) || isFound }
      work += leaves.count + 4
      row.append(isFound ? success : number(isAtStart: false, followsWord: isWord))
    }
    row.append(isPending && resolve(state, nextIsWord: false, isAtEnd: true) == nil ? success : 0)
    return row
  }

  /// The index of the loop of the state with this row.
  private mutating func loop(of state: UInt32, _ row: [UInt32]) -> UInt32 {
    var loop = ASCIISet()
    for byte in UInt8(0)..<0x80 where row[Int(alphabet.ascii[Int(byte)])] == state { loop.insert(byte) }
    if loop.isEmpty { return 0 }
    loops.append(loop)
    return UInt32(loops.count - 1)
  }

  private func isAssertion(_ leaf: Int32) -> Bool {
    if case .assertion = code[Int(leaf)] { return true }
    return false
  }

  private func reads(_ leaf: Int32, _ member: Int) -> Bool {
    switch code[Int(leaf)] {
    case .letter(let wanted): Int(wanted) == member
    case .set(let set): membership.contains(set: set, member)
    default: false
    }
  }

  private mutating func clear() {
    generation += 1
    found.removeAll(keepingCapacity: true)
  }

  /// The number of the state for the instructions found.
  private mutating func number(isAtStart: Bool, followsWord: Bool) -> UInt32 {
    if found.isEmpty { return Automaton.failure }
    var state = State(leaves: found.sorted())
    work += found.count
    // Without assertions, the difference doesn't matter and would only add states.
    if found.contains(where: { isAssertion($0) }) {
      state.isAtStart = isAtStart
      state.followsWord = followsWord
    }
    if let known = numbers[state] { return known }
    let number = UInt32((states.count + 2) * Automaton.width(alphabet))
    numbers[state] = number
    states.append(state)
    return number
  }

  /// The characters to read once the next one's kind is known; nil if nothing more is needed.
  private mutating func resolve(_ state: State, nextIsWord: Bool, isAtEnd: Bool) -> [Int32]? {
    clear()
    var pending = state.leaves
    while let leaf = pending.popLast() {
      guard case .assertion(let assertion) = code[Int(leaf)] else {
        found.append(leaf)
        continue
      }
      let holds =
        switch assertion {
        case .start: state.isAtStart
        case .end: isAtEnd
        case .wordBoundary: state.followsWord != nextIsWord
        case .noWordBoundary: state.followsWord == nextIsWord
        }
      guard holds else { continue }
      let before = found.count
      if follow(leaf + 1, isAtStart: state.isAtStart) { return nil }
      // Assertions after it are resolved in turn, once each.
      let added = found[before...]
      pending += added.filter { isAssertion($0) }
      found.removeLast(added.count)
      found += added.filter { !isAssertion($0) }
    }
    return Set(found).sorted()
  }

  /// Follows an instruction without reading. Returns whether that is enough for a match.
  private mutating func follow(_ first: Int32, isAtStart: Bool) -> Bool {
    stack.append(first)
    defer { stack.removeAll(keepingCapacity: true) }
    while let next = stack.popLast() {
      guard marks[Int(next)] != generation else { continue }
      marks[Int(next)] = generation
      work += 1
      switch code[Int(next)] {
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      case .jump(let target): stack.append(target)
      case .assertion(.start): if isAtStart { stack.append(next + 1) }
      case .match: return true
      default: found.append(next)
      }
    }
    return false
  }
}
