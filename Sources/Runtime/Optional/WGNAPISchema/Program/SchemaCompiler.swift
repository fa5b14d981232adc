import WGNAPIJSON
import WGNAPISupport

/// Compiles keywords to executable form.
struct SchemaCompiler {
  private let source: SchemaNode
  var memory = ProgramMemory()
  /// The keywords, including those of merged schemas.
  private(set) var assertions: [JSONSchema.Keyword] = []
  var node: Node

  init(_ source: SchemaNode) {
    self.source = source
    node = Node(source: .passUnretained(source))
    assertions = Self.separated(Self.merged(source.keywords))
  }

  /// Returns the keywords with a schema of its own for each `contains` if there are several: an element counts for one of
  /// them.
  private static func separated(_ keywords: [JSONSchema.Keyword]) -> [JSONSchema.Keyword] {
    var (contains, bounds, others): ([JSONSchema.Keyword], [JSONSchema.Keyword], [JSONSchema.Keyword]) = (
      [], [], []
    )
    for keyword in keywords {
      switch keyword.form {
      case .contains: contains.append(keyword)
      case .minContains, .maxContains: bounds.append(keyword)
      default: others.append(keyword)
      }
    }
    guard contains.count > 1 else { return keywords }
    return others + contains.map { JSONSchema.Keyword(.inline(JSONSchema([$0] + bounds))) }
  }

  /// Returns the keywords, including those of other schemas that can be merged into this one without changing
  /// its meaning.
  private static func merged(_ keywords: [JSONSchema.Keyword]) -> [JSONSchema.Keyword] {
    var result: [JSONSchema.Keyword] = []
    for keyword in keywords {
      if case .inline(let schema) = keyword.form, schema.node.location == nil, schema.node.anchors == nil,
        !schema.node.isSecret, !schema.node.hidesKeys
      {
        let inner = merged(schema.node.keywords)
        if inner.allSatisfy(\.isAssertion) {
          result += inner
          continue
        }
      }
      result.append(keyword)
    }
    return result
  }

  mutating func compile() -> NodePointer {
    if let copy = nullableCopy() { return memory.store([copy]) }
    compileTypes()
    compileNumbers()
    compileStrings()
    compileValues()
    compileArrays()
    compileObjects()
    compileInstructions()
    compileScope()
    node.shape = node.shapeOfChecks
    return memory.store([node])
  }

  /// Returns the node for "null or another schema" if the other schema has no rule for null except its type;
  /// otherwise nil.
  private mutating func nullableCopy() -> Node? {
    guard assertions.count == 1, case .nullable(let schema) = assertions[0].form, source.location == nil,
      source.anchors == nil, !source.isSecret
    else { return nil }
    let inner = schema.node.compile().pointee
    guard inner.checks.isDisjoint(with: .anyType), !inner.isNever else { return nil }
    var copy = inner
    copy.types.insert(.null)
    copy.shape = copy.shapeOfChecks
    return copy
  }

  private mutating func compileTypes() {
    for keyword in assertions {
      if case .type(let types) = keyword.form { node.types.formIntersection(types) }
    }
  }

  private mutating func compileScope() {
    if source.location != nil { node.checks.insert(.location) }
    if source.isSecret { node.checks.insert(.secret) }
    if source.hidesKeys { node.checks.insert(.hiddenKeys) }
    guard let anchors = source.anchors, !anchors.list.links.isEmpty else { return }
    node.checks.insert(.scope)
    node.anchors = memory.keep(anchors.list.compile())
  }

  // MARK: Subschemas

  @inline(never)
  func compiled(_ schema: JSONSchema) -> NodePointer { schema.node.compile() }

  /// Compiles several schemas for the same value to one.
  @inline(never)
  mutating func compiled(_ schemas: [JSONSchema]) -> NodePointer? {
    guard schemas.count > 1 else { return schemas.first.map { compiled($0) } }
    let merged = JSONSchema.merged(schemas)
    _ = memory.keep(merged.node)
    return merged.node.compile()
  }
}

/// Numbers for the names of dynamic anchors. Call it with `SchemaLinking.lock` held.
enum AnchorNumbers {
  nonisolated(unsafe) private static var numbers: [String: Int] = [:]

  @inline(never)
  static func number(of anchor: String) -> Int {
    if let number = numbers[anchor] { return number }
    numbers[anchor] = numbers.count
    return numbers.count - 1
  }
}

extension JSONSchema.Keyword {
  /// Whether the keyword is an assertion on a value itself that doesn't affect other keywords.
  var isAssertion: Bool {
    switch form {
    case .type, .enumeration, .const, .limit, .minLength, .maxLength, .pattern, .format, .inText, .minItems,
      .maxItems, .uniqueItems, .minProperties,
      .maxProperties, .required, .dependentRequired:
      true
    default: false
    }
  }
}

extension Node {
  /// The shape that corresponds to the checks.
  var shapeOfChecks: Shape {
    if checks.isEmpty, types == .all { return .any }
    if let forward = forwardShape { return forward }
    switch types.subtracting(.null) {
    case .object: return checks == .object ? .object : .general
    case .array: return checks == .array ? .array : .general
    default: return .general
    }
  }

  private var forwardShape: Shape? {
    guard types == .all, checks == .inPlace, instructionCount == 1, let instruction = instructions?.pointee
    else { return nil }
    switch instruction.kind {
    case .reference: return .forward
    case .nullableReference: return .nullableForward
    default: return nil
    }
  }
}

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

  private mutating func instruction(for keyword: JSONSchema.Keyword, at index: Int) -> Instruction? {
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
  private mutating func instruction(_ kind: Instruction.Kind, _ schemas: [JSONSchema]) -> Instruction {
    var nodes: [NodePointer?] = []
    for schema in schemas { nodes.append(compiled(schema)) }
    return Instruction(kind: kind, nodes: memory.store(nodes), count: nodes.count)
  }

  private mutating func nullable(_ schema: JSONSchema) -> Instruction {
    let inner = compiled(schema).pointee
    if inner.shape == .forward, let link = inner.instructions?.pointee.link {
      return Instruction(kind: .nullableReference, link: link)
    }
    return instruction(.nullable, [schema])
  }

  private mutating func condition(
    _ schema: JSONSchema, _ branches: (then: [JSONSchema], otherwise: [JSONSchema])
  ) -> Instruction {
    let nodes = [compiled(schema), compiled(branches.then), compiled(branches.otherwise)]
    return Instruction(kind: .condition, nodes: memory.store(nodes), count: nodes.count)
  }

  /// Returns the `then` and `else` that follow an `if`, up to the next one. Those before the first `if`
  /// belong to it.
  private func branches(ofConditionAt index: Int) -> (then: [JSONSchema], otherwise: [JSONSchema]) {
    var result: (then: [JSONSchema], otherwise: [JSONSchema]) = ([], [])
    let isFirst = !assertions[..<index].contains { if case .condition = $0.form { true } else { false } }
    for keyword in isFirst ? assertions[..<index] : [] { collect(keyword, &result) }
    for keyword in assertions[(index + 1)...] {
      if case .condition = keyword.form { break }
      collect(keyword, &result)
    }
    return result
  }

  private func collect(
    _ keyword: JSONSchema.Keyword, _ result: inout (then: [JSONSchema], otherwise: [JSONSchema])
  ) {
    switch keyword.form {
    case .then(let schema): result.then.append(schema)
    case .otherwise(let schema): result.otherwise.append(schema)
    default: break
    }
  }
}
