import Foundation
import Testing
import Thoroughness
import WGNAPIGenerated
import WGNAPIPages
import WGNAPIRuntime
import WGNAPISchema

/// What hostile documents could exhaust.
@Suite struct LimitTests {
  /// Runs on a thread with the stack that threads but the main one have on Apple platforms.
  private func onSmallStack(_ body: @escaping @Sendable () -> String) async -> String {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private func outcome<Value>(_ body: () throws -> Value) -> String {
    do {
      _ = try body()
      return "read"
    } catch {
      return (error as? JSONError)?.kind.rawValue ?? "\(error)"
    }
  }

  @Test(arguments: [17, 40, 127, 256])
  func recursionStaysOnTheStack(depth: Int) async {
    let options = JSONDecoding(maximumDepth: .max)
    let models =
      String(repeating: #"{"name":"a","span":[0,1],"children":["#, count: depth / 2)
      + String(repeating: "]}", count: depth / 2)
    let maps =
      String(repeating: #"{"a":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
    let trees = await onSmallStack { outcome { try Tree.decode([UInt8](models.utf8), options: options) } }
    #expect(["read", "missingKey", "typeMismatch", "depthExceeded"].contains(trees))
    let nests = await onSmallStack { outcome { try Nest.decode([UInt8](maps.utf8), options: options) } }
    #expect(["read", "depthExceeded"].contains(nests))
    if depth == 17 { #expect(nests == "read") }
    #if DEBUG
      // Frames are large without optimisation.
      if depth == 256 { #expect(nests == "depthExceeded") }
    #endif
    let checked = await onSmallStack { "\(Nest.validate([UInt8](maps.utf8)).map(\.keyword))" }
    #expect(["[]", "[\"json\"]"].contains(checked))
  }

  private func nested(_ depth: Int) -> [UInt8] {
    let open = String(repeating: #"{"l":["#, count: depth)
    return [UInt8]((open + #"{"x":1}"# + String(repeating: "]}", count: depth)).utf8)
  }

  /// Unions remember which alternatives fit, so they aren't tried for each of the outer ones.
  @Test func alternativesWithinAlternativesAreTriedOnce() throws {
    for depth in [3, 40, 60] {
      #expect(Choice.isValid(nested(depth)))
      #expect(Choice.validate(nested(depth)) == [])
      _ = try Choice.decode(nested(depth))
    }
  }

  /// Schemas that aren't unions of models are applied as they are.
  @Test(.thorough) func schemasWithinSchemasEnd() throws {
    func validates(_ depth: Int) -> [String] { Ambiguous.schema.validate(nested(depth)).map(\.keyword) }
    #expect(validates(3).first == "anyOf")
    #expect(!Ambiguous.schema.isValid(nested(40)))
    #expect(validates(40) == ["json"])
    let message = Ambiguous.schema.validate(nested(40)).first?.message
    #expect(message?.hasPrefix("too much work") == true)
  }

  @Test func violationsAreCounted() throws {
    let key = String(repeating: "é", count: 20_000)
    let text = #"{""# + key + #"":["# + Array(repeating: "1", count: 20_000).joined(separator: ",") + "]}"
    let schema: JSONSchema = [
      .type(.object), .additionalProperties([.type(.array), .items([.type(.integer), .minimum(2)])]),
    ]
    let violations = schema.validate([UInt8](text.utf8))
    #expect(violations.count == 1000)
    #expect(violations.last?.instanceLocation == "/" + String(repeating: "é", count: 128) + "…/999")
    let (_, reported) = try Span2.decodeReporting(
      [UInt8](("{" + (0..<3000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}").utf8),
      options: JSONDecoding(unknownKeys: .report, validation: .report))
    #expect(reported.count == 1000)
    let escaped = #"{""# + String(repeating: #"\ud83d\ude00\""#, count: 5000) + #"":[1]}"#
    let location = schema.validate([UInt8](escaped.utf8)).first?.instanceLocation
    #expect(location == "/" + String(repeating: "😀\"", count: 51) + "…/0")
  }

  @Test func wrongKeysAreSyntaxErrors() {
    let error = #expect(throws: JSONError.self) { try Span2.decode([UInt8]("{1:2}".utf8)) }
    #expect(error?.kind == .syntax)
  }

  @Test func keysThatStringsTakeForEqualAreDuplicates() throws {
    let text = [UInt8]("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
    let error = #expect(throws: JSONError.self) { try [String: Int].decode(text) }
    #expect(error?.kind == .duplicateKey)
    #expect(try JSON(parsing: text).object?.count == 2)
  }

  @Test(arguments: [
    "18446744073709551616", "18446744073709551615", "99999999999999999999", "-18446744073709551616",
    "36893488147419103232", "9999999999999999999", "1000000000000000000", "-9223372036854775808",
    "1844674407370955161.6", "184467440737095516.16", "1.8446744073709551616", "0.18446744073709551616",
    "9007199254740993", "9007199254740992.5", "12345678901234567890",
  ])
  func longNumbersAreRoundedCorrectly(text: String) throws {
    #expect(try Double.decode([UInt8](text.utf8)) == Double(text))
  }
}

private struct Nest: Newtype {
  var rawValue: [String: Nest]
}

private struct Span2: JSONModel {
  var x: Int?
  static let layout = ModelLayout<Self> { $0.optional("x", \.x) }
}

private struct Leaf: JSONModel {
  var x: Int
  static let layout = ModelLayout<Self> { $0.required("x", \.x) }
}

private struct Branch: JSONModel {
  var l: [Choice]
  static let layout = ModelLayout<Self> { $0.required("l", \.l) }
}

private struct Branch2: JSONModel {
  var l: [Choice]
  var y: Int
  static let layout = ModelLayout<Self> {
    $0.required("l", \.l)
    $0.required("y", \.y)
  }
}

/// Two schemas that look at all within a value before they reject it.
private enum Ambiguous {
  static let schema: JSONSchema = [.anyOf([with("a"), with("b")])]

  private static func with(_ key: String) -> JSONSchema {
    [.properties(["l": [.items([.ref { schema }])]]), .required([key])]
  }
}

private enum Choice: JSONUnion {
  case leaf(Leaf)
  case branch(Branch)
  case branch2(Branch2)

  static let union = Union<Self> {
    $0.alternative(Leaf.self, Self.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
    $0.alternative(Branch2.self, Self.branch2) { if case .branch2(let value) = $0 { value } else { nil } }
    $0.alternative(Branch.self, Self.branch) { if case .branch(let value) = $0 { value } else { nil } }
  }
}
