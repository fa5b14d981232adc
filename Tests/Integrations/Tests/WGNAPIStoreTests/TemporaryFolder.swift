import Foundation
import GRDB
import TestSupport

@testable import WGNAPIStore

/// A folder that exists as long as this object.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    let name = "wgnapi-store-tests-\(UUID().uuidString)"
    url = scratchFolder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where stores of the tests are.
  var store: URL { url.appendingPathComponent("store", isDirectory: true) }

  /// The names of the files in the store's folder; empty without a folder.
  func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: store.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: store.path).sorted()
  }

  /// The database files in the store's folder, without what SQLite keeps beside them.
  func databases() throws -> [URL] {
    try files().filter { $0.hasSuffix(".sqlite") }.map { store.appendingPathComponent($0) }
  }

  /// The one database.
  func database() throws -> URL {
    let all = try databases()
    guard let first = all.first, all.count == 1 else { throw NotOne(names: all.map(\.lastPathComponent)) }
    return first
  }

  /// Puts something where a store's database belongs.
  func writeDatabase(_ bytes: some Sequence<UInt8>, number: Int = 1, suffix: String = "") throws {
    try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
    try Data(bytes).write(to: store.appendingPathComponent("responses-\(number).sqlite\(suffix)"))
  }

  /// Does something with the database as it is, past the store.
  func withDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try DatabaseQueue(path: database().path).writeWithoutTransaction(body)
  }

  /// How many bytes the files take.
  func fileSize() throws -> Int {
    try files().reduce(0) { sum, name in
      let path = store.appendingPathComponent(name).path
      return sum + (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
    }
  }

  func mode(_ name: String) throws -> Int? {
    let path = store.appendingPathComponent(name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  struct NotOne: Error { let names: [String] }
}
