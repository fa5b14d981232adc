import WGNAPIJSON
import WGNAPISupport

/// The result of trying the alternatives of a union.
struct Trial {
  /// The position after the value; nil if it wasn't accepted.
  let end: UnsafePointer<UInt8>?
}

/// The results of trials by place, while unions within a union are tried.
final class SchemaTrials {
  private struct Entry {
    let schema: UnsafeRawPointer
    let position: UnsafePointer<UInt8>
    var trial: Trial
  }

  fileprivate var depth = 0
  private var entries: [Entry] = []
  private var table = HashTable()

  fileprivate var count: Int { entries.count }

  @inline(never)
  fileprivate func result(_ schema: UnsafeRawPointer, _ position: UnsafePointer<UInt8>) -> Trial? {
    table.first(Self.hash(schema, position)) {
      entries[$0].schema == schema && entries[$0].position == position
    }.map { entries[$0].trial }
  }

  /// Adds a result. There is none for the same schema and position.
  @inline(never)
  fileprivate func add(_ trial: Trial, _ schema: UnsafeRawPointer, _ position: UnsafePointer<UInt8>) {
    table.insert(Self.hash(schema, position))
    entries.append(Entry(schema: schema, position: position, trial: trial))
  }

  fileprivate func removeAll() {
    entries = []
    table.removeAll()
  }

  private static func hash(_ schema: UnsafeRawPointer, _ position: UnsafePointer<UInt8>) -> UInt64 {
    SeededHash.hash(
      UInt64(UInt(bitPattern: schema)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(UInt(bitPattern: position)))
  }
  /// The approximate number of bytes for a result.
  fileprivate static let size = 64
}

extension Evaluator {
  /// Remembers the results of trials until the matching ``endTrials(_:)``.
  mutating func beginTrials() {
    let trials = trials ?? SchemaTrials()
    trials.depth += 1
    self.trials = trials
  }

  /// Forgets the results if no outer union is being tried.
  mutating func endTrials(_ reader: inout JSONReader) {
    guard let trials else { return }
    trials.depth -= 1
    guard trials.depth <= 0, trials.count > 0 else { return }
    reader.remainingMemory += trials.count * SchemaTrials.size
    trials.removeAll()
  }

  /// Remembers the result of trying a schema, identified by its address, on the value at a position.
  mutating func remember(
    _ schema: NodePointer, at position: UnsafePointer<UInt8>, _ trial: Trial, _ reader: inout JSONReader
  ) throws(JSONError) {
    guard let trials, trials.depth > 0 else { return }
    try reader.countMemory(SchemaTrials.size)
    trials.add(trial, UnsafeRawPointer(schema), position)
  }

  /// Returns the result of trying a schema on the next value; nil if it hasn't been tried.
  func trial(of schema: NodePointer, _ reader: borrowing JSONReader) -> Trial? {
    guard let trials, trials.count > 0 else { return nil }
    return trials.result(UnsafeRawPointer(schema), reader.position)
  }
}
