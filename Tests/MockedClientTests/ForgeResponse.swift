import APIModel
import Diagnostics
import Forge
import Foundation
import GeneratorKit
import HTTPTypes
import SpecCall
import SpecDrift
import Testing
import TrafficEvidence
import WGNAPIJSON
import WGNAPIRuntime

/// A response to an endpoint of the golden case `Failures`, which the generated client and the tools judge.
struct ForgeResponse {
  var endpoint: String
  var status: Int
  var fields: [(name: String, value: String)]
  var body: String

  static func api() throws -> API {
    var sink = DiagnosticSink()
    let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/Failures/Specs")
    let files = SpecLoader().load(specs.path, into: &sink)
    let api = readAPI(files, into: &sink)
    #expect(!sink.hasErrors)
    return try #require(api)
  }

  /// A client that gets this response to every request.
  var client: Client {
    Client(
      server: .main,
      configuration: ClientConfiguration(transport: OneResponse(response: self), middleware: []))
  }

  /// What `call` makes of it.
  func called(_ endpoint: Endpoint, of module: Module) -> CheckedResponse {
    ResponseCheck(endpoint, of: module, redaction: .init(), isPartial: false)
      .read(RawResponse(status: status, headers: fields, body: Array(body.utf8)))
  }

  /// What `drift` says of a HAR file in which a browser that accepts everything got it.
  func drift(_ endpoint: Endpoint, of api: API) -> DriftReport {
    let type = fields.first { $0.name == "Content-Type" }?.value
    let headers = fields.map { JSON.object(["name": .string($0.name), "value": .string($0.value)]) }
    let content: JSONObject = [
      "size": -1, "text": .string(body), "mimeType": .string(type ?? ""),
    ]
    let entry: JSON = [
      "startedDateTime": "2026-11-20T10:00:00Z",
      "request": [
        "method": "GET", "url": .string("https://api.example.com/\(endpoint.path.text)"),
        "headers": [["name": "Accept", "value": "*/*"]], "bodySize": -1,
      ],
      "response": [
        "status": .number(JSONNumber(status)), "headers": .array(headers), "content": .object(content),
      ],
    ]
    let traffic = JSON.object(["log": .object(["version": "1.2", "entries": .array([entry])])])
    let check = DriftCheck(api, hosts: [])
    var reader = TrafficReader { check.add($0) }
    var rest = [Array(traffic.description.utf8)]
    reader.readHAR(shown: "traffic.har") { rest.popLast() ?? [] }
    return check.report(reader.collector)
  }

  private struct OneResponse: HTTPTransport {
    var response: ForgeResponse

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      var head = HTTPResponse(status: .init(code: response.status))
      for (name, value) in response.fields {
        if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
      }
      return TransportResponse(response: head, body: Array(response.body.utf8))
    }

    func stream(
      _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
    ) async throws -> StreamedResponse {
      throw TransportError.timedOut
    }
  }
}
