/// Tries one alternative after another as described in ECMA-262, for patterns with back-references.
///
/// That can take exponential time, so there is a budget.
struct Backtracker {
  private let program: Program
  private let text: UTF8Text
  /// The bounds of groups; -1 for groups without a match.
  private var slots: [Int]
  /// The position where the current iteration of each repetition began.
  private var registers: [Int]
  private var trail: [Step] = []
  /// The remaining instructions.
  var budget: StepBudget

  /// A step to undo on failure.
  private enum Step {
    case resume(at: Int32, position: Int)
    case restoreSlot(Int32, Int)
    case restoreRegister(Int32, Int)
  }

  init(_ program: Program, _ text: UTF8Text, _ budget: StepBudget) {
    self.program = program
    self.text = text
    self.budget = budget
    slots = Array(repeating: -1, count: (program.groupCount + 1) * 2)
    registers = Array(repeating: 0, count: program.registerCount)
  }

  /// Whether the pattern occurs.
  mutating func search() -> ECMARegex.SearchResult {
    var position = 0
    while true {
      if run(program.code, from: position) { return .matched }
      guard budget.goesOn() else { return .tooMuchWork }
      guard position < text.count else { return .notMatched }
      position += text.character(at: position).length
    }
  }

  /// Runs code up to its first match. After a failure, the state is as it was before.
  ///
  /// Lookarounds call this recursively, as deep as the pattern's groups are nested.
  private mutating func run(_ code: Code, from start: Int) -> Bool {
    let base = trail.count
    var position = start
    var next: Int32 = 0
    while budget.goesOn() {
      if trail.count < RegexLimits.backtrackingDepth { budget.take(1) } else { budget.end() }
      var goesOn = true
      switch code.instructions[Int(next)] {
      case .match: return true
      case .split(let first, let second):
        trail.append(.resume(at: second, position: position))
        next = first
        continue
      case .jump(let target):
        next = target
        continue
      case .letter(let wanted):
        goesOn = read(&position, backward: code.isBackward) { $0 == Int(wanted) }
      case .set(let set):
        let membership = program.membership
        goesOn = read(&position, backward: code.isBackward) { membership.contains(set: set, $0) }
      case .assertion(let assertion): goesOn = holds(assertion, at: position)
      case .look(let number): goesOn = look(program.looks[Int(number)], at: position)
      case .save(let slot): note(position, in: slot)
      case .forget(let from, let to):
        for slot in from..<to where slots[Int(slot)] != -1 { note(-1, in: slot) }
      case .enter(let register):
        trail.append(.restoreRegister(register, registers[Int(register)]))
        registers[Int(register)] = position
      case .progress(let register): goesOn = registers[Int(register)] != position
      case .reference(let groups):
        goesOn = readAgain(program.references[Int(groups)], &position, backward: code.isBackward)
      }
      if goesOn {
        next += 1
      } else if let step = backtrack(to: base) {
        (next, position) = step
      } else {
        return false
      }
    }
    return false
  }

  private mutating func note(_ position: Int, in slot: Int32) {
    trail.append(.restoreSlot(slot, slots[Int(slot)]))
    slots[Int(slot)] = position
  }

  /// Undoes everything back to the last alternative; nil if there is none after `base`.
  private mutating func backtrack(to base: Int) -> (Int32, Int)? {
    while trail.count > base, let step = trail.popLast() {
      switch step {
      case .resume(let next, let position): return (next, position)
      case .restoreSlot(let slot, let position): slots[Int(slot)] = position
      case .restoreRegister(let register, let position): registers[Int(register)] = position
      }
    }
    return nil
  }

  private func read(_ position: inout Int, backward: Bool, _ accepts: (Int) -> Bool) -> Bool {
    guard backward ? position > 0 : position < text.count else { return false }
    let character = backward ? text.character(before: position) : text.character(at: position)
    guard accepts(program.alphabet.classOf(character.scalar)) else { return false }
    position += backward ? -character.length : character.length
    return true
  }

  private func isWord(before position: Int) -> Bool {
    position > 0 && program.alphabet.isWord[program.alphabet.classOf(text.character(before: position).scalar)]
  }

  private func isWord(after position: Int) -> Bool {
    position < text.count
      && program.alphabet.isWord[program.alphabet.classOf(text.character(at: position).scalar)]
  }

  private func holds(_ assertion: RegexNode.Assertion, at position: Int) -> Bool {
    switch assertion {
    case .start: position == 0
    case .end: position == text.count
    case .wordBoundary: isWord(before: position) != isWord(after: position)
    case .noWordBoundary: isWord(before: position) == isWord(after: position)
    }
  }

  /// Whether a lookaround holds. Only its first match is tried, and its groups keep their matches.
  private mutating func look(_ look: Compiler.CompiledLook?, at position: Int) -> Bool {
    guard let look else { return false }
    let base = trail.count
    guard run(look.code, from: position) else { return look.isNegated && budget.goesOn() }
    guard !look.isNegated else {
      while backtrack(to: base) != nil {}
      return false
    }
    // There is no backtracking into a lookaround.
    let kept = trail[base...].filter { if case .resume = $0 { false } else { true } }
    budget.take(trail.count - base)
    trail.replaceSubrange(base..., with: kept)
    return true
  }

  /// Matches the text of one of the groups again; an empty text if none has matched.
  private mutating func readAgain(_ groups: [Int], _ position: inout Int, backward: Bool) -> Bool {
    guard let group = groups.first(where: { slots[$0 * 2] >= 0 && slots[$0 * 2 + 1] >= 0 }) else {
      return true
    }
    let (begin, end) = (slots[group * 2], slots[group * 2 + 1])
    let length = end - begin
    guard length >= 0, backward ? position >= length : text.count - position >= length else { return false }
    budget.take(length / 8)
    let start = backward ? position - length : position
    for offset in 0..<length where text.bytes[begin + offset] != text.bytes[start + offset] { return false }
    position = backward ? start : start + length
    return true
  }
}
