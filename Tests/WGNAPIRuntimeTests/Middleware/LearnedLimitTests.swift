import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPILimits

/// Limits that a service reports in its header fields.
@Suite(.timeLimit(.minutes(5))) struct LearnedLimitTests {
  private static let fields = RateLimitFields.fields(
    remaining: "X-Left", reset: "X-Reset", resetIs: .seconds, limit: "X-Limit")
  private let clock = ManualClock()
  private let waits = Record<Duration>()
  private let search = SearchPlayers(search: "abc")

  private func client(
    _ transport: ScriptedTransport, _ limiter: RateLimiter = RateLimiter(), limits: [RateLimit] = [],
    fields: RateLimitFields = Self.fields, applicationID: String = "demo-id"
  ) -> LimitedClient {
    let waits = waits
    return LimitedClient(
      transport, clock, middleware: [limiter], limits: limits, limitFields: fields,
      applicationID: applicationID, observers: [ClientObserver(onWait: { waits.append($0.duration) })])
  }

  private static func fields(_ values: [String: String]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in values {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }

  private static func response(_ values: [String: String], status: Int = 200) -> TransportResponse {
    TransportResponse(
      response: HTTPResponse(status: .init(code: status), headerFields: fields(values)),
      body: Array(#"{"status":"ok","data":[]}"#.utf8))
  }

  // MARK: Reading

  @Test(
    arguments: [
      (["X-Left": "5", "X-Reset": "10"], 5, 10.0, nil), (["X-Left": "0", "X-Reset": "0.5"], 0, 0.5, nil),
      (["X-Left": "-3", "X-Reset": "10", "X-Limit": "60"], 0, 10, 60),
      (["X-Left": "99999999999999999999999999", "X-Reset": "1", "X-Limit": "0"], 1_000_000_000, 1, nil),
      (
        ["X-Left": "598.7", "X-Reset": "99999999999999999999999999999999999999", "X-Limit": "-1"], 598, 1e12,
        nil
      ),
    ] as [([String: String], Int, Double, Int?)])
  func isRead(_ values: [String: String], _ remaining: Int, _ seconds: Double, _ limit: Int?) {
    let report = ReportedLimit(Self.fields(values), Self.fields, now: Date())
    #expect(report?.remaining == remaining)
    #expect(report?.reset == .seconds(seconds))
    #expect(report?.limit == limit)
  }

  @Test(
    arguments: [
      [:], ["X-Left": "5"], ["X-Reset": "5"], ["X-Left": "nan", "X-Reset": "1"],
      ["X-Left": "1", "X-Reset": "inf"],
      ["X-Left": "1", "X-Reset": "0"], ["X-Left": "1", "X-Reset": "-1"], ["X-Left": "", "X-Reset": "1"],
      ["X-Left": "0x10", "X-Reset": "1"], ["X-Left": "1e3", "X-Reset": "1"],
      ["X-Left": "1-1", "X-Reset": "1"],
      ["X-Left": "1", "X-Reset": String(repeating: "9", count: 65_536)],
    ])
  func isIgnored(_ values: [String: String]) {
    #expect(ReportedLimit(Self.fields(values), Self.fields, now: Date()) == nil)
  }

  @Test(
    arguments: [
      (.seconds, "90", 90), (.milliseconds, "90500", 90.5), (.timestamp, "1000090", 90),
      (.timestampMilliseconds, "1000090500", 90.5), (.timestamp, "999999", nil),
      (.timestampMilliseconds, "5", nil),
    ] as [(RateLimitFields.Reset, String, Double?)])
  func resetsHaveAUnit(_ unit: RateLimitFields.Reset, _ text: String, _ seconds: Double?) {
    let names = RateLimitFields.fields(remaining: "X-Left", reset: "X-Reset", resetIs: unit)
    let report = ReportedLimit(
      Self.fields(["X-Left": "1", "X-Reset": text]), names, now: Date(timeIntervalSince1970: 1_000_000))
    #expect(report?.reset == seconds.map { .seconds($0) })
  }

  @Test(
    arguments: [
      (["RateLimit": #""default";r=50;t=30"#], 50, 30, nil),
      (
        [
          "RateLimit": #""a;b, \"c";r=50;t=30, "day" ; r=3 ;t=600"#,
          "RateLimit-Policy": #""day";q=1000;w=86400"#,
        ], 3, 600, 1000
      ),
      (["RateLimit": #""a";r=0;t=1, "b";r=0;t=9"#], 0, 9, nil),
      (["RateLimit": "limit=100, remaining=50, reset=5"], 50, 5, 100),
      (["RateLimit-Limit": "100", "RateLimit-Remaining": "7", "RateLimit-Reset": "5"], 7, 5, 100),
      (["RateLimit": #""a";r=-5;t=1"#], 0, 1, nil), (["RateLimit": #""a";r=5"#], nil, nil, nil),
      (["RateLimit": #""a";r=x;t=1"#], nil, nil, nil), (["RateLimit": #""a;r=1;t=1"#], nil, nil, nil),
      (["RateLimit": String(repeating: "<", count: 65_536)], nil, nil, nil),
      (["RateLimit": String(repeating: #"";,"#, count: 20_000)], nil, nil, nil),
    ] as [([String: String], Int?, Int?, Int?)])
  func standardFields(_ values: [String: String], _ remaining: Int?, _ seconds: Int?, _ limit: Int?) {
    let report = ReportedLimit(Self.fields(values), .standard(), now: Date())
    #expect(report?.remaining == remaining)
    #expect(report?.reset == seconds.map { .seconds($0) })
    #expect(report?.limit == limit)
  }

  // MARK: Waiting

  /// A service that counts, refuses what is too much, and says what is left.
  private func service(_ limit: Int, per period: Int) -> (ScriptedTransport, Record<Int>) {
    let refused = Record<Int>()
    let counts = Locked<[Int: Int]>([:])
    let transport = ScriptedTransport { [clock] index, _ in
      let now = Int(clock.uptime / .seconds(1))
      let count = counts.withLock { counts in
        counts[now / period, default: 0] += 1
        return counts[now / period] ?? 0
      }
      if count > limit { refused.append(index) }
      return Self.response(
        [
          "X-Left": "\(max(limit - count, 0))", "X-Reset": "\(period - now % period)", "X-Limit": "\(limit)",
        ], status: count > limit ? 429 : 200)
    }
    return (transport, refused)
  }

  @Test func waitsBeforeTheLimitIsHit() async throws {
    let (transport, refused) = service(5, per: 20)
    let client = client(transport)
    for _ in 0..<5 { _ = try await client.send(search) }
    #expect(clock.uptime == .zero)
    for round in 1...3 {
      let waiting = Task { try await client.send(search) }
      try await clock.waitForSleepers()
      #expect(transport.count == round * 5)
      clock.advance(by: .seconds(20))
      _ = try await waiting.value
      for _ in 0..<4 { _ = try await client.send(search) }
    }
    #expect(refused.all == [])
    #expect(waits.all == [.seconds(20), .seconds(20), .seconds(20)])
  }

  /// Many at once, after the first response.
  @Test func manyAtOnceStayBelowTheLimit() async throws {
    let (transport, refused) = service(10, per: 20)
    let client = client(transport)
    _ = try await client.send(search)
    let unfinished = Counter(40)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          _ = try? await client.send(
            SearchPlayers(search: "player\(index)"), options: CallOptions(timeout: .seconds(1_000)))
          unfinished.decrement()
        }
      }
      group.addTask { [clock] in
        // Time passes only when nothing happens: a request that waits for a thread must not arrive in the next period.
        var last = (-1, -1)
        var calm = 0
        while unfinished.value > 0 {
          try? await Task.sleep(for: .milliseconds(5))
          let now = (transport.count, clock.wakeTimes.count)
          calm = now == last ? calm + 1 : 0
          last = now
          guard calm > 5, now.1 > 0 else { continue }
          clock.advance(by: .seconds(20))
          calm = 0
        }
      }
    }
    #expect(transport.count == 41)
    #expect(refused.all == [])
  }

  @Test func aCallWithTooLittleTimeFailsAtOnce() async throws {
    let transport = ScriptedTransport { _, _ in Self.response(["X-Left": "0", "X-Reset": "100"]) }
    let client = client(transport)
    _ = try await client.send(search)
    let error = await #expect(throws: APIError.self) { try await client.send(search) }
    guard error?.notSent(as: RateLimiter.Refusal.self)?.retryAfter == .seconds(100) else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(transport.count == 1)
    clock.advance(by: .seconds(100))
    _ = try await client.send(search)
  }

  /// No service is believed for longer than the limiter allows.
  @Test(arguments: ["99999999999999999999", "3601"]) func longPeriodsAreBounded(_ reset: String) async throws
  {
    let transport = ScriptedTransport { _, _ in Self.response(["X-Left": "0", "X-Reset": reset]) }
    let client = client(transport)
    _ = try await client.send(search)
    await #expect(throws: APIError.self) { try await client.send(search) }
    clock.advance(by: .seconds(3_600))
    _ = try await client.send(search)
    #expect(transport.count == 2)
  }

  @Test func unreadableFieldsChangeNothing() async throws {
    for values in [["X-Left": "0", "X-Reset": "-5"], ["X-Left": "NaN", "X-Reset": "9"], [:]] {
      let client = client(ScriptedTransport { _, _ in Self.response(values) })
      for _ in 0..<20 { _ = try await client.send(search) }
    }
    #expect(clock.uptime == .zero)
  }

  @Test func applicationsCountApart() async throws {
    let transport = ScriptedTransport { _, _ in Self.response(["X-Left": "0", "X-Reset": "100"]) }
    let limiter = RateLimiter()
    _ = try await client(transport, limiter).send(search)
    _ = try await client(transport, limiter, applicationID: "other").send(search)
    await #expect(throws: APIError.self) { try await client(transport, limiter).send(search) }
    let address = RateLimitFields.fields(
      remaining: "X-Left", reset: "X-Reset", resetIs: .seconds, scope: .address)
    _ = try await client(transport, limiter, fields: address).send(search)
    await #expect(throws: APIError.self) {
      try await client(transport, limiter, fields: address, applicationID: "other").send(search)
    }
  }

  @Test func describedLimitsCountToo() async throws {
    let (transport, refused) = service(5, per: 20)
    let client = client(
      transport, limits: [RateLimit(count: 2, period: .seconds(1), scope: .application)])
    _ = try await client.send(search)
    _ = try await client.send(search)
    let waiting = Task { try await client.send(search) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    _ = try await waiting.value
    #expect(refused.all == [])
    #expect(waits.all == [])
  }

  /// A refusal without `Retry-After`: the fields say until when to wait.
  @Test func aRefusalSaysWhenToGoOn() async throws {
    let transport = ScriptedTransport { index, _ in
      index == 0 ? Self.response(["X-Left": "0", "X-Reset": "15"], status: 429) : Self.response([:])
    }
    let client = client(transport)
    await #expect(throws: APIError.self) { try await client.send(search) }
    let waiting = Task { try await client.send(search) }
    try await clock.waitForSleepers()
    #expect(waits.all == [.seconds(15)])
    clock.advance(by: .seconds(15))
    _ = try await waiting.value
  }

  @Test func limitsThatAreNotInUseAreForgotten() async throws {
    let limiter = RateLimiter()
    for index in 0..<100 {
      let transport = ScriptedTransport { _, _ in Self.response(["X-Left": "3", "X-Reset": "1"]) }
      _ = try await client(transport, limiter, applicationID: "app\(index)").send(search)
      clock.advance(by: .seconds(2))
    }
    #expect(limiter.state.buckets <= 16)
  }
}
