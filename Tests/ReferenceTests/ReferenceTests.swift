import Foundation
import Testing
import WGNAPIRuntime

/// Calls of all requests of a module. A protocol, because some are deprecated.
protocol Calls {
  /// The API's name in the reference.
  static var api: String { get }
  static func client(_ configuration: ClientConfiguration) -> any APIClient
  static func sendAll(_ send: Sender) async
}

/// The specs and the requests that are generated from them, compared with the reference of the APIs.
@Suite(.enabled(if: ReferenceScripts.canRun, Comment(rawValue: ReferenceScripts.skipped)))
struct ReferenceTests {
  private static var modules: [any Calls.Type] {
    [WGNCalls.self, WOTCalls.self, WOTBCalls.self, WOTXCalls.self, WOWPCalls.self, WOWSCalls.self]
  }

  @Test func specsSayWhatTheReferenceSays() throws {
    try withTemporaryFile { file in
      try ReferenceScripts.dumpSpecs(to: file)
      let (status, output) = try ReferenceScripts.run(
        script: "coverage.py", [file.path] + Self.modules.map { $0.api })
      #expect(status == 0, Comment(rawValue: output))
      print(output)
    }
  }

  @Test func requestsAreComposedAsTheReferenceSays() async throws {
    let recorder = Recorder()
    for calls in Self.modules { await calls.sendAll(Sender(calls.client, recorder: recorder)) }
    let sent = try await recorder.text()
    try withTemporaryFile { file in
      try sent.write(to: file, atomically: true, encoding: .utf8)
      let (status, output) = try ReferenceScripts.run(script: "composition.py", ["check", file.path])
      #expect(status == 0, Comment(rawValue: output))
      print(output)
    }
  }

  private func withTemporaryFile(_ body: (URL) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file)
  }
}
