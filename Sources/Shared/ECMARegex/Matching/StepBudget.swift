/// Says when nobody waits for the result of a search any more.
public protocol SearchInterruption: Sendable {
  /// Whether to end the search.
  var isDue: Bool { get }
}

/// The steps that a search may still take. Between portions of them, it asks whether to end early.
struct StepBudget {
  /// The steps until the next question.
  private var portion: Int
  /// The steps after these.
  private var rest: Int
  private let interruption: (any SearchInterruption)?

  init(_ steps: Int, _ interruption: (any SearchInterruption)?) {
    portion = interruption == nil ? steps : min(steps, RegexLimits.stepsBetweenQuestions)
    rest = steps - portion
    self.interruption = interruption
  }

  /// All steps that are left.
  var total: Int { portion + rest }

  /// Counts steps. Those of one position, or one comparison, may exceed what is left.
  @inline(__always)
  mutating func take(_ steps: Int) { portion -= steps }

  /// Returns whether the search goes on.
  @inline(__always)
  mutating func goesOn() -> Bool { portion > 0 || renew() }

  /// Leaves no steps.
  mutating func end() { (portion, rest) = (0, 0) }

  @inline(never)
  private mutating func renew() -> Bool {
    let left = total
    guard left > 0, interruption?.isDue != true else { return false }
    portion = min(left, RegexLimits.stepsBetweenQuestions)
    rest = left - portion
    return true
  }
}
