import Foundation
import HTTPTypes
import WGNAPIRuntime

/// Answers by a closure, and remembers what it was asked.
final class ScriptedTransport: Transport, @unchecked Sendable {
  // Unchecked: what changes is behind the lock.
  typealias Answer = @Sendable (HTTPRequest, Int) async throws -> TransportResponse

  private let lock = NSLock()
  private var received: [HTTPRequest] = []
  private let answer: Answer

  /// Makes one whose closure gets the request and its number, from 1.
  init(_ answer: @escaping Answer) { self.answer = answer }

  var requests: [HTTPRequest] { lock.withLock { received } }
  var count: Int { requests.count }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let number = lock.withLock { () -> Int in
      received.append(request)
      return received.count
    }
    return try await answer(request, number)
  }
}

extension TransportResponse {
  /// A response with a body of JSON and these fields.
  static func json(
    _ text: String, status: Int = 200, _ fields: [HTTPField.Name: String] = [:]
  ) -> TransportResponse {
    var headers: HTTPFields = [.contentType: "application/json"]
    for (name, value) in fields { headers[name] = value }
    return TransportResponse(
      response: HTTPResponse(status: .init(code: status), headerFields: headers), body: Array(text.utf8))
  }

  /// One player whose name holds `number`.
  static func players(_ number: Int, _ fields: [HTTPField.Name: String] = [:]) -> TransportResponse {
    json(#"{"status": "ok", "data": [{"account_id": \#(number), "nickname": "P\#(number)"}]}"#, fields)
  }
}
