import APIModel
import MockServer
import SchemaValues
import Testing

/// Every response of the server is valid by its own specs.
@Suite struct ValidResponseTests {
  /// The places of constants, and constants of all types.
  private static let specs = """
    wgnapi: 1
    module: {servers: {main: "https://shop.example/"}}
    envelopes: {rpc: {properties: {version: {const: {major: 1}}, "result?": payload}}}
    endpoints:
      made: {post: made, body: Made, response: Made}
      list: {get: list, response: "[Flag]"}
      alone: {get: alone, response: {const: [1, {a: null}]}}
      wrapped: {get: wrapped, envelope: rpc, response: Flag}
      lines: {get: lines, response: {lines: Made}}
      refused: {get: refused, response: empty, failures: {400: {properties: {kind: {const: {refused: true}}, message: string}}}}
    schemas:
      Flag: {const: {ok: true}}
      Made:
        properties:
          object: {const: {ok: true}}
          nested: {const: {x: {y: [null, 1.50, "two"]}}}
          list: {const: [1, two]}
          flag: Flag
          flags: {type: "[Flag]", minItems: 2}
          map: {additionalProperties: Flag}
          described: {properties: {ok: boolean}, const: {ok: false}}
          union: {oneOf: [{const: {a: 1}}, {const: [2]}]}
          truth: {const: true}
          number: {const: 1.50}
          word: {const: "no"}
          either: {anyOf: [Flag, integer]}
    """

  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /made:
        post:
          operationId: made
          requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Made"}}}}
          responses:
            "200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Made"}}}}
            "400": {description: Bad, content: {application/json: {schema: {type: object, required: [kind], properties: {kind: {const: [refused]}}}}}}
      /alone: {get: {operationId: alone, responses: {"200": {description: OK, content: {application/json: {schema: {const: {ok: true}}}}}}}}
    components:
      schemas:
        Flag: {const: {ok: true}}
        Made:
          type: object
          required: [object, nested, list, flag, flags, described, union, only, typed, nothing]
          properties:
            object: {const: {ok: true}}
            nested: {const: {x: {y: [null, 1.50, two]}}}
            list: {const: [1, two]}
            flag: {$ref: "#/components/schemas/Flag"}
            flags: {type: array, minItems: 2, items: {$ref: "#/components/schemas/Flag"}}
            described: {type: object, properties: {ok: {type: boolean}}, const: {ok: false}}
            union: {oneOf: [{const: {a: 1}}, {const: [2]}]}
            only: {enum: [{a: 1}]}
            typed: {type: array, items: {type: integer}, const: [3, 4]}
            nothing: {const: null}
    """

  @Test(arguments: [
    (
      "/made", "POST",
      #""object":{"ok":true},"nested":{"x":{"y":[null,1.50,"two"]}},"list":[1,"two"],"flag":{"ok":true},"flags":[{"ok":true},{"ok":true}]"#
    ), ("/list", "GET", #"[{"ok":true},{"ok":true}]"#), ("/alone", "GET", #"[1,{"a":null}]"#),
    ("/wrapped", "GET", #"{"version":{"major":1},"result":{"ok":true}}"#),
  ])
  func constantsAreTheirValues(_ path: String, _ method: String, _ expected: String) throws {
    let server = try MockServer(specs: Self.specs)
    let response = server.response(to: MockRequest(method, path, headers: [("Prefer", "status=200")]))
    #expect(response.text.contains(expected), "\(response.text)")
  }

  @Test func constantsOfDocumentsAreTheirValues() throws {
    let server = try MockServer(document: Self.document)
    #expect(server.get("/alone").text == #"{"ok":true}"#)
    let made = server.response(to: MockRequest("POST", "/made", headers: [("Prefer", "status=200")]))
    #expect(
      made.text
        == #"{"object":{"ok":true},"nested":{"x":{"y":[null,1.50,"two"]}},"list":[1,"two"],"flag":{"ok":true},"flags":[{"ok":true},{"ok":true}],"described":{"ok":false},"union":{"a":1},"only":{"a":1},"typed":[3,4],"nothing":null}"#
    )
    #expect(server.send("POST", "/made", "application/json", made.text).problem == nil)
    let other = made.text.replacing(#"{"object":{"ok":true}"#, with: #"{"object":{"ok":false}"#)
    #expect(
      server.send("POST", "/made", "application/json", other).problem
        == #"body /object: expected {"ok":true}, found {"ok":false}"#)
  }

  @Test func constantsAreValid() throws {
    for module in try API.reading(specs: Self.specs).modules { try check(module) }
    for module in try API.reading(document: Self.document).modules { try check(module) }
  }

  @Test(arguments: EveryEndpointTests.folders)
  func responsesAreValid(_ folder: String) throws {
    for module in try API.reading(folder: folder).modules where !module.endpoints.isEmpty {
      try check(module)
    }
  }

  // MARK: Checks

  private func check(_ module: Module) throws {
    let server = MockServer(API(modules: [module]))
    let checker = ValueChecker(SchemaIndex(module), limit: 20_000_000)
    let requests = EndpointRequests(module)
    for endpoint in module.endpoints {
      let title = "\(module.name.text) \(endpoint.operation)"
      guard let (_, request) = requests.all(of: endpoint).first else { continue }
      // A part of a response lacks what its schema requires.
      let fields = [endpoint.policies.partial?.fieldsParameter, endpoint.policies.partial?.extraParameter]
      let isPartial = fields.contains { name in name.map { request.query.contains("\($0)=") } ?? false }
      if !isPartial { check(server.response(to: request), endpoint, module, checker, title) }
      let described = endpoint.responses.map(\.statuses) + endpoint.failures(in: module).map(\.statuses)
      for status in Set(described.map { $0 == 100...999 ? 503 : $0.lowerBound }) {
        var request = request
        request.headers = request.headers + [("Prefer", "status=\(status)")]
        check(server.response(to: request), endpoint, module, checker, "\(title) \(status)")
      }
      for error in (endpoint.errors + module.errors).prefix(20) {
        var request = request
        request.headers = request.headers + [("Prefer", "code=\(error.code.text)")]
        check(
          server.response(to: request), endpoint, module, checker, "\(title) \(error.code.text)",
          isError: true)
      }
    }
  }

  private func check(
    _ received: MockResponse, _ endpoint: Endpoint, _ module: Module, _ checker: ValueChecker,
    _ title: String,
    isError: Bool = false
  ) {
    // Another endpoint at the same address may have answered.
    guard received.summary.contains(" \(endpoint.operation): ") else { return }
    #expect(received.status != 501, "\(title): \(received.text)")
    // What the spec doesn't describe has a form of its own, such as an error for which no failure has a place.
    if received.header("Content-Type") == "application/problem+json",
      isError || endpoint.failure(status: received.status, in: module) == nil
    {
      return
    }
    func expect(_ value: Literal?, _ schema: Schema) {
      let found = value.flatMap { checker.violations(of: $0, by: schema) }
      #expect(
        found?.isEmpty == true, "\(title): \(found?.map(\.message) ?? []) in \(received.text.prefix(300))")
    }
    let envelope = endpoint.envelope.flatMap { name in module.envelopes.first { $0.name.text == name.text } }
    let type = received.header("Content-Type")
    switch endpoint.response(status: received.status, contentType: type) {
    case .response(let response) where response.payload.isStream:
      guard var elements = StreamElements(response.payload), let schema = response.payload.schema else {
        return
      }
      for element in elements.add(received.body) + elements.finish() {
        expect(try? JSONText.value(of: element.text), schema)
      }
    case .response(let response):
      guard let whole = try? JSONText.value(of: received.body) else {
        if case .json = response.payload { Issue.record("\(title): no JSON: \(received.text.prefix(300))") }
        return
      }
      guard let envelope, received.status < 300 else {
        if let schema = response.payload.schema { expect(whole, schema) }
        return
      }
      expect(whole, envelope.schema)
      guard let schema = response.payload.schema, !isFailure(whole, envelope) else { return }
      guard case .object(let members) = whole else { return }
      let own = Set(checker.index.flattenedObject(envelope.schema)?.properties.map(\.name.text) ?? [])
      let payload =
        envelope.payload.map { place in members.first { $0.name == place.text }?.value }
        ?? .object(members.filter { !own.contains($0.name) })
      // Properties of both are the envelope's.
      if envelope.payload != nil || own.isDisjoint(with: members.map(\.name)) { expect(payload, schema) }
    case .otherTypes, .undescribed:
      guard let failure = endpoint.failure(status: received.status, in: module),
        case .json(let schema) = failure.payload
      else { return }
      expect(try? JSONText.value(of: received.body), schema)
    }
  }

  private func isFailure(_ value: Literal, _ envelope: Envelope) -> Bool {
    guard let failure = envelope.failure, case .object(let members) = value,
      let marker = members.first(where: { $0.name == failure.property.text })?.value
    else { return false }
    return failure.value.map { $0 == marker } ?? (marker != .null)
  }
}
