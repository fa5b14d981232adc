import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRetry
import WGNAPITesting

@testable import WGNAPIClient

/// Policies are values of any type, of an API, an endpoint or a call.
@Suite struct PolicyTests {
  /// A policy of a user's.
  private struct Patience: PolicyValue {
    var isEndless = false
    var repeats: Bool?
    func isTemporary(status: Int?, failure: ServiceFailure?) -> Bool? { isEndless ? true : nil }
    var allowsRepetition: Bool? { repeats }
  }

  @Test func ofOneTypeTheLastApplies() {
    let policies: Policies = [.timeout(.seconds(1)), .noCache, .timeout(.seconds(2))]
    #expect(policies[TimeoutPolicy.self] == TimeoutPolicy(duration: .seconds(2)))
    #expect(policies[Patience.self] == nil)
    #expect(policies == [.noCache, .timeout(.seconds(2))])
    #expect(policies != [.noCache, .timeout(.seconds(3))])
    #expect(policies != [.timeout(.seconds(2))])
  }

  @Test func aCallsOwnTimeCountsBeforeTheClients() {
    let client = CallOptions(timeout: .seconds(10))
    #expect(CallOptions(timeout: .seconds(60)).filled(by: client).timeout == .seconds(60))
    let own: CallOptions = [.timeout(.seconds(60))]
    #expect(own.filled(by: client).timeout == .seconds(60))
    #expect(CallOptions().filled(by: client).timeout == .seconds(10))
  }

  @Test func severalPoliciesAnswerTogether() {
    let never = Policy(RetryPolicy(isIdempotent: true, attempts: 2, statuses: []))
    #expect(Policies([never]).isTemporary(status: 500, failure: nil) == false)
    let one: Policies = [never, Policy(Patience(isEndless: true))]
    let other: Policies = [Policy(Patience(isEndless: true)), never]
    #expect(one.isTemporary(status: 500, failure: nil) == true)
    #expect(other.isTemporary(status: 500, failure: nil) == true)
    #expect(Policies([]).isTemporary(status: 500, failure: nil) == nil)
    #expect(one.allowRepetition == true)
    #expect(Policies([never, Policy(Patience(repeats: false))]).allowRepetition == false)
  }

  @Test func ofEachTypeTheClosestApplies() {
    let never = Policy(RetryPolicy(isIdempotent: true, attempts: 2, statuses: []))
    let applied = AppliedPolicies(
      call: [.timeout(.seconds(1))], endpoint: [.timeout(.seconds(2)), never],
      api: [.timeout(.seconds(3)), Policy(Patience(isEndless: true, repeats: false))])
    #expect(applied[TimeoutPolicy.self]?.duration == .seconds(1))
    #expect(applied[Patience.self]?.isEndless == true)
    #expect(applied[CachePolicy.self] == nil)
    // Policies of different types answer together, wherever they are.
    #expect(applied.all.isTemporary(status: 500, failure: nil) == true)
    #expect(applied.all.allowRepetition == false)
  }

  @Test func withoutACacheWhatOnlyACacheMayAnswerIsNotSent() async throws {
    let transport = ScriptedTransport { _, _ in .players(1) }
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"),
      configuration: ClientConfiguration(transport: transport, middleware: []))
    let error = await #expect(throws: APIError.self) {
      try await client.send(SearchPlayers(search: "gar"), options: [.cache(.cacheOnly)])
    }
    #expect(error?.notSent(as: ResponseCache.Miss.self) != nil)
    #expect(transport.count == 0)
    _ = try await client.send(SearchPlayers(search: "gar"))
    #expect(transport.count == 1)
  }

  @Test func theListOfMiddlewaresIsChangedByType() {
    let list: [any APIMiddleware] = [ResponseCache(), Retry()]
    func names(_ list: [any APIMiddleware]) -> [String] { list.map { "\(type(of: $0))" } }
    let cache = ResponseCache()
    #expect((list.replacing(cache).first as? ResponseCache) === cache)
    #expect(names(list.removing(ResponseCache.self)) == ["Retry"])
    #expect(
      names(list.inserting(RequestLog { _ in }, before: Retry.self)) == [
        "ResponseCache", "RequestLog", "Retry",
      ])
    #expect(
      names(list.removing(Retry.self).inserting(Retry(), before: Retry.self)) == ["ResponseCache", "Retry"])
    #expect(names([Retry()].replacing(cache)) == ["ResponseCache", "Retry"])
  }
}
