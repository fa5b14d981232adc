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
    if isRepeatable, !reports, let trial = reader.trial(of: rest) { return trial.end(&after, start) }
    if case .alternative(let position) = try table.claim(&reader) {
      guard let node = instruction.pointee.nodes?[position] else { return true }
      return try inPlace(node, start, &after, &reader, into: set)
    }
    guard isRepeatable else { return try inPlace(rest, start, &after, &reader, into: set) }
    guard reports else { return try tryAlternatives(rest, start, &after, &reader) }
    // Only the outermost trial is reported in detail: those in it, for each of its alternatives, would multiply.
    guard report.isTrying else {
      report.isTrying = true
      reader.beginTrials()
      let isAccepted = try inPlace(rest, start, &after, &reader, into: set)
      reader.endTrials()
      report.isTrying = false
      return isAccepted
    }
    let isAccepted: Bool
    if let trial = reader.trial(of: rest) {
      isAccepted = trial.end(&after, start)
    } else {
      var evaluator = Evaluator()
      (evaluator.depth, evaluator.place, evaluator.countInPlace) = (depth, place, countInPlace)
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
    reader.beginTrials()
    let isAccepted = try inPlace(rest, start, &after, &reader, into: -1)
    reader.endTrials()
    try reader.remember(
      rest, at: start, Trial(end: isAccepted ? after?.position ?? reader.position : nil))
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

extension JSONReader {
  fileprivate mutating func remember(
    _ schema: NodePointer, at place: Place, _ trial: Trial
  ) throws(JSONError) {
    try remember(UnsafeRawPointer(schema), at: place.position, trial)
  }

  /// Returns the result for the next value.
  fileprivate func trial(of schema: NodePointer) -> Trial? { trial(of: UnsafeRawPointer(schema)) }
}
