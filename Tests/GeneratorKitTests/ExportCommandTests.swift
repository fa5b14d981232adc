import Foundation
import Testing

/// `export`: where documents go, and mistakes in arguments and specs.
@Suite struct ExportCommandTests {
  private static let spec = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      item: {get: "items/{id}", parameters: {id: integer}, response: Item}
    schemas:
      Item: {properties: {id: integer, title: string}}

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
  }

  private func run(_ arguments: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(["export"] + arguments, workingDirectory: folder.path)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder.path(path), encoding: .utf8)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(path)) }

  @Test func oneModuleIsPrinted() throws {
    let result = try run("openapi", "Specs")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("openapi: \"3.1.0\"\n"))
  }

  @Test func theEndingChoosesTheSyntax() throws {
    #expect(try run("openapi", "Specs", "-o", "shop.json", "--openapi", "3.0").status == 0)
    #expect(try text("shop.json").hasPrefix("{\n  \"openapi\": \"3.0.3\","))
    #expect(try run("openapi", "Specs", "-o", "shop.json", "--format", "yaml").status == 0)
    #expect(try text("shop.json").hasPrefix("openapi: \"3.1.0\"\n"))
    #expect(try run("jsonschema", "Specs", "-o", "shop.schema.yaml", "--type", "Item").status == 0)
    #expect(try text("shop.schema.yaml").contains("\"$ref\": \"#/$defs/Item\""))
  }

  @Test func severalModulesNeedAFolder() throws {
    try folder.write(Self.spec, to: "Specs/Till/module.yaml")
    let printed = try run("openapi", "Specs")
    #expect(printed.status == 2)
    #expect(printed.output.isEmpty)
    #expect(printed.errors.contains("choose 'Shop' or 'Till' with '--only'"))
    #expect(try run("openapi", "Specs", "-o", "all.yaml").status == 2)
    #expect(!exists("all.yaml"))
    let written = try run("openapi", "Specs", "-o", "Documents/")
    #expect(written.status == 0)
    #expect(written.output == "Documents/Shop.openapi.yaml\nDocuments/Till.openapi.yaml\n")
    #expect(try run("openapi", "Specs", "--only", "Till").output.contains("title: Till\n"))
  }

  @Test func mistakesWriteNothing() throws {
    try folder.write("old", to: "shop.yaml")
    let unknown = try run("openapi", "Specs", "--only", "Shp", "-o", "shop.yaml")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("the specs have no module 'Shp'"))
    #expect(unknown.errors.contains("did you mean 'Shop'?"))
    // No file is to blame.
    #expect(unknown.errors.hasPrefix("error: "), "\(unknown.errors)")
    let type = try run("jsonschema", "Specs", "--type", "Itm", "-o", "shop.yaml")
    #expect(type.errors.hasPrefix("error: the specs have no schema 'Itm'"), "\(type.errors)")
    let option = try run("openapi", "Specs", "--opnapi", "3.0")
    #expect(option.status == 2)
    #expect(option.errors.contains("Unknown option '--opnapi'"))
    #expect(try run("openapi", "Specs", "--openapi", "2.0").status == 2)
    try folder.write(
      Self.spec.replacing("response: Item", with: "response: Itm"), to: "Specs/Shop/module.yaml")
    let broken = try run("openapi", "Specs", "-o", "shop.yaml")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("Itm"))
    #expect(try text("shop.yaml") == "old")
  }

  /// A path that the user writes may be a link; one in a folder, as for generated code, isn't followed.
  @Test func linksAreFollowedWhereTheUserNamesThem() throws {
    try folder.write("old", to: "elsewhere.yaml")
    try folder.link("shop.yaml", to: "elsewhere.yaml")
    #expect(try run("openapi", "Specs", "-o", "shop.yaml").status == 0)
    #expect(try text("elsewhere.yaml").hasPrefix("openapi:"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("shop.yaml")) == "elsewhere.yaml")
    try folder.write("old", to: "elsewhere.yaml")
    try folder.link("Documents/Shop.openapi.yaml", to: "../elsewhere.yaml")
    let result = try run("openapi", "Specs", "-o", "Documents/")
    #expect(result.status == 2)
    #expect(
      result.errors.contains(
        "Documents/Shop.openapi.yaml: error: is a symbolic link where a file is written; links are not followed"
      ),
      "\(result.errors)")
    #expect(try text("elsewhere.yaml") == "old")
  }

  @Test func unwritableOutputIsNamed() throws {
    let result = try run("openapi", "Specs", "-o", "missing/folder/shop.yaml")
    #expect(result.status == 2)
    #expect(result.errors.contains("missing/folder"))
    #expect(!exists("missing"))
  }

  /// A document gives the specs back.
  @Test func documentsAreConverted() throws {
    #expect(try run("openapi", "Specs", "-o", "shop.yaml").status == 0)
    let result = try GeneratorTool.run(
      ["convert", "shop.yaml", "-o", "Again"], workingDirectory: folder.path)
    #expect(result.status == 0)
    #expect(result.output == "Again/Shop/module.yaml\n")
    #expect(try text("Again/Shop/module.yaml").contains("get: \"items/{id}\""))
  }

  /// Each process has another seed for the hashes of sets and dictionaries.
  @Test(arguments: [["export", "openapi"], ["export", "jsonschema"], ["explain"]])
  func outputIsDeterministic(command: [String]) throws {
    let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/Features/Specs").path
    let outputs = try (0..<3).map { _ in
      let result = try GeneratorTool.run(
        command + [specs], environment: ["SWIFT_DETERMINISTIC_HASHING": "0"])
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    #expect(outputs.allSatisfy { $0 == outputs[0] && !$0.isEmpty })
  }

  @Test func documentsAreExported() throws {
    #expect(try run("openapi", "Specs", "-o", "shop.yaml").status == 0)
    let again = try run("openapi", "shop.yaml", "--module", "Shop")
    #expect(again.status == 0)
    #expect(try again.output == text("shop.yaml"))
  }
}
