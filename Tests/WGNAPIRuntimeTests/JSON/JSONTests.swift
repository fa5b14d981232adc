import Testing
import WGNAPIRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct JSONTests {
  @Test func equalityIsThatOfValues() throws {
    #expect(try JSON(parsing: #"{"a":1.0,"b":[1e1]}"#) == JSON(parsing: #"{"b":[10],"a":1}"#))
    #expect(
      try JSON(parsing: #"{"a":1.0,"b":[1e1]}"#).hashValue == JSON(parsing: #"{"b":[10],"a":1}"#).hashValue)
    #expect(try JSON(parsing: "0") == JSON(parsing: "-0.0"))
    #expect(try JSON(parsing: "10000000000000000000001") != JSON(parsing: "10000000000000000000000"))
    #expect(try JSON(parsing: "true") != JSON(parsing: "1"))
  }

  @Test func keepsOrderAndNumberText() throws {
    let text = #"{"z":1.50,"a":123456789012345678901234567890,"m":{"y":null,"b":true}}"#
    #expect(try JSON(parsing: text).encoded().text == text)
  }

  @Test func literalsAndSubscripts() {
    let json: JSON = ["a": [1, 2.5, "x", nil, true], "b": ["c": []]]
    #expect(json["a"]?[1]?.double == 2.5)
    #expect(json["a"]?[9] == nil)
    #expect(json["b"]?["c"] == .array([]))
    #expect(json.description == #"{"a":[1,2.5,"x",null,true],"b":{"c":[]}}"#)
  }

  @Test func objectsWithManyMembers() {
    var object = JSONObject()
    for index in 0..<100 { object["k\(index)"] = .number(JSONNumber(index)) }
    #expect(object["k57"]?.int == 57)
    object["k57"] = nil
    #expect(object["k57"] == nil && object["k58"]?.int == 58 && object.count == 99)
    for index in 0..<95 { object["k\(index)"] = nil }
    #expect(object.keys == ["k95", "k96", "k97", "k98", "k99"])
  }

  @Test func numbersCompareExactly() throws {
    func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text)) }
    #expect(try number("0.1") < number("0.11"))
    #expect(try number("-2") < number("-1.5"))
    #expect(try number("9007199254740993") > number("9007199254740992"))
    #expect(try number("1e400") > number("9e399"))
    #expect(try number("0") < number("1e-999"))
    #expect(try number("-1") < number("0"))
    #expect(try number("1e2").int64 == 100 && number("1.5").int64 == nil)
    for text in ["", "1 ", " 1", "01", "a", "1e", "0x1", "1\n"] { #expect(JSONNumber(text) == nil) }
  }

  @Test func anyDecoderAndEncoder() throws {
    let json = try JSON(
      parsing: #"{"a":[1,-2.5,true,null,"x",{}],"big":18446744073709551615,"n":{"o":[[]]}}"#)
    let data = try JSONEncoder().encode(json)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == json)
  }
}
