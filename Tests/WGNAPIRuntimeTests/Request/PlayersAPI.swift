import Foundation
import TestSupport
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIResponses
import WGNAPIRuntime
import WGNAPISchema

// What the generator emits for a small API, written by hand.

struct PlayerID: IntegerNewtype {
  var rawValue: Int64
  static let constraints: Constraint? = [.type(.integer), .minimum(1)]
}

struct FoundPlayer: JSONModel {
  var accountID: PlayerID
  var nickname: String

  static let layout = ModelLayout<Self> {
    $0.required("account_id", \.accountID)
    $0.required("nickname", \.nickname, [.type(.string), .maxLength(24)])
  }
}

struct PlayersEnvelope: ResponseEnvelope {
  typealias ServiceCode = PlayersErrorCode
  struct Meta: JSONModel {
    var count: Int
    static let layout = ModelLayout<Self> { $0.required("count", \.count) }
  }
  struct Problem: JSONModel {
    var code: Int
    var message: String
    var field: String?
    var value: JSON?
    static let layout = ModelLayout<Self> {
      $0.required("code", \.code)
      $0.required("message", \.message)
      $0.lenient("field", \.field)
      $0.lenient("value", \.value)
    }
  }

  var status: String
  var meta: Meta?
  var error: Problem?

  static let payloadKey = "data"
  static let layout = ModelLayout<Self> {
    $0.required("status", \.status)
    $0.lenient("meta", \.meta)
    $0.lenient("error", \.error)
  }
  var failure: ServiceFailure? {
    guard status != "ok" else { return nil }
    return error.map {
      ServiceFailure(code: .init($0.code), message: $0.message, field: $0.field, value: $0.value)
    } ?? ServiceFailure(message: status)
  }
}

struct PlayersErrorCode: ServiceErrorCode {
  var code: ServiceFailure.Code
  var message: String
  static var searchNotSpecified: Self { Self(code: 402, message: "SEARCH_NOT_SPECIFIED") }
  static var fieldNotSpecified: Self { Self(code: 402, message: "*_NOT_SPECIFIED") }
  static var sourceNotAvailable: Self { Self(code: 504, message: "SOURCE_NOT_AVAILABLE") }
  static let allCases: [Self] = [.fieldNotSpecified, .searchNotSpecified, .sourceNotAvailable]
  static let retryable: [Self] = [.sourceNotAvailable]
}

enum MatchKind: String, ClosedEnumeration {
  case startsWith = "startswith"
  case exact
}

struct SearchPlayers: APIRequest {
  typealias Response = [FoundPlayer]
  typealias ServiceEnvelope = PlayersEnvelope
  var search: String
  var type: MatchKind?
  var limit: Int?

  static let endpoint = Endpoint<Self>(
    "searchPlayers", .get, "account/list/", response: .json(),
    policies: [
      .cache(.seconds(600)),
      .retry(idempotent: true, attempts: 2, errors: [PlayersErrorCode.sourceNotAvailable.pattern]),
    ],
    errors: [.searchNotSpecified]
  ) {
    $0.query("search", \.search, [.type(.string), .minLength(3), .maxLength(24)])
    $0.query("type", \.type)
    $0.query("limit", \.limit, [.type(.integer), .maximum(100)])
  }
}

struct PlayerDetails: APIRequest {
  typealias Response = [PlayerID: FoundPlayer?]
  typealias ServiceEnvelope = PlayersEnvelope
  var accountID: [PlayerID]?
  var nickname: [String]?
  var accessToken: String?
  var since: Date?
  var detailed: Bool?

  init(
    accountID: [PlayerID]? = nil, nickname: [String]? = nil, accessToken: String? = nil, since: Date? = nil,
    detailed: Bool? = nil
  ) {
    self.accountID = accountID
    self.nickname = nickname
    self.accessToken = accessToken
    self.since = since
    self.detailed = detailed
  }

  static let endpoint = Endpoint<Self>(
    "playerDetails", [.get, .post], "account/info/",
    response: .json(as: MapOf<PlayerID, OptionalOf<FoundPlayer>>.self),
    policies: [.batch("account_id", maximum: 100)], servers: ["eu"], omit: ["language"]
  ) {
    $0.query("account_id", \.accountID, [.type(.array), .maxItems(100)])
    $0.query("nickname", \.nickname)
    $0.query("access_token", \.accessToken, secret: true)
    $0.query("since", \.since, as: UnixTime.self)
    $0.query("detailed", \.detailed, as: ZeroOne.self)
    $0.exactlyOne("account_id", "nickname")
  }
}

struct Clan: APIRequest {
  typealias Response = FoundPlayer
  var clanID: String
  var tags: [String]
  var trace: String?

  static let endpoint = Endpoint<Self>("clan", .get, "clans/{clan_id}/members/", response: .json()) {
    $0.path("clan_id", \.clanID)
    $0.query("tag", \.tags, separator: nil)
    $0.header("X-Trace", \.trace)
  }
}

struct Rename: APIRequest {
  typealias Response = Void
  typealias ServiceEnvelope = PlayersEnvelope
  var name: String
  var token: String

  static let endpoint = Endpoint<Self>("rename", .post, "account/rename/", response: .empty) {
    $0.form("name", \.name)
    $0.bearer(\.token)
  }
}

struct StorePlayer: APIRequest {
  enum Response: Hashable, Sendable {
    case stored(FoundPlayer)
    case gone
    case refused(PlayersEnvelope.Problem)
  }
  var player: FoundPlayer?

  static let endpoint = Endpoint<Self>(
    "storePlayer", .put, "players",
    response: .byStatus {
      $0.json(200, FoundPlayer.self) { .stored($0) }
      $0.empty(204) { .gone }
      $0.json(400..<500, PlayersEnvelope.Problem.self) { .refused($0) }
    }
  ) {
    $0.body(\.player)
  }
}

struct Emblem: APIRequest {
  typealias Response = [UInt8]
  static let endpoint = Endpoint<Self>("emblem", .get, "emblem.png", response: .bytes)
}

struct PlayersClient: APIClient {
  let core: ClientCore

  static let api = APIDescription(
    name: "players", basePath: "wot",
    servers: [APIServer("eu", "https://api.example.eu"), APIServer("na", "https://api.example.com")])

  init(
    server: APIServer, applicationID: String = "demo-application-id", language: String? = "en",
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    core = ClientCore(
      api: Self.api, server: server,
      parameters: [
        ClientParameter("application_id", applicationID, secret: true), ClientParameter("language", language),
      ], middleware: .standard(), configuration: configuration)
  }
}
