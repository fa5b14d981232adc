import HTTPTypes
import TestSupport
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIPages
import WGNAPIPolicies
import WGNAPIRuntime

// A list of things, in pages of every kind; written by hand as the generator would.

struct Thing: JSONModel {
  let id: Int
  let version: Int

  init(id: Int, version: Int = 0) {
    self.id = id
    self.version = version
  }

  static let layout = ModelLayout<Self> {
    $0.required("id", \.id)
    $0.required("version", \.version)
  }
}

struct ThingsEnvelope: ResponseEnvelope {
  let status: String
  static let payloadKey = "data"
  static let layout = ModelLayout<Self> { $0.required("status", \.status) }
  var failure: ServiceFailure? { status == "ok" ? nil : ServiceFailure(message: status) }
}

struct ThingsByOffset: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var offset: Int?
  var limit: Int?

  static let endpoint = Endpoint<Self>(
    "thingsByOffset", .get, "offset", response: .json(),
    policies: [
      .cache(.seconds(60)),
      .pagination(.offset("offset", size: "limit", maximumSize: 50, total: "/meta/total", identity: "id")),
    ], headers: ["X-Version": "2"]
  ) {
    $0.query("offset", \.offset)
    $0.query("limit", \.limit, [.maximum(50)])
  }
}

struct ThingsByPage: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var page: Int?
  var limit: Int?

  static let endpoint = Endpoint<Self>(
    "thingsByPage", [.get, .post], "page", response: .json(),
    policies: [
      .pagination(
        .pageNumber("page", size: "limit", maximumSize: 50, total: "/meta/total", pages: "/meta/pages"))
    ]
  ) {
    $0.query("page", \.page)
    $0.query("limit", \.limit)
  }
}

/// The server alone knows how many elements a page has, and doesn't say how many there are.
struct ThingsByFixedPage: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var page: Int?

  static let endpoint = Endpoint<Self>(
    "thingsByFixedPage", .get, "fixed", response: .json(),
    policies: [.pagination(.pageNumber("page", first: 0))]
  ) {
    $0.query("page", \.page)
  }
}

struct ThingsByCursor: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var cursor: String?
  var limit: Int?

  static let endpoint = Endpoint<Self>(
    "thingsByCursor", .get, "cursor", response: .json(),
    policies: [.pagination(.cursor("cursor", next: "/meta/next", size: "limit", maximumSize: 50))]
  ) {
    $0.query("cursor", \.cursor)
    $0.query("limit", \.limit)
  }
}

/// From an element on: the cursor is inclusive, as in exchanges' lists of trades.
struct ThingsFrom<Identity: ElementIdentity>: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var from: Int?
  var to: Int?
  var limit: Int?

  static var endpoint: Endpoint<Self> {
    Endpoint<Self>(
      "thingsFrom", .get, "from", response: .json(), policies: [.pagination(Identity.pagination)]
    ) {
      $0.query("from", \.from)
      $0.query("to", \.to)
      $0.query("limit", \.limit)
    }
  }
}

protocol ElementIdentity: Hashable, Sendable { static var pagination: PaginationPolicy { get } }
enum KnownByID: ElementIdentity {
  static var pagination: PaginationPolicy {
    .cursor("from", last: "/id", before: "to", size: "limit", maximumSize: 50, identity: "id")
  }
}
enum KnownByIDWithoutSize: ElementIdentity {
  static var pagination: PaginationPolicy { .cursor("from", last: "/id", before: "to", identity: "id") }
}
enum UnknownIdentity: ElementIdentity {
  static var pagination: PaginationPolicy { .cursor("from", last: "/id", size: "limit") }
}
/// Several elements may have the same cursor.
enum KnownByIDAtVersion: ElementIdentity {
  static var pagination: PaginationPolicy { .cursor("from", last: "/version", size: "limit", identity: "id") }
}

/// By the last element, with a flag if the server tells it.
struct ThingsByLast: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var after: Int?
  var before: Int?
  var limit: Int?

  static let endpoint = Endpoint<Self>(
    "thingsByLast", .get, "last", response: .json(),
    policies: [
      .pagination(
        .cursor("after", last: "/id", more: "/meta/more", before: "before", size: "limit", maximumSize: 50))
    ]
  ) {
    $0.query("after", \.after)
    $0.query("before", \.before)
    $0.query("limit", \.limit)
  }
}

/// Links that hold cursors, which the request has no parameter for.
struct ThingsByLink: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var limit: Int?
  var key: String?

  static let endpoint = Endpoint<Self>(
    "thingsByLink", .get, "links", response: .json(),
    policies: [.cache(.seconds(60)), .pagination(.link(size: "limit", maximumSize: 50))]
  ) {
    $0.query("limit", \.limit)
    $0.query("key", \.key, secret: true)
  }
}

/// Links that hold page numbers.
struct ThingsByNumberedLink: PaginatedRequest {
  typealias Response = [Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var page: Int?
  var limit: Int?

  static let endpoint = Endpoint<Self>(
    "thingsByNumberedLink", .get, "numbered", response: .json(),
    policies: [.pagination(.link(page: "page", size: "limit", maximumSize: 50))]
  ) {
    $0.query("page", \.page)
    $0.query("limit", \.limit)
  }
}

struct ThingIDs: PaginatedRequest {
  typealias Response = Contents
  struct Contents: JSONModel {
    let ids: [Int]
    static let layout = ModelLayout<Self> { $0.required("ids", \.ids) }
  }

  static let endpoint = Endpoint<Self>(
    "thingIDs", .get, "ids", response: .json(),
    policies: [.pagination(.snapshot(ids: "/ids", fetch: "things", parameter: "id", maximumSize: 7))])
}

struct Things: APIRequest {
  typealias Response = [Int: Thing?]
  typealias ServiceEnvelope = ThingsEnvelope
  var ids: [Int]

  static let endpoint = Endpoint<Self>("things", .get, "things", response: .json()) { $0.query("id", \.ids) }
}

/// A map by page, and with its elements inside of an object.
struct ThingsMap: PaginatedRequest {
  typealias Response = [Int: Thing]
  typealias ServiceEnvelope = ThingsEnvelope
  var page: Int?

  static let endpoint = Endpoint<Self>(
    "thingsMap", .get, "map", response: .json(), policies: [.pagination(.pageNumber("page"))]
  ) {
    $0.query("page", \.page)
  }
}

struct NestedThings: PaginatedRequest {
  struct Response: JSONModel {
    struct Part: JSONModel {
      let list: [Thing]?
      static let layout = ModelLayout<Self> { $0.lenient("list", \.list) }
    }
    let part: Part
    static let layout = ModelLayout<Self> { $0.required("part", \.part) }
  }
  var offset: Int

  static let endpoint = Endpoint<Self>(
    "nestedThings", .get, "nested", response: .json(), policies: [.pagination(.offset("offset"))]
  ) {
    $0.query("offset", \.offset)
  }
}

struct ThingsClient: APIClient {
  let core: ClientCore

  init(server: APIServer, configuration: ClientConfiguration = ClientConfiguration()) {
    core = ClientCore(
      api: APIDescription(name: "things"), server: server, middleware: .standard(),
      configuration: configuration)
  }

  /// A client of a list in memory, without a server.
  init(_ list: MovingList) {
    self.init(
      server: APIServer("eu", "http://list.example"),
      configuration: ClientConfiguration(transport: MovingListTransport(list: list), middleware: []))
  }

  /// A client whose responses are given by path and query.
  init(_ respond: @escaping @Sendable (String) throws -> String) {
    self.init(
      server: APIServer("eu", "http://list.example"),
      configuration: ClientConfiguration(transport: ClosureTransport(respond: respond), middleware: []))
  }
}

struct MovingListTransport: HTTPTransport {
  let list: MovingList

  func send(_ request: HTTPRequest, body: [UInt8], options: TransportOptions) async throws
    -> TransportResponse
  {
    let response = list.response(method: request.method.rawValue, target: request.path ?? "/")
    var fields = HTTPFields()
    fields[.eTag] = response.tag
    if let link = response.link, let name = HTTPField.Name("Link") { fields[name] = link }
    return TransportResponse(
      response: HTTPResponse(status: .init(code: response.status), headerFields: fields),
      body: Array(response.body.utf8))
  }
}

struct ClosureTransport: HTTPTransport {
  let respond: @Sendable (String) throws -> String

  func send(_ request: HTTPRequest, body: [UInt8], options: TransportOptions) async throws
    -> TransportResponse
  {
    TransportResponse(
      response: HTTPResponse(status: .ok), body: Array(try respond(request.path ?? "/").utf8))
  }
}
