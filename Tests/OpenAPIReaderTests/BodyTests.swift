import APIModel
import Testing

/// Bodies, and where requests are sent.
@Suite struct BodyTests {
  private func body(_ text: String) throws -> (endpoints: [Endpoint], messages: [String]) {
    let (module, messages) = try readDocument(
      "paths: {/a: {post: {operationId: send, requestBody: \(text), responses: {'204': {description: ok}}}}}\n"
    )
    return (module.endpoints, messages)
  }

  @Test func readsBodiesThatMayBeLeftOut() throws {
    let (endpoints, messages) = try body(
      "{content: {application/json: {schema: {type: string, nullable: true}}}}")
    #expect(endpoints[0].isBodyOptional)
    #expect(try !body("{required: true, content: {text/plain: {}}}").endpoints[0].isBodyOptional)
    #expect(messages == [])
  }

  /// Many frameworks leave `required` out of a body that they need.
  @Test(arguments: [
    (
      "",
      [
        "3: the body of POST /a isn't 'required: true', but its schema requires 'a', so a request without it can't be made; "
          + "write 'required: false' beside 'content' if the body may be left out"
      ], [true, false]
    ),
    ("required: true, ", [], [true, false]),
    ("required: false, ", [], [false, false]),
  ])
  func schemasSayWhichPartsAreRequired(required: String, notes: [String], parts: [Bool]) throws {
    let (endpoints, messages) = try body(
      "{\(required)content: {multipart/form-data: {schema: {type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}}}}"
    )
    guard case .multipart(let list) = endpoints[0].body else {
      Issue.record("no parts: \(endpoints)")
      return
    }
    #expect(list.map(\.isRequired) == parts)
    #expect(!endpoints[0].isBodyOptional)
    #expect(messages == notes)
  }

  /// Only a method for the parts is a call with them.
  @Test func partsBesideAnOptionalBodyAreRequired() throws {
    let (endpoints, messages) = try body(
      """
      {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}, \
      multipart/form-data: {schema: {type: object, required: [f], properties: {f: {type: string, format: binary}}}}}}
      """)
    guard endpoints.count == 2, case .multipart(let list) = endpoints[1].body else {
      Issue.record("no parts: \(endpoints)")
      return
    }
    #expect(list.map(\.isRequired) == [true])
    #expect(endpoints.map(\.isBodyOptional) == [true, false])
    #expect(messages == [])
  }

  /// An operation whose only body can't be sent isn't left out in silence.
  @Test(arguments: [
    (
      "application/x-www-form-urlencoded: {}",
      "3: a form without a schema isn't supported, so the body of POST /a is left out"
    ),
    (
      "multipart/form-data: {}",
      "3: a multipart body without a schema isn't supported, so that of POST /a is left out"
    ),
  ])
  func bodiesWithoutASchema(content: String, message: String) throws {
    let needed = try body("{required: true, content: {\(content)}}")
    #expect(needed.endpoints.isEmpty)
    #expect(needed.messages == [message])
    let optional = try body("{content: {\(content)}}")
    #expect(optional.endpoints.map(\.body) == [nil])
    #expect(optional.messages == [message])
  }

  @Test(arguments: [("''", "has no name"), ("\"a\\nb\"", "has a name that can't be sent")])
  func partsThatCantBeSent(name: String, reason: String) throws {
    let (endpoints, messages) = try body(
      "{required: true, content: {multipart/form-data: {schema: {type: object, properties: {a: {type: string}, \(name): {type: string}}}}}}"
    )
    guard case .multipart(let parts) = endpoints.first?.body else {
      Issue.record("no parts: \(endpoints)")
      return
    }
    #expect(parts.map(\.name.text) == ["a"])
    #expect(messages == ["3: a part of POST /a \(reason), so it is left out"])
  }

  /// There is nothing to send, so the operation is called without a body.
  @Test func aFormWithoutFields() throws {
    let (endpoints, messages) = try body(
      "{required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {}}}}}"
    )
    #expect(endpoints.map(\.body) == [nil])
    #expect(messages == [])
  }

  /// A part that may be one file or several is files, however its schema says so.
  @Test(arguments: [
    ("anyOf: [{type: string, format: binary}, {type: array, items: {type: string, format: binary}}]", true),
    (
      "oneOf: [{type: array, items: {$ref: '#/components/schemas/F'}}, {$ref: '#/components/schemas/F'}]",
      true
    ),
    ("anyOf: [{type: string, format: binary}, {type: 'null'}]", false),
    ("allOf: [{$ref: '#/components/schemas/F'}]", false),
    (
      "anyOf: [{type: string, contentMediaType: image/png}, {type: string, contentMediaType: image/gif}]",
      false
    ),
    ("type: array, items: {anyOf: [{$ref: '#/components/schemas/F'}, {type: string, format: binary}]}", true),
  ])
  func readsUnionsOfFilesAsFiles(schema: String, isList: Bool) throws {
    let (module, messages) = try readDocument(
      """
      paths: {/a: {post: {operationId: send, requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, \
      properties: {image: {\(schema)}}}}}}, responses: {'204': {description: ok}}}}}
      components: {schemas: {F: {type: string, format: binary}}}

      """)
    guard case .multipart(let parts) = module.endpoints.first?.body else {
      Issue.record("no parts: \(module.endpoints)")
      return
    }
    #expect(parts.map(\.content) == [.file(mediaType: nil, isList: isList)])
    #expect(messages == [])
  }

  /// What the client can't send or check is said.
  @Test(arguments: [
    (
      "a: {type: array, maxItems: 2, items: {$ref: '#/components/schemas/F'}}",
      "how many files the part 'a' of"
    ),
    (
      "a: {anyOf: [{$ref: '#/components/schemas/F'}, {type: array, maxItems: 16, items: {$ref: '#/components/schemas/F'}}]}",
      "how many files the part 'a' of"
    ),
    (
      "a: {oneOf: [{$ref: '#/components/schemas/F'}, {type: object}]}",
      "a part that is a file or something else"
    ),
    (
      "a: {type: object, properties: {b: {$ref: '#/components/schemas/F'}}}",
      "a part that is a file or something else"
    ),
    ("a: {allOf: [{$ref: '#/components/schemas/F'}, {description: A file.}]}", ""),
  ])
  func tellsWhatPartsLose(property: String, message: String) throws {
    let (_, messages) = try readDocument(
      """
      paths: {/a: {post: {operationId: send, requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, \
      properties: {\(property)}}}}}, responses: {'204': {description: ok}}}}}
      components: {schemas: {F: {type: string, format: binary}}}

      """)
    #expect(messages.count == (message.isEmpty ? 0 : 1))
    #expect(messages.allSatisfy { $0.contains(message) })
  }

  /// A type that several places share is named after one of them, before its name gets a number.
  @Test func sharedTypesHaveNamesWithoutNumbers() throws {
    let (module, _) = try readDocument(
      """
      paths: {/a: {get: {operationId: a, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}
      components:
        schemas:
          Cut: {oneOf: [{type: string, enum: [auto, disabled]}, {type: object, properties: {cut: {type: integer}}}]}
          A: {type: object, properties: {own: {$ref: '#/components/schemas/Cut'}, cut: {type: string, enum: [auto, disabled]}}}

      """)
    let names = module.schemas.map(\.name.text)
    #expect(names.count == 3 && Set(names).isSuperset(of: ["A", "Cut"]), "\(names)")
    #expect(!names.contains { $0.contains("2") }, "\(names)")
  }

  /// A property called `failure` isn't the body of one.
  @Test func theBodyOfFailuresIsCalledSo() throws {
    func answers(_ id: String) -> String {
      "{get: {operationId: \(id), responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/\(id)'}}}}, "
        + "default: {description: bad, content: {application/json: {schema: {type: object, properties: {problem: {type: string}}}}}}}}}"
    }
    let schema = "{type: object, properties: {failure: {type: object, properties: {line: {type: integer}}}}}"
    let (module, _) = try readDocument(
      "paths: {/a: \(answers("Report")), /b: \(answers("Chore"))}\n"
        + "components: {schemas: {Report: \(schema), Chore: \(schema)}}\n")
    let shared = try #require(
      module.schemas.first { $0.schema.object.properties.map(\.name.text) == ["problem"] })
    #expect(shared.name.text == "failure", "\(module.schemas.map(\.name.text))")
  }

  /// Unions that refer to each other are looked at once each.
  @Test func manyUnionsTakeLittleTime() throws {
    let names = (0..<12).map { "U\($0)" }
    let unions = names.map { name in
      "\(name): {anyOf: [\(names.filter { $0 != name }.map { "{$ref: '#/components/schemas/\($0)'}" }.joined(separator: ", "))]}"
    }
    let (module, _) = try readDocument(
      """
      paths: {/a: {post: {operationId: send, requestBody: {content: {multipart/form-data: {schema: {type: object, \
      properties: {image: {$ref: '#/components/schemas/U0'}}}}}}, responses: {'204': {description: ok}}}}}
      components: {schemas: {\(unions.joined(separator: ", "))}}

      """)
    #expect(module.endpoints.count == 1)
  }

  /// The end of the first sentence is found in one pass.
  @Test func aLongWordTakesLittleTime() throws {
    let (module, _) = try readDocument(
      "paths: {/a: {get: {operationId: a, description: '\(String(repeating: "x", count: 200_000))', responses: {'204': {description: ok}}}}}\n"
    )
    #expect(module.endpoints.first?.documentation.summary?.count == 200_000)
  }

  /// A file or something else isn't only a file.
  @Test func readsOtherUnionsAsValues() throws {
    let (endpoints, _) = try body(
      "{content: {multipart/form-data: {schema: {type: object, properties: {a: {anyOf: [{type: string, format: binary}, {type: integer}]}}}}}}"
    )
    guard case .multipart(let parts) = endpoints[0].body, case .value = parts.first?.content else {
      Issue.record("no value: \(endpoints)")
      return
    }
  }

  /// Another way of writing the same value isn't an alternative.
  @Test func readsAlternatives() throws {
    let object = "{schema: {type: object, properties: {a: {type: string}}}}"
    let (one, messages) = try body(
      "{required: true, content: {multipart/form-data: \(object), application/x-www-form-urlencoded: \(object), application/json: \(object)}}"
    )
    #expect(one.count == 1)
    guard case .json = one[0].body else {
      Issue.record("no JSON: \(one)")
      return
    }
    let (several, _) = try body(
      "{content: {text/plain: {}, text/csv: {}, application/json: \(object), application/x+json: {schema: {type: string}}}}"
    )
    guard case .alternatives(let list) = several[0].body else {
      Issue.record("no alternatives: \(several)")
      return
    }
    #expect(
      list.map(\.mediaType.text) == ["application/json", "application/x+json", "text/plain", "text/csv"])
    #expect(several[0].isBodyOptional)
    #expect(messages == [])
  }

  @Test func readsParametersOfMediaTypes() throws {
    let (endpoints, messages) = try body(
      """
      {required: true, content: {application/json: {schema: {type: array}}, application/json;Simple: {schema: {type: object}}, \
      application/json; charset=utf-8: {schema: {type: array}}, text/csv; header=present: {}, text/csv;charset=latin1: {}, text/csv: {}}}
      """)
    guard case .alternatives(let list) = endpoints[0].body else {
      Issue.record("no alternatives: \(endpoints)")
      return
    }
    #expect(
      list.map(\.mediaType.text) == [
        "application/json", "application/json;Simple", "text/csv;header=present", "text/csv",
      ])
    #expect(messages == [])
    let forms = try body(
      """
      {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}, \
      application/x-www-form-urlencoded;v=2: {schema: {type: object, properties: {b: {type: string}}}}}}
      """)
    guard case .form = forms.endpoints[0].body else {
      Issue.record("no form: \(forms.endpoints)")
      return
    }
    #expect(forms.messages.count == 1)
  }

  @Test func givesFilesBesideJSONAMethod() throws {
    let (endpoints, messages) = try body(
      """
      {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}, \
      multipart/form-data: {schema: {type: object, required: [f], properties: {a: {type: string}, f: {type: string, format: binary}}}}}}
      """)
    #expect(endpoints.map(\.name.text) == ["send", "send-multipart"])
    #expect(endpoints.map { $0.body?.schemas.count } == [1, 1])
    #expect(messages == [])
  }

  @Test(arguments: ["mixed", "related"]) func leavesOutOtherMultipartBodies(subtype: String) throws {
    let object = "{schema: {type: object, properties: {a: {type: string}}}}"
    let (endpoints, messages) = try body(
      "{required: true, content: {multipart/\(subtype): \(object), multipart/form-data: \(object)}}")
    guard case .multipart = endpoints.first?.body else {
      Issue.record("no parts: \(endpoints)")
      return
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("'multipart/\(subtype)' isn't supported") == true)
  }

  @Test(arguments: [
    ("'*/*': {schema: {type: string}}", Endpoint.Body.file(mediaType: "*/*")),
    ("'*/*': {}", .file(mediaType: "*/*")), ("'image/*': {}", .file(mediaType: "image/*")),
    ("application/json: {schema: {type: string, format: binary}}", .bytes(mediaType: "application/json")),
    ("image/png: {schema: {type: string}}", .bytes(mediaType: "image/png")),
    ("application/jsonl: {itemSchema: {type: string}}", .text(mediaType: "application/jsonl")),
  ])
  func readsBytesAndTexts(content: String, expected: Endpoint.Body) throws {
    #expect(try body("{required: true, content: {\(content)}}").endpoints.map(\.body) == [expected])
  }

  /// Each encoding is that of its own field. Only a form in which all that is nested has brackets needs no styles.
  @Test(arguments: [
    ("", ["repeated", "json"]), ("a: {explode: true}", ["repeated", "json"]),
    ("a: {explode: false}", ["repeated", "json", "a: form false"]),
    (
      "a: {style: pipeDelimited, explode: false}, s: {allowReserved: true}",
      ["repeated", "json", "a: pipeDelimited false", "s: form true reserved"]
    ),
    (
      "a: {style: spaceDelimited, explode: false}, o: {style: deepObject}",
      ["repeated", "json", "a: spaceDelimited false", "o: deepObject true"]
    ),
    (
      "a: {contentType: application/json}, o: {contentType: application/json}",
      ["repeated", "json", "a: json false"]
    ),
    ("o: {style: form}", ["repeated", "json", "o: form true"]),
    ("a: {style: deepObject}, o: {style: deepObject}", ["brackets", "brackets"]),
  ])
  func stylesFieldsOfForms(encoding: String, expected: [String]) throws {
    let (endpoints, messages) = try body(
      """
      {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: \
      {a: {type: array, items: {}}, o: {type: object, properties: {x: {type: string}}}, s: {type: string}}}, encoding: {\(encoding)}}}}
      """)
    guard case .form(_, let lists, let objects, let fields) = endpoints[0].body else {
      Issue.record("no form: \(endpoints)")
      return
    }
    let styles = fields.map {
      "\($0.name.text): \($0.style.kind.rawValue) \($0.style.isExploded)\($0.keepsReserved ? " reserved" : "")"
    }
    #expect([lists.rawValue, objects.rawValue] + styles == expected)
    #expect(messages == [])
  }

  @Test func stylesParts() throws {
    func parts(_ version: String) throws -> (list: [Endpoint.Part], messages: [String]) {
      let (module, messages) = try readDocument(
        """
        paths: {/a: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object, properties: \
        {a: {type: array, items: {type: string}}, o: {type: object}, x: {type: object}, l: {type: array, items: {type: string}}, \
        f: {type: string, format: binary}}}, encoding: {a: {style: form, explode: false}, o: {contentType: application/a+json}, \
        x: {contentType: text/xml}, l: {contentType: application/json}, f: {contentType: "image/png, image/*"}}}}}, responses: {}}}}

        """, version: version)
      guard case .multipart(let list) = module.endpoints.first?.body else { return ([], messages) }
      return (list, messages)
    }
    let (list, messages) = try parts("3.1.0")
    #expect(list.map(\.style?.kind.rawValue) == ["form", nil, nil, "json", nil])
    #expect(list.map(\.mediaType) == [nil, "application/a+json", nil, "application/json", nil])
    let files = list.map { if case .file(let type, _) = $0.content { type ?? "any" } else { "" } }
    #expect(files == ["", "", "text/xml", "", "image/png, image/*"])
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains("the part 'x' of POST /a is 'text/xml', so it is sent as you write it") == true
    )
    // Before OpenAPI 3.1, parts have no styles.
    #expect(try parts("3.0.3").list.map(\.style?.kind.rawValue) == [nil, nil, nil, "json", nil])
  }

  @Test func readsOtherServers() throws {
    let (module, messages) = try readDocument(
      """
      servers: [{url: 'https://{r}.a.example', variables: {r: {default: x}}}, {url: https://b.example}]
      security: [{k: []}]
      paths:
        /a: {get: {servers: [{url: 'https://f.example/{r}/{s}', variables: {r: {default: y}, s: {default: z}}}]}}
        /b:
          servers: [{url: https://c.example/}, {url: https://d.example/}]
          get: {security: []}
          put: {servers: [{url: https://b.example}]}
          post: {}
        /c: {get: {servers: [{url: '{o}/x', variables: {o: {default: 'https://o.example'}}}]}}
      components: {securitySchemes: {k: {type: http, scheme: bearer}}}
      """)
    #expect(
      module.otherServers.map(\.name.text) == [
        "https://f.example/y/z/", "https://c.example/", "https://o.example/x/",
      ])
    #expect(module.otherServers.map { $0.secrets.map(\.text) } == [["k"], ["k"], ["k"]])
    #expect(module.otherServers[1].addresses.map(\.url) == ["https://c.example/", "https://d.example/"])
    #expect(module.endpoints.map { $0.servers?.count } == [nil, nil, 1, nil, nil])
    #expect(messages == [])
  }

  @Test func takesServersOfOperationsForThoseOfTheDocument() throws {
    let (module, _) = try readDocument(
      """
      paths:
        /a: {get: {servers: [{url: https://a.example}]}}
        /b: {get: {servers: [{url: https://b.example}]}, put: {servers: [{url: https://b.example}]}}
      """)
    #expect(module.servers.map(\.url) == ["https://b.example/"])
    #expect(module.endpoints.map(\.otherServer?.text) == ["https://a.example/", nil, nil])
  }
}
