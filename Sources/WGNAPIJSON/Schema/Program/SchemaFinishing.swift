import WGNAPISupport

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

  private func finishMembers(_ plan: UnsafeMutablePointer<ObjectPlan>) {
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
    instruction.link.map { $0.target.pointee } ?? instruction.nodes?[0]
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
