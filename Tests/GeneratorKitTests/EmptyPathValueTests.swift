import Testing

@testable import GeneratorKit

/// A folder says what the document leaves out: that a parameter in the path may be empty.
@Suite struct EmptyPathValueTests {
  private let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: https://shop.example.com/v1}]
    paths:
      /state/{type}/{key}:
        get:
          operationId: state
          parameters:
            - {name: type, in: path, required: true, schema: {type: string}}
            - {name: key, in: path, required: true, schema: {type: string, minLength: 0}}
          responses: {"204": {description: Done}}
    """

  @Test(arguments: [
    ("key: {mayBeEmpty: true}", true, nil), ("key: {deprecated: true}", false, nil),
    ("key: {mayBeEmpty: false}", false, "the document says already that the parameter 'key' is never empty"),
    (
      "type: {mayBeEmpty: true}", false,
      "the parameter 'type' can't be empty, because it is a whole part of the path before the last one"
    ),
    ("key: {type: integer, mayBeEmpty: true}", false, "'mayBeEmpty' is for texts, and this is integer"),
  ])
  func theFolderSaysIt(correction: String, isAllowed: Bool, message: String?) {
    let output = generateShop(document, types: "operations: {state: {parameters: {\(correction)}}}\n")
    let found = output.modules.texts.contains { $0.contains("mayBeEmpty: true)") }
    #expect(found == isAllowed)
    let messages = output.diagnostics.map(\.message)
    #expect(
      message.map { message in messages.contains { $0.contains(message) } } ?? messages.isEmpty, "\(messages)"
    )
  }

  /// What reads URLs removes a part that is only dots.
  @Test func theFolderDoesNotLeaveDots() {
    let document = document.replacing("/state/{type}/{key}", with: "/state/{type}/.{key}")
    let output = generateShop(
      document, types: "operations: {state: {parameters: {key: {mayBeEmpty: true}}}}\n")
    let messages = output.diagnostics.map(\.message)
    #expect(
      messages.contains {
        $0.contains("'key' can't be empty, because its part of the path would be '.' or '..'")
      },
      "\(messages)")
  }
}
