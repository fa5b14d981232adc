import Foundation
import HTTPTypes
import TestSupport
import WGNAPIRuntime
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// A service in this process that honours idempotency keys, and can be made to fail.
final class FakeService: HTTPTransport, @unchecked Sendable {
  /// What happens to a request.
  enum Behavior: Sendable {
    case accept
    /// The connection can't be made.
    case offline
    /// The service does its work, and the response is lost.
    case loseResponse
    /// The service accepts the request, and then this happens before it answers.
    case acceptAnd(@Sendable () throws -> Void)
    case status(Int, [String: String] = [:], String = "{}")
  }

  /// A request as it arrived.
  struct Arrival: Sendable {
    let method: String
    let url: String
    let fields: HTTPFields
    let body: String
    var key: String? { fields[HTTPField.Name("Idempotency-Key")!] }
  }

  private let lock = NSLock()
  private var plan: [Behavior] = []
  private var standard: Behavior = .accept
  private var log: [Arrival] = []
  private var works: [Arrival] = []
  private var keys: Set<String> = []

  /// The behavior for the next requests, and for those after them.
  func behave(_ plan: Behavior..., then standard: Behavior? = nil) {
    lock.withLock {
      self.plan = plan
      if let standard { self.standard = standard }
    }
  }

  /// Every request that arrived.
  var arrivals: [Arrival] { lock.withLock { log } }
  /// The requests that were accepted, each key once.
  var accepted: [Arrival] { lock.withLock { works } }
  var acceptedBodies: [String] { accepted.map(\.body) }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let arrival = Arrival(
      method: request.method.rawValue, url: request.path ?? "", fields: request.headerFields,
      body: String(decoding: body, as: UTF8.self))
    let behavior = lock.withLock { () -> Behavior in
      let behavior = plan.isEmpty ? standard : plan.removeFirst()
      if case .offline = behavior { return behavior }
      log.append(arrival)
      if case .status = behavior { return behavior }
      if arrival.key.map({ keys.insert($0).inserted }) ?? true { works.append(arrival) }
      return behavior
    }
    switch behavior {
    case .offline: throw TransportError.failed(TransportFailure(.offline))
    case .loseResponse: throw TransportError.failed(TransportFailure(.connectionLost))
    case .acceptAnd(let body):
      try body()
      return response(200, [:], #"{"ok": true}"#)
    case .accept: return response(200, [:], #"{"ok": true}"#)
    case .status(let status, let fields, let body): return response(status, fields, body)
    }
  }

  private func response(_ status: Int, _ fields: [String: String], _ body: String) -> TransportResponse {
    var headers: HTTPFields = [.contentType: "application/json"]
    for (name, value) in fields { headers[HTTPField.Name(name)!] = value }
    return TransportResponse(
      response: HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: headers),
      body: Array(body.utf8))
  }
}

/// A folder, a service and a clock for queues.
final class Desktop: Sendable {
  let url: URL
  let service = FakeService()
  let clock = ManualClock()

  init() throws {
    url = scratchFolder.appendingPathComponent("wgnapi-queue-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var folder: URL { url.appendingPathComponent("queue", isDirectory: true) }

  func client(
    server: String = "eu", application: String = "application-0123456789",
    token: (any CredentialProvider)? = nil, middleware: [any APIMiddleware] = []
  ) -> Desk {
    Desk(
      APIServer(server, "https://desk.example"), application: application, token: token,
      configuration: ClientConfiguration(
        transport: service, middleware: middleware, clock: clock))
  }

  func queue(
    _ client: Desk? = nil, requests: [any APIRequest.Type]? = nil, pageLimit: Int? = nil,
    busyTimeout: Double = 5,
    _ configure: (inout QueueConfiguration) -> Void = { _ in }
  ) throws -> RequestQueue {
    var configuration = QueueConfiguration()
    configuration.backoff = Backoff(base: .seconds(10), maximum: .seconds(100), isRandom: false)
    configure(&configuration)
    return try RequestQueue(
      at: folder, core: (client ?? self.client()).core,
      requests: requests ?? [AddNoteRequest.self, PostMessageRequest.self, PayRequest.self],
      configuration: configuration, pageLimit: pageLimit, busyTimeout: busyTimeout)
  }

  /// The database files.
  func databases() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sqlite") }
      .sorted().map { folder.appendingPathComponent($0) }
  }

  /// The size of all files.
  func fileSize() throws -> Int {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
      let path = folder.appendingPathComponent(name).path
      return sum + ((try? files.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
  }

  /// The bytes of all files.
  func bytes() throws -> Data {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: Data()) { bytes, name in
      bytes += try Data(contentsOf: folder.appendingPathComponent(name))
    }
  }
}

/// A note in a document.
func note(_ text: String, in document: String = "d") -> AddNoteRequest {
  AddNoteRequest(document: document, text: text)
}

extension SendResult {
  /// The ID of a waiting request; nil for a response.
  var id: QueueEntry.ID? {
    guard case .queued(let id) = self else { return nil }
    return id
  }
}
