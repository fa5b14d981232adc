import Foundation
import WGNAPIFormats
import WGNAPIJSON
import WGNAPISchema

// Models with every kind of field, written the way the generator writes them.

struct AccountID: IntegerNewtype {
  var rawValue: Int64
}

struct Nickname: StringNewtype {
  var rawValue: String
  static let constraints: Constraint? = [.type(.string), .minLength(2), .maxLength(8)]
}

struct Role: OpenEnumeration {
  var rawValue: String
  static var scout: Self { Self(rawValue: "scout") }
  static let allCases: [Self] = [.scout]
}

enum Rank: Int, ClosedEnumeration {
  case first = 1
  case second
}

struct Player: JSONModel {
  var id: AccountID
  var name: Nickname
  var created: Date
  var rating: Double
  var online: Bool
  var clan: Int64?
  var role: Role?
  var seen: Date?
  @Nullable var epic: Int?
  var tags: [String]
  var scores: [String: Int]

  static let layout = ModelLayout<Self> {
    $0.required("id", \.id)
    $0.required("name", \.name)
    $0.required("at", \.created, as: WholeSeconds.self)
    $0.required("rating", \.rating, [.minimum(0)])
    $0.required("on", \.online, as: ZeroOne.self)
    $0.nullable("clan", \.clan)
    $0.optional("role", \.role)
    $0.lenient("seen", \.seen, as: WholeSeconds.self)
    $0.optionalNullable("epic", \._epic)
    $0.required("tags", \.tags, [.maxItems(3), .uniqueItems()])
    $0.required("scores", \.scores, [.minProperties(1)])
  }
}

/// Seconds that a `Date` holds exactly.
enum WholeSeconds: JSONCoder {
  static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(timeIntervalSince1970: Double(try reader.readInteger(Int32.self)))
  }

  static func write(_ value: Date, to writer: inout JSONWriter) throws(JSONError) {
    try UnixTime.write(value, to: &writer)
  }
}

struct Numbers: JSONModel {
  var i8: Int8?
  var i16: Int16?
  var i32: Int32?
  var i64: Int64?
  var u8: UInt8?
  var u16: UInt16?
  var u32: UInt32?
  var u64: UInt64?
  var float: Float?
  var double: Double?
  var exact: JSONNumber?
  var decimal: Decimal?
  var list: [Double]?
  var small: [UInt8]?

  static let layout = ModelLayout<Self> {
    $0.optional("i8", \.i8)
    $0.optional("i16", \.i16)
    $0.optional("i32", \.i32, [.minimum(-5), .exclusiveMaximum(70_000)])
    $0.optional("i64", \.i64, [.multipleOf(3)])
    $0.optional("u8", \.u8)
    $0.optional("u16", \.u16)
    $0.optional("u32", \.u32)
    $0.optional("u64", \.u64)
    $0.optional("f", \.float)
    $0.optional("d", \.double, [.multipleOf(0.25)])
    $0.optional("n", \.exact, [.maximum("18446744073709551616")])
    $0.optional("c", \.decimal)
    $0.optional("l", \.list)
    $0.optional("s", \.small)
  }
}

struct Branch: JSONModel {
  var name: String
  @BoxedOptional var left: Branch?
  @BoxedOptional var right: Branch?
  var children: [Branch]?
  @Boxed var span: Span
  @BoxedNullable var epic: Span?

  static let layout = ModelLayout<Self> {
    $0.required("n", \.name)
    $0.optional("l", \._left)
    $0.lenient("r", \._right)
    $0.optional("c", \.children)
    $0.required("s", \._span)
    $0.optionalNullable("e", \._epic)
  }
}

struct Span: JSONModel {
  var minimum: Int
  var maximum: Double

  static let layout = ModelLayout<Self>.tuple {
    $0.element(\.minimum)
    $0.element(\.maximum, [.minimum(1)])
  }
}

struct Maps: JSONModel {
  var plain: [String: JSON]
  var ranks: [Rank: [Int]]?
  var byID: [AccountID: Span]?
  var rest: [String: [Int?]]

  static let layout = ModelLayout<Self> {
    $0.required("p", \.plain)
    $0.optional("r", \.ranks)
    $0.optional("i", \.byID)
    $0.additional(\.rest)
  }
}

struct Lenient: JSONModel {
  var number: Double?
  var text: Int?
  var map: [String: Int]?
  var list: [Int]?
  var flag: Bool?
  var bytes: Data?
  var url: URL?
  var id: UUID?

  static let layout = ModelLayout<Self> {
    $0.optional("n", \.number, as: NumberInString<Double>.self)
    $0.optional("t", \.text, as: NumberInString<Int>.self)
    $0.optional("m", \.map, as: EmptyListAsMap<String, Int>.self)
    $0.lenient("l", \.list, as: SingleAsList<Int>.self)
    $0.nullable("f", \.flag, as: ZeroOne.self)
    $0.optional("b", \.bytes, as: Base64.self)
    $0.optional("u", \.url)
    $0.optional("g", \.id)
  }
}

struct Moments: JSONModel {
  var second: Date?
  var millisecond: Date?
  var text: Date?
  var day: CalendarDate?
  var days: [CalendarDate: Int]?

  static let layout = ModelLayout<Self> {
    $0.optional("s", \.second, as: UnixTime.self)
    $0.optional("m", \.millisecond, as: UnixMilliseconds.self)
    $0.optional("t", \.text, as: ISO8601.self)
    $0.optional("d", \.day)
    $0.optional("c", \.days)
  }
}

struct Strict: JSONModel {
  var id: Int32?
  var key: String?

  static let layout = ModelLayout<Self> {
    $0.optional("id", \.id, [.maximum(10)])
    $0.optional("key", \.key, [.pattern("^[a-z]+[0-9]?$")])
    $0.closed()
    $0.constrained(by: [.minProperties(1)])
  }
}

struct Status: JSONModel {
  var ok: Bool
  var count: Int?

  static let layout = ModelLayout<Self> {
    $0.required("ok", \.ok)
    $0.optional("count", \.count)
  }
}
