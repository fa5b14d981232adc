import APIModel
import CallComposing
import Diagnostics
import Foundation
import MockServer
import SchemaValues

@testable import SwiftEmitter

/// A module's requests, as its clients compose them.
struct EndpointRequests {
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

  /// Nil for a document without servers, or with relative ones only.
  private func server(of endpoint: Endpoint) -> TestServer? {
    let server = endpoint.servers.map { TestServer(module, among: $0) } ?? client.server
    return server.server.map { _ in server }
  }

  private func request(_ endpoint: Endpoint, _ arguments: CallArguments, _ server: TestServer) -> MockRequest?
  {
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
