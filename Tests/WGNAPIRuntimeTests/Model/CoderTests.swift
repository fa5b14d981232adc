import Testing
import WGNAPIGenerated
import WGNAPIRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct CoderTests {
  private func check<C: JSONCoder>(_ coder: C.Type, _ text: String, _ value: C.Value, writes: String? = nil)
    throws
  {
    #expect(try coder.decode([UInt8](text)) == value)
    #expect(try coder.encode(value).text == writes ?? text)
    #expect(coder.isValid([UInt8](text)))
    #expect(coder.validate(try coder.encode(value)).isEmpty)
  }

  private func refuse<C: JSONCoder>(_ coder: C.Type, _ texts: String...) {
    for text in texts { #expect(throws: JSONError.self, "\(text)") { try coder.decode([UInt8](text)) } }
  }

  @Test func dates() throws {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
    try check(UnixTime.self, "1700000000", date(1_700_000_000))
    try check(UnixTime.self, "-1", date(-1))
    try check(UnixMilliseconds.self, "1700000000123", date(1_700_000_000.123))
    try check(ISO8601.self, "\"2023-11-14T22:13:20Z\"", date(1_700_000_000))
    try check(
      ISO8601.self, "\"2023-11-15T00:13:20.25+02:00\"", date(1_700_000_000.25),
      writes: "\"2023-11-14T22:13:20.25Z\"")
    try check(ISO8601.self, "\"1969-12-31T23:59:59.5Z\"", date(-0.5))
    try check(ISO8601.self, "\"2000-02-29T00:00:00Z\"", date(951_782_400))
    try check(ISO8601.self, "\"1998-12-31T23:59:60Z\"", date(915_148_800), writes: "\"1999-01-01T00:00:00Z\"")
    refuse(
      ISO8601.self, "\"\"", "\"2023-11-14\"", "\"2023-02-29T00:00:00Z\"", "\"2023-11-14T24:00:00Z\"",
      "\"2023-11-14T22:13:20\"", "\"2023-11-14T22:13:20.Z\"", "\"2023-11-14T22:13:60Z\"", "1",
      "\"2023-11-14T22:13:20+2:00\"", "\"2023-11-14 22:13:20Z\"")
    refuse(UnixTime.self, "1.5", "\"1\"", "null")
    let error = #expect(throws: JSONError.self) { try UnixTime.encode(date(.infinity)) }
    #expect(error?.kind == .notRepresentable)
    #expect(throws: JSONError.self) { try ISO8601.encode(date(1e15)) }
  }

  /// A byte order mark may begin a document, but not a number in it.
  @Test func numbersInStringsHaveNoByteOrderMark() throws {
    #expect(try NumberInString<Int>.decode([UInt8](#""12""#.utf8)) == 12)
    refuse(NumberInString<Int>.self, "\"\u{FEFF}12\"", #""\ufeff12""#, #"" 12""#, #""12 ""#, #""""#)
    #expect(!NumberInString<Int>.isValid([UInt8]("\"\u{FEFF}12\"".utf8)))
  }

  @Test func calendarDates() throws {
    try check(CalendarDate.self, "\"2024-02-29\"", #require(CalendarDate(year: 2024, month: 2, day: 29)))
    refuse(
      CalendarDate.self, "\"2023-02-29\"", "\"2024-13-01\"", "\"2024-2-9\"", "\"2024-00-01\"", "20240229")
    #expect(CalendarDate("1900-02-29") == nil && CalendarDate("2000-02-29") != nil)
    try check([CalendarDate: Int].self, #"{"2024-01-01":1}"#, [#require(CalendarDate("2024-01-01")): 1])
  }

  @Test func foundationTypes() throws {
    try check(Base64.self, "\"aGVsbG8=\"", Data("hello".utf8))
    refuse(Base64.self, "\"aGVsbG8\"", "\"QUJ1DRA==\"", "\"$\"", "1")
    let uuid = try #require(UUID(uuidString: "123E4567-E89B-12D3-A456-426614174000"))
    try check(UUID.self, "\"123e4567-e89b-12d3-a456-426614174000\"", uuid)
    refuse(UUID.self, "\"123e4567\"", "null", "\"0 112233-4455-6677-8899-1700000000ff\"")
    try check(URL.self, "\"https://example.com/a?b=c\"", #require(URL(string: "https://example.com/a?b=c")))
    refuse(URL.self, "\"\"", "1")
    try check(
      Decimal.self, "0.1000000000000000000000000001",
      #require(Decimal(string: "0.1000000000000000000000000001")))
    refuse(
      Decimal.self, "1e1000", "\"1\"", "1234567890123456789012345678901234567890123456789",
      "0.1234567890123456789012345678901234567890123456789")
    try check(Float.self, "0.1", 0.1)
    refuse(Float.self, "1e39")
  }

  @Test func lenientCoders() throws {
    try check(ZeroOne.self, "1", true)
    try check(ZeroOne.self, "false", false, writes: "0")
    refuse(ZeroOne.self, "2", "\"1\"", "null")
    try check(NumberInString<Int>.self, "\"12\"", 12, writes: "12")
    try check(NumberInString<Double>.self, "1.5", 1.5)
    refuse(NumberInString<Int>.self, "\"\"", "\" 12\"", "\"x\"", "\"1.5\"", "null")
    try check(NumberAsString<Int>.self, "12", 12, writes: "\"12\"")
    try check(
      ListOf<NumberAsString<Decimal>>.self, #"["0.00000001","-2.5"]"#,
      [Decimal(sign: .plus, exponent: -8, significand: 1), -2.5])
    try check(NumberAsString<UInt64>.self, "\"18446744073709551615\"", .max)
    refuse(NumberAsString<Int>.self, "\"\"", "\" 12\"", "\"x\"", "\"1.5\"", "null")
    try check(EmptyListAsMap<String, Int>.self, "[]", [:], writes: "{}")
    try check(EmptyListAsMap<String, Int>.self, #"{"a":1}"#, ["a": 1])
    refuse(EmptyListAsMap<String, Int>.self, "[1]", "null")
    try check(SingleAsList<Int>.self, "7", [7], writes: "[7]")
    try check(SingleAsList<Int>.self, "[7,8]", [7, 8])
    try check(BoxOf<UnixTime>.self, "7", Boxed(wrappedValue: Date(timeIntervalSince1970: 7)))
  }

  private struct Price: JSONModel, Equatable {
    let amount: Decimal
    let count: Int?

    static let layout = ModelLayout<Self> {
      $0.required(
        "amount", \.amount, as: NumberAsString<Decimal>.self,
        [.minimum(0.5), .multipleOf(0.01), .inText([.minimum(0.5), .multipleOf(0.01)])])
      $0.optional(
        "count", \.count, as: NumberInString<Int>.self,
        [.exclusiveMaximum(10), .inText([.exclusiveMaximum(10)])])
    }
  }

  @Test(arguments: [
    (#"{"amount":"0.50","count":"9"}"#, []), (#"{"amount":0.5,"count":9}"#, []),
    (#"{"amount":"0.49"}"#, ["minimum"]), (#"{"amount":0.49}"#, ["minimum"]),
    (#"{"amount":"1.005"}"#, ["multipleOf"]), (#"{"amount":"-0.005"}"#, ["minimum", "multipleOf"]),
    (#"{"amount":"1e2","count":"10"}"#, ["exclusiveMaximum"]),
    (#"{"amount":1,"count":10}"#, ["exclusiveMaximum"]),
    (#"{"amount":"\u0031"}"#, []),
  ])
  func limitsOfNumbersInText(_ text: String, _ broken: [String]) throws {
    let bytes = [UInt8](text.utf8)
    #expect(Price.validate(bytes).map(\.keyword) == broken)
    #expect(Price.isValid(bytes) == broken.isEmpty)
    let (price, violations) = try Price.decodeReporting(bytes, options: JSONDecoding(validation: .report))
    #expect(violations.map(\.keyword) == broken)
    #expect(price.validate().map(\.keyword) == broken)
    if !broken.isEmpty {
      #expect(throws: JSONError.self) { try Price.decode(bytes, options: JSONDecoding(validation: .strict)) }
    }
  }

  @Test func textThatIsNoNumberHasNoLimits() {
    #expect(Price.validate([UInt8](#"{"amount":"x"}"#.utf8)).map(\.keyword) == ["format"])
  }

  /// A secret number in a string.
  private struct Pin: IntegerNewtype, SecretNewtype {
    var rawValue: Int
  }

  @Test func secretNumbersInStringsAreHidden() {
    let error = #expect(throws: JSONError.self) { try NumberInString<Pin>.decode([UInt8]("\"47.11\"")) }
    #expect(error?.description.contains("47") == false)
  }

  @Test func collections() throws {
    try check(
      MapOf<AccountID, OptionalOf<ListOf<UnixTime>>>.self, #"{"1":[0],"2":null}"#,
      [
        1: [Date(timeIntervalSince1970: 0)], 2: nil,
      ])
    try check([Int?].self, "[1,null]", [1, nil])
    try check([Int64: [String: Bool]].self, #"{"5":{"a":true}}"#, [5: ["a": true]])
    refuse([Int: Int].self, #"{"01":1}"#, #"{"x":1}"#, #"{"1":1,"1":2}"#, #"{"99999999999999999999":1}"#)
    refuse([Int].self, "[1,]", "[,1]", "[1", "[1 2]", "{}")
    try check([String].self, "[]", [])
  }

  @Test func newtypesAndEnumerations() throws {
    try check(AccountID.self, "7", 7)
    try check([AccountID: Nickname].self, #"{"7":"abc"}"#, [7: "abc"])
    refuse(Nickname.self, "\"ab\"", "1")
    #expect(!Nickname.isValid([UInt8]("\"ab\"")))
    #expect(AccountID("12") == 12 && AccountID("x") == nil && AccountID(12).description == "12")
    try check(VehicleType.self, "\"heavyTank\"", .heavyTank)
    let unknown = try VehicleType.decode([UInt8]("\"hover\""))
    #expect(!unknown.isKnown && unknown.rawValue == "hover" && VehicleType.heavyTank.isKnown)
    try check([Distribution: Level].self, #"{"xp":2}"#, [.experience: .second])
    let error = #expect(throws: JSONError.self) { try [Distribution].decode([UInt8]("[\"zzz\"]")) }
    #expect(error?.description == #"0: expected one of "damage", "xp", found "zzz" (byte 1, line 1)"#)
    refuse(Level.self, "3", "\"1\"")
    #expect(!Level.isValid([UInt8]("3")) && Level.isValid([UInt8]("2.0")))
  }
}
