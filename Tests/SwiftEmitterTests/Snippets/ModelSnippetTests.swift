import Testing

/// Models, as they are read from and written to JSON.
@Suite struct ModelSnippetTests {
  /// What may be absent, what may be null, and what may be both.
  @Test func absentAndNull() throws {
    try expectSwift(
      of: #"""
        endpoints: {a: {get: a, response: Tank}}
        schemas:
          Tank:
            properties:
              name: string
              nickname?: string
              clan: string?
              crew?: integer?
              tier: {type: integer, minimum: 1, maximum: 10, description: From the first tier to the last.}

        """#,
      #"""
      public struct Tank: JSONModel {
        public let name: String
        public let nickname: String?
        public let clan: String?
        @Nullable public var crew: Int?
        /// From the first tier to the last.
        ///
        /// From 1 to 10.
        public let tier: Int

        public init(name: String, nickname: String? = nil, clan: String? = nil, crew: Int? = nil, tier: Int) {
          self.name = name
          self.nickname = nickname
          self.clan = clan
          self.crew = crew
          self.tier = tier
        }

        public static let layout = ModelLayout<Self> {
          $0.required("name", \.name)
          $0.optional("nickname", \.nickname)
          $0.nullable("clan", \.clan)
          $0.optionalNullable("crew", \._crew)
          $0.required("tier", \.tier, [.minimum(1), .maximum(10)])
        }
      }
      """#)
  }

  /// What clients make: a newtype wraps it.
  @Test func automaticValues() throws {
    try expectSwift(
      of: #"""
        endpoints: {a: {post: a, body: Call, response: empty}}
        schemas:
          CallID: {type: uuid, newtype: true}
          Number: {type: integer, newtype: true}
          Call:
            properties:
              id: {type: CallID, automatic: true}
              own: {type: uuid, automatic: true}
              number: {type: Number, automatic: true}
              text: {type: string, pattern: "^[0-9a-f]+$", maxLength: 32, automatic: true}

        """#,
      #"""
      public struct Call: JSONModel {
        public let id: CallID
        public let own: UUID
        public let number: Number
        /// At most 32 characters. Matches `^[0-9a-f]+$`.
        public let text: String

        public init(
          id: CallID = CallID(rawValue: UUID()),
          own: UUID = UUID(),
          number: Number = Number(rawValue: AutomaticValue.number()),
          text: String = AutomaticValue.text()
        ) {
          self.id = id
          self.own = own
          self.number = number
          self.text = text
        }

        public static let layout = ModelLayout<Self> {
          $0.required("id", \.id)
          $0.required("own", \.own)
          $0.required("number", \.number)
          $0.required("text", \.text, [.maxLength(32), .pattern("^[0-9a-f]+$")])
        }
      }
      """#)
  }

  /// An enumeration keeps values that the spec doesn't have.
  @Test func anEnumerationStaysOpen() throws {
    try expectSwift(
      of: #"""
        endpoints: {a: {get: a, response: State}}
        schemas:
          State: {enum: [in_battle, "off-line", "2fa"]}

        """#,
      #"""
      public struct State: OpenEnumeration {
        public let rawValue: String

        public init(rawValue: String) {
          self.rawValue = rawValue
        }

        public static var inBattle: Self { Self(rawValue: "in_battle") }
        public static var offLine: Self { Self(rawValue: "off-line") }
        public static var _2fa: Self { Self(rawValue: "2fa") }

        public static let allCases: [Self] = [.inBattle, .offLine, ._2fa]
      }
      """#)
  }

  /// A type for the same identifier everywhere.
  @Test func aNewtype() throws {
    try expectSwift(
      of: #"""
        endpoints: {a: {get: a, response: ClanID}}
        schemas:
          ClanID: {type: integer, newtype: true, description: Identifies a clan.}

        """#,
      #"""
      /// Identifies a clan.
      public struct ClanID: IntegerNewtype {
        public let rawValue: Int

        public init(rawValue: Int) {
          self.rawValue = rawValue
        }
      }
      """#)
  }

  /// A union reads its discriminator, and keeps what it doesn't know.
  @Test func aUnionByDiscriminator() throws {
    try expectSwift(
      of: #"""
        endpoints: {a: {get: a, response: Shape}}
        schemas:
          Shape: {oneOf: [Circle, Square], discriminator: kind}
          Circle: {properties: {kind: {const: circle}, radius: number}}
          Square: {properties: {kind: {const: square}, side: number}}

        """#,
      #"""
      public enum Shape: JSONUnion {
        case circle(Circle)
        case square(Square)
        /// A value that matches none of the alternatives in the spec.
        case unknown(JSON)

        public static let union = Union<Self>(discriminator: "kind") {
          $0.alternative("circle", Circle.self, Self.circle) {
            if case .circle(let value) = $0 { value } else { nil }
          }
          $0.alternative("square", Square.self, Self.square) {
            if case .square(let value) = $0 { value } else { nil }
          }
          $0.unknown(Self.unknown) {
            if case .unknown(let value) = $0 { value } else { nil }
          }
        }
      }

      public struct Circle: JSONModel {
        public let kind: String
        public let radius: Double

        public init(radius: Double) {
          self.kind = "circle"
          self.radius = radius
        }

        public static let layout = ModelLayout<Self> {
          $0.required("kind", \.kind, [.const("circle")])
          $0.required("radius", \.radius)
        }
      }

      public struct Square: JSONModel {
        public let kind: String
        public let side: Double

        public init(side: Double) {
          self.kind = "square"
          self.side = side
        }

        public static let layout = ModelLayout<Self> {
          $0.required("kind", \.kind, [.const("square")])
          $0.required("side", \.side)
        }
      }
      """#)
  }

  /// Maps are dictionaries.
  @Test func maps() throws {
    try expectSwift(
      of: #"""
        endpoints: {a: {get: a, response: Garage}}
        schemas:
          Garage: {properties: {tanks: "{integer}", crews?: "{[string]}"}}

        """#,
      #"""
      public struct Garage: JSONModel {
        public let tanks: [String: Int]
        public let crews: [String: [String]]?

        public init(tanks: [String: Int], crews: [String: [String]]? = nil) {
          self.tanks = tanks
          self.crews = crews
        }

        public static let layout = ModelLayout<Self> {
          $0.required("tanks", \.tanks)
          $0.optional("crews", \.crews)
        }
      }
      """#)
  }
}
