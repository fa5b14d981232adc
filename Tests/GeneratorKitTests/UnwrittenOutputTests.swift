import Foundation
import Testing

/// What commands print, where it can't be written.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
struct UnwrittenOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints:
        item: {get: "items/{id}", parameters: {id: integer}, response: Item}
      schemas:
        Item: {properties: {id: integer, title: string}}

      """, to: "Specs/Shop/module.yaml")
    try folder.write("wgnapi: 1\nschemas: {Item: {properties: {id: integer}}}\n", to: "Old/Shop/module.yaml")
  }

  @Test(arguments: [
    ["explain", "Specs", "item"], ["explain", "Specs", "--json"], ["dump", "ir", "Specs"],
    ["dump", "products", "Specs"], ["export", "openapi", "Specs"], ["export", "jsonschema", "Specs"],
    ["call", "Specs", "item", "id=1", "--curl"], ["call", "Specs"], ["names", "Specs"],
    ["templates", "list"],
    ["--help"], ["--version"], ["generate", "Specs", "-o", "Generated"],
  ])
  func isAnError(arguments: [String]) throws {
    let plain = try GeneratorTool.run(arguments, workingDirectory: folder.path)
    try #require(plain.status == 0, "\(plain.errors)")
    let result = try GeneratorTool.run(
      arguments, workingDirectory: folder.path, shellPrefix: "exec >/dev/full")
    #expect(result.status == 1)
    #expect(result.errors.contains("error: the output can't be written: No space left on device"))
  }

  /// Another status than 0 is kept.
  @Test func otherErrorsCount() throws {
    let result = try GeneratorTool.run(
      ["breaking", "--against", "Old", "Specs"], workingDirectory: folder.path, shellPrefix: "exec >/dev/full"
    )
    #expect(result.status != 0)
    #expect(result.errors.contains("error: the output can't be written"))
  }
}
