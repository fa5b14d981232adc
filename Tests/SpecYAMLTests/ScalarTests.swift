import SpecYAML
import Testing

@Suite struct ScalarTests {
  @Test(arguments: [
    ("", YAMLCoreType.null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
    ("nULL", .string),
    ("true", .boolean), ("True", .boolean), ("FALSE", .boolean), ("tRUE", .string), ("yes", .string),
    ("no", .string),
    ("on", .string), ("y", .string), ("0", .integer), ("-0", .integer), ("+12", .integer), ("017", .integer),
    ("0o17", .integer), ("0o18", .string), ("0o", .string), ("0xFf", .integer), ("0x", .string),
    ("-0x1", .string),
    ("0b11", .string), ("1_000", .string), ("12:30", .string), ("1.5", .float), ("1.", .float),
    (".5", .float),
    ("-.5e-3", .float), ("1e3", .float), ("1E+3", .float), ("1e", .string), (".", .string), ("-", .string),
    ("+", .string), ("", .null), (".e3", .string), (".inf", .float), ("-.INF", .float), ("+.Inf", .float),
    ("inf", .string), ("nan", .string), (".nan", .float), (".NaN", .float), ("-.nan", .string),
    ("1.2.3", .string),
    ("2026-11-20", .string), ("１２", .string), ("99999999999999999999", .integer),
  ])
  func coreType(text: String, expected: YAMLCoreType) {
    #expect(YAMLScalar(text).coreType == expected)
  }

  @Test(arguments: [
    ("0", YAMLNumber.value(0)), ("-0", .value(0)), ("12", .value(12)), ("+1", .value(1)), ("-3", .value(-3)),
    ("0xff", .value(255)), ("0o17", .value(15)), ("017", .ambiguousOctal), ("-017", .ambiguousOctal),
    ("08", .ambiguousOctal), ("00", .ambiguousOctal), ("1_000", .mismatch), ("1e3", .mismatch),
    ("1.0", .mismatch),
    ("", .mismatch), ("-0x1", .mismatch), ("9223372036854775807", .value(Int.max)),
    ("-9223372036854775808", .value(Int.min)), ("9223372036854775808", .outOfRange),
    ("0xFFFFFFFFFFFFFFFF", .outOfRange), ("0o7777777777777777777777", .outOfRange), (" 1", .mismatch),
  ])
  func integer(text: String, expected: YAMLNumber<Int>) {
    let scalar = YAMLScalar(text)
    #expect(scalar.integer == expected)
    #expect(scalar.asString == text)
    if case .value(let value) = expected {
      #expect(scalar.asInt == value)
    } else {
      #expect(scalar.asInt == nil)
    }
  }

  @Test(arguments: [
    ("1e3", YAMLNumber.value(1000)), (".5", .value(0.5)), ("1.", .value(1)), ("-1.5E-1", .value(-0.15)),
    ("+.5", .value(0.5)), (".inf", .value(.infinity)), ("-.inf", .value(-.infinity)),
    ("+.Inf", .value(.infinity)),
    ("12", .value(12)), ("0x10", .value(16)), ("0o10", .value(8)), ("1e999", .outOfRange),
    ("-1e999", .outOfRange),
    ("012", .ambiguousOctal), ("01.5", .value(1.5)), ("1_0.5", .mismatch), ("abc", .mismatch),
    ("", .mismatch),
    ("0x1.8p1", .mismatch), ("inf", .mismatch), ("nan", .mismatch), ("0.1", .value(0.1)),
    ("0xFFFFFFFFFFFFFFFFFF", .value(4_722_366_482_869_645_213_696)),
  ])
  func number(text: String, expected: YAMLNumber<Double>) {
    #expect(YAMLScalar(text).number == expected)
  }

  @Test func notANumberIsANumber() {
    #expect(YAMLScalar(".nan").asDouble?.isNaN == true)
    #expect(YAMLScalar("-.nan").asDouble == nil)
  }

  @Test func booleansWhereExpected() {
    for text in ["true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"] {
      #expect(YAMLScalar(text).asBool == true, "\(text)")
    }
    for text in ["false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"] {
      #expect(YAMLScalar(text).asBool == false, "\(text)")
    }
    for text in ["y", "n", "1", "0", "", "tRUE", "yEs", " true"] {
      #expect(YAMLScalar(text).asBool == nil, "\(text)")
    }
  }

  @Test(arguments: [YAMLScalar.Style.singleQuoted, .doubleQuoted, .literal, .folded])
  func quotedScalarsAreStrings(style: YAMLScalar.Style) {
    for text in ["true", "no", "12", "1.5", "null", "~", ""] {
      let scalar = YAMLScalar(text, style: style)
      #expect(scalar.asBool == nil && scalar.asInt == nil && scalar.asDouble == nil && !scalar.asNull)
      #expect(scalar.coreType == .string)
      #expect(scalar.asString == text)
    }
  }

  @Test func textStaysExact() throws {
    let text = "a: no\nb: 2026-11-20\nc: 1e3\nd: 0.10000000000000000000001\ne: 00123\n"
    let root = try #require(Parsed(text).root)
    #expect(
      root.entries?.map { $0.value.asString } == [
        "no", "2026-11-20", "1e3", "0.10000000000000000000001", "00123",
      ])
    #expect(root["a"]?.asBool == false)
    #expect(root["d"]?.asDouble == 0.1)
  }

  @Test func tagsDecide() throws {
    let text = """
      string: !!str 12
      integer: !!int "12"
      float: !!float 1
      boolean: !!bool 'yes'
      nothing: !!null ""
      list: !!seq [1]
      map: !!map {a: 1}
      nonspecific: ! 12
      verbatim: !<tag:yaml.org,2002:str> true
      """
    let parsed = Parsed(text)
    #expect(parsed.messages == [])
    let root = try #require(parsed.root)
    #expect(root["string"]?.asInt == nil)
    #expect(root["string"]?.tag == .string)
    #expect(root["string"]?.scalar?.coreType == .string)
    #expect(root["integer"]?.asInt == 12)
    #expect(root["integer"]?.asDouble == 12)
    #expect(root["integer"]?.asBool == nil)
    #expect(root["float"]?.asDouble == 1)
    #expect(root["float"]?.asInt == nil)
    #expect(root["boolean"]?.asBool == true)
    #expect(root["nothing"]?.asNull == true)
    #expect(root["list"]?.tag == .sequence)
    #expect(root["map"]?.tag == .mapping)
    #expect(root["nonspecific"]?.asInt == nil)
    #expect(root["verbatim"]?.asBool == nil)
  }

  @Test func wrongTagsAreErrors() {
    #expect(Parsed("a: !!int abc").messages == ["1:4 'abc' is not a value of !!int"])
    #expect(Parsed("a: !!map [1]").messages == ["1:4 a sequence is not a value of !!map"])
    #expect(Parsed("a: !!seq x").ids == [.tagMismatch])
    let unknown = Parsed("a: !vehicle x\nb: !!strr y\nc: !!binary eA==")
    #expect(unknown.ids == [.unknownTag, .unknownTag, .unknownTag])
    #expect(unknown.diagnostics[0].message.hasPrefix("unknown tag '!vehicle'"))
    #expect(unknown.diagnostics[1].suggestion == "!!str")
    #expect(unknown.root?.outline == "{a: x, b: y, c: eA==}")
  }

  @Test func stylesAreKept() throws {
    let text = "- plain\n- 'single'\n- \"dou\\tble\"\n- |\n  lit\n  eral\n- >-\n  fol\n  ded\n- []\n- a: b\n"
    let items = try #require(Parsed(text).root?.items)
    #expect(
      items.compactMap { $0.scalar?.style } == [.plain, .singleQuoted, .doubleQuoted, .literal, .folded])
    #expect(items.compactMap(\.text) == ["plain", "single", "dou\tble", "lit\neral\n", "fol ded"])
    #expect(items[5].sequence?.style == .flow)
    #expect(items[6].mapping?.style == .block)
  }

  @Test func kindsForMessages() {
    let items = Parsed("[{}, [], x, 1, 1.5, yes, true, null]").root?.items
    #expect(
      items?.map(\.kindDescription) == [
        "a mapping", "a sequence", "a string", "an integer", "a number", "a string", "a boolean", "null",
      ])
  }
}
