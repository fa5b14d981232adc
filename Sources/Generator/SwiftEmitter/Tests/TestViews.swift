import APIModel

/// The declarations that all tests of a module share.
struct TestSupportView: TemplateView {
  static let fields = TemplateFields<TestSupportView>([
    .text("module", "the module's name") { $0.module },
    .text("client", "the expression that creates the client, with `try` where it needs one") { $0.client },
  ])

  let module: String
  let client: String
}

/// The tests of the requests of a spec file.
struct RequestTestsView: TemplateView {
  static let fields = TemplateFields<RequestTestsView>([
    .text("name", "the suite's name") { $0.name },
    .text("source", "the spec file") { $0.source },
    .views("endpoints", "the endpoints, in the order of the spec") { $0.endpoints },
  ])

  let name: String
  let source: String
  let endpoints: [EndpointTestView]
}

/// The test of an endpoint's requests.
struct EndpointTestView: TemplateView {
  static let fields = TemplateFields<EndpointTestView>([
    .text("name", "the name of the test's function") { $0.name },
    .flag("hasGap", "whether an empty line belongs before it") { $0.hasGap },
    .flag("isDeprecated", "whether the request is deprecated") { $0.isDeprecated },
    .optional("problem", "why there is nothing to test; missing if there is") { $0.problem },
    .views("rows", "the requests") { $0.rows },
  ])

  let name: String
  var hasGap = false
  let isDeprecated: Bool
  let problem: String?
  let rows: [RequestRowView]
}

/// A request, and what it sends.
struct RequestRowView: TemplateView {
  static let fields = TemplateFields<RequestRowView>([
    .text("name", "the kind of arguments, as a string literal") { $0.name },
    .text("request", "the expression that makes the request, with `try` where it needs one") { $0.request },
    .optional("server", "the server, if it isn't the client's") { $0.server },
    .text("expected", "the expected lines as string literals, separated by commas and line breaks") {
      $0.expected
    },
  ])

  let name: String
  let request: String
  let server: String?
  let expected: String

  init(_ row: RequestTestRows.Row) {
    name = SwiftLiteral.string(row.name)
    request = row.request.tried
    server = row.server?.text
    expected = row.lines.map(SwiftLiteral.string).joined(separator: ",\n        ")
  }
}

/// The tests of the responses to the requests of a spec file.
struct ResponseTestsView: TemplateView {
  static let fields = TemplateFields<ResponseTestsView>([
    .text("name", "the suite's name") { $0.name },
    .text("source", "the spec file") { $0.source },
    .views("endpoints", "the endpoints, in the order of the spec") { $0.endpoints },
  ])

  let name: String
  let source: String
  let endpoints: [EndpointResponsesView]
}

/// The test of the responses to an endpoint's requests.
struct EndpointResponsesView: TemplateView {
  static let fields = TemplateFields<EndpointResponsesView>([
    .text("name", "the name of the test's function") { $0.name },
    .flag("hasGap", "whether an empty line belongs before it") { $0.hasGap },
    .flag("isDeprecated", "whether the request is deprecated") { $0.isDeprecated },
    .views("rows", "the responses") { $0.rows },
  ])

  let name: String
  var hasGap = false
  let isDeprecated: Bool
  let rows: [ResponseRowView]
}

/// A response.
struct ResponseRowView: TemplateView {
  static let fields = TemplateFields<ResponseRowView>([
    .text("request", "the expression that makes the request, with `try` where it needs one") {
      $0.row.request.tried
    },
    .optional("server", "the server, if it isn't the client's") { $0.row.server?.text },
    .text("body", "a string literal: the response's body") { TestLiteral.json($0.row.body) },
    .optional("status", "the status, if it isn't 200") { view in
      view.row.status == 200 ? nil : "\(view.row.status)"
    },
    .optional("headers", "a dictionary literal: the response's header fields, if it has some") { view in
      let fields = view.row.headers.map { ($0.name, Code.string($0.value)) }
      return fields.isEmpty ? nil : Code.dictionary(fields).text
    },
    .flag("isWritten", "whether the same JSON is written again") { $0.row.isWritten },
    .optional("error", "the error's constant, if the response is a failure") { $0.row.error?.text },
  ])

  let row: ResponseTestRows.Row
}

/// The tests of the models of a spec file.
struct ModelTestsView: TemplateView {
  static let fields = TemplateFields<ModelTestsView>([
    .text("name", "the suite's name") { $0.name },
    .text("source", "the spec file") { $0.source },
    .views("models", "the models") { $0.models },
    .texts("untested", "the models for which no value was found") { $0.untested },
  ])

  let name: String
  let source: String
  let models: [ModelTestView]
  let untested: [String]
}

/// A model, with JSON that it accepts and JSON that it rejects.
struct ModelTestView: TemplateView {
  static let fields = TemplateFields<ModelTestView>([
    .text("name", "a string literal: the model's name") { SwiftLiteral.string($0.row.name) },
    .text("type", "the type, `WOT.Player.self`, or the schema of one that has none") { $0.row.type },
    .text("examples", "an array of string literals: JSON that it accepts") { view in
      let texts = view.row.examples.map(TestLiteral.json)
      return texts.count == 1
        ? "[\(texts[0])]" : "[\n        \(texts.joined(separator: ",\n        ")),\n      ]"
    },
    .optional(
      "breaches", "a string literal of several lines: changes to the first example that break a constraint"
    ) {
      view in
      view.row.breaches.isEmpty
        ? nil : TestLiteral.lines(view.row.breaches.map(TestLiteral.breach), indent: "        ")
    },
  ])

  let row: ModelTestRows.Row
}

extension Template<TestSupportView> { static var testSupport: Self { Self(name: "test-support") } }
extension Template<RequestTestsView> { static var requestTests: Self { Self(name: "request-tests") } }
extension Template<ResponseTestsView> { static var responseTests: Self { Self(name: "response-tests") } }
extension Template<ModelTestsView> { static var modelTests: Self { Self(name: "model-tests") } }
