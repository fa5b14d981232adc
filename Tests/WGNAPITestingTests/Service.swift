import Foundation
import HTTPTypes
import WGNAPISupport
import WGNAPITransport

/// A service that answers as a closure says, which gets the number of the request, from 1.
final class Service: HTTPTransport, @unchecked Sendable {
  struct Response {
    var status = 200
    var fields: [String: String] = ["Content-Type": "application/json"]
    var body: [UInt8]

    static func json(_ text: String, status: Int = 200) -> Response {
      Response(status: status, body: Array(text.utf8))
    }

    static func text(_ text: String, type: String) -> Response {
      Response(fields: ["Content-Type": type], body: Array(text.utf8))
    }
  }

  // Unchecked: everything that changes is behind the lock.
  private let mutex = Mutex()
  private var sent: [(request: HTTPRequest, body: [UInt8])] = []
  private let respond: @Sendable (Int, HTTPRequest, [UInt8]) throws -> Response

  init(_ respond: @escaping @Sendable (Int, HTTPRequest, [UInt8]) throws -> Response) {
    self.respond = respond
  }

  var requests: [(request: HTTPRequest, body: [UInt8])] { mutex.withLock { sent } }

  func send(_ request: HTTPRequest, body: [UInt8], options: TransportOptions) async throws
    -> TransportResponse
  {
    let number = mutex.withLock { () -> Int in
      sent.append((request, body))
      return sent.count
    }
    let received = try respond(number, request, body)
    var response = HTTPResponse(status: .init(code: received.status))
    for (name, value) in received.fields { response.headerFields[HTTPField.Name(name)!] = value }
    return TransportResponse(response: response, body: received.body)
  }
}

/// Fails: nothing may be sent.
struct NoNetwork: HTTPTransport {
  func send(_ request: HTTPRequest, body: [UInt8], options: TransportOptions) async throws
    -> TransportResponse
  {
    throw TransportError.failed(TransportFailure(.offline))
  }
}

/// A folder that is removed when it is released.
final class TestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "wgnapi-recording-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// All files as text, by their names.
  var texts: [String: String] {
    get throws {
      var texts: [String: String] = [:]
      for name in try names { texts[name] = try text(of: name) }
      return texts
    }
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }
}
