import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import HTTPTypes
import MockServer
import SpecReader
import WGNAPITransport

@testable import SpecCall

/// A mistake in a test's own specs.
struct MistakenSpecs: Error, CustomStringConvertible {
  var description: String
}

/// The package's folder.
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The OpenAPI documents of companies, which aren't part of the package; none if they aren't there.
enum Documents {
  static let paths: [String] = {
    let shared =
      ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared")
    let folder = shared.appendingPathComponent("openapi/documents")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }()
}

extension API {
  /// The API of a folder of the package.
  static func reading(folder: String) throws -> API {
    try reading(path: package.appendingPathComponent(folder).path)
  }

  /// The API of a folder or a document.
  static func reading(path: String) throws -> API {
    var sink = DiagnosticSink()
    let files = SpecLoader().load(path, module: nil, into: &sink)
    return try reading(files, sink)
  }

  /// The API of a module in one file, `Shop/module.yaml`.
  static func reading(specs: String) throws -> API {
    let path = "Shop/module.yaml"
    return try reading([SpecFile(path: path, displayPath: path, bytes: Array(specs.utf8))], DiagnosticSink())
  }

  private static func reading(_ files: [SpecFile], _ sink: DiagnosticSink) throws -> API {
    var sink = sink
    guard !sink.hasErrors, let api = readAPI(files, into: &sink), !sink.hasErrors else {
      throw MistakenSpecs(description: "\(sink.diagnostics.map(\.message))")
    }
    return api
  }

  /// Prepares a call.
  func call(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    files: [String: String] = [:], _ change: (inout CallInput) -> Void = { _ in }
  ) throws -> PreparedCall {
    var input = CallInput()
    input.arguments = arguments
    input.environment = environment
    change(&input)
    return try PreparedCall(try CallableEndpoints(self).find(name), input) { path in
      files[path].map { Array($0.utf8) }
    }
  }

  /// What is wrong with a call that can't be made.
  func refusals(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    files: [String: String] = [:], _ change: (inout CallInput) -> Void = { _ in }
  ) throws -> [String] {
    do {
      let call = try call(name, arguments, environment: environment, files: files, change)
      return call.warnings.map(\.line)
    } catch let refusal as CallRefusal {
      return refusal.problems.map(\.line)
    }
  }
}

extension CallProblem {
  /// `7: warning: message`, with the line in the spec.
  var line: String {
    (span.map { "\($0.start.line): " } ?? "") + (isWarning ? "warning: " : "") + message
  }
}

/// What a call prints.
final class CallLog {
  var text = ""
  var bytes: [UInt8] = []
  /// Why nothing can be written.
  var refusal: String?
  var isComplete = false
  /// What had been printed when each problem was reported.
  var textAtProblems: [String] = []
  var notes: [String] = []
  var problems: [CallProblem] = []

  func output(_ form: CallOutput.Form = .readable, verbose: Bool = false, terminal: Bool = false)
    -> CallOutput
  {
    CallOutput(
      form: form, isVerbose: verbose, isTerminal: terminal, show: { self.text += $0 },
      write: {
        self.bytes += $0
        return self.refusal
      }, complete: { self.isComplete = true }, note: { self.notes.append($0) },
      report: {
        self.problems.append($0)
        self.textAtProblems.append(self.text)
      })
  }
}

/// A transport that answers without a network.
struct StubTransport: HTTPTransport {
  var respond: @Sendable (HTTPTypes.HTTPRequest, [UInt8]) throws -> TransportResponse

  func send(
    _ request: HTTPTypes.HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse { try respond(request, body) }

  /// A transport that gives the same response to every request.
  static func constant(
    _ body: String, status: Int = 200, type: String? = "application/json", headers: [String: String] = [:]
  ) -> StubTransport {
    StubTransport { _, _ in
      var response = HTTPResponse(status: .init(code: status))
      if let type { response.headerFields[.contentType] = type }
      for (name, value) in headers {
        if let name = HTTPField.Name(name) { response.headerFields[name] = value }
      }
      return TransportResponse(response: response, body: Array(body.utf8))
    }
  }

  /// A transport that leads to a mock server.
  static func mock(_ server: MockServer) -> StubTransport {
    StubTransport { request, body in
      let host = (name: "Host", value: request.authority ?? "")
      let headers = [host] + request.headerFields.map { (name: $0.name.rawName, value: $0.value) }
      let received = server.response(
        to: MockRequest(request.method.rawValue, request.path ?? "/", headers: headers, body: body))
      var response = HTTPResponse(status: .init(code: received.status))
      for field in received.headers {
        if let name = HTTPField.Name(field.name) {
          response.headerFields.append(HTTPField(name: name, value: field.value))
        }
      }
      return TransportResponse(response: response, body: received.body)
    }
  }
}

extension PreparedCall {
  /// Runs the call.
  func run(
    _ transport: StubTransport, pages: Int = 1, limit: Int = 1 << 20, _ output: CallOutput
  ) async throws(CallRefusal) -> Bool {
    let sender = CallSender(transport: transport, timeout: .seconds(5), limit: limit, userAgent: "test")
    return try await run(pages: pages, sender, output)
  }
}
