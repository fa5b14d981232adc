/// The result of trying the alternatives of a union.
struct Trial {
  /// The position after the value; nil if it wasn't accepted.
  let end: UnsafePointer<UInt8>?
}

/// The results of trials by place, while unions within a union are tried.
final class Trials {
  fileprivate struct Key: Hashable {
    let schema: UnsafeRawPointer
    let position: UnsafePointer<UInt8>
  }

  fileprivate var depth = 0
  fileprivate var results: [Key: Trial] = [:]
  /// The approximate number of bytes for a result.
  fileprivate static let size = 64
}

extension JSONReader {
  /// Remembers the results of trials until the matching ``endTrials()``.
  mutating func beginTrials() {
    let trials = trials ?? Trials()
    trials.depth += 1
    self.trials = trials
  }

  /// Forgets the results if no outer union is being tried.
  mutating func endTrials() {
    guard let trials else { return }
    trials.depth -= 1
    guard trials.depth <= 0, !trials.results.isEmpty else { return }
    remainingMemory += trials.results.count * Trials.size
    trials.results.removeAll()
  }

  /// Remembers the result of trying a schema, identified by its address, on the value at a position.
  mutating func remember(
    _ schema: UnsafeRawPointer, at position: UnsafePointer<UInt8>, _ trial: Trial
  ) throws(JSONError) {
    guard let trials, trials.depth > 0 else { return }
    try countMemory(Trials.size)
    trials.results[.init(schema: schema, position: position)] = trial
  }

  /// Returns the result of trying a schema on the next value; nil if it hasn't been tried.
  func trial(of schema: UnsafeRawPointer) -> Trial? {
    guard let trials, !trials.results.isEmpty else { return nil }
    return trials.results[.init(schema: schema, position: position)]
  }
}
