import Foundation
import GRDB
import WGNAPIStore

/// The pages of a database's file, read without SQLite, which finds nothing below a damaged page.
///
/// Of a page with changes in the write-ahead log, the last complete one counts
/// (<https://www.sqlite.org/fileformat2.html>).
final class RawPages {
  private static let largestFile = 1 << 30

  private let descriptor: Int32
  private let bytes: [UInt8]
  private let log: [UInt8]
  private let size: Int
  /// Where the last version of a page begins in the log.
  private var places: [Int: Int] = [:]
  /// How often pages were read on which a row continues. If nothing is damaged, each of them belongs to one row.
  private var continuationCounts: [Int: Int] = [:]

  var continuationCount: Int { continuationCounts.values.reduce(0, +) }

  /// Reads a file; nil if that isn't possible.
  ///
  /// SQLite loses its locks on the file when this object is gone, so keep it until nobody needs them.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    bytes = descriptor < 0 ? [] : Self.read(descriptor)
    let other = open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    log = other < 0 ? [] : Self.read(other)
    if other >= 0 { close(other) }
    let stated = bytes.count > 17 ? Int(bytes[16]) << 8 | Int(bytes[17]) : 0
    let isPlausible = stated.nonzeroBitCount == 1 && stated >= 512
    // The page size of SQLite, if the header is damaged.
    size = stated == 1 ? 65_536 : isPlausible ? stated : 4_096
    guard descriptor >= 0 else { return nil }
    readLog()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0, Int(status.st_size) <= largestFile else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, off_t(count))
      }
      guard more > 0 else { break }
      count += more
    }
    return Array(bytes.prefix(count))
  }

  /// Finds the pages of all complete transactions in the log: those with the log's salts.
  private func readLog() {
    let frame = size + 24
    guard log.count >= 32 + frame, Self.number(log, 8) == size else { return }
    let salts = log[16..<24]
    var pending: [Int: Int] = [:]
    for start in stride(from: 32, through: log.count - frame, by: frame) {
      guard log[start + 8..<start + 16] == salts else { break }
      pending[Self.number(log, start)] = start + 24
      // The size of the database ends a transaction.
      guard Self.number(log, start + 4) != 0 else { continue }
      places.merge(pending) { $1 }
      pending = [:]
    }
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The numbers of all pages but the first, which has no rows.
  private lazy var numbers: [Int] = {
    let last = max(1, bytes.count / size)
    return Array((1...last).dropFirst()) + places.keys.filter { $0 > last }.sorted()
  }()

  /// The bytes of a page; nil if there is none.
  private func page(_ number: Int) -> ArraySlice<UInt8>? {
    if let start = places[number] { return log[start..<start + size] }
    guard number > 0, number <= bytes.count / size else { return nil }
    return bytes[(number - 1) * size..<number * size]
  }

  /// The records on all pages, of which only the undamaged ones are certain to be records.
  func records() -> [EntryRecord] {
    var found: [EntryRecord] = []
    for number in numbers {
      guard let page = page(number) else { continue }
      let cells = cells(of: page)
      var seen: Set<Int> = []
      for place in cells ?? Array(8..<size) where seen.insert(place).inserted {
        guard var record = record(at: place, of: page), record.isIntact else { continue }
        // What a page without its header has may be what was removed from it.
        if cells == nil { record.isSealed = false }
        found.append(record)
      }
    }
    return found
  }

  /// The places of the rows on a page of a table; nil if the page's header is damaged.
  private func cells(of page: ArraySlice<UInt8>) -> [Int]? {
    let bytes = Array(page.prefix(8))
    switch bytes.first {
    // An inner page of a table, pages of indexes, and one of nothing.
    case 2, 5, 10: return []
    case 13:
      let count = Int(bytes[3]) << 8 | Int(bytes[4])
      let content = Int(bytes[5]) << 8 | Int(bytes[6])
      guard count > 0 else { return [] }
      guard 8 + 2 * count <= size, content >= 8 + 2 * count, content < size else { return nil }
      return (0..<count).map { index in
        let place = page.startIndex + 8 + 2 * index
        return Int(page[place]) << 8 | Int(page[place + 1])
      }
    default: return nil
    }
  }

  // MARK: Rows

  /// The record of a row of the table `entry` that begins at a place of a page; nil if there is no such row.
  private func record(at place: Int, of page: ArraySlice<UInt8>) -> EntryRecord? {
    var reader = RawReader(page.dropFirst(place))
    guard let length = reader.varint(), let id = reader.varint(), length > 16, length <= Self.largestFile,
      id > 0,
      let payload = payload(length, reader.rest)
    else { return nil }
    var header = RawReader(payload[...])
    guard let headerLength = header.varint(), headerLength > 16, headerLength < 200,
      headerLength < payload.count
    else { return nil }
    var types: [Int] = []
    while header.position < headerLength, let type = header.varint() { types.append(type) }
    // Those of the second version, and those with a seal.
    guard header.position == headerLength, types.count == 16 || types.count == 17 else { return nil }
    var values: [DatabaseValue] = []
    for type in types {
      guard let value = header.value(of: type) else { return nil }
      values.append(value)
    }
    values[0] = Int64(id).databaseValue
    if types.count == 16 { values.append(.null) }
    // The size, which isn't among the columns of a record.
    values.remove(at: 7)
    return EntryRecord(values)
  }

  /// The bytes of a row, of which large ones continue on other pages.
  private func payload(_ length: Int, _ start: ArraySlice<UInt8>) -> [UInt8]? {
    let most = size - 35
    guard length > most else { return start.count >= length ? Array(start.prefix(length)) : nil }
    let least = (size - 12) * 32 / 255 - 23
    let mixed = least + (length - least) % (size - 4)
    let local = mixed <= most ? mixed : least
    guard start.count >= local + 4 else { return nil }
    var payload = Array(start.prefix(local))
    var next = Self.number(Array(start.dropFirst(local).prefix(4)), 0)
    // Damaged pages may lead in a circle, and many rows to the same pages. Each page is read a few times only, so that such
    // rows don't cost those on other pages.
    guard (length - local) / (size - 4) <= numbers.count else { return nil }
    while payload.count < length {
      guard next > 1, let page = page(next), continuationCounts[next, default: 0] < 4 else { return nil }
      continuationCounts[next, default: 0] += 1
      next = Self.number(Array(page.prefix(4)), 0)
      payload += page.dropFirst(4).prefix(length - payload.count)
    }
    return payload
  }
}

/// Reads the numbers and values of SQLite's records.
private struct RawReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var position = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var rest: ArraySlice<UInt8> { bytes.dropFirst(position) }

  /// A number of one to nine bytes; nil at the end, and for one that isn't an `Int`.
  mutating func varint() -> Int? {
    var result: UInt64 = 0
    for index in 0..<9 {
      guard position < bytes.count else { return nil }
      let byte = bytes[bytes.startIndex + position]
      position += 1
      if index == 8 { return Int(exactly: result << 8 | UInt64(byte)) }
      result = result << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int(result) }
    }
    return nil
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return rest.prefix(count)
  }

  mutating func value(of type: Int) -> DatabaseValue? {
    switch type {
    case 0: return .null
    case 1...6:
      let counts = [1, 2, 3, 4, 6, 8]
      guard let digits = take(counts[type - 1]), let first = digits.first else { return nil }
      let word = digits.reduce(first < 0x80 ? 0 : -1) { $0 << 8 | Int64($1) }
      return word.databaseValue
    case 7:
      guard let digits = take(8) else { return nil }
      return Double(bitPattern: digits.reduce(0) { $0 << 8 | UInt64($1) }).databaseValue
    case 8: return Int64(0).databaseValue
    case 9: return Int64(1).databaseValue
    case 12...:
      guard let text = take((type - 12) / 2) else { return nil }
      return type.isMultiple(of: 2)
        ? Data(text).databaseValue : String(decoding: text, as: UTF8.self).databaseValue
    default: return nil
    }
  }
}
