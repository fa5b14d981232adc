/// Turns a tree into instructions.
struct Compiler {
  private let tree: RegexTree
  /// The instruction for each set of the tree.
  private let characters: [Instruction]
  /// Whether to record groups, which only references need.
  private let tracksGroups: Bool
  private var isBackward = false
  private var code: [Instruction] = []
  private(set) var looks: [CompiledLook?]
  private(set) var references: [[Int]] = []
  private(set) var registerCount = 0

  struct CompiledLook: Sendable {
    let code: Code
    let isNegated: Bool
  }

  init(_ tree: RegexTree, characters: [Instruction]) {
    self.tree = tree
    self.characters = characters
    tracksGroups = tree.hasReferences
    looks = Array(repeating: nil, count: tree.lookCount)
  }

  /// The code of a part of the tree. Its lookarounds are added to `looks`.
  ///
  /// Without references, the direction in which a lookaround reads doesn't matter. It is compiled so that one pass
  /// over the text finds all positions where it holds: a lookahead is read from the end of the text, a lookbehind
  /// from its beginning. With references, it reads away from its position, as in ECMA-262.
  mutating func compile(_ node: RegexNode, backward: Bool = false) -> Code {
    let outer = (code, isBackward)
    defer { (code, isBackward) = outer }
    code = []
    isBackward = backward
    emit(node)
    code.append(.match)
    return Code(instructions: code, isBackward: backward)
  }

  private var here: Int32 { Int32(code.count) }

  private mutating func emit(_ node: RegexNode) {
    switch node {
    case .empty: break
    case .character(let set): code.append(characters[set])
    case .sequence(let nodes):
      for index in nodes.indices { emit(nodes[isBackward ? nodes.count - 1 - index : index]) }
    case .alternation(let nodes): emitAlternation(nodes)
    case .capture(let body, let group): emitCapture(body, group)
    case .repetition(let body, let repetition): emitRepetition(body, repetition)
    case .look(let look):
      if looks[look.number] == nil {
        let compiled = compile(look.body, backward: look.isAhead != tracksGroups)
        looks[look.number] = CompiledLook(code: compiled, isNegated: look.isNegated)
      }
      code.append(.look(Int32(look.number)))
    case .reference(let groups): emitReference(groups)
    case .namedReference(let name): emitReference(tree.names[name] ?? [])
    case .assertion(let assertion): code.append(.assertion(assertion))
    }
  }

  private mutating func emitReference(_ groups: [Int]) {
    code.append(.reference(Int32(references.count)))
    references.append(groups)
  }

  private mutating func emitAlternation(_ nodes: [RegexNode]) {
    var jumps: [Int] = []
    for (number, node) in nodes.enumerated() {
      guard number + 1 < nodes.count else {
        emit(node)
        break
      }
      let split = code.count
      code.append(.split(here + 1, 0))
      emit(node)
      jumps.append(code.count)
      code.append(.jump(0))
      code[split] = .split(Int32(split) + 1, here)
    }
    for jump in jumps { code[jump] = .jump(here) }
  }

  private mutating func emitCapture(_ body: RegexNode, _ group: Int) {
    guard tracksGroups else { return emit(body) }
    let begin = Instruction.save(Int32(group * 2))
    let end = Instruction.save(Int32(group * 2 + 1))
    code.append(isBackward ? end : begin)
    emit(body)
    code.append(isBackward ? begin : end)
  }

  private mutating func emitRepetition(_ body: RegexNode, _ repetition: RegexNode.Repetition) {
    var lastStart = here
    for _ in 0..<repetition.minimum {
      lastStart = here
      emitIteration(body, repetition, isOptional: false)
    }
    guard let maximum = repetition.maximum else {
      if repetition.minimum > 0, !tracksGroups {
        code.append(.split(lastStart, here + 1))
        return
      }
      let split = code.count
      code.append(.split(0, 0))
      emitIteration(body, repetition, isOptional: true)
      code.append(.jump(Int32(split)))
      code[split] = choice(Int32(split) + 1, here, isLazy: repetition.isLazy)
      return
    }
    var splits: [Int] = []
    for _ in repetition.minimum..<maximum {
      splits.append(code.count)
      code.append(.split(0, 0))
      emitIteration(body, repetition, isOptional: true)
    }
    for split in splits { code[split] = choice(Int32(split) + 1, here, isLazy: repetition.isLazy) }
  }

  private func choice(_ more: Int32, _ enough: Int32, isLazy: Bool) -> Instruction {
    isLazy ? .split(enough, more) : .split(more, enough)
  }

  /// One iteration. An iteration beyond the minimum must not be empty (ECMA-262, section 22.2.2.3.1).
  private mutating func emitIteration(
    _ body: RegexNode, _ repetition: RegexNode.Repetition, isOptional: Bool
  ) {
    guard tracksGroups else { return emit(body) }
    if !repetition.groups.isEmpty {
      code.append(
        .forget(
          from: Int32((repetition.groups.lowerBound + 1) * 2),
          to: Int32((repetition.groups.upperBound + 1) * 2)))
    }
    guard isOptional, body.mayBeEmpty else { return emit(body) }
    let register = Int32(registerCount)
    registerCount += 1
    code.append(.enter(register))
    emit(body)
    code.append(.progress(register))
  }
}
