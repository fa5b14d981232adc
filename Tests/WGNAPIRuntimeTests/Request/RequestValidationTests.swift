import Foundation
import Testing
import WGNAPICache
import WGNAPIChains
import WGNAPIGenerated
import WGNAPILimits
import WGNAPIPartial
import WGNAPIPolicies
import WGNAPIRetry
import WGNAPIRuntime

@Suite struct RequestValidationTests {
  @Test func allViolationsAreListed() {
    let violations = SearchPlayers(search: "ab", limit: 500).violations
    #expect(violations.map(\.instanceLocation) == ["/search", "/limit"])
    #expect(violations.map(\.keyword) == ["minLength", "maximum"])
    #expect(violations.first?.description == "search: shorter than 3 characters [minLength]")
  }

  @Test func aTypesOwnConstraintsCount() {
    #expect(PlayerDetails(accountID: [1, 0]).violations.map(\.instanceLocation) == ["/account_id/1"])
  }

  @Test func listsAreLimited() {
    let ids = (1...101).map(PlayerID.init(rawValue:))
    #expect(PlayerDetails(accountID: ids).violations.map(\.keyword) == ["maxItems"])
  }

  @Test func separatorsWithinElementsAreRefused() {
    #expect(PlayerDetails(nickname: ["a,b"]).violations.map(\.keyword) == ["separator"])
  }

  private struct Misnamed: APIRequest {
    typealias Response = JSON
    static let endpoint = Endpoint<Self>("misnamed", .other("GE T"), "x", response: .json())
  }

  /// A method that can't be sent isn't replaced by another one.
  @Test func methodsHaveValidNames() {
    let violations = Misnamed().violations
    #expect(violations.map(\.message) == ["'GE T' isn't the name of an HTTP method"])
    #expect(RequestMethods.other("COPY").preferred.rawValue == "COPY")
    #expect(RequestMethods.query.preferred.rawValue == "QUERY")
  }

  @Test func requirementGroups() {
    #expect(PlayerDetails().violations.map(\.keyword) == ["exactlyOne"])
    #expect(PlayerDetails(accountID: [1], nickname: ["a"]).violations.map(\.keyword) == ["exactlyOne"])
    #expect(PlayerDetails(nickname: ["a"]).violations.isEmpty)
  }

  @Test func equalityAndHashing() {
    let request = PlayerDetails(accountID: [1], detailed: true)
    #expect(request == PlayerDetails(accountID: [1], detailed: true))
    #expect(request != PlayerDetails(accountID: [1]))
    #expect(request != PlayerDetails(accountID: [1], accessToken: "t", detailed: true))
    #expect(Set([request, PlayerDetails(accountID: [1], detailed: true), PlayerDetails()]).count == 2)
  }

  @Test func policiesAreData() {
    let search = SearchPlayers.endpoint.policies
    #expect(search[CachePolicy.self] == CachePolicy(lifetime: .seconds(600)))
    #expect(search[RetryPolicy.self]?.attempts == 2)
    #expect(
      search[RetryPolicy.self]?.errors == [ServiceErrorPattern(code: 504, message: "SOURCE_NOT_AVAILABLE")])
    #expect(
      PlayerDetails.endpoint.policies[BatchPolicy.self] == BatchPolicy(parameter: "account_id", maximum: 100))
    #expect(PlayerDetails.endpoint.policies[CachePolicy.self] == nil)
    let all: Policies = [
      .noCache, .pagination(.pageNumber("page_no", size: "limit", maximumSize: 100, total: "/meta/total")),
      .partial(extra: "extra", maximum: 100), .queue(idempotencyKey: .header("Idempotency-Key")),
      .rateLimit(10, per: .seconds(1), scope: .application),
    ]
    #expect(all[CachePolicy.self] == CachePolicy(lifetime: nil))
    guard case .pageNumber("page_no", first: 1)? = all[PaginationPolicy.self]?.style else {
      Issue.record("another style")
      return
    }
    #expect(all[PartialPolicy.self]?.exclusionPrefix == "-")
    #expect(all[QueuePolicy.self]?.idempotencyKey == .header("Idempotency-Key"))
    #expect(all[RateLimits.self]?.all.map(\.count) == [10])
  }
}
