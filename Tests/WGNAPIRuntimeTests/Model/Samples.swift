import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Models written the way the generator writes them.

struct AccountID: IntegerNewtype {
  var rawValue: Int64
}

struct Nickname: StringNewtype {
  var rawValue: String
  static let constraints: Constraint? = [.type(.string), .minLength(3), .maxLength(24)]
}

struct VehicleType: OpenEnumeration {
  var rawValue: String
  static var heavyTank: Self { Self(rawValue: "heavyTank") }
  static let allCases: [Self] = [.heavyTank]
}

enum Distribution: String, ClosedEnumeration {
  case damage
  case experience = "xp"
}

enum Level: Int, ClosedEnumeration {
  case first = 1
  case second
}

struct Player: JSONModel {
  var accountID: AccountID
  var nickname: String
  var createdAt: Date
  var rating: Double
  var isOnline: Bool
  var clanID: Int64?
  var role: String?
  var lastBattle: Date?
  @Nullable var epic: Int?
  var tags: [String]
  var scores: [String: Int]

  init(
    accountID: AccountID, nickname: String, createdAt: Date, rating: Double, isOnline: Bool,
    clanID: Int64? = nil,
    role: String? = nil, lastBattle: Date? = nil, epic: Int? = nil, tags: [String] = [],
    scores: [String: Int] = [:]
  ) {
    self.accountID = accountID
    self.nickname = nickname
    self.createdAt = createdAt
    self.rating = rating
    self.isOnline = isOnline
    self.clanID = clanID
    self.role = role
    self.lastBattle = lastBattle
    self.epic = epic
    self.tags = tags
    self.scores = scores
  }

  static let layout = ModelLayout<Self> {
    $0.required("account_id", \.accountID)
    $0.required("nickname", \.nickname, [.type(.string), .minLength(1), .maxLength(24)])
    $0.required("created_at", \.createdAt, as: UnixTime.self)
    $0.required("rating", \.rating, [.type(.number), .minimum(0)])
    $0.required("is_online", \.isOnline, as: ZeroOne.self)
    $0.nullable("clan_id", \.clanID)
    $0.optional("role", \.role)
    $0.lenient("last_battle", \.lastBattle, as: UnixTime.self)
    $0.optionalNullable("epic", \._epic)
    $0.required("tags", \.tags, [.type(.array), .maxItems(3)])
    $0.required("scores", \.scores)
  }
}

struct Tree: JSONModel {
  var name: String
  @BoxedOptional var left: Tree?
  @BoxedOptional var right: Tree?
  var children: [Tree]
  @Boxed var span: Span
  @BoxedNullable var epic: Span?

  init(
    name: String, left: Tree? = nil, right: Tree? = nil, children: [Tree] = [], span: Span, epic: Span? = nil
  ) {
    self.name = name
    self.left = left
    self.right = right
    self.children = children
    self.span = span
    self.epic = epic
  }

  static let layout = ModelLayout<Self> {
    $0.required("name", \.name)
    $0.optional("left", \._left)
    $0.lenient("right", \._right)
    $0.required("children", \.children)
    $0.required("span", \._span)
    $0.optionalNullable("epic", \._epic)
  }
}

struct Span: JSONModel {
  var minimum: Int
  var maximum: Double

  static let layout = ModelLayout<Self>.tuple {
    $0.element(\.minimum)
    $0.element(\.maximum)
  }
}

struct Pair: JSONModel {
  var first: Int
  var second: Int

  static let layout = ModelLayout<Self>.tuple {
    $0.element(\.first)
    $0.element(\.second)
    $0.constrained(by: [.uniqueItems()])
    $0.constrained(by: [.schema([.contains([.minimum(5)])])])
  }
}

struct Open: JSONModel {
  var id: Int
  var rest: [String: Date]

  static let layout = ModelLayout<Self> {
    $0.required("id", \.id)
    $0.additional(\.rest, as: UnixTime.self)
  }
}

struct Closed: JSONModel {
  var id: Int32?

  static let layout = ModelLayout<Self> {
    $0.optional("id", \.id, [.type(.integer), .maximum(10)])
    $0.closed()
    $0.constrained(by: [.type(.object), .minProperties(1)])
  }
}

struct Cat: JSONModel {
  var lives: Int

  static let layout = ModelLayout<Self> { $0.required("lives", \.lives) }
}

struct Dog: JSONModel {
  var kind: String
  var name: String?

  init(kind: String = "dog", name: String? = nil) {
    self.kind = kind
    self.name = name
  }

  static let layout = ModelLayout<Self> {
    $0.required("kind", \.kind)
    $0.optional("name", \.name)
  }
}

enum Pet: JSONUnion {
  case cat(Cat)
  case dog(Dog)
  case unknown(JSON)

  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("cat", Cat.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
    $0.alternative("dog", Dog.self, Self.dog) { if case .dog(let value) = $0 { value } else { nil } }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

enum TextOrNumber: JSONUnion {
  case text(String)
  case number(Int)
  case numbers([Int])

  static let union = Union<Self> {
    $0.alternative(String.self, Self.text) { if case .text(let value) = $0 { value } else { nil } }
    $0.alternative(Int.self, Self.number) { if case .number(let value) = $0 { value } else { nil } }
    $0.alternative([Int].self, Self.numbers) { if case .numbers(let value) = $0 { value } else { nil } }
  }
}

extension [UInt8] {
  init(_ text: String) { self = Array(text.utf8) }
  var text: String { String(decoding: self, as: UTF8.self) }
}
