import HTTPTypes
import TestSupport
import Testing
import WGNAPIFeeds
import WGNAPIPages
import WGNAPIRuntime
import WOT

/// Every captured response of an endpoint in the specs is read strictly, over HTTP from a real server, and what is
/// written again is the same JSON.
@Suite(.enabled(if: Captures.folder != nil, Comment(rawValue: Captures.skipped)))
struct CapturedResponseTests {
  @Test func everyCaptureIsListed() {
    let described = Set(Self.allSuccesses.map(\.file) + Self.failures.map(\.file))
    #expect(Set(Captures.all(of: "wot")) == described)
  }

  @Test(arguments: allSuccesses)
  func decodesStrictlyAndWritesTheSame(_ capture: Capture) async throws {
    let bytes = try Captures.bytes(capture.file)
    try await withServer(answering: bytes) { client in
      let written = try await capture.roundTrip(client)
      let original = try JSON(parsing: bytes)
      #expect(written == original, "\(capture.file) changed on its way")
    }
  }

  /// The envelope of 2014 has `count` in place of `meta`: the specs declare it. Its failures are like those of today.
  @Test(arguments: ["wot_ratings_accounts.json": true, "wot_account_list_error_2.json": false])
  func envelopesOf2014AreRead(_ file: String, hasCount: Bool) throws {
    let whole = try JSON(parsing: try Captures.bytes(file))
    guard case .object(var members) = whole else {
      Issue.record("\(file) isn't an object")
      return
    }
    #expect(members["meta"] == nil && (members["count"] != nil) == hasCount)
    members["data"] = nil
    let bytes = try JSON.object(members).encoded()
    let envelope = try Envelope.decode(
      bytes, options: JSONDecoding(unknownKeys: .reject, validation: .strict))
    #expect(try JSON(parsing: envelope.encoded()) == .object(members))
    #expect(envelope.failure == nil || !hasCount)
  }

  /// Without any one of its keys, a response is read, or the error names the key and its place in one line.
  @Test(arguments: allSuccesses.filter { $0.file != "wot_encyclopedia_personalmissions.json" })
  func eachMissingKeyIsNamed(_ capture: Capture) async throws {
    let whole = try JSON(parsing: Captures.bytes(capture.file))
    var keys: Set<String> = []
    whole["data"]?.collectKeys(into: &keys)
    for key in keys.sorted() {
      var isDone = false
      let older = whole.removingFirst(key, &isDone)
      let client = Client(
        server: .eu, applicationID: "demo",
        configuration: ClientConfiguration(transport: Canned(body: try older.encoded()), middleware: []))
      do {
        _ = try await capture.roundTrip(client)
      } catch let error as APIError {
        #expect(!"\(error)".contains("\n"))
        #expect("\(error)".contains("the key \"\(key)\" is missing"), "\(capture.file): \(error)")
      }
    }
  }

  /// Responses of other years lack what came later: the error names the key and its place, in one line.
  @Test(arguments: ["stun_number", "radio_assisted_damage", "avg_damage_assisted_stun"])
  func namesMissingKeys(_ key: String) async throws {
    let text = String(decoding: try Captures.bytes("wot_account_info.json"), as: UTF8.self)
    let older = text.split(separator: "\n").filter { !$0.contains("\"\(key)\"") }.joined(separator: "\n")
    try await withServer(answering: Array(older.utf8)) { client in
      let error = await #expect(throws: APIError.self) { try await client.players(accountIDs: [1]) }
      guard case .decoding(let cause)? = error?.kind else {
        Issue.record("\(key) isn't missed")
        return
      }
      #expect(cause.kind == .missingKey && !"\(cause)".contains("\n"))
      #expect("\(cause)".contains("the key \"\(key)\" is missing") && "\(cause)".contains("statistics"))
    }
  }

  @Test(arguments: failures)
  func readsTypedErrors(_ capture: FailureCapture) async throws {
    try await withServer(answering: Captures.bytes(capture.file)) { client in
      let error = await #expect(throws: APIError.self) {
        try await client.searchPlayers(search: "Ju_")
      }
      #expect(error?.code(as: ErrorCode.self) == capture.code)
      #expect(error?.failure?.field == capture.field)
      #expect(error?.failure?.value == capture.value)
      #expect(error?.operation == "searchPlayers")
    }
  }
}

/// A captured success and the request that it answers.
struct Capture: Sendable, CustomTestStringConvertible {
  var file: String
  var roundTrip: @Sendable (Client) async throws -> JSON
  var testDescription: String { file }

  init<Request: APIRequest>(_ file: String, _ request: Request)
  where Request.Response: JSONValue, Request.ServiceEnvelope == Envelope {
    self.file = file
    roundTrip = { client in
      let response = try await client.response(to: request)
      #expect(response.violations.isEmpty)
      return try Self.whole(response.envelope, payload: JSON(parsing: response.value.encoded()))
    }
  }

  /// For an endpoint that answers nothing of interest: `data` is an empty object.
  init<Request: APIRequest>(empty file: String, _ request: Request)
  where Request.Response == Void, Request.ServiceEnvelope == Envelope {
    self.file = file
    roundTrip = { client in
      let response = try await client.response(to: request)
      return try Self.whole(response.envelope, payload: .object([:]))
    }
  }

  private static func whole(_ envelope: Envelope?, payload: JSON) throws -> JSON {
    let envelope = try #require(envelope)
    guard case .object(var members) = try JSON(parsing: envelope.encoded()) else { return .null }
    members["data"] = payload
    return .object(members)
  }
}

struct FailureCapture: Sendable, CustomTestStringConvertible {
  var file: String
  var code: ErrorCode
  var field: String?
  var value: String?
  var testDescription: String { file }
}

/// Methods that the service calls deprecated; a protocol lets tests use them without warnings.
private protocol DeprecatedMethods { static var captures: [Capture] { get } }
private enum DeprecatedCaptures: DeprecatedMethods {
  /// A response of 2014: its envelope has `count` in place of `meta`, which the specs declare.
  @available(*, deprecated)
  static var captures: [Capture] {
    [Capture("wot_ratings_accounts.json", PlayerRatingsRequest(accountIDs: [1], type: .all))]
  }
}

extension CapturedResponseTests {
  static var allSuccesses: [Capture] {
    let deprecated: any DeprecatedMethods.Type = DeprecatedCaptures.self
    return successes + deprecated.captures
  }

  static let successes: [Capture] = [
    Capture("wot_account_info.json", PlayersRequest(accountIDs: [1])),
    Capture("wot_account_info_2.json", PlayersRequest(accountIDs: [1])),
    Capture("wot_account_list.json", SearchPlayersRequest(search: "abc")),
    Capture("wot_auth_login.json", LoginRequest()),
    Capture(empty: "wot_auth_logout.json", LogoutRequest(accessToken: "t")),
    Capture("wot_auth_prolongate.json", ProlongateTokenRequest(accessToken: "t")),
    Capture("wot_clanratings_clans.json", ClanRatingsRequest(clanIDs: [1])),
    Capture("wot_clans_info.json", ClansRequest(clanIDs: [1])),
    Capture("wot_clans_info_2.json", ClansRequest(clanIDs: [1])),
    Capture("wot_clans_info_3.json", ClansRequest(clanIDs: [1])),
    Capture("wot_clans_memberhistory.json", ClanMemberHistoryRequest(accountID: 1)),
    Capture("wot_clans_messageboard.json", ClanMessagesRequest(accessToken: "t")),
    Capture("wot_encyclopedia_personalmissions.json", PersonalMissionsRequest()),
    Capture("wot_encyclopedia_vehicleprofile.json", VehicleProfileRequest(tankID: 1)),
    Capture("wot_encyclopedia_vehicleprofile_2.json", VehicleProfileRequest(tankID: 1)),
    Capture("wot_encyclopedia_vehicleprofiles.json", VehicleProfilesRequest(tankID: 1)),
    Capture("wot_encyclopedia_vehicles.json", VehiclesRequest()),
    Capture("wot_encyclopedia_vehicles_2.json", VehiclesRequest()),
    Capture("wot_globalmap_eventclaninfo.json", EventClansRequest(eventID: "e", frontIDs: ["f"], clanID: 1)),
    Capture("wot_globalmap_provinces.json", ProvincesRequest(frontID: "f")),
    Capture(
      "wot_globalmap_seasonaccountinfo.json", SeasonPlayersRequest(seasonID: "s", accountID: 1, tiers: [.ten])
    ),
    Capture("wot_stronghold_claninfo.json", StrongholdsRequest(clanIDs: [1])),
    Capture("wot_stronghold_clanreserves.json", ClanReservesRequest(accessToken: "t")),
    Capture("wot_tanks_mastery.json", VehicleMasteryRequest(distribution: .damage, percentiles: [50])),
    Capture("wot_tanks_stats.json", PlayerVehicleStatisticsRequest(accountID: 1)),
  ]

  static let failures: [FailureCapture] = [
    FailureCapture(
      file: "wot_account_list_error.json", code: .notEnoughSearchLength, field: "search", value: "Ju"),
    FailureCapture(
      file: "wot_account_list_error_2.json", code: .parameterNotSpecified, field: "application_id"),
  ]
}

private struct Canned: HTTPTransport {
  let body: [UInt8]

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    TransportResponse(response: HTTPResponse(status: .ok), body: self.body)
  }
}

extension JSON {
  /// The keys that look like those of a model: not the IDs of maps.
  fileprivate func collectKeys(into keys: inout Set<String>) {
    switch self {
    case .object(let members):
      for (key, value) in members {
        if key.contains(where: \.isLetter) { keys.insert(key) }
        value.collectKeys(into: &keys)
      }
    case .array(let elements): for element in elements { element.collectKeys(into: &keys) }
    case .null, .bool, .number, .string: break
    }
  }

  /// The value without the first member that has a key.
  fileprivate func removingFirst(_ key: String, _ isDone: inout Bool) -> JSON {
    switch self {
    case .object(let members):
      var kept: [(String, JSON)] = []
      for (name, value) in members {
        if name == key, !isDone {
          isDone = true
        } else {
          kept.append((name, value.removingFirst(key, &isDone)))
        }
      }
      return .object(JSONObject(kept))
    case .array(let elements): return .array(elements.map { $0.removingFirst(key, &isDone) })
    case .null, .bool, .number, .string: return self
    }
  }
}
