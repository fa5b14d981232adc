import Foundation
import HTTPTypes
import WGNAPIRuntime

/// Sends requests to a transport that writes down what it would have sent, one JSON object a line.
struct Sender {
  /// The server's URL.
  @TaskLocal static var server = "https://api.example.com/"

  private let client: any APIClient
  private let recorder: Recorder
  /// Called with each response, if there are any.
  private let receive: (@Sendable (String, Result<Void, any Error>) async -> Void)?

  init(_ client: (ClientConfiguration) -> any APIClient, recorder: Recorder) {
    self.client = client(ClientConfiguration(transport: recorder, middleware: []))
    self.recorder = recorder
    receive = nil
  }

  /// Creates a sender whose requests get responses.
  init(
    _ client: any APIClient, _ receive: @escaping @Sendable (String, Result<Void, any Error>) async -> Void
  ) {
    self.client = client
    recorder = Recorder()
    self.receive = receive
  }

  /// Sends a request, which fails if the transport has no response.
  func callAsFunction(_ name: String, _ request: some APIRequest) async {
    await recorder.begin(name)
    do {
      _ = try await client.core.response(to: request)
      await receive?(name, .success(()))
    } catch  where receive != nil {
      await receive?(name, .failure(error))
    } catch let error as APIError {
      if case .invalidRequest(let violations) = error.kind {
        await recorder.refuse(violations.map(\.description).joined(separator: "; "))
      }
    } catch {}
  }
}

actor Recorder: HTTPTransport {
  private(set) var lines: [[String: String]] = []

  func begin(_ name: String) { lines.append(["case": name]) }
  func refuse(_ reason: String) { lines[lines.count - 1]["refused"] = reason }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    lines[lines.count - 1].merge([
      "method": request.method.rawValue,
      "url": "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")",
      "type": request.headerFields[.contentType] ?? "",
      "body": String(decoding: body, as: UTF8.self),
    ]) { $1 }
    return TransportResponse(response: HTTPResponse(status: .notImplemented), body: [])
  }

  /// The lines as JSON.
  func text() throws -> String {
    try lines.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined()
  }
}

func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: text) }
