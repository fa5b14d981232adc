import APIModel
import Testing

/// The names of types without names that occur several times.
@Suite struct SharedNameTests {
  private let options = "{type: object, properties: {color: {type: string}}}"

  private func names(_ paths: String, _ components: String = "{}") throws -> [String] {
    try readDocument("paths:\n\(paths)\ncomponents: {responses: \(components)}\n").module.schemas.map(
      \.name.text)
  }

  @Test(arguments: ["multipart/form-data", "application/json", "application/x-www-form-urlencoded"])
  func aPartHasTheNameOfItsProperty(type: String) throws {
    let found = try names(
      """
        /a: {post: {operationId: store, requestBody: {required: true, content: {\(type): {schema: {type: object, \
      properties: {name: {type: string}, options: \(options)}}}}}, responses: {'204': {description: n}}}}
        /b: {put: {operationId: update, requestBody: {required: true, content: {application/json: {schema: {type: object, \
      properties: {tags: {type: string}, options: \(options)}}}}}, responses: {'204': {description: n}}}}
      """)
    #expect(found == ["options"])
  }

  @Test func aHeaderFieldHasItsOwnName() throws {
    let field = "{X-Kind: {schema: {type: string, enum: [a, b]}}}"
    let found = try names(
      """
        /a: {get: {operationId: one, responses: {'200': {description: n, headers: \(field), content: {application/json: {schema: {type: integer}}}}}}}
        /b: {get: {operationId: two, responses: {'200': {description: n, headers: \(field), content: {application/json: {schema: {type: integer}}}}}}}
      """)
    #expect(found == ["X-Kind"])
  }

  private func failing(_ path: String, _ responses: [String: String]) -> String {
    let list = responses.sorted { $0.key < $1.key }.map {
      "'\($0.key)': " + ($0.value.hasPrefix("{") ? $0.value : "{$ref: '#/components/responses/\($0.value)'}")
    }
    return
      "  /\(path): {get: {operationId: \(path), responses: {'204': {description: n}, \(list.joined(separator: ", "))}}}"
  }

  private func body(_ properties: String) -> String {
    "{description: x, content: {application/json: {schema: {type: object, properties: {\(properties)}}}}}"
  }

  /// As Scramble writes it for Laravel.
  @Test func failuresAreCalledAfterTheirResponses() throws {
    let message = body("message: {type: string}")
    let found = try names(
      [
        failing("index", ["401": "AuthenticationException", "422": "ValidationException"]),
        failing("store", ["403": "AuthorizationException", "422": "ValidationException"]),
        failing("show", ["404": "ModelNotFoundException"]),
      ].joined(separator: "\n"),
      """
      {AuthenticationException: \(message), AuthorizationException: \(message), ModelNotFoundException: \(message), \
      ValidationException: \(body("message: {type: string}, errors: {type: object}"))}
      """)
    #expect(found == ["failure", "ValidationException"])
  }

  @Test func aNameThatTypesCantHaveIsNotUsed() throws {
    let found = try names(
      [
        failing("a", ["404": "Error", "409": "Conflict"]), failing("b", ["404": "Error", "409": "Conflict"]),
      ].joined(
        separator: "\n"),
      "{Error: \(body("message: {type: string}")), Conflict: \(body("reason: {type: string}"))}")
    #expect(found == ["failure-404", "Conflict"])
  }

  /// A type for several statuses isn't called after one of them.
  @Test func severalFailuresOfSeveralStatuses() throws {
    let (one, two) = (body("message: {type: string}"), body("reason: {type: string}"))
    let found = try names(
      [failing("a", ["401": one, "403": one, "404": two, "409": two])].joined(separator: "\n"))
    #expect(found == ["a-failure", "a-failure-2"])
  }
}
