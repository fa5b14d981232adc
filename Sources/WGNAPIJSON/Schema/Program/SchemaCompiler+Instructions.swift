extension SchemaCompiler {
  mutating func compileInstructions() {
    var instructions: [Instruction] = []
    for (index, keyword) in assertions.enumerated() {
      if let instruction = instruction(for: keyword, at: index) { instructions.append(instruction) }
    }
    guard !instructions.isEmpty else { return }
    node.checks.insert(.inPlace)
    node.instructions = memory.store(instructions)
    node.instructionCount = instructions.count
  }

  private mutating func instruction(for keyword: Schema.Keyword, at index: Int) -> Instruction? {
    switch keyword.form {
    case .reference(let link): return Instruction(kind: .reference, link: link.pointer)
    case .ref(let link): return Instruction(kind: .ref, link: link.pointer)
    case .dynamicRef(let anchor, let link):
      return Instruction(
        kind: .dynamicRef, link: link.pointer, anchor: anchor.map { AnchorNumbers.number(of: $0) } ?? -1)
    case .inline(let schema): return instruction(.inline, [schema])
    case .nullable(let schema): return nullable(schema)
    case .allOf(let schemas): return instruction(.allOf, schemas)
    case .anyOf(let schemas): return instruction(.anyOf, schemas)
    case .oneOf(let schemas): return instruction(.oneOf, schemas)
    case .not(let schema): return instruction(.not, [schema])
    case .condition(let schema): return condition(schema, branches(ofConditionAt: index))
    case .alternatives(let alternatives, let schemas):
      var choice = instruction(.alternatives, schemas)
      choice.alternatives = memory.keep(alternatives)
      return choice
    default: return nil
    }
  }

  @inline(never)
  private mutating func instruction(_ kind: Instruction.Kind, _ schemas: [Schema]) -> Instruction {
    var nodes: [NodePointer?] = []
    for schema in schemas { nodes.append(compiled(schema)) }
    return Instruction(kind: kind, nodes: memory.store(nodes), count: nodes.count)
  }

  private mutating func nullable(_ schema: Schema) -> Instruction {
    let inner = compiled(schema).pointee
    if inner.shape == .forward, let link = inner.instructions?.pointee.link {
      return Instruction(kind: .nullableReference, link: link)
    }
    return instruction(.nullable, [schema])
  }

  private mutating func condition(
    _ schema: Schema, _ branches: (then: [Schema], otherwise: [Schema])
  ) -> Instruction {
    let nodes = [compiled(schema), compiled(branches.then), compiled(branches.otherwise)]
    return Instruction(kind: .condition, nodes: memory.store(nodes), count: nodes.count)
  }

  /// Returns the `then` and `else` that follow an `if`, up to the next one. Those before the first `if`
  /// belong to it.
  private func branches(ofConditionAt index: Int) -> (then: [Schema], otherwise: [Schema]) {
    var result: (then: [Schema], otherwise: [Schema]) = ([], [])
    let isFirst = !assertions[..<index].contains { if case .condition = $0.form { true } else { false } }
    for keyword in isFirst ? assertions[..<index] : [] { collect(keyword, &result) }
    for keyword in assertions[(index + 1)...] {
      if case .condition = keyword.form { break }
      collect(keyword, &result)
    }
    return result
  }

  private func collect(
    _ keyword: Schema.Keyword, _ result: inout (then: [Schema], otherwise: [Schema])
  ) {
    switch keyword.form {
    case .then(let schema): result.then.append(schema)
    case .otherwise(let schema): result.otherwise.append(schema)
    default: break
    }
  }
}
