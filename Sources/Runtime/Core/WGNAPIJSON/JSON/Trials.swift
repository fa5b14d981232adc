import WGNAPISupport

/// The unions that are being tried, and the alternatives that values turned out to be.
///
/// Unions can contain each other. A union that is already being tried at a position is refused there, because it would recurse
/// without end. Results that depend on such a refusal aren't remembered.
final class Trials {
  /// What the alternative of a value depends on.
  fileprivate struct Question: Equatable {
    let union: ObjectIdentifier
    let position: UnsafePointer<UInt8>
    /// The keys by which unions around this one have told the same object.
    let discriminators: [String]
    /// The fields that partial models have.
    let selection: ObjectIdentifier?

    var hash: UInt64 {
      SeededHash.hash(
        UInt64(UInt(bitPattern: union)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(UInt(bitPattern: position)))
    }
  }

  /// A union that is being tried.
  private struct Pending {
    let union: ObjectIdentifier
    let position: UnsafePointer<UInt8>
    /// Whether a union was refused because it is being tried.
    var isTentative = false
  }

  private var pending: [Pending] = []
  private var questions: [Question] = []
  /// The positions in the unions' tables; nil if no alternative fits.
  private var alternatives: [Int?] = []
  private var table = HashTable()

  fileprivate var count: Int { questions.count }

  /// Whether the innermost union's result can be remembered.
  fileprivate var isCertain: Bool { pending.last?.isTentative == false }

  /// Begins to try a union at a position; returns false if it is being tried there.
  fileprivate func begin(_ union: ObjectIdentifier, _ position: UnsafePointer<UInt8>) -> Bool {
    // The innermost ones come last, and only they are at the same position.
    for index in pending.indices.reversed() {
      guard pending[index].position == position else { break }
      guard pending[index].union == union else { continue }
      for affected in index..<pending.count { pending[affected].isTentative = true }
      return false
    }
    pending.append(Pending(union: union, position: position))
    return true
  }

  /// Ends the innermost trial; returns whether no union is being tried.
  fileprivate func end() -> Bool {
    _ = pending.popLast()
    return pending.isEmpty
  }

  @inline(never)
  fileprivate func alternative(_ question: Question) -> Int?? {
    table.first(question.hash) { questions[$0] == question }.map { alternatives[$0] }
  }

  /// Adds the response to a question that has none.
  @inline(never)
  fileprivate func add(_ alternative: Int?, _ question: Question) {
    table.insert(question.hash)
    questions.append(question)
    alternatives.append(alternative)
  }

  fileprivate func removeAll() {
    questions = []
    alternatives = []
    table.removeAll()
  }

  /// The approximate number of bytes for a result.
  fileprivate static let size = 64
}

extension JSONReader {
  /// Begins to try a union at the current position; returns false if it is being tried there. The results of unions in it
  /// are remembered until the matching ``endTrial()``.
  mutating func beginTrial(of union: ObjectIdentifier) -> Bool {
    let trials = trials ?? Trials()
    self.trials = trials
    return trials.begin(union, position)
  }

  /// Ends a trial, and forgets the results if no outer union is being tried.
  mutating func endTrial() {
    guard let trials, trials.end(), trials.count > 0 else { return }
    remainingMemory += trials.count * Trials.size
    trials.removeAll()
  }

  /// The memory that may still be allocated, without what is remembered of trials.
  var untriedMemory: Int {
    get { remainingMemory + (trials?.count ?? 0) * Trials.size }
    set { remainingMemory = newValue - (trials?.count ?? 0) * Trials.size }
  }

  /// Remembers which alternative of a union, which is being tried, fits the value at a place; nil for none.
  mutating func remember(
    _ alternative: Int?, of union: ObjectIdentifier, at place: Place
  ) throws(JSONError) {
    guard let trials, trials.isCertain else { return }
    try countMemory(Trials.size)
    trials.add(alternative, question(union, place.position))
  }

  /// Returns which alternative of a union fits the next value: nil if it hasn't been tried, a nil alternative if none
  /// fits.
  func triedAlternative(of union: ObjectIdentifier) -> Int?? {
    guard let trials, trials.count > 0 else { return nil }
    return trials.alternative(question(union, position))
  }

  private func question(_ union: ObjectIdentifier, _ position: UnsafePointer<UInt8>) -> Trials.Question {
    let outer = discriminators.flatMap { $0.objectOffset == position - base ? $0.keys : nil }
    return Trials.Question(
      union: union, position: position, discriminators: outer ?? [],
      selection: context?.selection.map { ObjectIdentifier($0) })
  }
}
