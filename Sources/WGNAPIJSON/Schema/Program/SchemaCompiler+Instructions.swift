extension SchemaCompiler {
  mutating func compileInstructions() {
    var instructions: [Instruction] = []
    for (index, keyword) in assertions.enumerated() {
      switch keyword.form {
      case .reference(let link): instructions.append(Instruction(kind: .reference, link: link.pointer))
      case .ref(let link): instructions.append(Instruction(kind: .ref, link: link.pointer))
      case .dynamicRef(let anchor, let link):
        instructions.append(
          Instruction(
            kind: .dynamicRef, link: link.pointer, anchor: anchor.map(AnchorNumbers.number) ?? -1))
      case .inline(let schema): instructions.append(instruction(.inline, [schema]))
      case .nullable(let schema): instructions.append(nullable(schema))
      case .allOf(let schemas): instructions.append(instruction(.allOf, schemas))
      case .anyOf(let schemas): instructions.append(instruction(.anyOf, schemas))
      case .oneOf(let schemas): instructions.append(instruction(.oneOf, schemas))
      case .not(let schema): instructions.append(instruction(.not, [schema]))
      case .condition(let schema):
        instructions.append(condition(schema, branches(ofConditionAt: index)))
      case .alternatives(let alternatives, let schemas):
        var choice = instruction(.alternatives, schemas)
        choice.alternatives = memory.keep(alternatives)
        instructions.append(choice)
      default: break
      }
    }
    guard !instructions.isEmpty else { return }
    node.checks.insert(.inPlace)
    node.instructions = memory.store(instructions)
    node.instructionCount = instructions.count
  }

  private mutating func instruction(_ kind: Instruction.Kind, _ schemas: [Schema]) -> Instruction {
    Instruction(
      kind: kind, nodes: memory.store(schemas.map { compiled($0) as NodePointer? }), count: schemas.count)
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
