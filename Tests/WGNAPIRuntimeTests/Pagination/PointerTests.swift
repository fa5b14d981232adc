import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIJSON
@testable import WGNAPIPages

@Suite struct PointerTests {
  private let document = Array(
    #"{"a":{"b/c":[1,{"m~n":"x"}],"":null},"é":2.5,"list":[ 1 , "two",{"x":[3]} ],"a":0}"#.utf8)

  @Test(arguments: [
    ("/a/b~1c/0", "1"), ("/a/b~1c/1/m~0n", "\"x\""), ("/a/", "null"), ("/é", "2.5"), ("/a/b~1c/2", nil),
    ("/a/b~1c/-1", nil), ("/none", nil), ("/é/x", nil), ("/list/2", #"{"x":[3]}"#),
  ])
  func findsValues(_ pointer: String, _ expected: String?) throws {
    let value = try JSONReader.value(at: pointer, in: document)
    #expect(value.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test func findsElementsAndKeys() throws {
    let elements = try #require(try JSONReader.elements(at: "/list", in: document))
    #expect(elements.map { String(decoding: $0, as: UTF8.self) } == ["1", "\"two\"", #"{"x":[3]}"#])
    #expect(try JSONReader.elements(at: "/a/", in: document) == nil)
    #expect(try JSONReader.keys(at: "", in: document) == ["a", "é", "list", "a"])
    #expect(throws: JSONError.self) { try JSONReader.elements(at: "/é", in: document) }
  }

  @Test func malformedDocuments() {
    for text in ["", "{", "{\"a\":", "{\"a\":[1,", "?", "{\"a\":}"] {
      #expect(throws: JSONError.self, "\(text)") {
        try JSONReader.value(at: "/a", in: Array(text.utf8)) ?? []
      }
    }
  }
}
