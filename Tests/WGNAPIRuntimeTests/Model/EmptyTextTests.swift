import Testing
import WGNAPIGenerated
import WGNAPIPartial
import WGNAPIRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Empty texts where a URL, a date or a UUID is expected.
@Suite struct EmptyTextTests {
  struct Link: Newtype {
    var rawValue: URL
  }

  struct Inner: JSONModel {
    var day: CalendarDate

    static let layout = ModelLayout<Self> { $0.required("day", \.day) }
  }

  struct Call: JSONModel {
    var home: URL
    var others: [URL]
    var named: [String: URL]
    var url: URL?
    var link: Link?
    var day: CalendarDate?
    var time: Date?
    var id: UUID?
    @Nullable var callback: URL?
    @BoxedOptional var box: URL?
    var data: Data?
    var count: Int?
    var inner: Inner?

    static let layout = ModelLayout<Self> {
      $0.required("home", \.home)
      $0.required("others", \.others)
      $0.required("named", \.named)
      $0.optional("url", \.url)
      $0.optional("link", \.link)
      $0.nullable("day", \.day)
      $0.optional("time", \.time, as: ISO8601.self)
      $0.lenient("id", \.id)
      $0.optionalNullable("callback", \._callback)
      $0.optional("box", \._box)
      $0.optional("data", \.data, as: Base64.self)
      $0.optional("count", \.count, as: NumberInString<Int>.self)
      $0.optional("inner", \.inner)
    }
  }

  struct Entry: PartialModel {
    let url: URL?
    let day: CalendarDate?

    static let layout = ModelLayout<Self> {
      $0.optional("url", \.url)
      $0.nullable("day", \.day)
    }
  }

  private func json(_ changes: [String: String] = [:]) -> [UInt8] {
    let required = ["home": "\"https://a.example\"", "others": "[]", "named": "{}", "day": "null"]
    let members = required.merging(changes) { $1 }.sorted { $0.key < $1.key }
    return Array("{\(members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}".utf8)
  }

  private func read(_ changes: [String: String]) throws -> (value: Call, violations: [Violation]) {
    try Call.decodeReporting(json(changes))
  }

  @Test(arguments: ["url", "link", "day", "time", "id", "callback", "box"])
  func isNilWhereAValueMayBe(key: String) throws {
    let (value, violations) = try read([key: "\"\""])
    let expected = try Call.decode(json(key == "callback" ? [key: "null"] : [:]))
    #expect(value == expected)
    #expect(violations.map(\.keyword) == ["format"])
    #expect(violations.map(\.instanceLocation) == ["/\(key)"])
    #expect(violations.first?.message.contains("found \"\"") == true)
  }

  @Test func isAnEmptyURLWhereAValueIsRequired() throws {
    let (value, violations) = try read([
      "home": "\"\"", "others": #"["", "https://b.example"]"#, "named": #"{"a": ""}"#,
    ])
    #expect(value.home.absoluteString == "")
    #expect(value.others.map(\.absoluteString) == ["", "https://b.example"])
    #expect(value.named["a"]?.absoluteString == "")
    #expect(violations.map(\.keyword) == ["format", "format", "format"])
    #expect(Set(violations.map(\.instanceLocation)) == ["/home", "/others/0", "/named/a"])
    let text = String(decoding: try value.encoded(), as: UTF8.self)
    #expect(text.hasPrefix(#"{"home":"","others":["","#))
  }

  /// Only what is empty, and has a format, is read in this way.
  @Test(arguments: [
    ("url", "\"http://[\""), ("day", "\"2024\""), ("id", "\"x\""), ("time", "\"now\""), ("count", "\"\""),
    ("inner", #"{"day": ""}"#), ("url", "1"),
  ])
  func anythingElseIsStillAnError(key: String, value: String) {
    #expect(throws: JSONError.self) { try read([key: value]) }
  }

  @Test func basesAreEmptyData() throws {
    let (value, violations) = try read(["data": "\"\""])
    #expect(value.data == Data())
    #expect(violations == [])
  }

  @Test func isAViolationInStrictValidation() {
    for key in ["home", "url", "day"] {
      #expect(throws: JSONError.self) {
        try Call.decode(json([key: "\"\""]), options: JSONDecoding(validation: .strict))
      }
    }
  }

  @Test func isReadWithoutValidation() throws {
    let value = try Call.decode(
      json(["home": "\"\"", "url": "\"\""]), options: JSONDecoding(validation: .off))
    #expect(value.home.absoluteString == "" && value.url == nil)
  }

  @Test func isNilInPartialResponses() throws {
    let value = try Partial<Entry>.decode(
      Array(#"{"url": "", "day": ""}"#.utf8), fields: [\.url, \.day],
      options: JSONDecoding(validation: .report))
    #expect(value.url == .value(nil) && value.day == .value(nil))
    #expect(throws: JSONError.self) {
      try Partial<Entry>.decode(
        Array(#"{"url": ""}"#.utf8), fields: [\.url], options: JSONDecoding(validation: .strict))
    }
  }
}
