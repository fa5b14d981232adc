import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPILimits

/// Limits in fields such as `X-Shopify-Shop-Api-Call-Limit: 32/40`, of services that restore requests little by little,
/// and resets that are dates.
@Suite(.timeLimit(.minutes(5))) struct RestoredLimitTests {
  private static func fields(_ values: [String: String]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in values {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }

  private static let field = "X-Shopify-Shop-Api-Call-Limit"
  private static let shop = RateLimitFields.usage(field, restores: 2, per: .seconds(1))

  @Test(
    arguments: [
      ("32/40", 8, 40), (" 40 / 40 ", 0, 40), ("41/40", 0, 40), ("0/1", 1, 1), ("40", nil, nil),
      ("/40", nil, nil),
      ("1/2/3", nil, nil), ("a/40", nil, nil), ("1/nan", nil, nil), ("", nil, nil),
    ] as [(String, Int?, Int?)])
  func usage(text: String, remaining: Int?, limit: Int?) {
    let report = ReportedLimit(Self.fields([Self.field: text]), Self.shop, now: Date())
    #expect(report?.remaining == remaining)
    #expect(report?.limit == limit)
    #expect(report?.reset == remaining.map { _ in .milliseconds(500) })
  }

  /// Mastodon's are of the first form.
  @Test(
    arguments: [
      ("2023-11-14T22:15:00.054Z", 100.054), ("2023-11-14T22:15:00Z", 100),
      ("2023-11-14T23:15:00+01:00", 100),
      ("Tue, 14 Nov 2023 22:15:00 GMT", 100), ("2023-11-14T22:13:20Z", nil), ("2023-11-14", nil), ("90", nil),
      ("", nil),
    ] as [(String, Double?)])
  func dates(text: String, seconds: Double?) throws {
    let names = RateLimitFields.fields(
      remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset", resetIs: .date,
      limit: "X-RateLimit-Limit")
    let report = ReportedLimit(
      Self.fields(["X-RateLimit-Remaining": "299", "X-RateLimit-Reset": text, "X-RateLimit-Limit": "300"]),
      names,
      now: Date(timeIntervalSince1970: 1_700_000_000))
    guard let seconds else {
      #expect(report == nil)
      return
    }
    let found = try #require(report)
    #expect(abs(found.reset / .seconds(1) - seconds) < 0.001)
    #expect((found.remaining, found.limit) == (299, 300))
  }

  /// A bucket of four requests, from which two leak each second.
  private final class Bucket: @unchecked Sendable {
    private let lock = NSLock()
    private var used = 0.0
    private var last = Duration.zero
    private var refusals = 0
    var refused: Int { lock.withLock { refusals } }

    func response(at now: Duration) -> TransportResponse {
      lock.withLock {
        used = max(used - 2 * ((now - last) / .seconds(1)), 0)
        last = now
        let isFull = used + 1 > 4.000_001
        if isFull { refusals += 1 } else { used += 1 }
        let fields = RestoredLimitTests.fields([RestoredLimitTests.field: "\(Int(used.rounded(.up)))/4"])
        return TransportResponse(
          response: HTTPResponse(status: isFull ? .tooManyRequests : .ok, headerFields: fields),
          body: Array(#"{"status":"ok","data":[]}"#.utf8))
      }
    }
  }

  @Test func requestsFollowTheBucket() async throws {
    let clock = ManualClock(jumps: true)
    let bucket = Bucket()
    let client = LimitedClient(
      ScriptedTransport { _, _ in bucket.response(at: clock.uptime) }, clock, middleware: [RateLimiter()],
      limitFields: Self.shop)
    for index in 1...12 {
      _ = try await client.send(SearchPlayers(search: "abc"))
      // Four at once, then one each half of a second.
      #expect(clock.uptime == .milliseconds(500 * max(index - 4, 0)))
    }
    #expect(bucket.refused == 0)
    // What has been restored in the meantime may be used at once, and no more than the bucket holds.
    clock.advance(by: .seconds(60))
    let start = clock.uptime
    for _ in 1...6 { _ = try await client.send(SearchPlayers(search: "abc")) }
    #expect(clock.uptime - start == .seconds(1))
    #expect(bucket.refused == 0)
  }

  /// An exhausted bucket is known until it is empty again, not only until its next step.
  @Test func anExhaustedLimitIsKept() {
    var limit = LearnedLimit()
    #expect(limit.isIdle(at: .zero))
    let ticket = limit.take(at: .zero)
    let full = ReportedLimit(Self.fields([Self.field: "40/40"]), Self.shop, now: Date())
    limit.finish(ticket, full, longest: .seconds(3_600), now: .zero)
    #expect(!limit.isIdle(at: .milliseconds(500)))
    #expect(!limit.isIdle(at: .milliseconds(19_999)))
    #expect(limit.isIdle(at: .seconds(20)))
    // Looking changes nothing.
    #expect(limit.exhaustion() == .milliseconds(500))
    _ = limit.take(at: .seconds(20))
    #expect(limit.remaining == 39)
    #expect(!limit.isIdle(at: .seconds(40)))
  }

  /// A heavy request waits for all that it needs, but not longer than a service can ask for.
  @Test(arguments: [(1, 0.5), (2, 1), (5, 2.5), (40, 20), (41, 20)])
  func heavyRequestsWaitForAllSteps(weight: Int, seconds: Double) {
    for (longest, expected) in [(3_600, seconds), (2, min(seconds, 2))] {
      var limit = LearnedLimit()
      let ticket = limit.take(at: .zero)
      let full = ReportedLimit(Self.fields([Self.field: "40/40"]), Self.shop, now: Date())
      limit.finish(ticket, full, longest: .seconds(longest), now: .zero)
      #expect(limit.exhaustion(for: weight) == .seconds(expected))
    }
  }

  /// A server may say anything, and mustn't occupy memory with it for ever.
  @Test func aHugeExhaustedLimitIsForgotten() {
    var limit = LearnedLimit()
    let ticket = limit.take(at: .zero)
    let full = ReportedLimit(Self.fields([Self.field: "1000000000/1000000000"]), Self.shop, now: Date())
    limit.finish(ticket, full, longest: .seconds(3_600), now: .zero)
    #expect(!limit.isIdle(at: .seconds(3_600)))
    #expect(limit.isIdle(at: .seconds(3_601)))
  }

  /// The limiter removes what it doesn't use, while it is used for many other servers.
  @Test func aLimiterWithManyServersForgetsNoExhaustedLimit() async throws {
    let clock = ManualClock(jumps: true)
    let limiter = RateLimiter()
    // Only the first response says how much is used.
    func client(_ id: String, _ used: String) -> LimitedClient {
      let isFirst = Locked(true)
      return LimitedClient(
        ScriptedTransport { _, _ in
          let isTold = isFirst.withLock { first in
            defer { first = false }
            return first
          }
          return TransportResponse(
            response: HTTPResponse(status: .ok, headerFields: Self.fields(isTold ? [Self.field: used] : [:])),
            body: Array(#"{"status":"ok","data":[]}"#.utf8))
        }, clock, middleware: [limiter], limitFields: Self.shop, applicationID: id)
    }
    let full = client("full", "40/40")
    _ = try await full.send(SearchPlayers(search: "abc"))
    clock.advance(by: .milliseconds(500))
    for number in 0..<64 { _ = try await client("other\(number)", "1/40").send(SearchPlayers(search: "abc")) }
    #expect(clock.uptime == .milliseconds(500))
    // One request has been restored, so the second one waits.
    _ = try await full.send(SearchPlayers(search: "abc"))
    _ = try await full.send(SearchPlayers(search: "abc"))
    #expect(clock.uptime == .seconds(1))
  }
}
