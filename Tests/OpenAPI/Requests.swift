// Writes down what the requests of a generated module send. `requests.py` adds the calls.

import Foundation
import HTTPTypes
import WGNAPIGenerated
import WGNAPIRuntime

actor Recorder: HTTPTransport {
  private var lines: [[String: String]] = []

  func begin(_ name: String) { lines.append(["name": name]) }
  func refuse(_ reason: String) { lines[lines.count - 1]["refused"] = reason }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let fields = Dictionary(
      request.headerFields.map { ("field \($0.name.canonicalName)", $0.value) }
    ) { "\($0), \($1)" }
    lines[lines.count - 1].merge(fields) { $1 }
    lines[lines.count - 1].merge([
      "method": request.method.rawValue,
      "url": "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")",
      "body": String(decoding: body, as: UTF8.self),
    ]) { $1 }
    return TransportResponse(response: HTTPResponse(status: .notImplemented), body: [])
  }

  func print() throws {
    for line in lines { Swift.print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self)) }
  }
}

struct Sender: APIClient {
  let core: ClientCore
  let recorder: Recorder

  init(_ api: APIDescription, _ server: APIServer?, credentials: [String: (any CredentialProvider)?]) {
    recorder = Recorder()
    core = ClientCore(
      api: api, server: server ?? APIServer("api", "https://api.example/"),
      credentials: credentials,
      configuration: ClientConfiguration(transport: recorder, middleware: []))
  }

  /// Sends a request, which fails, because the transport has no response.
  func callAsFunction(_ name: String, _ request: () throws -> some APIRequest) async {
    await recorder.begin(name)
    do {
      let request = try request()
      guard request.violations.isEmpty else {
        return await recorder.refuse("\(request.violations)")
      }
      _ = try await response(to: request)
    } catch let error as APIError {
      if error.status == nil { await recorder.refuse("\(error)") }
    } catch {
      await recorder.refuse("\(error)")
    }
  }
}

/// An argument: what it is in JSON, as the property's type reads it.
func value<Value: JSONValue>(_ json: String) throws -> Value {
  try JSON.decode(Value.self, from: Array(json.utf8))
}

func value(_ json: String) throws -> Date {
  let bytes = Array(json.utf8)
  return json.first == "\""
    ? try JSON.decode(ISO8601.self, from: bytes) : try JSON.decode(UnixTime.self, from: bytes)
}

@main struct Requests {
  static func main() async throws {
    let sender = makeSender()
    await sendAll(sender)
    try await sender.recorder.print()
  }
}
