import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting

/// Requests that aren't idempotent are sent again after refusals, because they weren't carried out, and after nothing else.
@Suite struct RefusalTests {
  private let clock = ManualClock(jumps: true)

  /// The number of attempts of a POST request that is answered in this way, and then well.
  private func attempts(
    _ policy: RetryPolicy = RetryPolicy(isIdempotent: false, attempts: 3),
    limitErrors: [ServiceErrorPattern] = [], method: HTTPRequest.Method? = nil,
    _ first: @escaping @Sendable () throws -> TransportResponse
  ) async throws -> Int {
    let transport = ScriptedTransport { index, _ in
      index == 0 ? try first() : .json(#"{"status":"ok"}"#)
    }
    let client = LimitedClient(
      transport, clock, middleware: [Retry()],
      limits: [RateLimit(count: 10, period: .seconds(1), scope: .address)],
      limitErrors: limitErrors)
    _ = try? await client.send(Rename(name: "x", token: "t"), options: [Policy(policy)])
    return transport.requests.count
  }

  @Test(arguments: [(429, nil, 2), (429, "5", 2), (503, "5", 2), (503, nil, 1), (503, "soon", 1)])
  func usualStatuses(status: Int, retryAfter: String?, count: Int) async throws {
    let attempts = try await attempts { .json("", status: status, retryAfter: retryAfter) }
    #expect(attempts == count)
  }

  @Test(arguments: [408, 500, 502, 504]) func statusesThatDoNotSayWhatHappened(status: Int) async throws {
    #expect(try await attempts { .json("", status: status, retryAfter: "1") } == 1)
  }

  /// The request may have been carried out, whatever became of the connection.
  @Test(arguments: [TransportFailure.Reason.connectionLost, .truncated, .cannotConnect])
  func brokenConnections(reason: TransportFailure.Reason) async throws {
    #expect(try await attempts { throw TransportError.failed(TransportFailure(reason)) } == 1)
    #expect(try await attempts { throw TransportError.timedOut } == 1)
  }

  /// The first of them isn't among the statuses after which the policy sends a request again.
  @Test(arguments: [([503, 504], 1), ([429], 2)]) func theStatusesOfThePolicyHold(
    statuses: [Int], count: Int
  ) async throws {
    let policy = RetryPolicy(isIdempotent: false, attempts: 3, statuses: statuses)
    #expect(try await attempts(policy) { .json("", status: 429) } == count)
  }

  @Test func errorsThatMeanTooManyRequests() async throws {
    let tooMany = ServiceErrorPattern(code: 407)
    let policy = RetryPolicy(
      isIdempotent: false, attempts: 3, errors: [tooMany, ServiceErrorPattern(message: "SOURCE_*")])
    #expect(
      try await attempts(policy, limitErrors: [tooMany]) { .refusal("REQUEST_LIMIT_EXCEEDED", code: 407) }
        == 2)
    #expect(try await attempts(policy) { .refusal("REQUEST_LIMIT_EXCEEDED", code: 407) } == 1)
    #expect(try await attempts(policy, limitErrors: [tooMany]) { .refusal("SOURCE_NOT_AVAILABLE") } == 1)
  }

  @Test func listedOnes() async throws {
    let policy = RetryPolicy(
      isIdempotent: false, attempts: 3, statuses: [503],
      refusals: .listed(statuses: [409, 503], errors: [ServiceErrorPattern(message: "BUSY")]))
    #expect(try await attempts(policy) { .json("", status: 409) } == 2)
    #expect(try await attempts(policy) { .json("", status: 503) } == 2)
    #expect(try await attempts(policy) { .refusal("BUSY") } == 2)
    #expect(try await attempts(policy) { .json("", status: 429) } == 1)
    #expect(try await attempts(policy) { .refusal("LOST") } == 1)
    let never = RetryPolicy(isIdempotent: false, attempts: 3, refusals: .listed())
    #expect(try await attempts(never) { .json("", status: 429) } == 1)
    // They count for requests that are idempotent, too.
    let idempotent = RetryPolicy(isIdempotent: true, attempts: 3, statuses: [], refusals: policy.refusals)
    #expect(try await attempts(idempotent) { .json("", status: 409) } == 2)
  }

  /// A server that answers a POST with 303 has carried it out; what the next address says is about another request.
  @Test(arguments: [(307, 2), (308, 2), (303, 1), (302, 1), (301, 1)])
  func whatFollowsARedirect(status: Int, count: Int) async throws {
    let attempts = try await attempts {
      var response = TransportResponse.json("", status: 429)
      response.redirects = [HTTPResponse(status: .init(code: status))]
      return response
    }
    #expect(attempts == count)
  }
}
