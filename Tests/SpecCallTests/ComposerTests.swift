import APIModel
import Diagnostics
import MockServer
import SchemaValues
import Testing
import Thoroughness

@testable import SpecCall
@testable import SwiftEmitter

/// Requests of every endpoint of many modules: calls read the arguments of generated tests, and the mock server accepts what they
/// send. Generated tests show that clients compose the same.
@Suite struct ComposerTests {
  static let folders = [
    "Specs", "Tests/Golden/APIs/Specs", "Tests/Golden/Codecs/Specs", "Tests/Golden/Credentials/Specs",
    "Tests/Golden/Edges/Specs", "Tests/Golden/Failures/Specs", "Tests/Golden/Features/Specs",
    "Tests/Golden/Hostile/Specs", "Tests/Golden/Names/Specs", "Tests/Golden/OpenAPI/Specs",
    "Tests/Golden/OwnTypes/Specs", "Tests/Golden/Pages/Specs", "Tests/Golden/Recipes/Specs",
    "Tests/Golden/Requests/Specs", "Tests/Golden/Services/Specs",
  ]

  /// Arguments that clients accept are accepted on the command line as JSON, and mean the same.
  @Test(arguments: folders)
  func readsTheArgumentsOfClients(_ folder: String) throws {
    try readArguments(API.reading(folder: folder))
  }

  /// The same with real documents, some of whose endpoints are enough for a debug build.
  @Test(
    .thorough, .enabled(if: !Documents.paths.isEmpty, "needs shared/openapi/documents; see CONTRIBUTING.md"),
    arguments: Documents.paths)
  func readsTheArgumentsForDocuments(_ path: String) throws {
    try readArguments(API.reading(path: path), most: 60)
  }

  /// - Parameter most: How many endpoints of a module are called, spread evenly.
  private func readArguments(_ api: API, most: Int = .max) throws {
    var count = 0
    for module in api.modules where !module.endpoints.isEmpty {
      let samples = CallSamples(module)
      let step = max(1, module.endpoints.count / most)
      for endpoint in stride(from: 0, to: module.endpoints.count, by: step).map({ module.endpoints[$0] }) {
        for (name, arguments) in samples.arguments(of: endpoint) where name != "empty" {
          guard let (input, files) = samples.input(endpoint, arguments), samples.server(of: endpoint) != nil
          else { continue }
          let title =
            "\(module.name.text) \(endpoint.operation) \(name): \(input.arguments) \(input.body ?? "")"
          do throws(CallRefusal) {
            let call = try PreparedCall(.init(module: module, endpoint: endpoint), input) { files[$0] }
            #expect(call.arguments.parameters == arguments.parameters, "\(title)")
            #expect(call.curl.hasPrefix("curl "), "\(title)")
            if case .value(let value)? = arguments.body, case .value(let read)? = call.arguments.body {
              #expect(read.isEqual(to: value), "\(title)")
            }
          } catch {
            Issue.record("\(title): \(error.problems.map(\.line))")
          }
          count += 1
        }
      }
    }
    // Docker's document names no server.
    #expect(count > 0 || api.modules.allSatisfy(\.servers.isEmpty))
  }

  /// The mock server accepts what calls send, and calls accept what it answers.
  @Test(arguments: folders.filter { !$0.contains("OwnTypes") && !$0.contains("Codecs") })
  func agreesWithTheMockServer(_ folder: String) throws {
    var count = 0
    for module in try API.reading(folder: folder).modules where !module.endpoints.isEmpty {
      let samples = CallSamples(module)
      let server = MockServer(API(modules: [module]))
      for endpoint in module.endpoints where endpoint.responses.allSatisfy({ !$0.payload.isStream }) {
        // Responses that the spec describes only as redirects, and media types that aren't any.
        let isUnusual =
          !endpoint.responses.isEmpty && endpoint.responses.allSatisfy { $0.statuses.lowerBound >= 300 }
        if isUnusual || module.name.text == "Hostile" && endpoint.operation == "media" { continue }
        guard let arguments = samples.full(of: endpoint), let own = samples.server(of: endpoint) else {
          continue
        }
        let call = try samples.composed(endpoint, arguments, on: own)
        let (body, type) = CallSender.body(of: call)
        var headers = call.headers.map { (name: $0.name, value: $0.value) }
        if let type { headers.append(("Content-Type", type)) }
        let response = server.response(to: MockRequest(call.method, call.url, headers: headers, body: body))
        let title = "\(module.name.text) \(endpoint.operation)"
        #expect(response.header("Mock-Problem") == nil && response.status < 400, "\(title)")
        nonisolated(unsafe) let check = ResponseCheck(
          endpoint, of: module, redaction: .init(), isPartial: false)
        let reading = onLargeStack {
          check.read(RawResponse(status: response.status, headers: response.headers, body: response.body))
        }
        let isHead = call.method == "HEAD"
        #expect(
          reading.isSuccess || isHead,
          "\(title): \(reading.failure?.line ?? "") \(reading.problems.map(\.line))")
        count += 1
      }
    }
    #expect(count > 0)
  }
}
