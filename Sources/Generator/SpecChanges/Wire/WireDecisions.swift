/// What is known about pairs of schemas: how much of what is written as one is read as the other.
///
/// Schemas may contain themselves, so whether one includes another may depend on the same question. While a question is open, the
/// response to it is assumed to be yes: what can't be refuted by any value is included. A result that rests on such an assumption
/// holds until the assumption is refuted, and is final only when the question has been settled.
struct WireDecisions {
  enum Outcome: Int, Comparable {
    /// All values are read, nobody knows, some values aren't read, and none is.
    case included, unknown, partial, excluded

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private var settled: [WirePair: Outcome] = [:]
  /// The questions that are open, by their depth.
  private var open: [WirePair: Int] = [:]
  /// Results that rest on an open question, in the order in which they were found.
  private var held: [Held] = []
  private var heldPositions: [WirePair: Int] = [:]
  /// The outermost open question that the current result rests on.
  private var rest = Int.max

  private struct Held {
    var pair: WirePair
    var outcome: Outcome
    var rest: Int
  }

  /// The beginning of a question.
  struct Question {
    fileprivate let pair: WirePair
    fileprivate let depth: Int
    fileprivate let outerRest: Int
    fileprivate let firstHeld: Int
  }

  /// What is known or assumed; nil if it has to be found out.
  mutating func known(_ pair: WirePair) -> Outcome? {
    if let outcome = settled[pair] { return outcome }
    if let depth = open[pair] {
      rest = min(rest, depth)
      return .included
    }
    guard let position = heldPositions[pair] else { return nil }
    rest = min(rest, held[position].rest)
    return held[position].outcome
  }

  mutating func begin(_ pair: WirePair) -> Question {
    let question = Question(pair: pair, depth: open.count, outerRest: rest, firstHeld: held.count)
    open[pair] = question.depth
    rest = .max
    return question
  }

  mutating func end(_ question: Question, _ outcome: Outcome) {
    open[question.pair] = nil
    let isSettled = rest >= question.depth
    // Assumptions only make more be included, so what isn't included under them isn't.
    if outcome >= .partial || isSettled { settled[question.pair] = outcome }
    if outcome != .included {
      _ = dropHeld(from: question.firstHeld)
    } else if isSettled {
      for result in dropHeld(from: question.firstHeld) { settled[result.pair] = result.outcome }
    }
    if outcome < .partial, !isSettled {
      heldPositions[question.pair] = held.count
      held.append(Held(pair: question.pair, outcome: outcome, rest: rest))
      rest = min(rest, question.outerRest)
    } else {
      rest = question.outerRest
    }
  }

  private mutating func dropHeld(from first: Int) -> ArraySlice<Held> {
    let dropped = held[first...]
    for result in dropped { heldPositions[result.pair] = nil }
    held.removeSubrange(first...)
    return dropped
  }
}
