import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

extension DriftingSpec {
  /// Merges traffic into the module `Shop`, or another one.
  func merge(
    _ traffic: HAR, with stored: Collector = Collector(), module: String = "Shop", hosts: [String] = []
  ) throws -> MergeOutcome {
    let bytes = traffic.bytes
    return try merge(with: stored, module: module, hosts: hosts) { collector, observer in
      var reader = TrafficReader(collector, observer: observer)
      var rest = [bytes]
      reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
      return reader
    }
  }

  func merge(
    with stored: Collector = Collector(), module: String, hosts: [String] = [],
    keeping kept: KeptTraffic = KeptTraffic(), _ reading: SpecMerge.Reading
  ) throws -> MergeOutcome {
    let specs = files.sorted { $0.key < $1.key }.map {
      SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8))
    }
    var sink = DiagnosticSink()
    let result = SpecMerge(ModuleFolder(name: module, files: specs), hosts: hosts)
      .run(with: stored, keeping: kept, into: &sink, reading)
    #expect(!sink.hasErrors, "\(sink.diagnostics.map(\.message))")
    let outcome = try #require(result?.outcome)
    #expect(
      outcome.errors.isEmpty, "\(outcome.errors.map { "\($0.span?.description ?? ""): \($0.message)" })")
    return outcome
  }

  func merged(_ outcome: MergeOutcome) -> DriftingSpec {
    var result = self
    for (path, bytes) in outcome.files { result.files[path] = String(decoding: bytes, as: UTF8.self) }
    return result
  }
}

struct MergeTests {
  /// Traffic that needs everything that merging can do.
  static var traffic: HAR {
    var har = DriftTests.traffic
    let url = "https://api.example.com/v1"
    for number in 1..<4 {
      har.add(
        "\(url)/authors/\(number)",
        response: ["name": "Ada", "born": .number(JSONNumber(1815 + number)), "died": 1852])
      har.add("\(url)/shelves/\(number)/books", response: [DriftTests.book()])
      har.add(
        "POST", "\(url)/orders", status: 201,
        response: [
          "order_no": .number(JSONNumber(number)), "state": "open",
          "lines": [["book": 1, "count": 2, "price": 1.5]],
        ],
        body: #"{"books":[1,2],"note":"x"}"#)
    }
    har.add(
      "POST", "\(url)/orders", status: 422, response: ["reason": "empty", "field": "books"], body: "{}")
    return har
  }

  @Test func whatIsNewIsAddedInTheStyleOfTheFiles() throws {
    let spec = DriftTests.shop
    let outcome = try spec.merge(Self.traffic)
    let merged = spec.merged(outcome)
    #expect(merged.files["Shop/module.yaml"] == spec.files["Shop/module.yaml"])
    #expect(
      merged.files["Shop/books.yaml"] == """
        wgnapi: 1   # the language
        endpoints:
          books:   # all of them
            get: books
            parameters:
              page?: integer   # from 1
              size?: {type: integer, maximum: 20}
              sort?: string
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
              title?: {type: string, maxLength: 19}
              author: Author   # who wrote it
              state: {enum: [new, used, lost]}
              format:
                enum:
                  - paper   # heavy
                  - audio
                  - vinyl
              price: number
              tags: "[string?]"
              code: string
              isbn?: string
          Author: {properties: {name: "string?", born: integer, "died?": integer}, description: "Who, wrote: it"}

        """)
    // The structure of `Author` has its name.
    #expect(
      merged.files["Shop/authors.yaml"] == """
        wgnapi: 1

        endpoints:
          author:
            get: "authors/{id}"
            parameters: {id: integer}
            response: Author

        """)
    #expect(
      merged.files["Shop/orders.yaml"] == """
        wgnapi: 1

        endpoints:
          createOrder:
            post: orders
            body: CreateOrderBody
            response: Order
            failures: {422: {properties: {reason: string, field: string}}}

        schemas:
          CreateOrderBody: {properties: {books: "[integer]", note: string}}

          Order: {properties: {order_no: integer, state: string, lines: "[Line]"}}

          Line: {properties: {book: integer, count: integer, price: number}}

        """)
    #expect(merged.files["Shop/shelves.yaml"]?.contains("    response: \"[Book]\"\n") == true)
    #expect(outcome.endpoints == 4 && outcome.schemas == 3 && outcome.problems.isEmpty)
    // The same again changes nothing.
    let second = try merged.merge(Self.traffic)
    #expect(second.files.isEmpty && second.edits == 0 && second.endpoints == 0)
    #expect(Set(second.report.drift.map(\.kind)) == [.newStatus])
    #expect(outcome.report.drift.map(\.message) == second.report.drift.map(\.message))
  }
  /// An envelope that all responses have isn't a part of new schemas, and what all requests have isn't a parameter.
  @Test func theEnvelopeAndTheClientsParametersAreTakenOff() throws {
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": """
      wgnapi: 1
      module:
        servers: {main: {url: "https://api.example.com/"}}
        basePath: v2/
        parameters: [lang]
        credentials: {token: {scheme: bearer}, key: {scheme: apiKey, header: X-Api-Key}}
        authentication: token
        envelope: usual
      parameters: {lang: string}
      """,
      "Shop/all.yaml": """
      wgnapi: 1
      envelopes:
          usual:
              properties: {status: string, data?: payload}
      # Everything is in here.
      endpoints:
          one: {get: one, response: One}   # the first

          two:
              get: two/{id}
              parameters: {id: OneID}
              response: One
      # The end of the endpoints.

      schemas:
          OneID: {type: integer, newtype: true}
          One: {properties: {one_id: OneID, a: string, b: integer}}
      """,
    ])
    var har = HAR()
    let fields = [("Authorization", "Bearer abcdefghij0123456789"), ("X-Api-Key", "k3y-4711-4711")]
    for number in 1..<4 {
      har.add(
        "https://api.example.com/v2/three/\(number)?lang=en&size=5",
        response: [
          "status": "ok", "took": 1.5,
          "data": [["one_id": 1, "a": "x", "b": 2], ["one_id": 2, "a": "x", "b": 2]],
        ], fields: fields)
    }
    let outcome = try spec.merge(har)
    let merged = spec.merged(outcome)
    #expect(
      merged.files["Shop/all.yaml"] == """
        wgnapi: 1
        envelopes:
            usual:
                properties: {status: string, data?: payload, "took?": number}
        # Everything is in here.
        endpoints:
            one: {get: one, response: One}   # the first

            two:
                get: two/{id}
                parameters: {id: OneID}
                response: One

            three:
              get: "three/{id}"
              parameters: {id: integer, size: integer}
              response: "[One]"
              authentication: [key, token]
        # The end of the endpoints.

        schemas:
            OneID: {type: integer, newtype: true}
            One: {properties: {one_id: OneID, a: string, b: integer}}
        """)
    #expect(merged.files["Shop/module.yaml"] == spec.files["Shop/module.yaml"])
    #expect(!outcome.isUnfinished && outcome.schemas == 0)
  }

  /// What the generator doesn't accept is left out, and named.
  @Test func aSpecWithMistakesIsNotTouched() throws {
    var spec = DriftTests.shop
    spec.files["Shop/books.yaml"]? += "  Broken: {properties: {a: Nothing}}\n"
    var sink = DiagnosticSink()
    let specs = spec.files.map { SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8)) }
    let result = SpecMerge(ModuleFolder(name: "Shop", files: specs), hosts: [])
      .run(with: Collector(), into: &sink) { collector, _ in TrafficReader(collector) }
    #expect(result == nil && sink.hasErrors)
  }
}
