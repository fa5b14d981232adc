import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// A spec in memory that traffic is compared with.
struct DriftingSpec {
  var files: [String: String]

  func api() throws -> API {
    var sink = DiagnosticSink()
    let specs = files.sorted { $0.key < $1.key }.map {
      SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8))
    }
    let api = readAPI(specs, into: &sink)
    #expect(!sink.hasErrors, "\(sink.diagnostics.map { "\($0.span?.description ?? ""): \($0.message)" })")
    return try #require(api)
  }

  func drift(_ traffic: HAR, hosts: [String] = []) throws -> DriftReport {
    let check = DriftCheck(try api(), hosts: hosts)
    var reader = TrafficReader { check.add($0) }
    var rest = [traffic.bytes]
    reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
    return check.report(reader.collector)
  }

  /// Makes all edits, and checks that everything else stays as it is.
  mutating func fix(_ report: inout DriftReport) {
    let old = files.mapValues { Array($0.utf8) }
    let outcome = SpecEditor(old).applying(report.edits)
    report.remove(outcome)
    for (path, bytes) in outcome.files { files[path] = String(decoding: bytes, as: UTF8.self) }
  }
}

struct DriftTests {
  static let shop = DriftingSpec(files: [
    "Shop/module.yaml": """
    wgnapi: 1
    module:
      summary: A shop
      servers: {main: {url: "https://api.example.com/v1/"}}
    """,
    "Shop/books.yaml": """
    wgnapi: 1   # the language
    endpoints:
      books:   # all of them
        get: books
        parameters:
          page: integer   # from 1
          size?: {type: integer, maximum: 10}
        response: "[Book]"
      book:
        get: books/{id}
        parameters: {id: integer}
        response: Book
    schemas:
      Book:
        properties:
          id: integer
          # What it is called.
          title: {type: string, maxLength: 8}
          author: Author   # who wrote it
          state: {enum: [new, used]}
          format:
            enum:
              - paper   # heavy
              - audio
          price: integer
          tags: "[string]"
          code: string
      Author: {properties: {name: string, born: integer}, description: "Who, wrote: it"}

    """,
  ])

  static func book(_ changes: [(String, JSON?)] = []) -> JSON {
    var book: JSONObject = [
      "id": 1, "title": "Title", "author": ["name": "Somebody", "born": 1900], "state": "new",
      "format": "paper", "price": 3, "tags": ["x"], "code": "c",
    ]
    for (key, value) in changes { book[key] = value }
    return .object(book)
  }

  static var traffic: HAR {
    var har = HAR()
    let list = "https://api.example.com/v1/books"
    har.add("\(list)?page=1", response: [book(), book([("isbn", "x"), ("title", nil)])])
    har.add("\(list)?page=2&size=20", response: [book([("state", "lost")]), book([("state", "lost")])])
    har.add("\(list)?sort=up", response: [book([("title", "A much longer title")])])
    har.add(
      "\(list)/1", response: book([("author", ["name": .null, "born": 1, "died": 2]), ("format", "vinyl")]))
    har.add("\(list)/1", response: book([("price", 1.5), ("tags", [.null])]))
    har.add("\(list)/1", status: 409, response: ["message": "no"])
    har.add("https://api.example.com/v1/shelves/17", response: [:])
    har.add("https://cdn.example.net/config.json", response: ["a": 1])
    return har
  }

  @Test func eachDifferenceIsNamedOnceWithItsCountAndItsEdit() throws {
    let report = try Self.shop.drift(Self.traffic)
    let lines = report.diagnostics(withUnseen: false).map { diagnostic in
      let place = diagnostic.span.map { "\($0.start.line):\($0.start.column): " } ?? ""
      return "\(place)\(diagnostic.message) [\(diagnostic.id)]"
    }
    #expect(
      lines
        == [
          "4:5: books: new parameter 'sort': 1 of 3; add 'sort?: string' to the parameters [new-parameter]",
          "6:7: books(page): the required parameter is missing: 1 of 3; write a '?' after its name [missing-parameter]",
          "7:14: books(size): up to 20, beyond 'maximum: 10': 1 of 1; write 'maximum: 20' [limit]",
          "9:3: book: the status 409 isn't described: 1 of 3; describe it under 'responses' or 'failures' [new-status]",
          "15:5: Book: new key 'isbn': 1 of 7; add 'isbn?: string' to 'properties' [new-key]",
          "18:7: Book.title: the required key is missing: 1 of 7; write a '?' after the key [missing-key]",
          "18:14: Book.title: up to 19, beyond 'maxLength: 8': 1 of 6; write 'maxLength: 19' [limit]",
          "20:14: Book.state: new value: 'lost' (2): 2 of 7; add lost to 'enum' [new-value]",
          "22:9: Book.format: new value: 'vinyl' (1): 1 of 7; add vinyl to 'enum' [new-value]",
          "25:14: Book.price: a number with a fraction, which the spec doesn't allow: 1 of 7; write 'number' [other-type]",
          "26:15: Book.tags[]: null: 1 of 7; write a '?' after the type [null]",
          "28:11: Author: new key 'died': 1 of 7; add 'died?: integer' to 'properties' [new-key]",
          "28:31: Author.name: null: 1 of 7; write a '?' after the type [null]",
          "GET /shelves/{integer}: the spec has no such endpoint: 1 of 7 [new-endpoint]",
        ].map { $0.replacing("GET /shelves", with: "GET /v1/shelves") })
    #expect(report.otherServers == ["https://cdn.example.net (1 request)"])
    #expect(report.matched == 6 && report.endpoints == 2)
  }

  @Test func reportsForProgramsHaveTheSame() throws {
    var har = HAR()
    har.add("https://api.example.com/v1/books/1", response: Self.book([("isbn", "x")]))
    let report = try Self.shop.drift(har)
    #expect(
      report.json(withUnseen: false) == """
        {"exchanges":1,"matched":1,"endpoints":1,"differences":[
          {"kind":"new-key","place":"Book","message":"new key 'isbn'","count":1,"total":1,"file":"Shop/books.yaml","line":15,"column":5,"edit":"add 'isbn?: string' to 'properties'","fixable":true}
        ]}

        """)
    #expect(
      GitHubDiagnosticPrinter().print(report.diagnostics(withUnseen: false)).hasPrefix(
        "::warning file=Shop/books.yaml,line=15,col=5,endLine="))
    #expect(try JSON.decode(Array(report.json(withUnseen: true).utf8))["matched"]?.int == 1)
  }

  @Test func trafficAsTheSpecSaysIsNoDrift() throws {
    var har = HAR()
    har.add("https://api.example.com/v1/books?page=1", response: [Self.book()])
    har.add("https://api.example.com/v1/books?page=1", text: "<html></html>", type: "text/html")
    har.add("https://api.example.com/v1/books?page=1", text: "{\"id\":", type: "application/json")
    har.add("https://api.example.com/v1/nothing", status: 404, response: ["message": "no"])
    har.add("https://api.example.com/v1/books?page=1", status: 503, response: ["message": "no"])
    let report = try Self.shop.drift(har)
    #expect(report.drift.isEmpty, "\(report.drift)")
    // Everything that the traffic shows was seen.
    #expect(report.differences.isEmpty)
  }

  @Test func keysThatWereNeverSeenAreNoDrift() throws {
    var spec = Self.shop
    spec.files["Shop/books.yaml"]?.append("")
    let text = try #require(spec.files["Shop/books.yaml"])
    spec.files["Shop/books.yaml"] = text.replacing("code: string", with: "code: string\n      cover?: uri")
    var har = HAR()
    har.add("https://api.example.com/v1/books/1", response: Self.book())
    let report = try spec.drift(har)
    #expect(report.drift.isEmpty)
    #expect(report.differences.map(\.label) == ["Book.cover"])
  }

  @Test func hostsOfTestSystemsCanBeChosen() throws {
    var har = HAR()
    har.add("https://test.example.org/v1/books?page=1", response: [Self.book([("isbn", "x")])])
    #expect(try Self.shop.drift(har).matched == 0)
    #expect(try Self.shop.drift(har, hosts: ["test.example.org"]).drift.map(\.kind) == [.newKey])
  }

  @Test func secretsAreNeverShown() throws {
    let secret = "s3cr3tValue99Zz88Yy77"
    var har = HAR()
    for _ in 0..<3 {
      har.add(
        "https://api.example.com/v1/books?page=1&api_key=\(secret)&x=\(secret)",
        response: [
          Self.book([
            ("state", .string(secret)), ("access_token", .string(secret)), (secret, "x"),
            ("format", .string(secret)), ("title", .string(secret)), ("code", .string(secret)),
          ])
        ], fields: [("Authorization", "Bearer \(secret)")])
    }
    har.add("https://api.example.com/v1/\(secret)/x", response: [:])
    let report = try Self.shop.drift(har)
    let everything =
      report.json(withUnseen: true)
      + report.diagnostics(withUnseen: true).map(\.message).joined(separator: "\n")
    #expect(!everything.contains(secret), "\(everything)")
    #expect(everything.contains("values that can't be shown (3)"))
    #expect(!"\(report.edits)".contains(secret))
    // A new key with such a name is a secret in the spec, too.
    #expect(everything.contains("access_token") && everything.contains("secret: true"))
  }
}
