import TrafficEvidence

/// How often something was seen. What stored evidence counts doesn't count again when its traffic is read once more; but traffic
/// shows more than the evidence made from it, so either may know what the other doesn't.
struct Tally: Equatable {
  enum Origin {
    case evidence
    /// Traffic that is in the evidence, too.
    case repeatedTraffic
    case newTraffic
  }

  private var evidence = 0
  private var repeated = 0
  private var new = 0

  var value: Int { max(evidence, repeated) + new }

  mutating func add(_ times: Int, from origin: Origin) {
    switch origin {
    case .evidence: evidence += times
    case .repeatedTraffic: repeated += times
    case .newTraffic: new += times
    }
  }

  mutating func add(_ other: Tally) {
    evidence += other.evidence
    repeated += other.repeated
    new += other.new
  }
}

/// What was seen of values, counted as `Tally` counts.
struct ShapeTally: Equatable {
  private var evidence = Shape()
  private var repeated = Shape()
  private var new = Shape()

  var value: Shape {
    var result = evidence.count >= repeated.count ? evidence : repeated
    result.merge(new)
    return result
  }

  mutating func add(_ shape: Shape, from origin: Tally.Origin) {
    switch origin {
    case .evidence: evidence.merge(shape)
    case .repeatedTraffic: repeated.merge(shape)
    case .newTraffic: new.merge(shape)
    }
  }
}
