import APIModel
import Testing

/// Parameters in paths whose values may be empty.
@Suite struct EmptyPathValueTests {
  /// OpenAPI defines `allowEmptyValue` for the query; in the path, it can't mean anything else. `minLength: 0` is everywhere.
  @Test(arguments: [
    ("allowEmptyValue: true", "/a/{k}", true, nil), ("allowEmptyValue: false", "/a/{k}", false, nil),
    ("x-note: 0", "/a/{k}", false, nil),
    (
      "allowEmptyValue: true", "/{k}/a", false,
      "can't be followed, because a part in the middle of the path would be empty, and servers may drop it"
    ),
    (
      "allowEmptyValue: true", "/a/.{k}", false,
      "can't be followed, because a part of the path would be '.' or '..', which is removed from URLs"
    ),
    (
      "allowEmptyValue: true", "/%2E{k}/a", false,
      "can't be followed, because a part of the path would be '.' or '..', which is removed from URLs"
    ),
    ("allowEmptyValue: true", "/a/{k}.x", true, nil),
    (
      "allowEmptyValue: true, style: label", "/{k}", false,
      "has no effect with the style 'label', which writes something before every value"
    ),
  ])
  func valuesInPathsMayBeEmpty(written: String, path: String, isAllowed: Bool, message: String?) throws {
    let (module, messages) = try readDocument(
      "paths:\n  \(path):\n    get:\n      parameters:\n"
        + "        - {name: k, in: path, required: true, \(written), schema: {type: string, minLength: 0}}\n")
    #expect(module.endpoints.first?.parameters.map(\.mayBeEmpty) == [isAllowed])
    let id = "GET \(path)"
    #expect(messages == (message.map { ["7: 'allowEmptyValue' of the parameter 'k' of \(id) \($0)"] } ?? []))
  }

  /// Whether a part is empty depends on all of its parameters, and whether a value can be on a schema elsewhere.
  @Test func emptyValuesInPathsAreSeenWithTheirNeighbours() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a/{x}{y}/b:
          get:
            parameters:
              - {name: x, in: path, required: true, allowEmptyValue: true, schema: {type: string}}
              - {name: y, in: path, required: true, allowEmptyValue: true, schema: {type: string}}
        /c/{n}:
          get:
            parameters:
              - {name: n, in: path, required: true, allowEmptyValue: true, schema: {$ref: '#/components/schemas/Number'}}
      components: {schemas: {Number: {$ref: '#/components/schemas/Integer'}, Integer: {type: integer}}}
      """)
    #expect(module.endpoints.map { $0.parameters.map(\.mayBeEmpty) } == [[true, false], [false]])
    #expect(messages.count == 2)
    #expect(messages.first?.contains("'y' of GET /a/{x}{y}/b can't be followed") == true, "\(messages)")
    #expect(
      messages.last?.contains("'n' of GET /c/{n} is for texts, and this is integer") == true, "\(messages)")
  }

  @Test func valuesInPathsMayBeEmptyInSwagger() throws {
    let (module, messages) = try readDocument(
      """
      host: example.com
      paths:
        /a/{k}:
          get: {parameters: [{name: k, in: path, required: true, type: string, allowEmptyValue: true}], responses: {'200': {description: ok}}}
        /b/{n}:
          get: {parameters: [{name: n, in: path, required: true, type: integer, allowEmptyValue: true}], responses: {'200': {description: ok}}}
      """, version: "2.0")
    #expect(module.endpoints.map { $0.parameters.map(\.mayBeEmpty) } == [[true], [false]])
    #expect(
      messages == [
        "8: 'allowEmptyValue' of the parameter 'n' of GET /b/{n} is for texts, and this is integer"
      ])
  }
}
