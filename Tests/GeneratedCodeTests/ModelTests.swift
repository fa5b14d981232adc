import Features
import Foundation
import Testing
import WGNAPIRuntime
import WGNAPISchema

/// The generated code for each construct of the spec language, used as in a program.
struct ModelTests {
  static let scalars = """
    {"text": "abc", "yes": true, "whole": 5, "small": -7, "big": 9007199254740993, "natural": 4294967295,
     "huge": 18446744073709551615, "ratio": 0.25, "single": 1.5, "double": 1e-3, "exact": 0.1,
     "at": 1700000000, "atMilliseconds": 1700000000500, "on": "2026-11-20T10:00:00Z", "day": "2026-11-20",
     "link": "https://example.com/a?b=c", "token": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "blob": "aGVsbG8=",
     "flag": 1, "anything": {"a": [null, 1.50]}, "nothing": null, "fixed": "v1"}
    """

  @Test func scalarsHaveTheirSwiftTypes() throws {
    let value = try Scalars.decode(Array(Self.scalars.utf8), options: strict)
    #expect(value.big == 9_007_199_254_740_993)
    #expect(value.huge == .max)
    #expect(value.at == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(value.atMilliseconds == Date(timeIntervalSince1970: 1_700_000_000.5))
    #expect(value.on == Date(timeIntervalSince1970: 1_795_168_800))
    #expect(value.day == CalendarDate(year: 2026, month: 11, day: 20))
    #expect(value.link.host == "example.com")
    #expect(value.blob == Data("hello".utf8))
    #expect(value.flag)
    #expect(value.exact == Decimal(string: "0.1"))
    #expect(try Scalars.decode(value.encoded(), options: strict) == value)
  }

  /// The generated code supplies constants that are lists, maps and null, too.
  @Test func constantsAreNoArguments() throws {
    let value = Fixed(id: 7)
    #expect(
      try String(decoding: value.encoded(), as: UTF8.self)
        == #"{"none":[],"nothing":null,"words":["a","b"],"counts":{"a":1},"id":7}"#)
    #expect(try Fixed.decode(value.encoded(), options: strict) == value)
  }

  /// Members that only a pattern describes are kept beside properties.
  @Test func membersOfPatternsAreKept() throws {
    let text = #"{"n":1,"g_1":{"title":"T","size":2},"other":true}"#
    let value = try Grouped.decode(Array(text.utf8), options: strict)
    #expect(value.additionalProperties["g_1"] == ["title": "T", "size": 2])
    #expect(try String(decoding: value.encoded(), as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("\"abc\"", "\"\"", "/text", "minLength"), ("\"abc\"", "\"abcdef\"", "/text", "maxLength"),
    ("\"abc\"", "\"ABC\"", "/text", "pattern"), ("\"whole\": 5", "\"whole\": 3", "/whole", "multipleOf"),
    ("\"whole\": 5", "\"whole\": 10", "/whole", "exclusiveMaximum"),
    ("0.25", "0", "/ratio", "exclusiveMinimum"),
    ("0.25", "0.255", "/ratio", "multipleOf"), ("\"v1\"", "\"v2\"", "/fixed", "const"),
  ])
  func constraintsAreReportedWithTheirPlace(_ old: String, new: String, pointer: String, keyword: String)
    throws
  {
    let text = Self.scalars.replacingOccurrences(of: old, with: new)
    let violations = Scalars.validate(Array(text.utf8))
    #expect(violations.map(\.instanceLocation) == [pointer])
    #expect(violations.map(\.keyword) == [keyword])
    #expect(!Scalars.isValid(Array(text.utf8)))
    let (_, reported) = try Scalars.decodeReporting(Array(text.utf8))
    #expect(reported.map(\.instanceLocation) == [pointer])
    #expect(throws: JSONError.self) { try Scalars.decode(Array(text.utf8), options: strict) }
  }

  @Test func deprecatedPropertiesMayBeAbsent() throws {
    let text = [UInt8](#"{"kept": "k"}"#.utf8)
    let aging = try Aging.decode(text, options: strict)
    #expect(try aging.encoded() == [UInt8](#"{"kept":"k"}"#.utf8))
    #expect(Aging.isValid(text))
    let before = [UInt8](#"{"gone":"g","goneOrNull":null,"kept":"k"}"#.utf8)
    #expect(try Aging.decode(before, options: strict).encoded() == before)
    // Whether the schema says of any property that it is required or not.
    let fading = [UInt8](#"{"kept":"k"}"#.utf8)
    #expect(try Fading.decode(fading, options: strict).encoded() == fading)
    #expect(Fading.isValid(fading))
    // Unless the schema lists them as required.
    let error = #expect(throws: JSONError.self) { try Aging.decode([UInt8]("{}".utf8)) }
    #expect(error?.kind == .missingKey)
    #expect(Aging.validate([UInt8]("{}".utf8)).map(\.keyword) == ["required"])
  }

  @Test func nothingButNullIsNull() throws {
    let text = #"{"const":null,"enum":null,"optional":null,"list":[null],"map":{"a":null},"b":null}"#
    let nulls = try Nulls.decode([UInt8](text.utf8), options: strict)
    #expect(try nulls.encoded() == [UInt8](text.utf8))
    #expect(nulls.$optional.isNull)
    let off = JSONDecoding(validation: .off)
    for key in [#""const":"#, #""enum":"#, #""optional":"#, #""list":["#, #"{"a":"#, #""b":"#] {
      let wrong = [UInt8](text.replacingOccurrences(of: key + "null", with: key + "5").utf8)
      let error = #expect(throws: JSONError.self) { try Nulls.decode(wrong, options: off) }
      #expect(error?.kind == .typeMismatch)
      #expect(error?.message == "expected null, found number 5")
      #expect(!Nulls.isValid(wrong))
    }
  }

  @Test func absentAndNullAreToldApart() throws {
    let boxed = Self.scalars
    let some = try Features.Presence.decode(
      Array(
        """
        {"required": 1, "nullable": null, "both": null, "boxed": \(boxed), "boxedNullable": null, "boxedBoth": null,
         "times": [1, null], "timesByName": {"a": 2}}
        """.utf8), options: strict)
    #expect(some.optional == nil && some.both == nil && some.boxedBoth == nil)
    #expect(some.$both.isNull && some.$boxedBoth.isNull)
    #expect(some.times == [Date(timeIntervalSince1970: 1), nil])
    #expect(try JSON(parsing: some.encoded())["both"] == .null)
    #expect(try JSON(parsing: some.encoded())["optional"] == nil)

    var changed = some
    changed.both = nil
    #expect(!changed.$both.isNull)
    #expect(changed != some)
    changed = changed.replacing(\.boxed, with: some.boxed.replacing(\.text, with: "xyz"))
    #expect(changed.boxed.text == "xyz")
    #expect(some.boxed.text == "abc")
    #expect(some.replacing(\.required, with: 7).required == 7)

    for missing in ["required", "nullable", "boxed"] {
      guard case .object(var members) = try JSON(parsing: some.encoded()) else { continue }
      members[missing] = nil
      let error = #expect(throws: JSONError.self) {
        try Features.Presence.decode(JSON.object(members).encoded())
      }
      #expect(error?.description.contains(missing) == true)
    }
  }

  @Test func awkwardNamesAreUsable() throws {
    let text = """
      {"class": "a", "self": "b", "Type": "c", "1v1": 1, "name?": "d", "hashValue": 2, "item_ids": [3],
       "renamed_field": "e", "old": "f", "older": null}
      """
    let names = try Names.decode(Array(text.utf8), options: strict)
    #expect(names.class == "a" && names.selfValue == "b" && names.type == "c" && names._1v1 == 1)
    #expect(names.name == "d" && names.hashValueValue == 2 && names.itemIDs == [3] && names.better == "e")
    #expect(try JSON(parsing: names.encoded()) == JSON(parsing: text))
  }

  @Test func newtypesAreTypesOfTheirOwn() throws {
    let id: ItemID = 7
    let code: Code = "DE"
    let lookup: Lookup = [code: id]
    #expect(try [Code: ItemID].decode(lookup.encoded()) == lookup)
    #expect(ItemID("12")?.rawValue == 12)
    #expect(ItemID.validate(Array("0".utf8)).map(\.keyword) == ["minimum"])
    #expect(Code.validate(Array("\"de\"".utf8)).map(\.keyword) == ["pattern"])
    #expect(JSONSchema(Constraints.nickname).validate(Array("\"x\"".utf8)).map(\.keyword) == ["minLength"])
    #expect(JSONSchema(Constraints.series).validate(Array("[1, 1]".utf8)).map(\.keyword) == ["uniqueItems"])
  }

  @Test func enumerationsAreOpenUnlessClosed() throws {
    #expect(try Color.decode(Array("\"dark-green\"".utf8)) == .darkGreen)
    let unknown = try Color.decode(Array("\"mauve\"".utf8), options: strict)
    #expect(!unknown.isKnown)
    #expect(try unknown.encoded() == Array("\"mauve\"".utf8))
    #expect(Color.allCases == [.red, .darkGreen, .default, ._1st])
    #expect(try Level.decode(Array("-1".utf8)) == .negative)
    #expect(try Size.decode(Array("\"XL\"".utf8)) == .xl)
    #expect(throws: JSONError.self) { try Size.decode(Array("\"XXL\"".utf8)) }
    #expect(throws: JSONError.self) { try Grade.decode(Array("3".utf8)) }
  }

  @Test func tuplesAreArraysOfFixedLength() throws {
    let point = try Point.decode(Array("[1.5, 2]".utf8), options: strict)
    #expect(point == Point(x: 1.5, y: 2))
    #expect(try JSON(parsing: point.encoded()) == [1.5, 2])
    #expect(throws: JSONError.self) { try Point.decode(Array("[1]".utf8)) }
    #expect(throws: JSONError.self) { try Point.decode(Array("[1, 2, 3]".utf8)) }
    #expect(Point.validate(Array("[1, -2]".utf8)).map(\.instanceLocation) == ["/1"])
  }

  @Test func recursionEndsInBoxes() throws {
    let leaf = Tree(value: "leaf", left: nil, children: [], byName: [:])
    let tree = Tree(value: "root", left: leaf, right: leaf, children: [leaf, leaf], byName: ["a": leaf])
    #expect(try Tree.decode(tree.encoded(), options: strict) == tree)
    #expect(Tree.isValid(try tree.encoded()))
    let nested: Nested = Nested(rawValue: [Nested(rawValue: []), Nested(rawValue: [Nested(rawValue: [])])])
    #expect(try nested.encoded() == Array("[[],[[]]]".utf8))
    let chicken = Chicken(egg: Egg(chicken: Chicken(egg: nil)))
    #expect(try Chicken.decode(chicken.encoded(), options: strict) == chicken)
  }

  @Test func compositionIsOneStruct() throws {
    let derived = Derived(
      id: 1, createdAt: Date(timeIntervalSince1970: 5), tags: ["a"], extra: .init(deep: .init(deeper: 3)))
    #expect(try Derived.decode(derived.encoded(), options: strict) == derived)
    #expect(derived.hashValue == derived.hashValue)
    #expect(Set([derived, derived]).count == 1)
  }

  @Test func unionsAreEnumerations() throws {
    let cat = Array(#"{"kind": "cat", "lives": 9}"#.utf8)
    #expect(try Pet.decode(cat, options: strict) == .cat(Cat(lives: 9)))
    let bird = Array(#"{"kind": "bird", "wings": 2}"#.utf8)
    #expect(try Pet.decode(bird, options: strict) == .unknown(["kind": "bird", "wings": 2]))
    #expect(throws: JSONError.self) { try ClosedPet.decode(bird) }
    #expect(try TextOrNumber.decode(Array("\"a\"".utf8)) == .string("a"))
    #expect(try TextOrNumber.decode(Array("[\"a\"]".utf8)) == .list(["a"]))
    let sum = Array(#"[1, "+", [2, "*", 3]]"#.utf8)
    #expect(try JSON(parsing: ExpressionValue.decode(sum).encoded()) == JSON(parsing: sum))
  }

  @Test func objectsAreOpenClosedOrConstrained() throws {
    let open = try Open.decode(Array(#"{"name": "n", "a": 1, "b": 2}"#.utf8), options: strict)
    #expect(open.additionalProperties == ["a": 1, "b": 2])
    #expect(throws: JSONError.self) {
      try Closed.decode(Array(#"{"name": "n", "a": 1}"#.utf8), options: strict)
    }
    #expect(Closed.validate(Array(#"{"name": "n", "a": 1}"#.utf8)).map(\.keyword) == ["additionalProperties"])
    #expect(Constrained.validate(Array("{}".utf8)).map(\.keyword).contains("minProperties"))
    #expect(Constrained.validate(Array(#"{"a": 2}"#.utf8)).map(\.keyword) == ["dependentRequired"])
    #expect(!Constrained.isValid(Array(#"{"a": 1, "b": 1}"#.utf8)))
    #expect(Constrained.isValid(Array(#"{"a": 1, "b": 1, "c": "x"}"#.utf8)))
    #expect(!Constrained.isValid(Array(#"{"a": 0, "b": 1, "c": "x"}"#.utf8)))
    #expect(!JSONSchema(Constraints.patterned).isValid(Array(#"{"x-a": 1}"#.utf8)))
    #expect(JSONSchema(Constraints.patterned).isValid(Array(#"{"x-a": "1"}"#.utf8)))
  }

  @Test func listsAreConstrained() throws {
    let good =
      #"{"matrix": [[1], []], "bounded": [1, 2], "constrained": ["ab"], "containing": [9, 1], "objects": []}"#
    #expect(Lists.validate(Array(good.utf8)).isEmpty)
    let bad =
      #"{"matrix": [[1], 2], "bounded": [1, 1], "constrained": ["a"], "containing": [9, 8, 7], "objects": []}"#
    #expect(
      Set(JSONSchema(of: Lists.self).validate(Array(bad.utf8)).map(\.instanceLocation)) == [
        "/matrix/1", "/bounded", "/constrained/0", "/containing",
      ])
  }

  @Test func untidinessIsReadWhereDeclared() throws {
    let text = #"{"number": "12", "map": [], "times": [], "list": 5, "absent": null, "blog": null}"#
    let order = try ExchangeOrder.decode(
      Array(
        #"{"amount":"0.1","fee":2,"amounts":["1",2.5],"levels":[["3.5","4.5"]],"sums":{"a":5},"units":"6","own":7}"#
          .utf8),
      options: strict)
    #expect(order.amounts == [1, 2.5] && order.levels.first?.count == 4.5 && order.units == 6)
    #expect(
      String(decoding: try order.encoded(), as: UTF8.self)
        == #"{"amount":"0.1","fee":"2","amounts":["1","2.5"],"levels":[["3.5",4.5]],"sums":{"a":"5"},"units":6,"own":"7"}"#
    )
    let untidy = try Untidy.decode(Array(text.utf8), options: strict)
    #expect(untidy == Untidy(number: 12, map: [:], times: [:], list: [5], blog: nil))
    #expect(
      try JSON(parsing: untidy.encoded()) == [
        "number": 12, "map": [:], "times": [:], "list": [5], "blog": .null,
      ])
  }

  @Test func emptyTextIsNullWhereDeclared() throws {
    let start = #"{"number": 1, "map": {}, "times": {}, "list": [], "#
    let text = start + #""homepage": "", "blog" : "" , "note": "", "size": ""}"#
    let untidy = try Untidy.decode(Array(text.utf8), options: strict)
    #expect(untidy.homepage == nil && untidy.blog == nil && untidy.note == nil && untidy.size == nil)
    #expect(untidy.$note == .null)
    #expect(
      try JSON(parsing: untidy.encoded()) == [
        "number": 1, "map": [:], "times": [:], "list": [], "blog": .null, "note": .null,
      ])
    #expect(Untidy.validate(Array(text.utf8)).isEmpty)
    let full =
      start
      + #""homepage": "https://a.example/", "blog": "https://b.example/", "note": "abc", "size": "7"}"#
    let other = try Untidy.decode(Array(full.utf8), options: strict)
    #expect(other.homepage?.host == "a.example" && other.blog?.host == "b.example")
    #expect(other.note == "abc" && other.size == 7)
    #expect(try Untidy.decode(other.encoded(), options: strict) == other)
    // Only empty text, and only there; other constraints are as they were.
    for bad in [
      #""blog": 0}"#, #""blog": null, "note": "a"}"#, #""blog": null, "homepage": null}"#,
      #""blog": null, "size": "x"}"#, #""blog": null, "absent": ""}"#, #""blog": ""#,
    ] {
      #expect(throws: JSONError.self) { try Untidy.decode(Array((start + bad).utf8), options: strict) }
    }
  }

  @Test func codableSpeaksTheWireFormat() throws {
    let derived = Derived(
      id: 1, createdAt: Date(timeIntervalSince1970: 5), tags: ["a"], extra: .init(deep: .init(deeper: 3)))
    let data = try JSONEncoder().encode(derived)
    #expect(try JSON(parsing: [UInt8](data)) == JSON(parsing: derived.encoded()))
    #expect(try JSONDecoder().decode(Derived.self, from: data) == derived)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Derived.self, from: Data("{}".utf8)) }
  }
}

/// Nothing is let pass.
let strict = JSONDecoding(unknownKeys: .reject, validation: .strict)
