import WGNAPIJSON
import WGNAPISupport

extension Evaluator {
  /// Runs an in-place applicator.
  ///
  /// - Parameters:
  ///   - start: The beginning of the value.
  ///   - after: The end of the value, once it is known.
  ///   - set: The set for evaluated parts, or a negative number.
  mutating func run(
    _ instruction: UnsafeMutablePointer<Instruction>, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let (outerPlace, outerCount) = (place, countInPlace)
    try beginInPlace(start, &reader)
    defer { (place, countInPlace) = (outerPlace, outerCount) }
    switch instruction.pointee.kind {
    case .allOf: return try allOf(instruction, start, &after, &reader, into: set)
    case .anyOf: return try anyOf(instruction, start, &after, &reader, into: set)
    case .oneOf: return try oneOf(instruction, start, &after, &reader, into: set)
    case .not:
      guard let node = instruction.pointee.nodes?[0] else { return true }
      guard try tryOut(node, "not", nil, start, &reader, into: -1) else { return true }
      return reject("not", start, reader, "the value is one that 'not' excludes")
    case .condition: return try condition(instruction, start, &after, &reader, into: set)
    case .alternatives: return try alternatives(instruction, start, &after, &reader, into: set)
    case .inline, .nullable:
      guard let node = instruction.pointee.nodes?[0] else { return true }
      if instruction.pointee.kind == .nullable, try passNull(start, &after, &reader) { return true }
      return try inPlace(node, start, &after, &reader, into: set)
    case .reference, .nullableReference, .ref, .dynamicRef:
      if instruction.pointee.kind == .nullableReference, try passNull(start, &after, &reader) { return true }
      return try follow(instruction, start, &after, &reader, into: set)
    }
  }

  private mutating func passNull(
    _ start: Place, _ after: inout Place?, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    reader.back(to: start)
    guard try reader.readNull() else { return false }
    after = reader.place
    return true
  }

  /// Applies a schema to the value again. The parts it evaluates count if it accepts the value.
  @inline(never)
  mutating func inPlace(
    _ node: NodePointer, _ start: Place, _ after: inout Place?, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    reader.back(to: start)
    guard set >= 0 else {
      let isAccepted = try apply(node, &reader)
      if isAccepted || reports { after = reader.place }
      return isAccepted
    }
    sets.append(EvaluatedSet())
    let isAccepted = try visit(node, &reader, into: sets.count - 1)
    let evaluated = sets.removeLast()
    if isAccepted { sets[set].formUnion(evaluated) }
    if isAccepted || reports { after = reader.place }
    return isAccepted
  }

  /// Applies the schema of a keyword, given its index if there are several.
  @inline(never)
  private mutating func inPlace(
    _ node: NodePointer, _ keyword: String, _ index: Int?, _ start: Place,
    _ after: inout Place?, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let length = report.path.count
    if reports { report.descend(keyword, index) }
    let isAccepted = try inPlace(node, start, &after, &reader, into: set)
    if reports { report.ascend(to: length) }
    return isAccepted
  }

  /// Applies the schema of a keyword without reporting violations.
  @inline(never)
  private mutating func tryOut(
    _ node: NodePointer, _ keyword: String, _ index: Int?, _ start: Place,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let count = report.violations.count
    var after: Place?
    let isAccepted = try inPlace(node, keyword, index, start, &after, &reader, into: set)
    if reports { report.truncate(to: count) }
    return isAccepted
  }

  /// Applies a schema of `dependentSchemas`.
  mutating func dependent(
    _ node: NodePointer, _ key: String, _ start: Place, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let (outerPlace, outerCount) = (place, countInPlace)
    try beginInPlace(start, &reader)
    defer { (place, countInPlace) = (outerPlace, outerCount) }
    let length = report.path.count
    if reports { report.descend(by: ["dependentSchemas", key]) }
    var after: Place?
    let isAccepted = try inPlace(node, start, &after, &reader, into: set)
    if reports { report.ascend(to: length) }
    return isAccepted
  }

  // MARK: Keywords

  private mutating func allOf(
    _ instruction: UnsafeMutablePointer<Instruction>, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    var isAccepted = true
    for index in 0..<instruction.pointee.count {
      guard let node = instruction.pointee.nodes?[index] else { continue }
      if try !inPlace(node, "allOf", index, start, &after, &reader, into: set) {
        isAccepted = false
        if !reports { return false }
      }
    }
    return isAccepted
  }

  private mutating func anyOf(
    _ instruction: UnsafeMutablePointer<Instruction>, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let reported = report.violations.count
    var isAccepted = false
    for index in 0..<instruction.pointee.count {
      guard let node = instruction.pointee.nodes?[index] else { continue }
      if try inPlace(node, "anyOf", index, start, &after, &reader, into: set) {
        isAccepted = true
        // The results of the others matter only for `unevaluated…` keywords.
        if set < 0 { break }
      }
    }
    guard reports else { return isAccepted }
    guard !isAccepted else {
      report.truncate(to: reported)
      return true
    }
    report.insert(
      "anyOf", start.position - reader.base, at: reported,
      "none of the \(instruction.pointee.count) alternatives fits")
    return false
  }

  private mutating func oneOf(
    _ instruction: UnsafeMutablePointer<Instruction>, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let reported = report.violations.count
    var fitting: [Int] = []
    for index in 0..<instruction.pointee.count {
      guard let node = instruction.pointee.nodes?[index] else { continue }
      if try inPlace(node, "oneOf", index, start, &after, &reader, into: set) {
        fitting.append(index)
        if !reports, fitting.count > 1 { return false }
      }
    }
    guard reports else { return fitting.count == 1 }
    if !fitting.isEmpty { report.truncate(to: reported) }
    if fitting.count == 1 { return true }
    let found = fitting.isEmpty ? "none" : "those at \(fitting.map { "\($0)" }.joined(separator: ", "))"
    report.insert(
      "oneOf", start.position - reader.base, at: reported,
      "exactly one of the \(instruction.pointee.count) alternatives must fit, found \(found)")
    return false
  }

  private mutating func condition(
    _ instruction: UnsafeMutablePointer<Instruction>, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    guard let nodes = instruction.pointee.nodes, let condition = nodes[0] else { return true }
    let isTrue = try tryOut(condition, "if", nil, start, &reader, into: set)
    guard let branch = nodes[isTrue ? 1 : 2] else { return true }
    return try inPlace(branch, isTrue ? "then" : "else", nil, start, &after, &reader, into: set)
  }

  // MARK: References

  private mutating func follow(
    _ instruction: UnsafeMutablePointer<Instruction>, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    guard var link = instruction.pointee.link else { return true }
    if instruction.pointee.anchor >= 0, let dynamic = target(of: instruction.pointee.anchor) {
      link = dynamic
    }
    guard reports else { return try inPlace(node(of: link), start, &after, &reader, into: set) }
    let (length, base) = (report.path.count, report.base)
    switch instruction.pointee.kind {
    case .ref: report.descend("$ref")
    case .dynamicRef: report.descend("$dynamicRef")
    default: break
    }
    report.base = nil
    let isAccepted = try inPlace(node(of: link), start, &after, &reader, into: set)
    report.ascend(to: length)
    report.base = base
    return isAccepted
  }

  private func node(of link: LinkPointer) -> NodePointer {
    if let node = link.target.pointee { return node }
    return SchemaLinking.lateTarget(of: link.link.takeUnretainedValue())
  }

  /// Returns the schema with an anchor in the outermost dynamic scope.
  private func target(of anchor: Int) -> LinkPointer? {
    for node in scope {
      if let link = node.pointee.anchors?.takeUnretainedValue().link(of: anchor) { return link }
    }
    return nil
  }
}

extension Evaluator {
  /// Applies the schema of the alternative that matches the value; otherwise the last one, which tries those that only their
  /// schemas identify.
  mutating func alternatives(
    _ instruction: UnsafeMutablePointer<Instruction>, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    guard let table = instruction.pointee.alternatives?.takeUnretainedValue(),
      let rest = instruction.pointee.nodes?[instruction.pointee.count - 1]
    else { return true }
    reader.back(to: start)
    // What is evaluated, or which schemas dynamic references lead to, depends on what is around the value.
    let isRepeatable = !table.untold.isEmpty && set < 0 && scope.isEmpty
    if isRepeatable, !reports, let trial = trial(of: rest, reader) { return trial.end(&after, start) }
    if case .alternative(let position) = try table.claim(&reader) {
      guard let node = instruction.pointee.nodes?[position] else { return true }
      return try inPlace(node, start, &after, &reader, into: set)
    }
    guard isRepeatable else { return try inPlace(rest, start, &after, &reader, into: set) }
    guard reports else { return try tryAlternatives(rest, start, &after, &reader) }
    // Only the outermost trial is reported in detail: those in it, for each of its alternatives, would multiply.
    guard report.isTrying else {
      report.isTrying = true
      beginTrials()
      defer {
        endTrials(&reader)
        report.isTrying = false
      }
      return try inPlace(rest, start, &after, &reader, into: set)
    }
    let isAccepted: Bool
    if let trial = trial(of: rest, reader) {
      isAccepted = trial.end(&after, start)
    } else {
      var evaluator = Evaluator()
      (evaluator.depth, evaluator.place, evaluator.countInPlace) = (depth, place, countInPlace)
      evaluator.trials = trials
      isAccepted = try evaluator.tryAlternatives(rest, start, &after, &reader)
    }
    return isAccepted
      || reject("anyOf", start, reader, "the value fits none of the alternatives, or too many")
  }

  /// Applies the schema for alternatives that only their schemas identify, and remembers the result while an outer union is
  /// tried: each of its alternatives would try the inner ones again.
  private mutating func tryAlternatives(
    _ rest: NodePointer, _ start: Place, _ after: inout Place?, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let isAccepted: Bool
    do {
      beginTrials()
      defer { endTrials(&reader) }
      isAccepted = try inPlace(rest, start, &after, &reader, into: -1)
    }
    let end = isAccepted ? after?.position ?? reader.position : nil
    try remember(rest, at: start.position, Trial(end: end), &reader)
    return isAccepted
  }
}

extension Trial {
  /// Returns whether the value was accepted, and moves `after` after it.
  fileprivate func end(_ after: inout Place?, _ start: Place) -> Bool {
    guard let end else { return false }
    after = Place(position: end, depth: start.depth)
    return true
  }
}
