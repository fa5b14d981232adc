import Foundation
import HTTPTypes
import WGNAPIRuntime

/// Interim: answers from files.
actor RecordedAnswers: Transport {
  private var answers: [String: [[UInt8]]] = [:]
  private let folder: URL
  private let transport: (any Transport)?

  init(in folder: URL, recording transport: (any Transport)?) throws {
    self.folder = folder
    self.transport = transport
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where name.hasSuffix(".http") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
      guard lines.count == 3, let body = text.range(of: "json; charset=utf-8\n\n") else { continue }
      answers[String(lines[1]), default: []].append(Array(text[body.upperBound...].utf8))
    }
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let path = (request.path ?? "").replacing(/application_id=[^&]*/, with: "application_id=<redacted>")
    let key = "\(request.method.rawValue) https://\(request.authority ?? "")\(path)"
    if var list = answers[key], let first = list.first {
      if list.count > 1 {
        list.removeFirst()
        answers[key] = list
      }
      return TransportResponse(
        response: HTTPResponse(
          status: .ok, headerFields: [.contentType: "application/json; charset=utf-8"]), body: first)
    }
    guard let transport else {
      throw TransportError.failed(TransportFailure(.other, message: "there is no recorded answer to \(key)"))
    }
    let answer = try await transport.send(request, body: body, options: options)
    let number = try FileManager.default.contentsOfDirectory(atPath: folder.path).count
    let text =
      "### request\n\(key)\n\n### response\n200\nContent-Type: application/json; charset=utf-8\n\n"
      + String(decoding: answer.body, as: UTF8.self)
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(100 + number).http"))
    return answer
  }
}
