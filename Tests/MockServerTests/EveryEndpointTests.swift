import APIModel
import CallComposing
import Diagnostics
import Foundation
import MockServer
import SchemaValues
import Testing

@testable import SwiftEmitter

/// Every endpoint of many modules is called with the arguments of generated tests, and with some that it refuses.
@Suite struct EveryEndpointTests {
  private static let folders = [
    "Specs", "Tests/Golden/APIs/Specs", "Tests/Golden/Credentials/Specs", "Tests/Golden/Edges/Specs",
    "Tests/Golden/Failures/Specs", "Tests/Golden/Features/Specs", "Tests/Golden/Hostile/Specs",
    "Tests/Golden/OpenAPI/Specs", "Tests/Golden/Pages/Specs", "Tests/Golden/Recipes/Specs",
    "Tests/Golden/Requests/Specs",
    "Tests/Golden/Services/Specs",
  ]

  /// Messages without any content, which their schemas exclude with `not` and open alternatives: clients don't check
  /// these, but the server does.
  private static let unusual: Set<String> = [
    "Discord createMessage minimal", "Discord createMessageWithFiles minimal",
    "Discord executeWebhook minimal",
  ]

  @Test(arguments: folders)
  func acceptsWhatGeneratedTestsSend(_ folder: String) throws {
    var count = 0
    for module in try API.reading(folder: folder).modules where !module.endpoints.isEmpty {
      let server = MockServer(API(modules: [module]))
      for endpoint in module.endpoints {
        for (name, request) in Requests(module).all(of: endpoint) {
          let title = "\(module.name.text) \(endpoint.operation) \(name)"
          if Self.unusual.contains(title) { continue }
          let answer = server.response(to: request)
          let problem = answer.problem ?? ""
          #expect(
            answer.status < 300 && problem.isEmpty && answer.header("Mock-Warning") == nil,
            "\(title): \(answer.status) \(problem) \(request.method) \(request.path)?\(request.query)"
          )
          count += 1
        }
      }
    }
    #expect(count > 0)
  }

  /// A module's requests, as its clients compose them.
  private struct Requests {
    let module: Module
    let samples: SampleMaker
    let names: TypeNames
    let client: TestClient

    init(_ module: Module) {
      var sink = DiagnosticSink()
      self.module = module
      names = TypeNames(module: module, into: &sink)
      samples = SampleMaker(ValueChecker(names.index))
      client = TestClient(module, samples, names)
    }

    func all(of endpoint: Endpoint) -> [(String, MockRequest)] {
      guard let server = server(of: endpoint) else { return [] }
      let maker = TestArgumentMaker(samples: samples, module: module, endpoint: endpoint)
      var arguments = [
        ("minimal", maker.minimal()), ("full", maker.full()), ("hostile", maker.hostile()),
        ("many", maker.many()),
      ]
      if case .alternatives(let alternatives) = endpoint.body {
        for position in alternatives.indices {
          var maker = maker
          maker.alternative = position
          arguments.append((alternatives[position].mediaType.text, maker.full()))
        }
      }
      return arguments.compactMap { name, arguments in
        arguments.flatMap { request(endpoint, $0, server) }.map { (name, $0) }
      }
    }

    private func server(of endpoint: Endpoint) -> Server? {
      guard let names = endpoint.servers else { return client.server }
      return module.servers.first { server in
        server.variables.isEmpty && names.contains { $0.text == server.name.text }
      }
    }

    private func request(_ endpoint: Endpoint, _ arguments: CallArguments, _ server: Server) -> MockRequest? {
      let lines = ExpectedRequest.lines(endpoint, arguments, client, on: server, module, names.index)
      let parts = lines[0].split(separator: " ", maxSplits: 1).map(String.init)
      let end = lines.firstIndex(of: "") ?? lines.endIndex
      let headers = lines[1..<end].map { line -> MockRequest.Field in
        let pair = line.split(separator: ":", maxSplits: 1).map(String.init)
        return (pair[0], pair[1].trimmingCharacters(in: .whitespaces))
      }
      let isMultipart = headers.contains { $0.value.hasPrefix("multipart/") }
      let body = lines[end...].dropFirst().joined(separator: isMultipart ? "\r\n" : "\n")
      return MockRequest(parts[0], parts[1], headers: headers, body: Array(body.utf8))
    }
  }
}
