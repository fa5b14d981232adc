import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import MockServer
import SpecReader

/// A mistake in a test's own specs.
struct MistakenSpecs: Error, CustomStringConvertible {
  var description: String
}

/// The package's folder.
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

extension MockServer {
  /// A server for an OpenAPI document.
  convenience init(document: String, options: MockOptions = MockOptions()) throws {
    try self.init(.reading(document: document), options: options)
  }

  /// A server for a module in one file.
  convenience init(specs: String, options: MockOptions = MockOptions()) throws {
    try self.init(.reading(specs: specs), options: options)
  }

  /// A server for a folder of the package.
  convenience init(folder: String, options: MockOptions = MockOptions()) throws {
    try self.init(.reading(folder: folder), options: options)
  }
}

extension API {
  /// The API of a folder of the package.
  static func reading(folder: String) throws -> API {
    var sink = DiagnosticSink()
    let files = SpecLoader().load(package.appendingPathComponent(folder).path, into: &sink)
    guard !sink.hasErrors else { throw MistakenSpecs(description: "\(sink.diagnostics)") }
    return try reading(files)
  }

  /// The API of an OpenAPI document.
  static func reading(document: String) throws -> API {
    var file = SpecFile(path: "Shop/shop.yaml", displayPath: "shop.yaml", bytes: Array(document.utf8))
    file.isGivenAlone = true
    return try reading([file])
  }

  /// The API of a module in one file.
  static func reading(specs: String) throws -> API {
    let path = "Shop/module.yaml"
    return try reading([SpecFile(path: path, displayPath: path, bytes: Array(specs.utf8))])
  }

  static func reading(_ files: [SpecFile]) throws -> API {
    var sink = DiagnosticSink()
    guard let api = readAPI(files, into: &sink), !sink.hasErrors else {
      throw MistakenSpecs(description: "\(sink.diagnostics.map(\.message))")
    }
    return api
  }
}

extension MockServer {
  /// Answers a request without a body.
  func get(_ target: String, _ headers: [String: String] = [:]) -> MockResponse {
    response(to: MockRequest("GET", target, headers: headers.map { ($0.key, $0.value) }))
  }

  /// Answers a request with a body.
  func send(_ method: String, _ target: String, _ type: String, _ body: String) -> MockResponse {
    response(to: MockRequest(method, target, headers: [("Content-Type", type)], body: Array(body.utf8)))
  }
}

extension MockResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
  /// What was wrong with the request.
  var problem: String? { header("Mock-Problem") }
}
