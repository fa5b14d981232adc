import Features
import Testing
import WGNAPIRuntime
import WGNAPISchema

/// Keywords that limit one another, in generated models: what decoding accepts, the schema accepts.
struct CombinedKeywordTests {
  private func accepts<Model: JSONValue>(_ type: Model.Type, _ text: String) -> Bool {
    let decoded = try? Model.decode([UInt8](text.utf8))
    #expect((decoded != nil) == Model.isValid([UInt8](text.utf8)), "\(text)")
    if let decoded { #expect((try? Model.decode(decoded.encoded())) == decoded) }
    return decoded != nil
  }

  /// A condition has no Swift type that would check the format.
  @Test func conditionsCheckFormatsOfSwiftTypes() {
    #expect(accepts(Dated.self, #"{"label": "spring"}"#))
    #expect(!accepts(Dated.self, #"{"label": "2026-03-01"}"#))
    #expect(accepts(Dated.self, #"{"at": "noon"}"#))
    #expect(!accepts(Dated.self, #"{"at": "2026-03-01T12:00:00Z"}"#))
    #expect(accepts(Dated.self, #"{"at": "2026-03-01T12:00:00Z", "label": "spring"}"#))
  }

  @Test func aTupleHasExactlyItsElements() {
    #expect(accepts(Dimensions.self, "[1, 2]"))
    for wrong in ["[1]", "[1, 2, 3]", #"[1, "a"]"#, "[]", "{}"] {
      #expect(!accepts(Dimensions.self, wrong), "\(wrong)")
    }
  }

  @Test func aTupleMayLackItsEnd() throws {
    for text in ["[0]", "[0, 1.5]", #"[0, 1, "a"]"#, "[0, 1, null, 2]"] {
      #expect(accepts(Candle.self, text), "\(text)")
    }
    for wrong in ["[]", "[0, -1]", "[0, null]", #"[0, 1, "a", 2, 3]"#] {
      #expect(!accepts(Candle.self, wrong), "\(wrong)")
    }
    let candle = try Candle.decode([UInt8]("[0, 1.5]".utf8))
    #expect(candle.price == 1.5 && candle.note == nil && candle.volume == nil)
    #expect(String(decoding: try candle.encoded(), as: UTF8.self) == "[0,1.5]")
  }

  @Test func limitsAreThoseOfNumbersInText() {
    for (own, isAccepted) in [("7", true), (#""7""#, true), ("-7", false), (#""-7""#, false)] {
      let text = #"{"amount": 1, "amounts": [], "levels": [], "sums": {}, "units": 1, "own": \#(own)}"#
      #expect(accepts(ExchangeOrder.self, text) == isAccepted, "\(own)")
    }
  }

  @Test(arguments: [
    (#""version": 2"#, #""version": "2""#, #""version": 3"#, #""version": "3""#),
    (#""fee": 0.25"#, #""fee": "0.250""#, #""fee": 1"#, #""fee": "0.3""#),
    (#""step": 0.5"#, #""step": "1.5""#, #""step": 1"#, #""step": "1""#),
    (#""cap": 10"#, #""cap": "10""#, #""cap": 11"#, #""cap": "11""#),
    (#""joined": 10"#, #""joined": "-1""#, #""joined": 10.5"#, #""joined": "10.5""#),
    (#""share": 100"#, #""share": "0""#, #""share": -1"#, #""share": "-1""#),
    (#""share": 1"#, #""share": "1""#, #""share": 101"#, #""share": "101""#),
    (#""whole": 2"#, #""whole": "2""#, #""whole": 1"#, #""whole": "1""#),
    (#""pieces": 1"#, #""pieces": "20""#, #""pieces": 0"#, #""pieces": "0""#),
    (#""pieces": 12"#, #""pieces": "12""#, #""pieces": 13"#, #""pieces": "13""#),
    (#""pieces": 2"#, #""pieces": "2""#, #""pieces": 21"#, #""pieces": "21""#),
    (#""odd": 3"#, #""odd": "3""#, #""odd": 4"#, #""odd": "4""#),
    (#""lots": {"1": ""}"#, #""lots": {}"#, #""lots": {"0": ""}"#, #""lots": {"13": ""}"#),
    (
      #""levels": {"18446744073709551614": true}"#, #""levels": {"0": true}"#,
      #""levels": {"18446744073709551615": true}"#, #""levels": {"18446744073709551615": false}"#
    ),
  ])
  func whatNumbersAreHoldsInTexts(number: String, text: String, wrongNumber: String, wrongText: String) throws
  {
    func rules(_ member: String) -> String {
      let others = [#""version": "2""#, #""fee": "0.25""#, #""side": 1"#].filter {
        !member.hasPrefix($0.prefix(6))
      }
      return "{\((others + [member]).joined(separator: ", "))}"
    }
    for member in [number, text] { #expect(accepts(ExchangeRules.self, rules(member)), "\(member)") }
    for member in [wrongNumber, wrongText] {
      #expect(!accepts(ExchangeRules.self, rules(member)), "\(member)")
    }
  }

  @Test func constantsInTextsAreNoArguments() throws {
    let rules = ExchangeRules()
    #expect(rules.version == 2 && rules.fee == 0.25 && rules.side == ._1)
    #expect(String(decoding: try rules.encoded(), as: UTF8.self) == #"{"version":"2","fee":"0.25","side":1}"#)
  }

  @Test func aListThatMayBeTextIsNotATuple() {
    for text in [#""a""#, "[1]"] { #expect(JSONSchema(Constraints.sizeOrName).isValid([UInt8](text.utf8))) }
    #expect(!JSONSchema(Constraints.sizeOrName).isValid([UInt8](#"["a"]"#.utf8)))
    #expect(!JSONSchema(Constraints.sizeOrName).isValid([UInt8]("1".utf8)))
  }

  @Test func keysThatMatchAPatternAreNotAdditional() throws {
    #expect(accepts(Labelled.self, #"{"a": 1}"#))
    #expect(accepts(Labelled.self, #"{"a": 1, "x_1": "s"}"#))
    for wrong in [#"{"a": 1, "x_1": 2}"#, #"{"a": 1, "x_1": ""}"#, #"{"a": 1, "y": "s"}"#] {
      #expect(!accepts(Labelled.self, wrong), "\(wrong)")
    }
    let strict = JSONDecoding(unknownKeys: .reject)
    let labelled = try Labelled.decode([UInt8](#"{"a": 1, "x_1": "s"}"#.utf8), options: strict)
    #expect(labelled.additionalProperties == ["x_1": "s"])

    #expect(accepts(Mixed.self, #"{"a": 1, "x_1": "s", "y": 2}"#))
    for wrong in [#"{"a": 1, "x_1": 2}"#, #"{"a": 1, "y": "s"}"#] {
      #expect(!accepts(Mixed.self, wrong), "\(wrong)")
    }

    // The patterns of all parts count, as their properties do.
    #expect(accepts(Combined.self, #"{"a": 1, "b": 2, "x_1": "long", "1_y": "s"}"#))
    for wrong in [#"{"a": 1, "c": 2}"#, #"{"a": 1, "x_1": 2}"#, #"{"a": 1, "x_y": "long"}"#] {
      #expect(!accepts(Combined.self, wrong), "\(wrong)")
    }
  }

  @Test func aMapHasOneTypeOnlyIfAllItsKeysMatch() throws {
    let prefixed: Prefixed = ["x-a": "b"]
    #expect(prefixed["x-a"]?.utf8.count == 1)
    #expect(!JSONSchema(Constraints.prefixed).isValid([UInt8](#"{"y": "b"}"#.utf8)))
    let patterned: Patterned = ["y": 1]
    #expect(JSONSchema(Constraints.patterned).isValid(try patterned.encoded()))
    #expect(!JSONSchema(Constraints.patterned).isValid([UInt8](#"{"x-a": 1}"#.utf8)))
  }

  @Test func partsOfWhatPatternsDescribeAreChecked() {
    #expect(accepts(Grouped.self, #"{"g_1": {"title": "a", "size": 1}}"#))
    for wrong in [#"{"g_1": {"title": "a"}}"#, #"{"g_1": {"size": 1}}"#] {
      #expect(!accepts(Grouped.self, wrong))
    }
  }

  @Test func onePartThatIsClosedClosesAll() {
    #expect(accepts(ClosedByPart.self, #"{"a": 1, "b": 2}"#))
    #expect(!accepts(ClosedByPart.self, #"{"a": 1, "b": 2, "c": 3}"#))
  }

  @Test func anAlternativeOfSeveralTypesTakesThemAll() {
    for text in ["true", #"{"a": 1}"#, #""a""#] { #expect(accepts(FlagOrText.self, text), "\(text)") }
    for wrong in ["1", "{}", #"{"a": "b"}"#] { #expect(!accepts(FlagOrText.self, wrong), "\(wrong)") }
  }

  @Test func nullIsAValueOnlyWhereTheSchemaAllowsIt() {
    for text in ["{}", #"{"any": null, "scalar": 1, "object": {}}"#] { #expect(accepts(Vague.self, text)) }
    for wrong in [#"{"scalar": null}"#, #"{"object": null}"#] {
      #expect(!accepts(Vague.self, wrong), "\(wrong)")
    }
  }

  @Test func anEnumerationThatIsOnlyCheckedIsClosed() {
    #expect(JSONSchema(Constraints.ranked).isValid([UInt8](#"{"first": 1, "second": 2}"#.utf8)))
    #expect(!JSONSchema(Constraints.ranked).isValid([UInt8](#"{"third": 1}"#.utf8)))
  }
}
