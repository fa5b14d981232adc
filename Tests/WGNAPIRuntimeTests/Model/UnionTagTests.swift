import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIJSON

/// The discriminator of a model that keeps additional members.
@Suite struct UnionTagTests {
  private struct Free: JSONModel {
    var name: String
    var rest: [String: String]

    static let layout = ModelLayout<Self> {
      $0.required("name", \.name)
      $0.additional(\.rest)
    }
  }

  private struct Token: SecretNewtype, StringNewtype {
    var rawValue: String
  }

  private struct Keys: JSONModel {
    var kind: Token
    var uses: [Token: Int]

    static let layout = ModelLayout<Self> {
      $0.required("kind", \.kind)
      $0.required("uses", \.uses)
    }
  }

  private enum Pet: JSONUnion {
    case cat(Free)
    case keys(Keys)

    static let union = Union<Self>(discriminator: "kind") {
      $0.alternative("cat", Free.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
      $0.alternative("keys", Keys.self, Self.keys) { if case .keys(let value) = $0 { value } else { nil } }
    }
  }

  /// A model that was read alone has the discriminator among its additional members.
  @Test func isWrittenOnce() throws {
    let cat = try Free.decode([UInt8](#"{"kind":"cat","name":"Tom"}"#.utf8))
    #expect(cat.rest == ["kind": "cat"])
    let written = try JSON.encode(Pet.cat(cat))
    #expect(String(decoding: written, as: UTF8.self) == #"{"name":"Tom","kind":"cat"}"#)
    var plain = cat
    plain.rest = [:]
    #expect(
      try String(decoding: JSON.encode(Pet.cat(plain)), as: UTF8.self) == #"{"kind":"cat","name":"Tom"}"#)
  }

  @Test func namesNoOtherCase() {
    let value = Pet.cat(Free(name: "Rex", rest: ["kind": "dog"]))
    let error = #expect(throws: JSONError.self) { try JSON.encode(value) }
    #expect(error?.kind == .notRepresentable)
  }

  /// A description hides the keys of a map, and the tag that it then can't check.
  @Test func secretsInDescriptions() throws {
    var writer = JSONWriter(hidesSecrets: true)
    let keys = Keys(kind: Token(rawValue: "keys"), uses: [Token(rawValue: "hunter2"): 3])
    try Pet.write(.keys(keys), to: &writer)
    let text = String(decoding: writer.finish(), as: UTF8.self)
    #expect(text == #"{"kind":"<redacted>","uses":{"<redacted>":3}}"#)
  }
}
