import Foundation
import Testing

/// The command that calls an endpoint, with the mock server of the same spec.
@Suite struct CallCommandTests {
  private static let specs = """
    wgnapi: 1
    module: {basePath: shop/, servers: {main: https://shop.example.com/v1}, parameters: [key]}
    parameters: {key: {type: string, secret: true}}
    endpoints:
      items: {get: items, parameters: {limit?: {type: integer, maximum: 10}}, response: "[Item]"}
      picture: {get: picture, response: {bytes: image/png}}
    schemas: {Item: {properties: {id: integer}, example: {id: 7}}}
    """

  private struct Shop {
    var folder: TemporaryFolder
    var url: String
    var process: Process
  }

  /// Starts the mock server, and returns the URL that it prints.
  private func start(_ more: String? = nil) async throws -> Shop {
    let folder = try TemporaryFolder()
    if let more { try folder.write(more, to: "Specs/Shop/more.yaml") }
    try folder.write(Self.specs, to: "Specs/Shop/module.yaml")
    let process = try GeneratorTool.start(["mock", folder.path("Specs"), "--port", "0"], in: folder)
    for _ in 0..<500 {
      let text = try folder.read("stdout")
      if text.hasSuffix("\n"), let url = text.split(whereSeparator: \.isWhitespace).last {
        return Shop(folder: folder, url: String(url), process: process)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    return Shop(folder: folder, url: "", process: process)
  }

  private func call(_ shop: Shop, _ arguments: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(
      ["call", shop.folder.path("Specs")] + arguments, environment: ["WGNAPI_SHOP_KEY": "key-0123456789"])
  }

  @Test func callsTheServerThatTheMockPrints() async throws {
    let shop = try await start()
    defer { shop.process.terminate() }
    let found = try call(shop, "Shop.items", "limit=2", "--server", shop.url)
    #expect(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
    #expect(found.output.contains("\"id\": 7"))
    let verbose = try call(shop, "items", "--server", shop.url, "-v")
    #expect(
      verbose.errors.contains("/v1/shop/items?key=<redacted>\n") && verbose.errors.contains("< 200 (ok)"))
    #expect(!(verbose.errors + verbose.output).contains("0123456789"))
    let path = shop.folder.path("picture.png")
    let saved = try call(shop, "picture", "--server", shop.url, "-o", path)
    #expect(saved.status == 0 && saved.output.isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: [0x89, 0x50]))
  }

  @Test func exitStatuses() async throws {
    let shop = try await start()
    defer { shop.process.terminate() }
    // Another path than the spec's.
    let missing = try call(shop, "items", "--server", shop.url + "/other")
    #expect(missing.status == 1 && missing.output.contains("\"status\": 404"))
    #expect(
      missing.errors.contains("Specs/Shop/module.yaml:5:3: error: status 404 (not found); the spec doesn't"))
    let refused = try call(shop, "items", "limit=11", "--server", shop.url)
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors.contains("module.yaml:5:44: error: 'limit': must not be greater than 10 [maximum]"),
      "\(refused.errors)")
    let nobody = try call(shop, "items", "--server", "http://127.0.0.1:1")
    #expect(
      nobody.status == 1 && nobody.errors.contains("error: no connection could be made"), "\(nobody.errors)")
  }

  @Test func aFileIsReplacedByAWholeResponseOnly() async throws {
    let note = String(repeating: "x", count: 5000)
    let shop = try await start(
      """
      wgnapi: 1
      endpoints: {note: {get: note, response: Note}}
      schemas: {Note: {properties: {text: string}, example: {text: \(note)}}}
      """)
    defer { shop.process.terminate() }
    try shop.folder.write("old", to: "saved/note.json")
    let path = shop.folder.path("saved/note.json")
    let arguments = ["call", shop.folder.path("Specs"), "note", "--server", shop.url, "-o"]
    let environment = ["WGNAPI_SHOP_KEY": "key-0123456789"]
    let full = try GeneratorTool.run(
      arguments + [path], environment: environment, shellPrefix: #"trap "" XFSZ; ulimit -f 2"#)
    #expect(full.status == 1)
    #expect(
      full.errors == """
        error: '\(path)' can't be written: File too large
        error: the response isn't complete, so '\(path)' is left as it was

        """)
    #expect(try shop.folder.snapshot("saved") == ["note.json": "old"])
    let absent = try GeneratorTool.run(
      arguments + [shop.folder.path("absent/a")], environment: environment)
    #expect(absent.status == 1)
    #expect(absent.errors.contains("absent' can't be opened: No such file or directory"), "\(absent.errors)")
    let whole = try GeneratorTool.run(arguments + [path], environment: environment)
    #expect(whole.status == 0 && whole.errors.isEmpty)
    #expect(
      try shop.folder.snapshot("saved").mapValues(\.count) == ["note.json": 5000 + #"{"text":""}"#.count])
  }

  @Test func withoutANameItListsWhatCanBeCalled() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.specs, to: "Specs/Shop/module.yaml")
    let list = try GeneratorTool.run(["call", folder.path("Specs")])
    #expect(list.status == 0 && list.output == "Shop.items    [+1]\nShop.picture\n", "\(list.output)")
    let unknown = try GeneratorTool.run(["call", folder.path("Specs"), "itemz"])
    #expect(
      unknown.status == 2
        && unknown.errors
          == "error: the specs have no endpoint 'itemz'; did you mean 'items'?; without a name, 'call' lists all\n"
    )
    let shown = try GeneratorTool.run(["call", folder.path("Specs"), "items", "--curl"])
    #expect(
      shown.output == """
        curl https://shop.example.com/v1/shop/items \\
          --url-query key="$WGNAPI_SHOP_KEY" \\
          --header 'Accept: application/json'

        """)
    // With settings, the specs may be left out.
    try folder.write("specs: Specs\noutput: Generated\n", to: "wgnapi-gen.yaml")
    let short = try GeneratorTool.run(["call", "items", "--curl"], workingDirectory: folder.path(""))
    #expect(short.output == shown.output, "\(short.errors)")
  }

  @Test func mistakesAreReported() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.specs, to: "Specs/Shop/module.yaml")
    for (arguments, words) in [
      (["--pages", "0"], "--pages must be at least 1"),
      (["--timeout", "0"], "--timeout must be from 1 to 86400"),
      (["--curl", "--raw"], "--curl and --raw exclude each other"),
      (["--variable", "x"], "'x' of --variable isn't name=value"),
      (["--swift", "--pages", "2"], "--swift prints one call; leave out --pages"),
      (["--limit", "-1"], "--limit"),
    ] {
      let result = try GeneratorTool.run(["call", folder.path("Specs"), "items"] + arguments)
      #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }
  }
}
