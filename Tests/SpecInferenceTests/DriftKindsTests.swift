import Foundation
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// What drift makes of the language's forms: envelopes, unions, maps, partial responses, documents.
struct DriftKindsTests {
  static let module = """
    wgnapi: 1
    module:
      summary: A shop
      servers: {main: {url: "https://{region}.example.com/v1/", variables: {region: {default: eu}}}}
      basePath: shop/
      envelope: usual
      partial: {fields: fields}
    envelopes:
      usual:
        properties: {status: {enum: [ok, error]}, data?: payload, error?: {properties: {code: integer}}}
        failure: {when: {status: error}, code: error.code}
    """

  static func spec(_ text: String, module: String = module) -> DriftingSpec {
    DriftingSpec(files: ["Shop/module.yaml": module, "Shop/things.yaml": text])
  }

  static let things = spec(
    """
    wgnapi: 1
    endpoints:
      things: {get: things, response: "{integer: Thing}"}
      shapes: {get: shapes, response: "[Shape]"}
    schemas:
      Thing: {properties: {id: integer, next?: Thing}}
      Circle: {properties: {type: {const: circle}, radius: number}}
      Square: {properties: {type: {const: square}, side: number}}
      Shape: {oneOf: [Circle, Square], discriminator: type}

    """)

  private func messages(_ report: DriftReport) -> [String] {
    report.diagnostics(withUnseen: false).map(\.message)
  }

  @Test func envelopesMapsAndServersWithVariables() throws {
    var har = HAR()
    let base = "https://na.example.com/v1/shop"
    har.add(
      "\(base)/things", response: ["status": "ok", "data": ["1": ["id": 1, "next": ["id": 2, "x": 1]]]])
    har.add("\(base)/things?fields=next", response: ["status": "ok", "data": ["1": [:]]])
    har.add("\(base)/things?wrong=1", response: ["status": "error", "error": ["code": 1, "text": "no"]])
    let report = try Self.things.drift(har)
    #expect(
      messages(report).sorted() == [
        "Thing: new key 'x': 1 of 3; add 'x?: integer' to 'properties'",
        "usual.error: new key 'text': 1 of 1; add 'text?: string' to 'properties'",
      ])
    #expect(report.matched == 3)
  }

  @Test func alternativesOfUnions() throws {
    var har = HAR()
    har.add(
      "https://eu.example.com/v1/shop/shapes",
      response: [
        "status": "ok",
        "data": [
          ["type": "circle", "radius": 1], ["type": "square", "side": "long"], ["type": "cube", "edge": 1],
        ],
      ])
    #expect(
      messages(try Self.things.drift(har)) == [
        "Square.side: a string, which the spec doesn't allow: 1 of 1",
        "Shape: of an alternative that the spec doesn't have: 'cube': 1 of 3; describe it, and add it to 'oneOf'",
      ])
  }

  @Test(arguments: [
    (
      "{application/json;v=1: One, application/json;v=2: Two}", "application/json;v=2",
      "{\"b\": \"x\", \"new\": 1}",
      ["Two: new key 'new': 1 of 1; add 'new?: integer' to 'properties'"]
    ),
    (
      "{application/json;v=1: One, application/json;v=2: Two}", "Application/JSON; charset=utf-8; V=\"2\"",
      "{\"b\": 1}",
      ["Two.b: an integer, which the spec doesn't allow: 1 of 1"]
    ),
    (
      "{application/json;v=1: One, application/json;v=2: Two}", "application/json;v=3", "{\"c\": 1}",
      [
        "item: the media type 'application/json', and the spec describes application/json;v=1, application/json;v=2: 1 of 1; add it to the status under 'responses'"
      ]
    ),
    (
      "{text/plain: text, application/json: Two}", "application/problem+json", "{\"b\": 1}",
      ["Two.b: an integer, which the spec doesn't allow: 1 of 1"]
    ),
    (
      "{application/zip: bytes, application/*: Two}", "application/vnd.shop+json", "{\"b\": 1}",
      ["Two.b: an integer, which the spec doesn't allow: 1 of 1"]
    ),
    ("{text/plain: text, application/json: Two}", "text/plain", "{\"b\": 1}", []),
    ("{text/plain: text, application/json: Two}", "", "{\"b\": 1}", []),
    (
      "{text/csv: text, application/json: Two}", "application/xml", "<b/>",
      [
        "item: the media type 'application/xml', and the spec describes text/csv, application/json: 1 of 1; add it to the status under 'responses'"
      ]
    ),
  ])
  func mediaTypesChooseAsClientsDo(
    described: String, type: String, body: String, expected: [String]
  ) throws {
    let spec = Self.spec(
      """
      wgnapi: 1
      endpoints:
        item: {get: item, envelope: none, responses: {200: \(described)}}
      schemas:
        One: {properties: {a: integer}}
        Two: {properties: {b: string}}

      """)
    var har = HAR()
    har.add("https://eu.example.com/v1/shop/item", text: body, type: type)
    #expect(messages(try spec.drift(har)) == expected)
  }

  @Test(arguments: [
    ("application/vnd.c+json", #"{"b": 1}"#, []),
    ("application/vnd.a+json", #"{"a": 1}"#, []),
    (
      "application/json", #"{"b": 1, "new": 1}"#,
      ["send(body): new key 'new': 1 of 1; add 'new?: integer' to 'properties'"]
    ),
    (
      "application/vnd.c+json", #"{"a": 1}"#,
      [
        "send(body): new key 'a': 1 of 1; add 'a?: integer' to 'properties'",
        "send(body).b: the required key is missing: 1 of 1; write a '?' after the key",
      ]
    ),
    (
      "application/xml; charset=utf-8", "<a/>",
      [
        "send(body): the media type 'application/xml', and the spec describes application/vnd.a+json, application/json: 1 of 1; add it to the media types under 'body'"
      ]
    ),
    // The recording lacks the body, or its type.
    ("application/xml", "", []), ("", "<a/>", []),
  ])
  func bodiesAreReadAsTheServiceDoes(type: String, body: String, expected: [String]) throws {
    let spec = Self.spec(
      """
      wgnapi: 1
      endpoints:
        send:
          post: send
          envelope: none
          body:
            application/vnd.a+json: {properties: {a: integer}}
            application/json: {properties: {b: integer}}
          response: empty

      """)
    var har = HAR()
    har.add(
      "POST", "https://eu.example.com/v1/shop/send", status: 204, text: "", body: body, bodyType: type)
    #expect(Set(messages(try spec.drift(har))) == Set(expected))
  }

  @Test func aBodyOfAnotherMediaType() throws {
    var spec = Self.spec(
      """
      wgnapi: 1
      endpoints: {send: {post: send, envelope: none, body: {bytes: application/xml}, response: empty}}

      """)
    let before = spec.files
    var har = HAR()
    let url = "https://eu.example.com/v1/shop/send"
    for type in ["application/json", "application/json", "application/xml"] {
      har.add("POST", url, status: 204, text: "", body: #"{"a": 1}"#, bodyType: type)
    }
    var report = try spec.drift(har)
    #expect(
      messages(report) == [
        "send(body): the media type 'application/json', and the spec describes application/xml: 2 of 3; add it to the media types under 'body'"
      ])
    #expect(report.drift.map(\.kind) == [.newMediaType])
    spec.fix(&report)
    #expect(spec.files == before)
  }

  @Test func closedTuplesAndMapsHaveNothingElse() throws {
    let spec = Self.spec(
      """
      wgnapi: 1
      endpoints:
        item: {get: item, envelope: none, response: Both}
      schemas:
        Both: {properties: {pair: Pair, full: Pair, open: Open}}
        Pair: {prefixItems: [integer, string]}
        Open: {patternProperties: {"^x": integer}, additionalProperties: false}

      """)
    var har = HAR()
    har.add(
      "https://eu.example.com/v1/shop/item",
      response: ["pair": [1, "a", 2], "full": [1, "a"], "open": ["x1": 1, "y": 1]])
    #expect(
      Set(messages(try spec.drift(har))) == [
        "Pair: 3 elements, and the spec describes 2: 1 of 2; describe the other elements there",
        "Open: a key that the spec doesn't allow: 1 of 1; write another 'additionalProperties', or none",
      ])
  }

  @Test func filesWithResponsesNeedNoPathOfTheServer() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drift-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let response = "{\"status\": \"ok\", \"data\": {\"1\": {\"id\": null}}}"
    try Data(response.utf8).write(to: folder.appendingPathComponent("things.json"))
    try Data("<html>".utf8).write(to: folder.appendingPathComponent("shapes.json"))
    let check = DriftCheck(try Self.things.api())
    var reader = TrafficReader { check.add($0) }
    reader.read(folder.path)
    #expect(reader.problems.count == 1)
    #expect(
      messages(check.report(reader.collector)) == [
        "Thing.id: null: 1 of 1; write a '?' after the type"
      ])
  }

  @Test func documentsAreComparedAndNotChanged() throws {
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": "wgnapi: 1\nmodule: {openapi: openapi.yaml}\n",
      "Shop/openapi.yaml": """
      openapi: 3.1.0
      info: {title: Shop, version: "1"}
      servers: [{url: "https://api.example.com"}]
      paths:
        /things/{id}:
          get:
            operationId: thing
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            responses:
              "200":
                description: ok
                content:
                  application/json:
                    schema:
                      type: object
                      required: [name]
                      properties: {name: {type: string, maxLength: 3}}

      """,
    ])
    var har = HAR()
    har.add("https://api.example.com/things/1", response: ["name": "longer", "new": true])
    let report = try spec.drift(har)
    #expect(Set(report.drift.map(\.kind)) == [.limit, .newKey])
    #expect(report.edits.isEmpty && report.drift.allSatisfy { $0.advice == nil && $0.span != nil })
  }

  @Test func deepValuesAndManyKeysDoNoHarm() throws {
    var deep = JSON.null
    for _ in 0..<200 { deep = ["next": deep, "id": 1] }
    var many: JSONObject = ["id": 1]
    for number in 0..<6000 { many["key\(number)x"] = 1 }
    var har = HAR()
    let url = "https://eu.example.com/v1/shop/things"
    har.add(url, response: ["status": "ok", "data": ["1": deep, "2": .object(many), "three": ["id": 1]]])
    har.add(url, response: "text")
    let report = try Self.things.drift(har)
    #expect(report.isFull && report.drift.count > 1000)
  }
}
