import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPICredentials
import WGNAPIGenerated
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIClient
@testable import WGNAPIQueue

/// Thirty days of traffic on a clock that jumps: outages, lost responses, tokens that change, refusals, a cache and limits.
@Suite struct SoakTests {
  /// In a process of its own, because memory is measured.
  @Test func thirtyDays() async throws {
    await #expect(processExitsWith: .success) { try await SoakTests.passDays() }
  }

  private static func passDays() async throws {
    let folder = try Desktop()
    let clock = ManualClock(jumps: true)
    let service = SoakService(clock: clock)
    let client = Desk(
      APIServer("eu", "https://desk.example"), token: service,
      configuration: ClientConfiguration(
        transport: service,
        middleware: .standard(
          cache: ResponseCache(), retry: Retry(), breaker: CircuitBreaker(), limiter: RateLimiter()),
        clock: clock, random: .seeded(3)))
    var configuration = QueueConfiguration()
    configuration.countLimit = 60
    configuration.sizeLimit = 200_000
    configuration.whenFull = .dropOldest
    configuration.ageLimit = .seconds(86_400)
    configuration.deadLetterLimit = 50
    configuration.reachability = ProbingReachability(
      url: try #require(URL(string: "https://desk.example/")), transport: service, clock: clock,
      random: .seeded(4))
    let queue = try RequestQueue(
      at: folder.folder, client: client, requests: [AddNoteRequest.self], configuration: configuration)
    var random = SplitMix(state: 11)
    var (sent, largest) = (0, 0)
    var memory = 0
    for hour in 0..<30 * 24 {
      service.isDown = hour % 31 >= 25 || (300..<340).contains(hour)
      for index in 0..<Int(random.next() % 6) {
        let number = hour * 10 + index
        let text = String(repeating: "x", count: Int(random.next() % 4_000))
        let request = AddNoteRequest(document: "d\(number % 3)", text: text, number: number)
        if number.isMultiple(of: 2) {
          do { _ = try await queue.send(request, in: "d\(number % 3)") } catch is APIError {}
        } else {
          try await queue.enqueue(request, in: "d\(number % 3)")
        }
        sent += 1
      }
      _ = try? await client.send(CachedRequest(text: "\(hour % 5)"))
      try await queue.flush(resettingDelays: hour % 7 == 0)
      clock.advance(by: .seconds(3_600 - clock.uptime.seconds.truncatingRemainder(dividingBy: 3_600)))
      largest = max(largest, try folder.fileSize())
      if hour == 3 * 24 { memory = residentMemory() }
    }
    let growth = residentMemory() - memory
    service.isDown = false
    for _ in 0..<20 {
      try await queue.flush(resettingDelays: true)
      clock.advance(by: .seconds(600))
    }
    let statistics = try await queue.statistics()
    print("\(statistics), \(largest) bytes of files, memory grew by \(growth); \(service.counts)")
    #expect(statistics.accepted == sent && statistics.waiting == 0)
    #expect(
      sent == statistics.delivered + statistics.refused + statistics.discarded + statistics.deadLetters)
    #expect(statistics.deadLetters <= 50 && statistics.discarded > 0 && statistics.refused > 0)
    // Each request with a response was accepted once. Of some others, the responses were lost before they became too old.
    #expect(service.acceptedCount >= statistics.delivered)
    #expect(service.acceptedCount <= statistics.delivered + service.lostResponses)
    #expect(service.isInOrder)
    #expect(largest < 200_000 * 4 + (8 << 20))
    #expect(growth < 30 << 20)
  }
}

/// A request whose responses are cached.
private struct CachedRequest: APIRequest {
  typealias Response = JSON
  var text: String
  static let endpoint = Endpoint<Self>(
    "cached", .get, "cached", response: .json(), policies: [.cache(.seconds(600)), .retry(idempotent: true)]
  ) { $0.query("text", \.text) }
}

/// A service that honours keys, fails often and changes its tokens.
///
/// Unchecked: all mutable state is behind the lock.
private final class SoakService: HTTPTransport, CredentialProvider, @unchecked Sendable {
  private let clock: ManualClock
  private let lock = NSLock()
  private var random = SplitMix(state: 5)
  private var keys: Set<String> = []
  private var last: [String: Int] = [:]
  private var down = false
  private var ordered = true
  private var lost = 0
  private var statuses: [Int: Int] = [:]

  init(clock: ManualClock) { self.clock = clock }

  var isDown: Bool {
    get { lock.withLock { down } }
    set { lock.withLock { down = newValue } }
  }
  var acceptedCount: Int { lock.withLock { keys.count } }
  var lostResponses: Int { lock.withLock { lost } }
  var isInOrder: Bool { lock.withLock { ordered } }
  var counts: [Int: Int] { lock.withLock { statuses } }

  /// A token of the hour; it is refused two hours later, or at once when the service forgets it.
  func refresh(_ old: Credential, for context: CredentialContext) -> Credential { credential(for: context) }

  func credential(for context: CredentialContext) -> Credential {
    .bearer("token-\(Int(clock.uptime.seconds / 3_600))-0123456789")
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let status = try lock.withLock { try response(to: request) }
    return TransportResponse(
      response: HTTPResponse(
        status: HTTPResponse.Status(code: status),
        headerFields: status == 429
          ? [.contentType: "application/json", .retryAfter: "20"] : [.contentType: "application/json"]),
      body: Array("{}".utf8))
  }

  private func response(to request: HTTPRequest) throws -> Int {
    let luck = random.next() % 40
    if down || luck == 0 { throw TransportError.failed(TransportFailure(.offline)) }
    var status = 200
    let hours = (request.headerFields[.authorization] ?? "").split(separator: "-").dropFirst().first
    let age = Int(clock.uptime.seconds / 3_600) - (hours.flatMap { Int($0) } ?? 0)
    if request.method == .head {
      status = 204
    } else if age > 1 {
      status = 401
    } else if luck < 3 {
      status = [429, 503][Int(luck) - 1]
    } else if luck == 3, request.method == .post {
      status = 422
    }
    statuses[status, default: 0] += 1
    guard status == 200, let key = request.headerFields[HTTPField.Name("Idempotency-Key") ?? .cookie] else {
      return status
    }
    if keys.insert(key).inserted {
      let parts = (request.path ?? "").split(whereSeparator: { "/?&=".contains($0) })
      let document = parts.dropFirst().first.map(String.init) ?? ""
      let number = parts.firstIndex(of: "number").flatMap { Int(parts[$0 + 1]) } ?? -1
      ordered = ordered && number > last[document] ?? -1
      last[document] = number
    }
    if luck == 4 {
      lost += 1
      throw TransportError.failed(TransportFailure(.connectionLost))
    }
    return status
  }
}
