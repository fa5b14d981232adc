import APIModel
import Testing

/// How responses and bodies are read and written by their media types.
@Suite struct MediaTypeTests {
  private static let schemas = """
    components:
      schemas:
        Item: {type: object, properties: {id: {type: integer}}}
        Blob: {type: string, format: binary}
        Encoded: {type: string, contentEncoding: binary}
        Word: {type: string}

    """

  private func words(_ payload: Endpoint.Response.Payload) -> String {
    switch payload {
    case .json(let schema): "json \(schema.reference?.text ?? schema.types.map(\.rawValue).joined())"
    default: "\(payload)"
    }
  }

  private func refer(_ text: String) -> String {
    ["Item", "Blob", "Encoded", "Word"].reduce(text) {
      $0.replacing("$\($1)", with: "{$ref: '#/components/schemas/\($1)'}")
    }
  }

  @Test(
    arguments: [
      // ASP.NET Core's three media types.
      (
        "text/plain: {schema: $Item}, application/json: {schema: $Item}, text/json: {schema: $Item}",
        ["json Item"], "application/json, text/json"
      ),
      (
        "text/plain: {schema: {type: array, items: $Word}}, application/json: {schema: {type: array, items: $Word}}",
        ["json array"], nil
      ),
      (
        "text/plain: {schema: {type: integer}}, application/json: {schema: {type: integer}}",
        ["json integer"], nil
      ),
      ("text/plain: {schema: $Item}", ["json Item"], "text/plain"),
      ("text/plain: {schema: {oneOf: [$Item, {type: array, items: $Item}]}}", ["json "], "text/plain"),
      // A text may be one.
      ("text/plain: {schema: $Word}, application/json: {schema: $Word}", ["text", "json Word"], nil),
      ("text/plain: {schema: {oneOf: [$Item, $Word]}}", ["text"], nil), ("text/plain: {}", ["text"], nil),
      (
        "text/csv: {schema: {type: array, items: $Item}}, application/json: {schema: {type: array, items: $Item}}",
        ["text", "json array"], nil
      ),
      // Services answer a text with `text/plain` if any type is described.
      ("'*/*': {schema: $Word}", ["text"], nil), ("'*/*': {schema: {enum: [a, b]}}", ["text"], nil),
      ("'application/*': {schema: {type: string}}", ["text"], nil),
      ("'*/*': {schema: $Item}", ["json Item"], nil),
      ("application/json: {schema: $Word}", ["json Word"], nil),
      // Bytes, in all words.
      ("application/json: {schema: $Blob}", ["bytes"], nil), ("'*/*': {schema: $Encoded}", ["bytes"], nil),
      ("application/json: {schema: {type: string, contentEncoding: binary}}", ["bytes"], nil),
      ("'*/*': {schema: {type: string, contentMediaType: application/pdf}}", ["bytes"], nil),
      ("application/json: {schema: {type: string, contentMediaType: application/pdf}}", ["json string"], nil),
    ] as [(String, [String], String?)])
  func answers(content: String, expected: [String], accept: String?) throws {
    let (module, messages) = try readDocument(
      "paths:\n  /a: {get: {responses: {'200': {content: {\(refer(content))}}}}}\n" + Self.schemas)
    let endpoint = try #require(module.endpoints.first)
    #expect(endpoint.responses.map(\.payload).map(words) == expected)
    #expect(endpoint.constantHeaders.map(\.value) == (accept.map { [$0] } ?? []))
    #expect(messages == [])
  }

  @Test func failuresInThreeMediaTypes() throws {
    let content = refer(
      "text/plain: {schema: $Item}, application/json: {schema: $Item}, text/json: {schema: $Item}")
    let (module, messages) = try readDocument(
      "paths:\n  /a: {get: {responses: {'204': {}, '404': {content: {\(content)}}}}}\n" + Self.schemas)
    #expect(module.endpoints.first?.failures.map { words($0.payload) } == ["json Item"])
    #expect(messages == [])
  }

  /// A body in JSON isn't sent as text, too.
  @Test(arguments: [
    ("text/plain: {schema: $Item}, application/json: {schema: $Item}", 1),
    ("text/plain: {schema: $Word}, application/json: {schema: $Item}", 2),
  ])
  func bodies(content: String, count: Int) throws {
    let (module, _) = try readDocument(
      "paths:\n  /a: {post: {requestBody: {required: true, content: {\(refer(content))}}, responses: {'204': {}}}}\n"
        + Self.schemas)
    let body = try #require(module.endpoints.first?.body)
    if case .alternatives(let all) = body { #expect(all.count == count) } else { #expect(count == 1) }
  }

  /// Bytes within JSON are texts.
  @Test(
    arguments: [
      ("type: string, contentEncoding: base64", Format.bytes),
      ("type: string, contentEncoding: base64url", .base64URL),
      ("contentEncoding: BASE64URL, type: string", .base64URL),
      ("type: string, format: base64url", .base64URL),
      ("type: string, format: byte", .bytes), ("type: string, contentEncoding: quoted-printable", nil),
      ("type: string, contentEncoding: binary", nil),
    ] as [(String, Format?)])
  func encodings(schema: String, format: Format?) throws {
    let (schema, messages) = try readSchema("A: {\(schema)}")
    #expect(schema.types == [.string] && schema.format == format)
    #expect(messages == [])
  }

  /// Parts that are bytes are files, however the document says it.
  @Test func partsOfBytes() throws {
    let properties = """
      a: {type: string, contentEncoding: binary}, b: {type: array, items: {type: string, contentEncoding: binary}},
      c: $Encoded, d: {type: array, items: $Encoded}, e: {type: string, contentEncoding: binary, contentMediaType: image/png},
      f: {type: [string, 'null'], contentEncoding: binary}, g: {contentEncoding: BINARY}, h: {type: string, contentEncoding: base64},
      i: {type: string}
      """.replacing("\n", with: " ")
    let (module, messages) = try readDocument(
      "paths:\n  /a: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {"
        + refer(properties) + "}}}}}, responses: {'204': {}}}}\n" + Self.schemas)
    guard case .multipart(let parts)? = module.endpoints.first?.body else {
      Issue.record("no parts")
      return
    }
    let forms = parts.map { part in
      if case .file(_, let isList) = part.content { isList ? "files" : "file" } else { "value" }
    }
    #expect(forms == ["file", "files", "file", "files", "file", "file", "file", "value", "value"])
    #expect(messages == [])
  }

  /// Characters that a URL can't have are escaped, except in the names of parameters.
  @Test(arguments: [
    ("/naïve", "na%C3%AFve"), ("/caf%C3%A9", "caf%C3%A9"), ("/100%", "100%25"),
    ("/a[b]/{c[]}", "a%5Bb%5D/{c[]}"),
    ("/x/{номер}", "x/{номер}"), ("/пути/{id}", "%D0%BF%D1%83%D1%82%D0%B8/{id}"), ("/sp ace", "sp%20ace"),
    ("//double", "/double"), ("/a//b", "a//b"), ("/q^`|<>\"", "q%5E%60%7C%3C%3E%22"),
    ("/a(b)='c';d,e:f@g!*+$&~", "a(b)='c';d,e:f@g!*+$&~"),
  ])
  func paths(path: String, expected: String) throws {
    let key = "'\(path.replacing("'", with: "''"))'"
    let names =
      path.contains("{")
      ? path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first } : []
    let parameters = names.map { "{name: '\($0)', in: path, required: true, schema: {type: string}}" }
    let (module, messages) = try readDocument(
      "paths:\n  ? \(key)\n  : {get: {parameters: [\(parameters.joined(separator: ", "))], responses: {'204': {}}}}\n"
    )
    #expect(module.endpoints.map(\.path.text) == [expected])
    #expect(messages == [])
  }
}
