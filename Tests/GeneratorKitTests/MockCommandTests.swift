import Foundation
import Testing

/// The command that serves an API.
@Suite struct MockCommandTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: /v1}]
    paths: {/items: {get: {operationId: items, responses: {"204": {description: OK}}}}}
    """

  /// Waits until a file contains something.
  private func text(of path: String, until isComplete: (String) -> Bool) async throws -> String {
    for _ in 0..<500 {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      if isComplete(text) { return text }
      try await Task.sleep(for: .milliseconds(20))
    }
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func servesUntilASignal(_ signal: Int32) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "shop.yaml")
    let process = try GeneratorTool.start(["mock", folder.path("shop.yaml"), "--port", "0"], in: folder)
    let output = try await text(of: folder.path("stdout")) { $0.hasSuffix("\n") }
    #expect(output.hasPrefix("Shop: http://127.0.0.1:"))
    #expect(output.hasSuffix("/v1\n"))
    let port = try #require(output.split(separator: ":").last?.prefix { $0.isNumber })
    let second = try GeneratorTool.run(["mock", folder.path("shop.yaml"), "--port", String(port)])
    #expect(second.status == 2)
    let reason = "another process listens there; choose another port, or 0 for a free one"
    #expect(
      second.errors.contains("error: can't listen on 127.0.0.1:\(port): \(reason)\n"), "\(second.errors)")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  /// A signal isn't lost if it comes right after the address was printed.
  @Test(.timeLimit(.minutes(2))) func aSignalEndsTheServerAtOnce() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "shop.yaml")
    let tool = folder.path("shop.yaml")
    for round in 0..<20 {
      let process = try GeneratorTool.start(["mock", tool, "--port", "0"], in: folder)
      // Without a pause, because the signal is to come within the first moments.
      while (try folder.read("stdout")).isEmpty, process.isRunning {}
      kill(process.processIdentifier, round.isMultiple(of: 2) ? SIGINT : SIGTERM)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
    }
  }

  @Test func mistakesAreReported() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "shop.yaml")
    for (arguments, words) in [
      (["--only", "Store"], "there is no module 'Store'"),
      (["--fail-rate", "2"], "--fail-rate must be from 0 to 1"),
      (["--host", "nowhere"], "can't listen on nowhere"), (["--delay", "600001"], "--delay must be from 0"),
    ] {
      let process = try GeneratorTool.start(
        ["mock", folder.path("shop.yaml"), "--port", "0"] + arguments, in: folder)
      process.waitUntilExit()
      #expect(process.terminationStatus == 2)
      let errors = try String(contentsOfFile: folder.path("stderr"), encoding: .utf8)
      #expect(errors.contains(words), "\(errors)")
    }
  }
}
