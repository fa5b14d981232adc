import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import MockServer
import SpecReader
import Testing
import WGNAPIRuntime

/// The generated clients call every endpoint of the mock server for the same specs, over connections, and read each
/// response strictly.
@Suite struct MockServerCallTests {

  @Test func everyResponseIsReadStrictly() async throws {
    var sink = DiagnosticSink()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Specs")
    let files = SpecLoader().load(folder.path, into: &sink)
    var api = try #require(readAPI(files, into: &sink))
    // The calls' words for enumerations are made up.
    for position in api.modules.indices { api.modules[position].openEnumerations() }
    let listener = MockListener(MockServer(api))
    let port = try await listener.start()
    let modules: [any Calls.Type] = [
      WGNCalls.self, WOTCalls.self, WOTBCalls.self, WOTXCalls.self, WOWPCalls.self, WOWSCalls.self,
    ]
    for calls in modules {
      let results = Results()
      await Sender.$server.withValue("http://127.0.0.1:\(port)/\(calls.api.uppercased())") {
        var configuration = ClientConfiguration()
        configuration.middleware = []
        configuration.decoding = JSONDecoding(unknownKeys: .reject, validation: .strict)
        let send = Sender(calls.client(configuration)) { name, result in await results.add(name, result) }
        await calls.sendAll(send)
      }
      let (count, failures) = await (results.count, results.failures)
      #expect(count > 30, "\(calls.api)")
      #expect(failures.isEmpty, "\(failures.prefix(10).joined(separator: "\n"))")
    }
    await listener.stop()
  }
}

/// The calls with plain arguments. The others have some that clients or the server refuse, such as empty lists of IDs.
private actor Results {
  private(set) var count = 0
  private(set) var failures: [String] = []

  func add(_ name: String, _ result: Result<Void, any Error>) {
    guard !["commas", "empty", "hostile"].contains(name.split(separator: " ").last) else { return }
    count += 1
    if case .failure(let error) = result { failures.append("\(name): \(error)") }
  }
}

extension APIModel.Module {
  fileprivate mutating func openEnumerations() {
    for position in schemas.indices { schemas[position].schema = schemas[position].schema.opened }
    for position in clientParameters.indices {
      clientParameters[position].schema = clientParameters[position].schema.opened
    }
    for position in endpoints.indices {
      for parameter in endpoints[position].parameters.indices {
        let schema = endpoints[position].parameters[parameter].schema
        endpoints[position].parameters[parameter].schema = schema.opened
      }
    }
  }
}

extension APIModel.Schema {
  fileprivate var opened: Self {
    var schema = mappingChildren(\.opened)
    if enumeration != nil, isOpen == nil { schema.isOpen = true }
    return schema
  }
}
