import FlyingFox
import Foundation

/// What a server that honours idempotency keys has accepted.
final class NoteServer: @unchecked Sendable {
  // Unchecked: all mutable state is behind the lock.
  private let lock = NSLock()
  private var keys: Set<String> = []
  private var accepted: [String: [Int]] = [:]
  private var random = SystemRandomNumberGenerator()
  private var repeatedCount = 0

  /// The numbers that were accepted, by document, in order.
  var numbers: [String: [Int]] { lock.withLock { accepted } }
  /// How often a key came again.
  var repetitions: Int { lock.withLock { repeatedCount } }

  /// Answers a request; sometimes with an error, before or after the work.
  @Sendable func respond(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
    let luck = lock.withLock { Int.random(in: 0..<20, using: &random) }
    if luck == 0 { return .json("{}", status: HTTPStatusCode(503, phrase: "Busy")) }
    if luck == 1 { try await Task.sleep(for: .milliseconds(15)) }
    guard let key = request.headers[HTTPHeader("Idempotency-Key")],
      let number = request.query["number"].flatMap({ Int($0) }),
      let text = try? await request.bodyData,
      String(decoding: text, as: UTF8.self).hasPrefix("\"note \(number) ")
    else { return .json("{}", status: .badRequest) }
    let document = request.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    lock.withLock {
      if keys.insert(key).inserted {
        accepted[document, default: []].append(number)
      } else {
        repeatedCount += 1
      }
    }
    if luck == 2 { return .json("{}", status: HTTPStatusCode(502, phrase: "Bad Gateway")) }
    return .json(#"{"ok": true}"#)
  }
}
