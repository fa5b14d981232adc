import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The code in the section "Mock server" of `docs/call-and-mock.md`, word for word.

/// The mock server, in a process of its own.
final class MockProcess {
  let url: URL
  private let process = Process()

  init(tool: String, specs: String) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = ["mock", specs, "--port", "0", "--quiet"]
    process.standardOutput = output
    try process.run()
    // Shop: http://127.0.0.1:54321/v1
    var line = ""
    while !line.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
    {
      line += String(decoding: byte, as: UTF8.self)
    }
    guard let url = line.split(whereSeparator: \.isWhitespace).last.flatMap({ URL(string: String($0)) })
    else {
      throw URLError(.cannotConnectToHost)
    }
    self.url = url
  }

  deinit { process.terminate() }
}

/// How tests in Swift start the mock server.
@Suite(.timeLimit(.minutes(2))) struct MockInTestsPageTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: /v1}]
    paths: {/items: {get: {operationId: items, responses: {"204": {description: OK}}}}}
    """

  @Test func itAnswers() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "shop.yaml")
    let mock = try MockProcess(tool: GeneratorTool.path(), specs: folder.path("shop.yaml"))
    let (_, response) = try await URLSession.shared.data(from: mock.url.appendingPathComponent("items"))
    #expect((response as? HTTPURLResponse)?.statusCode == 204)
  }

  @Test func itFailsWithoutSpecs() throws {
    let folder = try TemporaryFolder()
    #expect(throws: URLError.self) {
      try MockProcess(tool: GeneratorTool.path(), specs: folder.path("nothing.yaml"))
    }
  }

  @Test func thePageHasTheCode() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/call-and-mock.md"), encoding: .utf8)
    let code = try String(contentsOfFile: #filePath, encoding: .utf8)
    let section = page.components(separatedBy: "\n## Mock server\n").last ?? ""
    let block = section.components(separatedBy: "```swift\n").dropFirst().first?
      .components(separatedBy: "```").first
    #expect(try code.contains(#require(block)))
  }
}
