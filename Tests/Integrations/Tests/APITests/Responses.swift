import Foundation
import HTTPTypes
import TestSupport
import WGNAPIRetry
import WGNAPIRuntime

@testable import WGNAPISupport

/// A value that servers and tests change.
final class Shared<Value: Sendable>: @unchecked Sendable {
  // Unchecked: the value is behind the lock.
  private let mutex = Mutex()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result { mutex.withLock { body(&value) } }
  var now: Value { with { $0 } }
}

extension MisbehavingServer {
  /// The address, for a `Server` of any of the modules.
  var url: String { "http://127.0.0.1:\(port)/" }
}

extension MisbehavingServer.Request {
  /// The path without the query.
  var path: String { target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? "" }

  /// The parameters of the query, decoded.
  var query: [String: String] { Self.pairs(target.split(separator: "?", maxSplits: 1).dropFirst().first) }

  /// The fields of a form, decoded.
  var form: [String: String] { Self.pairs(text[...]) }

  var text: String { String(decoding: body, as: UTF8.self) }

  private static func pairs(_ text: Substring?) -> [String: String] {
    var pairs: [String: String] = [:]
    for pair in (text ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = parts.map {
        $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String($0)
      }
      pairs[decoded[0]] = decoded.count > 1 ? decoded[1] : ""
    }
    return pairs
  }
}

extension MisbehavingServer.Step {
  /// The head of a stream of events that ends with the connection.
  static let events = Self.text(
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
}

extension ClientConfiguration {
  /// Without waiting between attempts.
  static func quick(_ observers: [ClientObserver] = []) -> ClientConfiguration {
    ClientConfiguration(
      observers: observers,
      middleware: [Retry(maximumDelay: .milliseconds(1), baseDelay: .milliseconds(1), budget: nil)])
  }
}

/// A file in the folder for temporary ones, of bytes that repeat every 251.
func temporaryFile(megabytes: Int) throws -> URL {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString).bin")
  try Data().write(to: file)
  let handle = try FileHandle(forWritingTo: file)
  let portion = Data((0..<1 << 20).map { UInt8($0 % 251) })
  for _ in 0..<megabytes { try handle.write(contentsOf: portion) }
  try handle.close()
  return file
}
