import Testing
import WGNAPIRuntime

@Suite struct ReaderTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("12", 12), ("12.0", 12), ("1e2", 100), ("120e-1", 12),
    ("-9223372036854775808", Int64.min),
    ("9223372036854775807", Int64.max), (" 7 ", 7), ("999999999999999999", 999_999_999_999_999_999),
  ])
  func readsIntegers(text: String, value: Int64) throws {
    #expect(try Int64.decode([UInt8](text)) == value)
  }

  @Test(arguments: [
    "", "-", "01", "1.", ".5", "1e", "+1", "0x1", "1.5", "1e-1", "9223372036854775808", "1e19",
    "1e99999999999999999999",
    "null", "\"1\"", "1 2", "--1", "-01", "1a", "12e", "NaN",
  ])
  func rejectsNonIntegers(text: String) {
    #expect(throws: JSONError.self) { try Int64.decode([UInt8](text)) }
  }

  @Test func readsIntegersOfAllWidths() throws {
    #expect(try UInt64.decode([UInt8]("18446744073709551615")) == .max)
    #expect(try UInt64.decode([UInt8]("1.8446744073709551615e19")) == .max)
    #expect(throws: JSONError.self) { try UInt64.decode([UInt8]("18446744073709551616")) }
    #expect(throws: JSONError.self) { try UInt64.decode([UInt8]("-1")) }
    #expect(try UInt8.decode([UInt8]("255")) == 255)
    #expect(throws: JSONError.self) { try UInt8.decode([UInt8]("256")) }
    #expect(throws: JSONError.self) { try Int32.decode([UInt8]("-2147483649")) }
    #expect(try Int8.decode([UInt8]("-128")) == -128)
  }

  @Test(arguments: [
    "0.1", "-0.0", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308", "123456789012345678",
    "1e23",
    "9007199254740993", "0.000000000000000000000000000000000000001", "3.14159265358979323846264338327950288",
    "179769313486231570000000000000000000000e270", "1E+5", "0.3", "72057594037927945.5",
  ])
  func readsDoublesCorrectlyRounded(text: String) throws {
    let value = try Double.decode([UInt8](text))
    #expect(try value.bitPattern == #require(Double(text)).bitPattern)
    #expect(try Double.decode(value.encoded()) == value)
  }

  @Test func infinityIsAnError() {
    #expect(throws: JSONError.self) { try Double.decode([UInt8]("1e309")) }
    let error = #expect(throws: JSONError.self) { try ["a": [1, Double.infinity]].encoded() }
    #expect(error?.kind == .notRepresentable)
    #expect(error?.path == ["a", "1"])
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0041""#, "éA"),
    (#""\ud83d\ude00 x""#, "😀 x"), ("\"日本語 and a long ASCII tail\"", "日本語 and a long ASCII tail"),
    (#""\u0000""#, "\u{0}"),
    (#""12345678\n12345678""#, "12345678\n12345678"),
  ])
  func readsStrings(text: String, value: String) throws {
    #expect(try String.decode([UInt8](text)) == value)
    #expect(try String.decode(value.encoded()) == value)
  }

  @Test(arguments: [
    #"""#, #""a"#, #""\"#, #""\u12"#, #""\u12G4""#, #""\x""#, #""\ud800""#, #""\udc00\ud800""#,
    #""\ud800\u0041""#,
    "\"a\nb\"", "\"\u{0}\"", "'a'",
  ])
  func rejectsMalformedStrings(text: String) {
    #expect(throws: JSONError.self) { try String.decode([UInt8](text)) }
  }

  @Test(arguments: [
    [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82],
  ])
  func rejectsInvalidUTF8(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSON(parsing: [0x22] + bytes + [0x22]) }
    #expect(throws: JSONError.self) { try JSON(parsing: [UInt8]("{\"") + bytes + [UInt8]("\":1}")) }
  }

  @Test func nestingIsLimited() throws {
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    _ = try JSON(parsing: nested(128))
    let error = #expect(throws: JSONError.self) { try JSON(parsing: nested(129)) }
    #expect(error?.kind == .depthExceeded)
    _ = try JSON(parsing: nested(256), options: JSONDecoding(maximumDepth: 1_000_000))
    #expect(throws: JSONError.self) {
      try JSON(parsing: nested(257), options: JSONDecoding(maximumDepth: 1_000_000))
    }
    #expect(throws: JSONError.self) { try JSON(parsing: nested(2), options: JSONDecoding(maximumDepth: 1)) }
  }

  @Test func excerptsBeginAfterWhiteSpace() {
    let list = #expect(throws: JSONError.self) {
      try [Distribution].decode([UInt8]("[\n  \"xp\",\n  \"luck\"\n]"))
    }
    #expect(list?.message == #"expected one of "damage", "xp", found "luck""#)
    #expect(list?.byteOffset == 12)
    let map = #expect(throws: JSONError.self) {
      try [String: Level].decode([UInt8]("{\n  \"a\": 1,\n  \"b\":\n    3\n}"))
    }
    #expect(map?.message == "expected one of 1, 2, found 3")
    #expect(map?.line == 4)
  }

  @Test func excerptsAreShortAndPrintable() {
    let text = "\"" + String(repeating: "\u{1B}x", count: 200) + "\""
    let error = #expect(throws: JSONError.self) { try Int.decode([UInt8](text)) }
    #expect(error?.message.utf8.contains(0x1B) == false)
    #expect((error?.message.count ?? 0) < 300)
  }

  @Test func pathsUnescapeKeys() {
    let error = #expect(throws: JSONError.self) {
      try [String: [Int]].decode([UInt8]("{\"x\":[],\n\"a\\u002Fb\":[1,\n2,true]}"))
    }
    #expect(error?.path == ["a/b", "2"])
    #expect(error?.line == 3)
  }
}
