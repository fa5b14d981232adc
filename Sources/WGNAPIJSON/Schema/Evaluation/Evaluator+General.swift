extension Evaluator {
  /// Applies a schema of any shape.
  @inline(never)
  mutating func visitGenerally(
    _ node: NodePointer, _ type: JSONTypes, _ first: UInt8, _ reader: inout JSONReader, into outer: Int
  ) throws(JSONError) -> Bool {
    let start = reader.place
    let checks = node.pointee.checks
    let base = reports ? report.base : nil
    if reports, checks.contains(.location) { report.enter(node) }
    if checks.contains(.scope) { scope.append(node) }
    // Only parts evaluated by the schema itself and its in-place schemas count for its `unevaluated…`
    // keywords.
    let tracks =
      type == .object && checks.contains(.unevaluatedProperties)
      || type == .array && checks.contains(.unevaluatedItems)
    var set = outer
    if tracks {
      set = sets.count
      sets.append(EvaluatedSet())
    }

    var (isAccepted, after) = try checkSelf(node, type, first, &reader, into: set)
    if isAccepted || reports, checks.contains(.inPlace), let instructions = node.pointee.instructions {
      for index in 0..<node.pointee.instructionCount {
        if try !run(instructions + index, start, &after, &reader, into: set) {
          isAccepted = false
          if !reports { break }
        }
      }
    }
    if tracks {
      if isAccepted || reports, try !checkUnevaluated(node, type, start, &after, &reader, in: set) {
        isAccepted = false
      }
      if isAccepted, outer >= 0 { sets[outer].insertAll() }
      sets.removeLast()
    }
    if checks.contains(.scope) { scope.removeLast() }
    if reports { report.base = base }
    guard isAccepted || reports else { return false }
    if let after {
      reader.leave(to: after)
    } else {
      reader.back(to: start)
      try reader.skipValue()
    }
    return isAccepted
  }

  /// Checks the type, the value and its parts. Returns the position after the value if it is known.
  private mutating func checkSelf(
    _ node: NodePointer, _ type: JSONTypes, _ first: UInt8, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> (isAccepted: Bool, after: Place?) {
    let start = reader.place
    let (types, checks) = (node.pointee.types, node.pointee.checks)
    var isAccepted = true
    if types.isDisjoint(with: type) {
      return (reject(type: node, &reader), nil)
    }
    switch type {
    case .object:
      if checks.contains(.object), let plan = node.pointee.object {
        isAccepted = try object(node, plan, &reader, into: set)
      } else if !checks.contains(.values) {
        return (true, nil)
      }
    case .array:
      if checks.contains(.array), let plan = node.pointee.array {
        isAccepted = try array(node, plan, &reader, into: set)
      } else if !checks.contains(.values) {
        return (true, nil)
      }
    case .string: return (try string(node, &reader), reader.place)
    case .number: return (try number(node, &reader), reader.place)
    default:
      try reader.passLiteral(first)
      if checks.contains(.values), !isListed(literal: first, node) {
        isAccepted = reject(values: node, start, &reader)
      }
      return (isAccepted, reader.place)
    }
    guard checks.contains(.values), isAccepted || reports else { return (isAccepted, reader.place) }
    reader.back(to: start)
    let value = try JSON.read(from: &reader)
    if !isListed(value, node) { isAccepted = reject(values: node, start, &reader) }
    return (isAccepted, reader.place)
  }

  // MARK: Listed values

  private func isListed(literal first: UInt8, _ node: NodePointer) -> Bool {
    guard let plan = node.pointee.values?.takeUnretainedValue() else { return true }
    return plan.sets.allSatisfy { set in
      switch first {
      case UInt8(ascii: "n"): set.hasNull
      case UInt8(ascii: "t"): set.hasTrue
      default: set.hasFalse
      }
    }
  }

  private func isListed(_ value: JSON, _ node: NodePointer) -> Bool {
    guard let plan = node.pointee.values?.takeUnretainedValue() else { return true }
    return plan.sets.allSatisfy { set in
      if case .array = value { set.arrays.contains(value) } else { set.objects.contains(value) }
    }
  }
}
