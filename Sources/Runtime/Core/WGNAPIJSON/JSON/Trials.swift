import WGNAPISupport

/// The unions that are being tried, and the alternatives that values turned out to be, by union and place.
///
/// Unions can contain each other. One that is being tried at a place fits nothing there: what is a value of a union only by
/// way of the same union isn't one.
final class Trials {
  private struct Entry {
    let union: ObjectIdentifier
    let position: UnsafePointer<UInt8>
    /// The position in the union's table; nil if no alternative fits.
    let alternative: Int?
    var isValid = true
  }

  /// A union that is being tried.
  private struct Pending {
    let union: ObjectIdentifier
    let position: UnsafePointer<UInt8>
    /// The number of entries at its beginning.
    let entries: Int
    /// Whether it was refused because it is being tried.
    var wasRefused = false
  }

  private var pending: [Pending] = []
  private var entries: [Entry] = []
  private var table = HashTable()

  fileprivate var count: Int { entries.count }

  /// Begins to try a union at a position; returns false if it is being tried there.
  fileprivate func begin(_ union: ObjectIdentifier, _ position: UnsafePointer<UInt8>) -> Bool {
    // The innermost ones come last, and only they are at the same position.
    for index in pending.indices.reversed() {
      guard pending[index].position == position else { break }
      guard pending[index].union == union else { continue }
      pending[index].wasRefused = true
      return false
    }
    pending.append(Pending(union: union, position: position, entries: entries.count))
    return true
  }

  /// Ends the innermost trial.
  ///
  /// - Parameter fits: Whether the value is one of the union.
  /// - Returns: Whether no union is being tried.
  fileprivate func end(fits: Bool) -> Bool {
    guard let ended = pending.popLast() else { return true }
    if fits, ended.wasRefused {
      // What has failed may have failed only because this union was refused.
      for index in ended.entries..<entries.count where entries[index].alternative == nil {
        entries[index].isValid = false
      }
    }
    return pending.isEmpty
  }

  @inline(never)
  fileprivate func alternative(_ union: ObjectIdentifier, _ position: UnsafePointer<UInt8>) -> Int?? {
    table.first(Self.hash(union, position)) {
      entries[$0].isValid && entries[$0].union == union && entries[$0].position == position
    }.map { entries[$0].alternative }
  }

  /// Adds a result. There is no other that holds for the same union and position.
  @inline(never)
  fileprivate func add(_ alternative: Int?, _ union: ObjectIdentifier, _ position: UnsafePointer<UInt8>) {
    table.insert(Self.hash(union, position))
    entries.append(Entry(union: union, position: position, alternative: alternative))
  }

  fileprivate func removeAll() {
    entries = []
    table.removeAll()
  }

  private static func hash(_ union: ObjectIdentifier, _ position: UnsafePointer<UInt8>) -> UInt64 {
    SeededHash.hash(
      UInt64(UInt(bitPattern: union)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(UInt(bitPattern: position)))
  }

  /// The approximate number of bytes for a result.
  fileprivate static let size = 64
}

extension JSONReader {
  /// Begins to try a union at the current position; returns false if it is being tried there. The results of unions in it
  /// are remembered until the matching ``endTrial(fits:)``.
  mutating func beginTrial(of union: ObjectIdentifier) -> Bool {
    let trials = trials ?? Trials()
    self.trials = trials
    return trials.begin(union, position)
  }

  /// Ends a trial, and forgets the results if no outer union is being tried.
  ///
  /// - Parameter fits: Whether the value is one of the union.
  mutating func endTrial(fits: Bool) {
    guard let trials, trials.end(fits: fits), trials.count > 0 else { return }
    remainingMemory += trials.count * Trials.size
    trials.removeAll()
  }

  /// The memory that may still be allocated, without what is remembered of trials.
  var untriedMemory: Int {
    get { remainingMemory + (trials?.count ?? 0) * Trials.size }
    set { remainingMemory = newValue - (trials?.count ?? 0) * Trials.size }
  }

  /// Remembers which alternative of a union fits the value at a position; nil for none.
  mutating func remember(
    _ alternative: Int?, of union: ObjectIdentifier, at place: Place
  ) throws(JSONError) {
    guard let trials, remembersTrials(at: place.position) else { return }
    try countMemory(Trials.size)
    trials.add(alternative, union, place.position)
  }

  /// Returns which alternative of a union fits the next value: nil if it hasn't been tried, a nil alternative if none
  /// fits.
  func triedAlternative(of union: ObjectIdentifier) -> Int?? {
    guard let trials, trials.count > 0, remembersTrials(at: position) else { return nil }
    return trials.alternative(union, position)
  }

  /// Whether what a value is depends on nothing but the union and the position.
  private func remembersTrials(at position: UnsafePointer<UInt8>) -> Bool {
    discriminators?.objectOffset != position - base && context?.selection == nil
  }
}
