import WGNAPISupport

/// The alternatives that values turned out to be, by union and place, while unions within a union are tried.
final class Trials {
  private struct Entry {
    let union: ObjectIdentifier
    let position: UnsafePointer<UInt8>
    /// The position in the union's table; nil if no alternative fits.
    let alternative: Int?
  }

  fileprivate var depth = 0
  private var entries: [Entry] = []
  private var table = HashTable()

  fileprivate var count: Int { entries.count }

  @inline(never)
  fileprivate func alternative(_ union: ObjectIdentifier, _ position: UnsafePointer<UInt8>) -> Int?? {
    table.first(Self.hash(union, position)) {
      entries[$0].union == union && entries[$0].position == position
    }.map { entries[$0].alternative }
  }

  /// Adds a result. There is none for the same union and position.
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
    guard trials.depth <= 0, trials.count > 0 else { return }
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
    _ alternative: Int?, of union: ObjectIdentifier, at position: UnsafePointer<UInt8>
  ) throws(JSONError) {
    guard let trials, trials.depth > 0 else { return }
    try countMemory(Trials.size)
    trials.add(alternative, union, position)
  }

  /// Returns which alternative of a union fits the next value: nil if it hasn't been tried, a nil alternative if none
  /// fits.
  func triedAlternative(of union: ObjectIdentifier) -> Int?? {
    guard let trials, trials.count > 0 else { return nil }
    return trials.alternative(union, position)
  }
}
