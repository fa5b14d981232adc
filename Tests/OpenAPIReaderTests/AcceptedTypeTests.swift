import APIModel
import Testing

/// What requests say they accept.
@Suite struct AcceptedTypeTests {
  private func accept(_ responses: String) throws -> [String?] {
    let (module, messages) = try readDocument("paths: {/a: {get: {responses: {\(responses)}}}}\n")
    #expect(messages == [])
    return module.endpoints.map { endpoint in
      endpoint.constantHeaders.first { $0.name.text == "Accept" }?.value ?? module.acceptedTypes(of: endpoint)
    }
  }

  private let object = "{schema: {type: object, properties: {a: {type: string}}}}"

  @Test func namesJSONOfOtherTypes() throws {
    #expect(try accept("'200': {content: {application/vnd.x+json: \(object)}}") == ["application/vnd.x+json"])
    #expect(
      try accept("'200': {content: {application/vnd.x+json: \(object), application/json: \(object)}}") == [
        "application/vnd.x+json, application/json"
      ])
    #expect(
      try accept(
        "'200': {content: {application/vnd.x+json: \(object)}}, '201': {content: {application/vnd.y+json: \(object)}}"
      ) == ["application/vnd.x+json, application/vnd.y+json"])
    #expect(try accept("'200': {content: {application/json: \(object)}}") == ["application/json"])
    #expect(try accept("'200': {content: {'*/*': \(object)}}") == ["application/json"])
  }

  @Test func namesAllTypesOfFilesAndTexts() throws {
    let (module, _) = try readDocument(
      "paths: {/a: {get: {responses: {'200': {content: {image/png: {}, image/webp: {}}}}}}}\n")
    // A file of the second type is no mistake.
    #expect(module.endpoints.first?.responses.map(\.mediaType?.text) == [nil])
    #expect(
      try accept("'200': {content: {image/png: {}, image/webp: {}}}") == ["image/png, image/webp, */*;q=0.1"])
    #expect(
      try accept("'200': {content: {text/csv: {}, text/html: {}}}") == ["text/csv, text/html, */*;q=0.1"])
  }

  @Test(arguments: [
    "image/png", "image/*", "text/csv", "text/html", "application/xml", "application/pdf", "multipart/mixed",
    "text/*",
  ])
  func aLoneTypeIsNamedAndChecked(type: String) throws {
    let (module, _) = try readDocument(
      "paths: {/a: {get: {responses: {'200': {content: {\(type): {}}}, '201': {content: {\(type): {}}}}}}}\n")
    #expect(module.endpoints.first?.responses.map(\.mediaType?.text) == [type])
    #expect(try accept("'200': {content: {\(type): {}}}") == ["\(type), */*;q=0.1"])
    #expect(
      try accept("'200': {content: {\(type): {}}}, '202': {description: later}") == ["\(type), */*;q=0.1"])
  }

  @Test func aLoneTypeThatSaysNothingIsNotChecked() throws {
    func isChecked(_ type: String, _ schema: String = "") throws -> Bool {
      let (module, _) = try readDocument(
        "paths: {/a: {get: {responses: {'200': {content: {\(type): {\(schema)}}}}}}}\n")
      return module.endpoints.first?.responses.first?.mediaType != nil
    }
    #expect(try !isChecked("application/octet-stream"))
    #expect(try !isChecked("binary/octet-stream"))
    #expect(try !isChecked("text/plain"))
    #expect(try !isChecked("'*/*'", "schema: {type: string, format: binary}"))
    #expect(try !isChecked("application/*", "schema: {type: string, format: binary}"))
    #expect(try !isChecked("application/json", "schema: {type: string, format: binary}"))
    #expect(try accept("'200': {content: {application/octet-stream: {}}}") == [nil])
    #expect(try accept("'200': {content: {text/plain: {}}}") == ["text/*, */*;q=0.1"])
  }

  @Test func namesJSONBesideOtherResponses() throws {
    #expect(
      try accept(
        "'200': {content: {application/vnd.x+json: \(object), application/json: \(object), text/csv: {}}}")
        == ["application/vnd.x+json, application/json, text/csv"])
    #expect(
      try accept("'200': {content: {application/vnd.x+json: \(object), text/event-stream: \(object)}}")
        == ["application/vnd.x+json", "text/event-stream"])
  }
}
