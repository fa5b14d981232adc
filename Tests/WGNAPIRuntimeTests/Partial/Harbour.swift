import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIPartial
import WGNAPIRuntime

// Models and requests for partial responses, written the way the generator writes them.

struct Pilot: PartialModel {
  let name: String
  let rank: Int
  @BoxedOptional var ship: Ship?

  init(name: String, rank: Int, ship: Ship? = nil) {
    self.name = name
    self.rank = rank
    self.ship = ship
  }

  static let layout = ModelLayout<Self> {
    $0.required("name", \.name, [.minLength(2)])
    $0.required("rank", \.rank)
    $0.optional("ship", \._ship)
    $0.alias("ship", \.ship)
  }
}

struct Hold: PartialModel {
  let size: Int
  let goods: [String: Int]

  static let layout = ModelLayout<Self> {
    $0.required("size", \.size)
    $0.additional(\.goods, [.minimum(1)])
  }
}

struct Ship: PartialModel, DeprecatedFields {
  let id: Int
  let description: String
  let pilot: Pilot?
  @Boxed var owner: Pilot
  let crew: [Pilot]
  let holds: [String: Pilot?]?
  @Nullable var note: Int?
  let log: Pilot?
  @available(*, deprecated)
  var old: String { _old }
  let _old: String
  let rest: [String: Int]

  var computed: Int { id }

  static let layout = ModelLayout<Self> {
    $0.required("id", \.id, [.minimum(1)])
    $0.required("description", \.description)
    $0.nullable("pilot", \.pilot)
    $0.required("owner", \._owner)
    $0.required("crew", \.crew)
    $0.lenient("holds", \.holds)
    $0.optionalNullable("note", \._note)
    $0.optional("log", \.log)
    $0.required("old", \._old)
    $0.additional(\.rest)
    $0.extra("log")
    $0.alias("owner", \.owner)
    $0.alias("note", \.note)
  }

  @available(*, deprecated)
  static var deprecatedPaths: [(name: String, path: AnyKeyPath)] { [("old", \Self.old)] }

  static let example = #"""
    {"id": 7, "description": "d", "pilot": null, "owner": {"name": "Ann", "rank": 3}, "crew":
     [{"name": "Bo", "rank": 1}, {"name": "Cy", "rank": 2}], "holds": {"a": {"name": "Di", "rank": 4}, "b": null},
     "note": null, "old": "o", "x": 1, "y": 2}
    """#
}

struct ShipsRequest: SelectableRequest {
  typealias Response = [Int: Ship?]
  typealias ServiceEnvelope = PlayersEnvelope
  var ids: [Int]
  var key: String?

  static let endpoint = Endpoint<Self>(
    "ships", [.get, .post], "ships", response: .json(),
    policies: [.partial(fields: "fields", extra: "extra", maximum: 3)]
  ) {
    $0.query("ids", \.ids)
    $0.query("key", \.key, secret: true)
  }
}

struct ShipListRequest: SelectableRequest {
  typealias Response = [Ship]
  static let endpoint = Endpoint<Self>(
    "shipList", .post, "ships", response: .json(),
    policies: [.partial(fields: "only", separator: "|", exclusionPrefix: nil)])
}

struct UnrestrictedRequest: SelectableRequest {
  typealias Response = Ship
  static let endpoint = Endpoint<Self>("unrestricted", .get, "ship", response: .json())
}

struct ShipRow: ModelSlice {
  typealias Base = Ship
  struct Owner: PartialModel {
    let name: String
    static let layout = ModelLayout<Self> { $0.required("name", \.name) }
  }
  let id: Int
  let owner: Owner
  static let layout = ModelLayout<Self> {
    $0.required("id", \.id)
    $0.required("owner", \.owner)
  }
  static let fields = ["id", "owner.name", "log.name"]
  static let extraFields = ["log"]
}
