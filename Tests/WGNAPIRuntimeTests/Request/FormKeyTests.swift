import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIForms
@testable import WGNAPISchema

/// The names of a form's fields: a key that isn't in the API description means nothing but itself.
@Suite struct FormKeyTests {
  /// A form whose keys are the caller's.
  struct Tags: APIRequest {
    typealias Response = Void
    var tags: [String: String]

    static let endpoint = Endpoint<Self>("tags", .post, "tags", response: .empty) { $0.formBody(\.tags) }
  }

  struct DottedTags: APIRequest {
    typealias Response = Void
    var tags: [String: String]

    static let endpoint = Endpoint<Self>("dottedTags", .post, "tags", response: .empty) {
      $0.formBody(\.tags, objects: .dots)
    }
  }

  /// A form with names of its own, and the caller's.
  struct Subscription: JSONModel {
    var mode: String
    var topics: [String]?
    var others: [String: JSON] = [:]

    static let layout = ModelLayout<Self> {
      $0.required("hub[mode]", \.mode)
      $0.optional("topics[]", \.topics)
      $0.additional(\.others)
    }
  }

  struct Subscribe: APIRequest {
    typealias Response = Void
    var payload: Subscription?

    static let endpoint = Endpoint<Self>("subscribe", .post, "subscribe", response: .empty) {
      $0.formBody(\.payload, lists: .repeated)
    }
  }

  private let server = APIServer("main", "https://api.example")

  private func body(_ request: some APIRequest) throws -> String {
    String(decoding: try request.composed(for: server).body, as: UTF8.self)
  }

  @Test(arguments: ["user[admin]", "[", "a[]", "a[0]", "a]", "a.b]", ""])
  func keysOfTheCallerAreNoPaths(_ key: String) throws {
    #expect(throws: APIError.self) { try body(Tags(tags: [key: "1"])) }
    #expect(throws: APIError.self) { try body(DottedTags(tags: [key: "1"])) }
    let payload = Subscription(mode: "m", others: [key: "1"])
    #expect(throws: APIError.self) { try body(Subscribe(payload: payload)) }
  }

  /// A key that a condition names is in the API description.
  @Test func conditionsNameKeys() {
    let named: JSONSchema = [.properties(["user[admin]": [.type(.string)]])]
    for schema: JSONSchema in [
      [.if(named)], [.if(.object), .then(named)], [.if(.object), .else(named)],
      [.dependentSchemas(["mode": named])], [.allOf([[.if(named)]])],
    ] {
      #expect(schema.hasProperty("user[admin]"))
      #expect(!schema.hasProperty("user[name]"))
    }
    #expect(!JSONSchema([.not(named)]).hasProperty("user[admin]"))
  }

  @Test func otherKeysAreSent() throws {
    #expect(try body(Tags(tags: ["a.b": "1"])) == "a.b=1")
    #expect(throws: APIError.self) { try body(DottedTags(tags: ["a.b": "1"])) }
  }

  /// A name of a nested object of the API is its own, too.
  @Test func nestedNamesOfTheAPIAreKept() throws {
    let fields = NestedForm(lists: .brackets, objects: .brackets, coder: [String: [Subscription]].self)
    let own = Array(#"{"x":[{"hub[mode]":"m"}]}"#.utf8)
    #expect(try fields.fields(of: own).map(\.name) == ["x[0][hub[mode]]"])
    let other = Array(#"{"x":[{"hub[mode]":"m","hub[name]":1}]}"#.utf8)
    #expect(throws: JSONError.self) { try fields.fields(of: other) }
  }

  /// The API's own names may have brackets.
  @Test func namesOfTheAPIAreKept() throws {
    let payload = Subscription(mode: "m", topics: ["x", "y"], others: ["c": "1"])
    #expect(
      try body(Subscribe(payload: payload)) == "hub%5Bmode%5D=m&topics%5B%5D=x&topics%5B%5D=y&c=1")
  }
}
