import Testing
import WGNAPIGenerated
import WGNAPIRuntime

/// Counts its instances; only the serialized tests below make any.
private final class Token: Sendable {
  nonisolated(unsafe) static var alive = 0
  init() { Self.alive += 1 }
  deinit { Self.alive -= 1 }
}

/// A value that holds a token.
private struct Counted: JSONValue {
  let token = Token()
  let value: Int

  static func read(from reader: inout JSONReader) throws(JSONError) -> Counted {
    Counted(value: try reader.readInteger())
  }
  static func write(_ value: Counted, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.value)
  }
  static func == (left: Counted, right: Counted) -> Bool { left.value == right.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

private struct Holder: JSONModel {
  var a: Counted
  var number: Int
  var b: Counted?
  @BoxedOptional var c: Counted?
  @Nullable var d: Counted?
  var list: [Counted]
  var rest: [String: Counted]

  static let layout = ModelLayout<Self> {
    $0.required("a", \.a, [.type(.integer), .maximum(5)])
    $0.required("number", \.number)
    $0.optional("b", \.b, [.type(.integer), .maximum(5)])
    $0.lenient("c", \._c)
    $0.optionalNullable("d", \._d)
    $0.required("list", \.list, [.type(.array), .maxItems(2)])
    $0.additional(\.rest, [.type(.integer), .maximum(5)])
    $0.constrained(by: [.type(.object), .maxProperties(9)])
  }
}

@Suite(.serialized) struct LeakTests {
  static let document = #"[{"a":1,"number":2,"b":3,"c":4,"d":5,"list":[1,2],"x":1,"y":2}]"#

  @Test func valuesAreReleasedOnce() throws {
    do {
      let holders = try [Holder].decode([UInt8](Self.document))
      #expect(Token.alive == 8)
      #expect(try holders.encoded().text == Self.document)
    }
    #expect(Token.alive == 0)
  }

  @Test func everyPrefixIsAnErrorAndLeaksNothing() {
    let bytes = [UInt8](Self.document)
    for count in 0..<bytes.count {
      #expect(throws: JSONError.self) { try [Holder].decode(Array(bytes[..<count])) }
      #expect(Token.alive == 0)
    }
  }

  @Test(arguments: [
    #"{"a":9,"number":2,"list":[]}"#, #"{"a":1,"b":9,"number":2,"list":[]}"#,
    #"{"a":1,"number":2,"list":[1,2,3]}"#, #"{"a":1,"number":2,"list":[1,"x"]}"#, #"{"a":1,"a":2}"#,
    #"{"a":1,"x":1,"x":2}"#, #"{"a":1,"x":9}"#, #"{"a":1,"b":null}"#, #"{"b":1,"c":2,"d":3}"#,
    #"{"a":1,"number":1,"list":[],"r":1,"s":1,"t":1,"u":1,"v":1,"w":1,"x":1}"#,
  ])
  func errorsLeakNothing(text: String) {
    #expect(throws: JSONError.self) { try Holder.decode([UInt8](text)) }
    #expect(Token.alive == 0)
  }
}
