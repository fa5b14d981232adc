import WGNAPIJSON
import WGNAPISupport

/// A reference to a schema that is resolved on first use, by a closure that is called without holding any
/// lock.
///
/// Its state is guarded by `SchemaLinking.lock`. A settled link never changes, and threads that run a schema
/// with this link can read its target without the lock.
final class SchemaLink: @unchecked Sendable {
  enum State {
    /// The link hasn't been resolved.
    case open
    /// The target is known.
    case settled(SchemaNode)
    /// The target is resolved during evaluation, because the schemas endlessly create new ones; nil before
    /// that.
    case late(SchemaNode?)
  }

  let find: @Sendable () -> JSONSchema
  var state: State = .open
  private let target = UnsafeMutablePointer<NodePointer?>.allocate(capacity: 1)

  init(_ find: @escaping @Sendable () -> JSONSchema) {
    self.find = find
    target.initialize(to: nil)
  }

  deinit { target.deallocate() }

  var pointer: LinkPointer { LinkPointer(link: .passUnretained(self), target: target) }

  func settle(_ node: SchemaNode) {
    state = .settled(node)
    target.pointee = node.compile()
  }

  var isOpen: Bool { if case .open = state { true } else { false } }
}

/// Resolves all references reachable from a schema, before it is first run.
///
/// A link is settled once, with the lock held. A schema is ready when all reachable links are settled or
/// late. A thread that sees a ready schema has acquired a lock after that, and needs none from then on.
enum SchemaLinking {
  static let lock = Mutex()

  /// The limits, in number and distance from the root, for resolving references in advance; others are
  /// resolved during evaluation. Closures may create new schemas endlessly, as recursive computed properties
  /// do.
  private static let limits = (targets: 20_000, distance: 128)

  static func link(_ root: SchemaNode) -> NodePointer {
    let node = lock.withLock { root.compile() }
    var walk = Walk()
    _ = lock.withLock { walk.reach(root) }
    while let link = walk.next() {
      let isOpen = lock.withLock { link.isOpen }
      let isNear = walk.targets < limits.targets && walk.distance <= limits.distance
      let found = isOpen && isNear ? link.find().node : nil
      lock.withLock {
        if link.isOpen {
          if let found { link.settle(found) } else { link.state = .late(nil) }
        }
        guard case .settled(let target) = link.state else { return }
        walk.targets += walk.reach(target) ? 1 : 0
      }
    }
    lock.withLock { SchemaFinishing.finish(node) }
    return node
  }

  /// Returns whether values, or keys, of a document may be secret. Nothing is known of schemas that are resolved late.
  static func secrets(in root: SchemaNode) -> Node.Checks {
    _ = root.ready
    return lock.withLock {
      var walk = Walk()
      walk.reach(root)
      while let link = walk.next() {
        guard case .settled(let target) = link.state else { return [.secret, .hiddenKeys] }
        walk.reach(target)
      }
      return walk.secrets
    }
  }

  /// Returns the target of a link that wasn't resolved in advance.
  static func lateTarget(of link: SchemaLink) -> NodePointer {
    if let known = lock.withLock({ known(link) }) { return known }
    let found = link.find().node
    return lock.withLock {
      if let known = known(link) { return known }
      link.state = .late(found)
      let node = found.compile()
      var walk = Walk()
      walk.reach(found)
      while let inner = walk.next() {
        if inner.isOpen { inner.state = .late(nil) }
      }
      SchemaFinishing.finish(node)
      return node
    }
  }

  private static func known(_ link: SchemaLink) -> NodePointer? {
    switch link.state {
    case .settled(let node), .late(let node?): node.compile()
    default: nil
    }
  }

  /// The links to follow, breadth first.
  private struct Walk {
    private var seen = ObjectSet()
    private var links: [(link: SchemaLink, distance: Int)] = []
    private var position = 0
    var targets = 0
    /// What is secret in the values of the schemas.
    private(set) var secrets: Node.Checks = []
    /// The number of links from the root to the current schema.
    private(set) var distance = 0

    mutating func next() -> SchemaLink? {
      guard position < links.count else { return nil }
      position += 1
      distance = links[position - 1].distance
      return links[position - 1].link
    }

    /// Records the links of a schema and of its subschemas; returns false if it has been visited.
    @discardableResult
    mutating func reach(_ node: SchemaNode) -> Bool {
      guard seen.insert(node) else { return false }
      if node.isSecret { secrets.insert(.secret) }
      if node.hidesKeys { secrets.insert(.hiddenKeys) }
      if let list = node.anchors?.list, seen.insert(list) {
        for link in list.links { note(link) }
      }
      for keyword in node.keywords {
        for link in keyword.links { note(link) }
        for schema in keyword.schemas { reach(schema.node) }
      }
      return true
    }

    private mutating func note(_ link: SchemaLink) {
      if seen.insert(link) { links.append((link: link, distance: distance + 1)) }
    }
  }
}

extension JSONSchema.Keyword {
  fileprivate var links: [SchemaLink] {
    switch form {
    case .ref(let link), .dynamicRef(_, let link), .reference(let link): [link]
    default: []
    }
  }

  fileprivate var schemas: [JSONSchema] {
    switch form {
    case .items(let schema), .contains(let schema), .unevaluatedItems(let schema),
      .additionalProperties(let schema), .propertyNames(let schema), .unevaluatedProperties(let schema),
      .not(let schema), .condition(let schema), .then(let schema), .otherwise(let schema),
      .nullable(let schema), .inline(let schema):
      [schema]
    case .prefixItems(let schemas), .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas),
      .alternatives(_, let schemas):
      schemas
    case .properties(let entries), .dependentSchemas(let entries): entries.entries.map(\.value)
    case .patternProperties(let entries): entries.map(\.schema)
    default: []
    }
  }
}

/// Completes compiled schemas when all their references have been resolved: determines which scalars are
/// certainly accepted, and the final targets of references.
///
/// It runs with `SchemaLinking.lock` held, once per node and before any thread runs the node.
struct SchemaFinishing {
  private var nodes: [NodePointer] = []
  private var anchorPlans = ObjectSet()

  /// Finishes a schema and all schemas that are reachable from it.
  static func finish(_ root: NodePointer) {
    var finishing = SchemaFinishing()
    finishing.add(root)
    var index = 0
    while index < finishing.nodes.count {
      finishing.addParts(of: finishing.nodes[index])
      index += 1
    }
    for node in finishing.nodes {
      let certainty = finishing.certainty(node, depth: 0)
      node.pointee.shortcut = certainty.shortcut
      node.pointee.target = finishing.target(node)
    }
    // Members have copies, which depend on all nodes.
    for node in finishing.nodes {
      if let plan = node.pointee.object { finishing.finishMembers(plan) }
    }
  }

  private func finishMembers(_ plan: UnsafeMutablePointer<ObjectChecks>) {
    guard !plan.pointee.isFinished else { return }
    plan.pointee.isFinished = true
    for index in 0..<plan.pointee.count {
      let property = plan.pointee.properties + index
      guard let value = property.pointee.value ?? plan.pointee.additional else { continue }
      property.pointee.shortcut = value.pointee.shortcut
      property.pointee.target = value
    }
  }

  // MARK: Reach

  @inline(never)
  private mutating func add(_ node: NodePointer?) {
    guard let node, !node.pointee.isFinished else { return }
    node.pointee.isFinished = true
    nodes.append(node)
  }

  private mutating func addParts(of node: NodePointer) {
    if let plan = node.pointee.object?.pointee {
      for index in 0..<plan.count { add(plan.properties[index].value) }
      add(plan.additional)
      if let extras = plan.extras?.takeUnretainedValue() {
        for pattern in extras.patterns { add(pattern.value) }
        for dependent in extras.dependentSchemas { add(dependent.value) }
        add(extras.names)
      }
    }
    if let plan = node.pointee.array?.pointee {
      for index in 0..<plan.prefixCount { add(plan.prefix?[index]) }
      add(plan.items)
      add(plan.contains)
    }
    for index in 0..<node.pointee.instructionCount {
      guard let instruction = node.pointee.instructions?[index] else { continue }
      for index in 0..<instruction.count { add(instruction.nodes?[index]) }
      add(instruction.link?.target.pointee)
    }
    add(node.pointee.unevaluatedItems)
    add(node.pointee.unevaluatedProperties)
    if let plan = node.pointee.anchors?.takeUnretainedValue(),
      anchorPlans.insert(plan)
    {
      for link in plan.links { add(link.target.pointee) }
    }
  }

  // MARK: Certainty

  /// The limits for in-place schemas, which may refer to each other endlessly.
  private static let limits = (depth: 16, instructions: 16)

  private func certainty(_ node: NodePointer, depth: Int) -> ScalarCertainty {
    var certainty = ScalarCertainty(node)
    guard node.pointee.instructionCount > 0 else { return certainty }
    guard depth < Self.limits.depth, node.pointee.instructionCount + depth <= Self.limits.instructions else {
      return .nothing
    }
    for index in 0..<node.pointee.instructionCount where !certainty.types.isEmpty {
      guard let instruction = node.pointee.instructions?[index], instruction.count <= 1,
        let target = target(of: instruction)
      else { return .nothing }
      var other = self.certainty(target, depth: depth + 1 + node.pointee.instructionCount)
      switch instruction.kind {
      case .reference, .ref, .inline, .allOf: break
      case .nullable, .nullableReference: other.types.insert(.null)
      case .dynamicRef, .anyOf, .oneOf, .not, .condition, .alternatives: return .nothing
      }
      certainty.formIntersection(other)
    }
    return certainty
  }

  private func target(of instruction: Instruction) -> NodePointer? {
    instruction.link.map { $0.target.pointee } ?? (instruction.count > 0 ? instruction.nodes?[0] : nil)
  }

  /// Returns the final target of a schema that is only a reference, for values other than null.
  private func target(_ node: NodePointer) -> NodePointer? {
    var (end, steps) = (node, 0)
    while end.pointee.shape == .forward || end.pointee.shape == .nullableForward {
      // Endless references are detected during evaluation.
      guard let next = end.pointee.instructions?.pointee.link?.target.pointee, steps < 64 else { return nil }
      (end, steps) = (next, steps + 1)
    }
    return steps > 0 ? end : nil
  }
}
