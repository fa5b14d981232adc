import APIModel
import Diagnostics
import Forge
import Foundation
import GeneratorKit
import HTTPTypes
import MockServer
import SpecCall
import SpecDrift
import SpecReader
import Testing
import TrafficEvidence
import WGNAPIJSON
import WGNAPIRuntime

@testable import WGNAPIResponses

/// What header fields of a response mean: the generated client, `call`, `drift` and the mock server must agree.
@Suite struct HeaderAgreementTests {
  /// The fields of one name in a response of `repositories`, unless it is one of another endpoint's.
  private struct Sample: CustomStringConvertible {
    var name: String
    var texts: [String]
    var isAccepted: Bool

    init(_ name: String, _ texts: String..., isAccepted: Bool = true) {
      (self.name, self.texts, self.isAccepted) = (name, texts, isAccepted)
    }

    var endpoint: String {
      switch name {
      case "Location", "Retry-After": "archive"
      case "ETag": "logo"
      case "Link": "issues"
      default: "repositories"
      }
    }

    var response: ForgeResponse {
      let type = endpoint == "logo" ? "image/png" : "application/json"
      let total = endpoint == "repositories" && name != "X-Total-Count" ? [("X-Total-Count", "1")] : []
      return ForgeResponse(
        endpoint: endpoint, status: endpoint == "archive" ? 202 : 200,
        fields: [("Content-Type", type)] + total + texts.map { (name, $0) },
        body: endpoint == "archive" ? "" : "[]")
    }

    var description: String { "\(name): \(texts)" }
  }

  private static let samples: [Sample] = [
    .init("X-Total-Count", "0"), .init("X-Total-Count", " 12 "),
    .init("X-Total-Count", "-1", isAccepted: false),
    .init("X-Total-Count", "1.5", isAccepted: false), .init("X-Total-Count", "many", isAccepted: false),
    .init("X-Total-Count", "\"3\"", isAccepted: false), .init("X-Total-Count", "1", "2", isAccepted: false),
    .init("X-Total-Count", "", isAccepted: false), .init("X-Total-Count", "1e2"),
    .init("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
    .init("Last-Modified", "Sunday, 06-Nov-94 08:49:37 GMT"),
    .init("Last-Modified", "Sun Nov  6 08:49:37 1994"),
    .init("Last-Modified", "2026-11-20T10:00:00Z"), .init("Last-Modified", "2026-11-20", isAccepted: false),
    .init("Last-Modified", "\"2026-11-20T10:00:00Z\"", isAccepted: false),
    .init("Last-Modified", "Sun, 31 Feb 1994 08:49:37 GMT", isAccepted: false),
    .init("Last-Modified", "1700000000", isAccepted: false),
    .init("Last-Modified", "2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", isAccepted: false),
    .init("X-OAuth-Scopes", "read, write"), .init("X-OAuth-Scopes", ""),
    .init("X-OAuth-Scopes", "read", "write"),
    .init("X-OAuth-Scopes", "\"a, b\", c"), .init("X-OAuth-Scopes", "1, 2"), .init("X-OAuth-Scopes", "[1]"),
    .init("X-RateLimit-Reset", "1700000000"), .init("X-RateLimit-Reset", "soon", isAccepted: false),
    .init("X-RateLimit-Reset", "Sun, 06 Nov 1994 08:49:37 GMT", isAccepted: false),
    .init("X-Kind", "public"), .init("X-Kind", "private"),
    .init("Location", "https://example.com/a?b=1"), .init("Location", "/relative"),
    .init("Location", "/a", "/b", isAccepted: false),
    .init("Retry-After", "120"), .init("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT", isAccepted: false),
    .init("ETag", "\"abc\""), .init("ETag", "W/\"abc\""), .init("ETag", "abc"), .init("ETag", "5"),
    .init("ETag", "{\"a\": 1}"), .init("ETag", "\"a\"", "\"b\"", isAccepted: false),
    .init("Link", "<https://example.com/?page=2>; rel=\"next\""), .init("Link", "<a>; rel=a", "<b>; rel=b"),
  ]

  // MARK: The judges

  private func clientAccepts(_ sample: Sample) async throws -> Bool {
    let client = sample.response.client
    switch sample.endpoint {
    case "archive":
      let headers = try await client.response(to: ArchiveRequest()).typedHeaders
      return Self.works { (try headers.location, try headers.retryAfter) }
    case "logo":
      let headers = try await client.response(to: LogoRequest()).typedHeaders
      return Self.works { try headers.eTag }
    case "issues":
      let headers = try await client.response(to: IssuesRequest()).typedHeaders
      return Self.works { try headers.link }
    default:
      let headers = try await client.response(to: RepositoriesRequest()).typedHeaders
      return Self.works {
        _ = (try headers.xTotalCount, try headers.lastModified, try headers.xOAuthScopes)
        return (try headers.xRateLimitReset, try headers.xKind)
      }
    }
  }

  private static func works<Value>(_ read: () throws -> Value) -> Bool { (try? read()) != nil }

  private func callAccepts(_ sample: Sample, _ module: Module) throws -> Bool {
    let endpoint = try #require(module.endpoints.first { $0.operation == sample.endpoint })
    let read = sample.response.called(endpoint, of: module)
    let errors = read.problems.filter { !$0.isWarning }
    #expect(errors.allSatisfy { $0.message.contains("header field \(sample.name)") }, "\(sample): \(errors)")
    return errors.isEmpty
  }

  private func driftAccepts(_ sample: Sample, _ module: Module, _ api: API) throws -> Bool {
    let endpoint = try #require(module.endpoints.first { $0.operation == sample.endpoint })
    let report = sample.response.drift(endpoint, of: api)
    #expect(report.matched == 1, "\(sample)")
    return report.drift.isEmpty
  }

  // MARK: The tables

  @Test func clientsAndToolsAgree() async throws {
    let api = try ForgeResponse.api()
    let module = try #require(api.modules.first { $0.name.text == "Forge" })
    for sample in Self.samples {
      let client = try await clientAccepts(sample)
      #expect(client == sample.isAccepted, "\(sample): client")
      #expect(try callAccepts(sample, module) == client, "\(sample): call")
      // What was sent twice has no value that a spec could describe, and images are left out of traffic.
      if sample.texts.count > 1 && !sample.isAccepted || sample.endpoint == "logo" { continue }
      #expect(try driftAccepts(sample, module, api) == client, "\(sample): drift")
    }
  }

  /// Clients read what the mock server sends.
  @Test func mockServersSendWhatClientsRead() async throws {
    let api = try ForgeResponse.api()
    let server = MockServer(api, options: MockOptions())
    for (name, fields) in [
      ("repositories", ["X-Total-Count", "Last-Modified", "X-OAuth-Scopes", "X-RateLimit-Reset", "X-Kind"]),
      ("archive", ["Location", "Retry-After"]), ("logo", ["ETag"]), ("issues", ["Link"]),
    ] {
      let status = name == "archive" ? "202" : "200"
      let response = server.response(
        to: MockRequest("GET", "/\(name)", headers: [("Prefer", "status=\(status)")], body: []))
      for field in fields {
        let text = try #require(response.header(field), "\(field)")
        #expect(try await clientAccepts(Sample(field, text)), "\(field): \(text)")
      }
    }
  }

  /// Types that no generated module of the tests has in fields: as their coders read them, and as the tools do.
  @Test(arguments: [
    ("true", [true, false, false, false, false]), ("12.50", [false, true, false, false, false]),
    ("2026-11-20", [false, false, true, false, false]),
    ("0f0e0d0c-0b0a-4908-8706-050403020100", [false, false, false, true, false]),
    ("1, 2, 3", [false, false, false, false, true]), ("7", [false, true, false, false, true]),
    ("\"1\", 2", [false, false, false, false, false]), ("null", [false, false, false, false, false]),
    ("", [false, false, false, false, true]), ("TRUE", [false, false, false, false, false]),
  ])
  func otherTypes(text: String, expected: [Bool]) throws {
    let reader = HeaderReader(
      fields: HTTPFields([HTTPField(name: try #require(HTTPField.Name("X-A")), value: text)]), operation: "a",
      status: 200, requestID: "1")
    let client = [
      Self.works { try reader.value("X-A", as: Bool.self) },
      Self.works { try reader.value("X-A", as: Decimal.self) },
      Self.works { try reader.value("X-A", as: CalendarDate.self) },
      Self.works { try reader.value("X-A", as: UUID.self) },
      Self.works { try reader.list("X-A", as: [Int].self) },
    ]
    #expect(client == expected)
    var sink = DiagnosticSink()
    let names = ["boolean", "decimal", "date", "uuid", "'[integer]'"]
    let endpoints = names.enumerated().map { number, type in
      "  e\(number): {get: e\(number), response: {type: empty, headers: {X-A: \(type)}}}"
    }
    let spec = """
      wgnapi: 1
      module: {servers: {main: https://api.example.com/}}
      endpoints:
      \(endpoints.joined(separator: "\n"))
      """
    let file = SpecFile(path: "A/module.yaml", displayPath: "module.yaml", bytes: Array(spec.utf8))
    let api = try #require(readAPI([file], into: &sink))
    let tool = api.modules[0].endpoints.map { endpoint in
      ResponseCheck(endpoint, of: api.modules[0], redaction: .init(), isPartial: false)
        .read(RawResponse(status: 200, headers: [("X-A", text)], body: [])).problems.isEmpty
    }
    #expect(tool == expected)
  }
}
