import APIModel
import Testing

/// Query parameters that are objects with lists in them, as Spring's `Pageable`.
@Suite struct ExplodedObjectTests {
  @Test(arguments: [
    (
      "{type: object, properties: {page: {type: integer}, sort: {type: array, items: {type: string}}}}", "",
      true
    ),
    // Another parameter has the name, a member is an object, other members are possible, or the style is another one.
    (
      "{type: object, properties: {q: {type: string}, sort: {type: array, items: {type: string}}}}", "", false
    ),
    ("{type: object, properties: {a: {type: object, properties: {b: {type: string}}}}}", "", false),
    (
      "{type: object, properties: {a: {type: array, items: {type: string}}}, additionalProperties: {type: string}}",
      "", false
    ),
    ("{type: object, properties: {a: {type: array, items: {type: string}}}}", "explode: false, ", false),
  ])
  func eachMemberIsAParameter(schema: String, style: String, isRead: Bool) throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /books:
          get:
            operationId: list
            parameters:
              - {name: q, in: query, schema: {type: string}}
              - {name: pageable, in: query, required: true, \(style)schema: \(schema)}
            responses: {"204": {description: ok}}
      """)
    let parameters = module.endpoints.first?.parameters
    #expect(parameters?.map(\.name.text) == (isRead ? ["q", "page", "sort"] : nil))
    #expect(messages.contains { $0.contains("so the operation is left out") } == !isRead, "\(messages)")
    if isRead {
      #expect(parameters?.allSatisfy { !$0.isRequired } == true && parameters?.last?.listStyle == .repeated)
    }
  }
}
