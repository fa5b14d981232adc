import Testing

/// Header fields that other parts of a document describe.
@Suite struct IgnoredHeaderTests {
  @Test(arguments: [
    ("Authorization", "'securitySchemes' and 'security' describe"),
    ("accept", "the media types of the responses describe"),
    ("Content-Type", "the media types of the body describe"),
  ])
  func saysWhatDescribesThem(name: String, words: String) throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a: {get: {parameters: [{$ref: '#/components/parameters/H'}], responses: {}}}
        /b: {get: {parameters: [{$ref: '#/components/parameters/H'}], responses: {}}}
      components: {parameters: {H: {name: \(name), in: header, required: true, schema: {type: string}}}}
      """)
    #expect(module.endpoints.map(\.parameters.count) == [0, 0])
    // Once, although two operations have it.
    #expect(messages == ["6: the parameter '\(name)' is left out: \(words) this header field"])
  }

  @Test(arguments: [
    ("Authorization", "'securityDefinitions' and 'security' describe"), ("Accept", "'produces' describes"),
    ("content-type", "'consumes' describes"),
  ])
  func usesTheWordsOfSwagger(name: String, words: String) throws {
    let (_, messages) = try readDocument(
      """
      paths: {/a: {get: {parameters: [{name: \(name), in: header, type: string}], responses: {'204': {description: ok}}}}}
      host: example.com
      """, version: "2.0")
    #expect(messages == ["3: the parameter '\(name)' is left out: \(words) this header field"])
  }

  @Test func saysItOfResponses() throws {
    let (module, messages) = try readDocument(
      """
      paths: {/a: {get: {responses: {'200': {description: ok, headers: {Content-Type: {schema: {type: string}}}}}}}}

      """)
    #expect(module.endpoints.first?.headers.isEmpty == true)
    #expect(messages.count == 1 && messages[0].contains("the header 'Content-Type' is left out"))
  }
}
