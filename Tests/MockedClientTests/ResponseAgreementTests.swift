import APIModel
import Diagnostics
import Forge
import Foundation
import GeneratorKit
import HTTPTypes
import MockServer
import SpecCall
import SpecDrift
import Testing
import Thoroughness
import TrafficEvidence
import WGNAPIJSON
import WGNAPIRuntime

/// Which of an endpoint's responses one is: the generated client, `call`, `drift` and the mock server must agree.
@Suite struct ResponseAgreementTests {
  /// How a client or a tool reads a response.
  private enum Verdict: Equatable {
    case response
    /// The status is described, the media type isn't.
    case otherType
    case failure
    case other(String)
  }

  /// A response whose body fits the schemas for its status.
  private struct Sample: CustomStringConvertible {
    var endpoint: String
    var status: Int
    var type: String?
    var body: String

    var response: ForgeResponse {
      ForgeResponse(
        endpoint: endpoint, status: status, fields: type.map { [("Content-Type", $0)] } ?? [], body: body)
    }

    var description: String { "\(endpoint): \(status) \(type ?? "without a type")" }
  }

  private static let repository = #"{"id": 1, "name": "n"}"#

  /// The endpoints, with what they respond with when they succeed.
  private static let bodies = [
    ("archive", repository), ("export", "[\(repository)]"), ("vendor", repository), ("table", repository),
    ("logo", repository), ("chat", #"{"ok": true, "data": ["a"]}"#),
    ("channel", #"{"result": \#(repository)}"#),
  ]

  /// A failure's body that its schema accepts: the module's, or that of `archive`.
  private static func failure(_ status: Int, of endpoint: String) -> String {
    switch status {
    case 404: #"{"message": "m"}"#
    case 451 where endpoint != "archive": #"{"law": "l"}"#
    case 400..<500 where endpoint != "archive": #"{"error": {"code": "c"}}"#
    default: #"{"type": "t"}"#
    }
  }

  private static let statuses = [200, 201, 202, 206, 400, 404, 418, 451, 500, 503]
  private static let types = [
    nil, "application/json", "application/json; charset=utf-8", "APPLICATION/JSON",
    "application/problem+json",
    "application/vnd.forge+json", "text/plain", "text/csv", "text/csv; header=present",
    "text/html; charset=utf-8",
    "application/zip", "image/png", "image/*", "*/*", "json", "",
  ]

  private static let samples: [Sample] = bodies.flatMap { endpoint, body in
    statuses.flatMap { status in
      let body = status < 400 ? body : failure(status, of: endpoint)
      return types.map { Sample(endpoint: endpoint, status: status, type: $0, body: body) }
    }
  }

  // MARK: The judges

  private func client(_ sample: Sample) async throws -> Verdict {
    let client = sample.response.client
    do {
      switch sample.endpoint {
      case "archive": _ = try await client.archive()
      case "export": _ = try await client.export()
      case "vendor": _ = try await client.vendor()
      case "chat": _ = try await client.chat()
      case "channel": _ = try await client.channel()
      case "table": _ = try await client.table()
      case "logo": _ = try await client.logo()
      default: return .other("not called")
      }
      return .response
    } catch let error as APIError {
      switch error.kind {
      case .unexpectedContent: return .otherType
      case .service, .httpStatus: return .failure
      default: return .other("\(error)")
      }
    }
  }

  private func call(_ sample: Sample, _ endpoint: Endpoint, _ module: Module) -> Verdict {
    let read = sample.response.called(endpoint, of: module)
    if read.failure != nil { return .failure }
    let problems = read.problems.filter { !$0.isWarning }
    if problems.isEmpty { return read.isResponse ? .response : .other("no response") }
    return problems.contains { $0.message.contains("Content-Type") } ? .otherType : .other("\(problems)")
  }

  /// Whether `drift` reports the media type; nil if it leaves the exchange out, such as HTML and images.
  private func driftReportsType(_ sample: Sample, _ endpoint: Endpoint, _ api: API) -> Bool? {
    let report = sample.response.drift(endpoint, of: api)
    return report.matched == 0 ? nil : report.drift.contains { $0.kind == .newMediaType }
  }

  // MARK: The table

  @Test func clientsAndToolsAgree() async throws {
    let api = try ForgeResponse.api()
    let module = try #require(api.modules.first { $0.name.text == "Forge" })
    var counts: [String: Int] = [:]
    for sample in Self.samples {
      let endpoint = try #require(module.endpoints.first { $0.operation == sample.endpoint })
      let client = try await client(sample)
      let call = call(sample, endpoint, module)
      #expect(client == call, "\(sample): client and call")
      counts["\(client)", default: 0] += 1
    }
    #expect(
      Self.samples.count >= 200 && counts.keys.sorted() == ["failure", "otherType", "response"], "\(counts)")
  }

  /// `drift` reports the media types that clients refuse, and no others. It leaves out HTML and images, and nothing else.
  @Test func driftReportsWhatClientsRefuse() async throws {
    let api = try ForgeResponse.api()
    let module = try #require(api.modules.first { $0.name.text == "Forge" })
    var counts: [Bool?: Int] = [:]
    // Other samples differ in their status or in the spelling of their type only.
    for index in stride(from: 0, to: Self.samples.count, by: isThorough ? 1 : 3) {
      let sample = Self.samples[index]
      // HAR files don't tell an empty type from none.
      if sample.type?.isEmpty == true { continue }
      let endpoint = try #require(module.endpoints.first { $0.operation == sample.endpoint })
      let isReported = driftReportsType(sample, endpoint, api)
      counts[isReported, default: 0] += 1
      let isPage = ["text/html", "image/"].contains { sample.type?.hasPrefix($0) == true }
      #expect((isReported == nil) == isPage, "\(sample)")
      guard let isReported else { continue }
      let client = try await client(sample)
      #expect(isReported == (client == .otherType), "\(sample): \(client)")
    }
    #expect(counts[true, default: 0] > 30 && counts[false, default: 0] > 200, "\(counts)")
  }

  /// Clients make of the mock server's responses what was asked for.
  @Test func mockServersRespondAsAskedFor() async throws {
    let api = try ForgeResponse.api()
    let module = try #require(api.modules.first { $0.name.text == "Forge" })
    let server = MockServer(api, options: MockOptions())
    var count = 0
    for (name, _) in Self.bodies {
      let endpoint = try #require(module.endpoints.first { $0.operation == name })
      for status in Self.statuses {
        for type in Self.types.compactMap(\.self) where !type.isEmpty {
          let response = server.response(
            to: MockRequest(
              "GET", "/\(endpoint.path.text)",
              headers: [("Prefer", "status=\(status)"), ("Accept", "\(type), */*;q=0.1")], body: []))
          guard response.status == status else { continue }
          let sample = Sample(
            endpoint: name, status: status, type: response.header("Content-Type"),
            body: String(decoding: response.body, as: UTF8.self))
          let isDescribed =
            if case .response = endpoint.response(status: status, contentType: sample.type) { true } else {
              false
            }
          #expect(try await client(sample) == (isDescribed ? .response : .failure), "\(sample)")
          count += 1
        }
      }
    }
    #expect(count >= 200)
  }
}
