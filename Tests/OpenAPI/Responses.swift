// Reads responses of a generated module and writes them again. `examples.py` adds `makeReaders()`, which knows all requests.

import Foundation
import HTTPTypes
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient

/// A response of the service.
struct Sample: Codable {
  var name: String
  var request: String
  var status: Int
  var mediaType: String
  var body: String
}

/// What became of it.
struct Outcome: Codable {
  var name: String
  /// What the read value is in JSON; nil where it has no such form.
  var written: String?
  var error: String?
  var violations: [String] = []
}

/// The response of a request, without its parameters.
struct ResponseOf<Base: APIRequest>: APIRequest {
  typealias Response = Base.Response
  typealias ServiceEnvelope = Base.ServiceEnvelope
  typealias ServiceCode = Base.ServiceCode
  static var endpoint: Endpoint<Self> {
    Endpoint(
      "example", .get, "example", response: Base.endpoint.response, failures: Base.endpoint.failures)
  }
}

private struct Canned: HTTPTransport {
  let sample: Sample

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let fields: HTTPFields = [.contentType: sample.mediaType]
    return TransportResponse(
      response: HTTPResponse(status: .init(code: sample.status), headerFields: fields),
      body: Array(sample.body.utf8))
  }
}

private struct AnyClient: APIClient {
  let core: ClientCore
}

func outcome<Base: APIRequest>(_ type: Base.Type, _ sample: Sample) async -> Outcome {
  let client = AnyClient(
    core: ClientCore(
      api: APIDescription(name: "Example", basePath: "", servers: []),
      server: APIServer("example", "https://example.com"), parameters: [],
      configuration: ClientConfiguration(transport: Canned(sample: sample), middleware: [])))
  var outcome = Outcome(name: sample.name)
  do throws(any Error) {
    let response = try await client.response(to: ResponseOf<Base>())
    outcome.violations = response.violations.map(\.description)
    outcome.written = text(of: response.value)
  } catch let error as APIError where error.body != nil {
    outcome.written = error.body.flatMap { text(of: $0) }
    outcome.error = error.bodyProblem
  } catch {
    outcome.error = (error as? APIError).flatMap(\.bodyProblem) ?? "\(error)"
  }
  return outcome
}

/// The JSON of a value, or of what a response by status or media type contains.
private func text(of value: Any) -> String? {
  if let value = value as? any JSONValue {
    return (try? JSON.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum, let payload = mirror.children.first?.value else { return nil }
  return text(of: payload)
}

@main struct Responses {
  static func main() async throws {
    let encoder = JSONEncoder()
    let readers = makeReaders()
    for line in try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\n") {
      let sample = try JSONDecoder().decode(Sample.self, from: Data(line.utf8))
      let outcome = await readers[sample.request]?(sample) ?? Outcome(name: sample.name, error: "no request")
      print(String(decoding: try encoder.encode(outcome), as: UTF8.self))
    }
  }
}
