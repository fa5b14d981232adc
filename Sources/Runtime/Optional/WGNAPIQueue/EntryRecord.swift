import Foundation
import GRDB
import WGNAPIClient
import WGNAPIStore

/// The state of an entry.
enum EntryState: Int64 {
  case waiting = 0
  case sending = 1
  case dead = 2
}

extension [EntryState] {
  /// The states of requests that are still to be accepted.
  static let queued: Self = [.waiting, .sending]
}

/// A row of the table `entry`.
struct EntryRecord: Sendable {
  var id: Int64
  var place: Int64
  let lane: String
  var state: EntryState
  let operation: String
  /// The idempotency key, which no two rows share.
  var key: String
  let content: Data
  var created: Date
  var attempts: Int64 = 0
  /// The date before which it isn't sent again, and the delay that led to it.
  var next = Date(timeIntervalSinceReferenceDate: 0)
  var delay: Double = 0
  var isUnsure = false
  var failure: Data?
  var ended: Date?
  /// Whether the request is as it was written. It stays damaged in a new database.
  var isIntact = true
  /// Whether that which attempts change is as it was written.
  var isSealed = true

  static let columns = oldColumns + ", seal"
  /// The columns of the second version, which had no seals.
  private static let oldColumns =
    "id, place, lane, state, operation, key, content, created, attempts, next, delay, unsure, failure, ended, "
    + "checksum"
  /// ``columns``, from tables of the second version.
  static let columnsWithoutSeal = oldColumns + ", NULL"

  private static let greatestCount: Int64 = 1 << 53

  /// The bytes that a row needs beside its content.
  private static let overhead = 200

  var size: Int { content.count + lane.utf8.count + key.utf8.count + Self.overhead }

  init(_ prepared: PreparedRequest, lane: String, created: Date) throws {
    id = 0
    place = 0
    self.lane = lane
    state = .waiting
    operation = prepared.content.operation
    key = prepared.key
    content = try prepared.content.encoded()
    self.created = created
  }

  /// Creates a record from a row with ``columns``.
  ///
  /// - Returns: nil if nothing in the row can be used.
  init?(_ row: Row) {
    let values = Array(row.databaseValues)
    guard values.count == 16, let id = Int64.fromDatabaseValue(values[0]),
      case .blob(let content) = values[6].storage
    else { return nil }
    func text(_ index: Int) -> String? { String.fromDatabaseValue(values[index]) }
    func number(_ index: Int) -> Double? { Double.fromDatabaseValue(values[index]) }
    func integer(_ index: Int) -> Int64? { Int64.fromDatabaseValue(values[index]) }
    self.id = id
    self.content = content
    // A damaged number mustn't be one that can't be counted on.
    func count(_ index: Int) -> Int64? { integer(index).map { min(max($0, 0), Self.greatestCount) } }
    place = count(1) ?? id
    lane = text(2) ?? ""
    state = integer(3).flatMap(EntryState.init) ?? .dead
    operation = text(4) ?? ""
    key = text(5) ?? "damaged \(id)"
    created = Date(timeIntervalSinceReferenceDate: number(7) ?? 0)
    attempts = count(8) ?? 1
    next = Date(timeIntervalSinceReferenceDate: number(9) ?? 0)
    delay = number(10) ?? 0
    isUnsure = integer(11) != 0
    if case .blob(let failure) = values[12].storage { self.failure = failure }
    ended = number(13).map { Date(timeIntervalSinceReferenceDate: $0) }
    isIntact = integer(14) == checksum && text(2) != nil
    isSealed = values[15].isNull || integer(15) == seal
  }

  /// A checksum of what doesn't change.
  var checksum: Int64 {
    var bytes: [UInt8] = []
    for text in [lane, operation, key] {
      bytes += text.utf8
      bytes.append(0)
    }
    bytes += content
    return Int64(bitPattern: XXHash64.hash(bytes))
  }

  /// A checksum of what attempts change.
  var seal: Int64 {
    var words = [place, state.rawValue, attempts, isUnsure ? 1 : 0, ended == nil ? 0 : 1]
    for date in [created, next, ended ?? created] {
      words.append(Self.bits(date.timeIntervalSinceReferenceDate))
    }
    words.append(Self.bits(delay))
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    return Int64(bitPattern: XXHash64.hash(bytes + (failure.map(Array.init) ?? [])))
  }

  /// A row whose state is damaged stays so in a new database.
  var storedSeal: Int64 { isSealed ? seal : ~seal }

  private static func bits(_ number: Double) -> Int64 {
    // SQLite keeps whole numbers as integers, which have one zero.
    Int64(bitPattern: (number == 0 ? 0 : number).bitPattern)
  }

  /// The arguments of ``columns``, and the size. An ID of zero becomes the next one.
  var arguments: StatementArguments {
    [
      id == 0 ? nil : id, place, lane, state.rawValue, operation, key, content,
      created.timeIntervalSinceReferenceDate, attempts, next.timeIntervalSinceReferenceDate, delay, isUnsure,
      failure, ended?.timeIntervalSinceReferenceDate, isIntact ? checksum : ~checksum, storedSeal, size,
    ]
  }

  /// The entry. Of damaged content, everything that can't be read is empty.
  var entry: QueueEntry {
    let stored = try? StoredContent.decode(content)
    return QueueEntry(
      id: QueueEntry.ID(number: id), lane: lane, operation: operation, requestType: stored?.type ?? "",
      api: stored?.api ?? "", server: stored?.server ?? "", runtimeVersion: stored?.runtime ?? "",
      method: stored?.method ?? "", path: stored?.path ?? "",
      parameters: (stored?.values ?? []).map {
        QueuedParameter(
          name: $0.place.name, location: $0.place.parameterLocation, bytes: Array($0.bytes))
      },
      idempotencyKey: key, isRepeatable: stored?.isRepeatable ?? false, size: size, createdAt: created,
      attempts: Int(clamping: attempts), nextAttempt: delay > 0 ? next : nil, isBeingSent: state == .sending,
      mayHaveArrived: isUnsure, lastFailure: lastFailure)
  }

  /// The same request, waiting again.
  func revived(at date: Date) -> EntryRecord {
    var record = self
    record.state = .waiting
    record.created = date
    record.attempts = 0
    record.delay = 0
    record.next = Date(timeIntervalSinceReferenceDate: 0)
    record.ended = nil
    record.isSealed = true
    return record
  }

  /// The same request, whose state was damaged: it may have been sent any number of times.
  func repaired(at date: Date) -> EntryRecord {
    var record = revived(at: date)
    record.isUnsure = true
    return record
  }

  private var lastFailure: QueueFailure? {
    failure.flatMap { try? JSONDecoder().decode(QueueFailure.self, from: $0) }
  }

  /// The dead letter.
  var letter: DeadLetter {
    DeadLetter(
      entry: entry, failure: lastFailure ?? QueueFailure(.damaged, "the stored request is damaged"),
      failedAt: ended ?? created)
  }
}
