import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Places besides JSON bodies: forms, parts, header fields and errors.
struct DriftPlacesTests {
  private static let url = "https://api.example.com"
  private static let module = """
    wgnapi: 1
    module:
      servers: {main: "https://api.example.com/"}
      failures: {4XX: {schema: Problem, code: code, message: text}}
    """
  private static let spec = DriftKindsTests.spec(
    """
    wgnapi: 1
    endpoints:
      lend: {post: loans, parameters: {book: integer, days?: integer}, response: empty}
      scan:
        post: scans
        body: {multipart: {title: {type: string, maxLength: 5}, pages?: "[integer]", kind: {enum: [book, map]}, image: {file: image/png}}}
        response: empty
      books:
        get: books
        response: {type: "[integer]", headers: {X-Total: {type: integer, maximum: 100}, X-Kinds?: "[string]"}}
        errors: {gone: [GONE_*], 7: null}
    schemas: {Problem: {properties: {code: any, text?: string}}}

    """, module: module)

  private func messages(_ har: HAR) throws -> [String] {
    try Self.spec.drift(har).diagnostics(withUnseen: false).map(\.message)
  }

  /// A parameter of the client that an endpoint replaces with its own says nothing about it.
  @Test func parametersInPlaceOfTheClients() throws {
    let spec = DriftKindsTests.spec(
      """
      wgnapi: 1
      endpoints:
        books: {get: books, omit: [page], parameters: {page?: string}, response: empty}
        maps: {get: maps, response: empty}

      """,
      module: """
        wgnapi: 1
        module: {servers: {main: "https://api.example.com/"}, parameters: [page]}
        parameters: {page?: integer}
        """)
    var har = HAR()
    for path in ["books", "maps"] { har.add("\(Self.url)/\(path)?page=last", status: 204, text: "") }
    #expect(
      try spec.drift(har).diagnostics(withUnseen: false).map(\.message) == [
        "maps(page): a string, which the spec doesn't allow: 1 of 1"
      ])
  }

  @Test func fieldsOfForms() throws {
    var har = HAR()
    let form = "application/x-www-form-urlencoded"
    har.add(
      "POST", "\(Self.url)/loans", status: 204, text: "", fields: [("Content-Type", form)],
      body: "book=1&extra=2",
      bodyType: form)
    har.add(
      "POST", "\(Self.url)/loans?wide=x", status: 204, text: "", fields: [("Content-Type", form)],
      body: "book=1",
      bodyType: form)
    var spec = Self.spec
    var report = try spec.drift(har)
    #expect(
      report.diagnostics(withUnseen: false).map(\.message) == [
        "lend: new parameter 'extra': 1 of 2; add 'extra?: integer' to the parameters",
        "lend: new parameter 'wide': 1 of 2; add 'wide?: {type: string, in: query}' to the parameters",
      ])
    spec.fix(&report)
    #expect(report.drift.isEmpty)
    let parameters = try #require(try spec.api().modules.first?.endpoints.first { $0.name.text == "lend" })
      .parameters
    #expect(parameters.map(\.location) == [.form, .form, .form, .query])
  }

  /// It isn't missing, nor new; and nobody knows from where the service reads it.
  @Test func parametersInAnotherPlace() throws {
    let spec = DriftKindsTests.spec(
      """
      wgnapi: 1
      endpoints:
        lend: {post: loans, parameters: {book: integer, days?: integer, dry?: {type: boolean, in: query}}, response: empty}
        find: {methods: [get, post], path: books, parameters: {text: string}, response: empty}

      """,
      module: Self.module.replacing(
        "\n  failures: {4XX: {schema: Problem, code: code, message: text}}", with: ""))
    var har = HAR()
    func post(_ target: String, _ body: String?) {
      let form = "application/x-www-form-urlencoded"
      har.add(
        "POST", "\(Self.url)/\(target)", status: 204, text: "",
        fields: body == nil ? [] : [("Content-Type", form)], body: body, bodyType: form)
    }
    post("loans?book=1", nil)
    post("loans?book=2&days=3", "book=2&dry=true")
    post("books?text=a", nil)
    post("books", "text=a")
    var fixed = spec
    var report = try spec.drift(har)
    #expect(
      report.diagnostics(withUnseen: false).map(\.message) == [
        "lend(book): sent in the query, and the spec has it in the form: 2 of 2; write 'in: query' if the service reads it there",
        "lend(days): sent in the query, and the spec has it in the form: 1 of 2; write 'in: query' if the service reads it there",
        "lend(dry): sent in the form, and the spec has it in the query: 1 of 2; write 'in: form' if the service reads it there",
      ])
    // The service wouldn't miss what is optional.
    #expect(report.drift.map(\.contradictsClients) == [true, false, false])
    fixed.fix(&report)
    #expect(fixed.files == spec.files)
  }

  /// Documents tell parameters apart by their places as well.
  @Test func oneNameInSeveralPlaces() throws {
    func parameter(_ place: String, _ type: String) -> String {
      "{name: id, in: \(place), required: true, schema: {type: \(type)}}"
    }
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": "wgnapi: 1\nmodule: {openapi: openapi.yaml}\n",
      "Shop/openapi.yaml": """
      openapi: 3.1.0
      info: {title: Shop, version: "1"}
      servers: [{url: "https://api.example.com"}]
      paths:
        /loans/{id}:
          get:
            operationId: loan
            parameters:
              - \(parameter("path", "integer"))
              - \(parameter("query", "string"))
              - \(parameter("header", "boolean"))
            responses: {"204": {description: ok}}

      """,
    ])
    func messages(_ query: String, _ field: String?) throws -> [String] {
      var har = HAR()
      har.add("\(Self.url)/loans/7\(query)", status: 204, text: "", fields: field.map { [("id", $0)] } ?? [])
      return try spec.drift(har).diagnostics(withUnseen: false).map {
        "\($0.span?.start.line ?? 0): \($0.message)"
      }
    }
    #expect(try messages("?id=x", "true") == [])
    #expect(try messages("", "true") == ["10: loan(id): the required parameter is missing: 1 of 1"])
    #expect(try messages("?id=x", nil) == ["11: loan(id): the required parameter is missing: 1 of 1"])
    #expect(try messages("?id=x", "2") == ["11: loan(id): a string, which the spec doesn't allow: 1 of 1"])
  }

  /// A body of another media type isn't compared with the form.
  @Test func bodiesBesideAForm() throws {
    let module = Self.module.replacing(
      "\n  failures: {4XX: {schema: Problem, code: code, message: text}}", with: "")
    let lend =
      "lend: {post: loans, parameters: {book?: integer, dry?: {type: boolean, in: query}}, response: empty}"
    let parts =
      "lendParts: {post: loans, parameters: {dry?: {type: boolean, in: query}}, body: {multipart: {book: string}}, response: empty}"
    func messages(_ endpoints: String...) throws -> [String] {
      let text = "wgnapi: 1\nendpoints:\n" + endpoints.map { "  \($0)\n" }.joined()
      var har = HAR()
      for (type, body) in [
        ("application/x-www-form-urlencoded", "book=1"), ("application/json", #"{"book":1}"#),
        (
          "multipart/form-data; boundary=x",
          "--x\r\nContent-Disposition: form-data; name=\"book\"\r\n\r\n1\r\n--x--\r\n"
        ), ("text/plain", ""),
      ] {
        har.add(
          "POST", "\(Self.url)/loans?dry=true", status: 204, text: "", fields: [("Content-Type", type)],
          body: body,
          bodyType: type)
      }
      return try DriftKindsTests.spec(text, module: module).drift(har).diagnostics(withUnseen: false).map(
        \.message)
    }
    func message(_ type: String, _ count: Int, _ advice: String) -> String {
      "lend(body): the media type '\(type)', and the spec describes application/x-www-form-urlencoded: 1 of \(count); \(advice)"
    }
    let json = "describe both under 'body', in place of the parameters in the form"
    #expect(
      try messages(lend) == [
        message("application/json", 4, json),
        message(
          "multipart/form-data", 4,
          "add an endpoint of its own for it, because a multipart body can't be one of several"),
      ])
    #expect(try messages(lend, parts) == [message("application/json", 3, json)])
  }

  @Test func parts() throws {
    func body(_ parts: [(String, String)]) -> String {
      parts.map { name, text in
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\(name == "image" ? "; filename=\"a.png\"" : "")\r\n\r\n\(text)\r\n"
      }.joined() + "--x--\r\n"
    }
    var har = HAR()
    let bodies = [
      body([("title", "Title"), ("pages", "1"), ("pages", "2"), ("kind", "book"), ("image", "")]),
      body([("title", "Longer"), ("pages", "one"), ("image", ""), ("colour", "red")]),
    ]
    for text in bodies {
      har.add(
        "POST", "\(Self.url)/scans", status: 204, text: "", body: text,
        bodyType: "multipart/form-data; boundary=x")
    }
    #expect(
      try messages(har) == [
        "scan: new parameter 'colour': 1 of 2; add it to the parts",
        "scan(title): up to 6, beyond 'maxLength: 5': 1 of 2; write 'maxLength: 6'",
        "scan(pages)[]: a string, which the spec doesn't allow: 1 of 3",
        "scan(kind): the required parameter is missing: 1 of 2; write a '?' after its name",
      ])
  }

  @Test func severalFilesInAPart() throws {
    let file = "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\nA\r\n"
    let rest = ["title", "kind"].map {
      "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($0 == "kind" ? "map" : "T")\r\n"
    }.joined()
    var har = HAR()
    for body in [file, file + file] {
      har.add(
        "POST", "\(Self.url)/scans", status: 204, text: "", body: body + rest + "--x--\r\n",
        bodyType: "multipart/form-data; boundary=x")
    }
    #expect(
      try messages(har) == ["scan(image): sent several times: 1 of 2; write 'files' in place of 'file'"])
  }

  @Test func headerFields() throws {
    var har = HAR()
    for fields in [
      [("x-total", "12"), ("X-Kinds", "a, b")], [("X-Total", "120")], [("X-Total", "many")],
      [("X-Other", "1")], [],
    ] {
      har.add("\(Self.url)/books", response: [1], responseFields: fields)
    }
    har.add("\(Self.url)/books", status: 404, response: ["code": "gone"], responseFields: [("X-Other", "1")])
    var spec = Self.spec
    var report = try spec.drift(har)
    #expect(
      report.diagnostics(withUnseen: false).map(\.message) == [
        "books[X-Total]: the required header field is missing: 1 of 4; write a '?' after its name",
        "books[X-Total]: up to 120, beyond 'maximum: 100': 1 of 3; write 'maximum: 120'",
        "books[X-Total]: a string, which the spec doesn't allow: 1 of 3",
      ])
    spec.fix(&report)
    #expect(report.drift.map(\.kind) == [.otherType])
    #expect(spec.files["Shop/things.yaml"]?.contains("\"X-Total?\": {type: integer, maximum: 120}") == true)
  }

  /// What a proxy answers isn't the service's failure.
  @Test func foreignFailures() throws {
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": """
      wgnapi: 1
      module:
        summary: A shop
        servers: {main: {url: "https://api.example.com/"}}
        failures: {default: {schema: Problem, code: error.code}}
      endpoints:
        books: {get: books, response: "[integer]"}
      schemas:
        Problem: {properties: {error: {properties: {code: string}}}}

      """
    ])
    var har = HAR()
    har.add("\(Self.url)/books", status: 503, response: ["error": ["code": "busy"]])
    har.add("\(Self.url)/books", status: 503, response: ["status": "down"])
    har.add("\(Self.url)/books", status: 500, response: ["error": ["code": "x"], "trace": "y"])
    har.add("\(Self.url)/books", status: 418, response: ["items": [1], "total": 1])
    let foreign = ["418", "500", "503"].map {
      "books(): the body of a \($0) isn't as the module's failures: 1 of 4; "
        + "describe the status under 'failures', if the service itself answers so"
    }
    let report = try spec.drift(har)
    #expect(report.diagnostics(withUnseen: false).map(\.message) == foreign)
    #expect(report.edits.isEmpty)
    // What the service itself adds to its failures widens them.
    har.add("\(Self.url)/books", status: 409, response: ["error": ["code": "y"], "hint": "z"])
    let outcome = try spec.merge(har)
    #expect(outcome.edits == 1 && outcome.isUnfinished)
    let text = spec.merged(outcome).files["Shop/module.yaml"] ?? ""
    #expect(text.contains("\"hint?\": string"), "\(text)")
    for key in ["status?", "trace", "items", "total"] { #expect(!text.contains(key), "\(text)") }
  }

  /// A list reports a failure if there is anything in it.
  @Test func failuresInLists() throws {
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}, envelope: listed}
      endpoints:
        books: {get: books, response: "[integer]", errors: {EGone: null}}
      envelopes:
        listed:
          properties: {error: "[string]", result?: payload}
          failure: {when: error, code: error}

      """
    ])
    var har = HAR()
    har.add("\(Self.url)/books", status: 200, response: ["error": [], "result": [1]])
    har.add("\(Self.url)/books", status: 200, response: ["error": ["EGone"]])
    har.add("\(Self.url)/books", status: 200, response: ["error": ["ELate", "EGone"]])
    #expect(
      try spec.drift(har).diagnostics(withUnseen: false).map(\.message) == [
        "books: new error ELate: 1 of 3; list it under 'errors'"
      ])
  }

  @Test func codesOfErrors() throws {
    var har = HAR()
    for response in [
      ["code": "gone"], ["code": "gone", "text": "GONE_BOOK"], ["code": 7, "text": "Any text"],
      ["code": "gone", "text": "LOST"], ["code": "gone", "text": "No such book"], ["code": 8],
      ["code": "too_late"], ["code": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLXNlY3JldA"],
    ] as [JSON] {
      har.add("\(Self.url)/books", status: 409, response: response)
    }
    // An endpoint without errors doesn't claim to know them.
    har.add("POST", "\(Self.url)/loans", status: 409, response: ["code": "other"])
    #expect(
      try messages(har) == [
        "books: errors that can't be shown: 2 of 8; list it under 'errors'",
        "books: new error 8: 1 of 8; list it under 'errors'",
        "books: new error gone 'LOST': 1 of 8; list it under 'errors'",
        "books: new error too_late: 1 of 8; list it under 'errors'",
      ])
  }
}
