import Foundation
import Testing

/// `shims` in the settings: modules that keep the names of an old version.
@Suite struct ShimCommandTests {
  private static let spec = """
    wgnapi: 1
    module: {summary: Shop}
    schemas:
      Item: {properties: {id: integer, title: string}}

    """

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.spec, to: "Old/Shop/module.yaml")
    try folder.write(
      Self.spec.replacing("title: string", with: "title: {type: string, swiftName: name}"),
      to: "Specs/Shop/module.yaml")
    try folder.write("specs: Specs\noutput: Generated\nshims: Old\n", to: "wgnapi-gen.yaml")
  }

  private func run(_ arguments: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(arguments, workingDirectory: folder.path)
  }

  @Test func oldNamesAreKept() throws {
    #expect(try run().status == 0)
    let text = try folder.read("Generated/Shop/Renamed.swift")
    #expect(
      text.contains("@available(*, deprecated, renamed: \"name\")\n  public var title: String { name }"))
    #expect(try run("--check").status == 0)
    // Without the line, the names are gone.
    try folder.write("specs: Specs\noutput: Generated\n", to: "wgnapi-gen.yaml")
    #expect(try run("--check").status == 1)
    #expect(try run().status == 0)
    #expect(!folder.exists("Generated/Shop/Renamed.swift"))
  }

  /// What was renamed is gone in a later version: there is nothing that the old name could stand for.
  @Test func aNewNameThatIsGoneAgain() throws {
    #expect(try run().status == 0)
    #expect(folder.exists("Generated/Shop/Renamed.swift"))
    try folder.write(
      Self.spec.replacing(", title: string", with: ""), to: "Specs/Shop/module.yaml")
    let checked = try run("--check")
    #expect(checked.status == 1)
    #expect(checked.output.contains("orphaned: Generated/Shop/Renamed.swift"), "\(checked)")
    #expect(folder.exists("Generated/Shop/Renamed.swift"))
    #expect(try run().status == 0)
    #expect(!folder.exists("Generated/Shop/Renamed.swift"))
    let report = try run("breaking", "--against", "Old")
    #expect(report.status == 1)
    #expect(report.output.contains("Item.title: removed [removed]"), "\(report.output)")
  }

  /// Specs that still mention a name that is gone are mistakes, and nothing is written.
  @Test func aMistakeInTheNewSpecs() throws {
    try folder.write(
      Self.spec.replacing("title: string", with: "title: Title"), to: "Specs/Shop/module.yaml")
    let result = try run()
    #expect(result.status != 0)
    #expect(
      result.errors.contains("Specs/Shop/module.yaml:4:43: error: unknown type 'Title'"), "\(result.errors)")
    #expect(!folder.exists("Generated"))
  }

  @Test func aMistakeInTheOldSpecs() throws {
    try folder.write(
      Self.spec.replacing("title: string", with: "title: Title"), to: "Old/Shop/module.yaml")
    let result = try run()
    #expect(result.status != 0)
    #expect(
      result.errors.contains("Old/Shop/module.yaml:4:43: error: unknown type 'Title'"), "\(result.errors)")
    #expect(result.errors.contains("wgnapi-gen.yaml:3:8: note: 'shims' names this version"))
    #expect(!folder.exists("Generated"))
  }

  /// A check in a build compares with all that is generated.
  @Test func checkInABuild() throws {
    #expect(try run().status == 0)
    #expect(try run("plugin", "check", "--stamp", "stamp.swift").status == 0)
    try folder.remove("Generated/Shop/Renamed.swift")
    #expect(try run("plugin", "check", "--stamp", "stamp.swift").status != 0)
  }

  @Test func anUnknownVersion() throws {
    try folder.write("specs: Specs\noutput: Generated\nshims: Odl\n", to: "wgnapi-gen.yaml")
    let result = try GeneratorTool.run(
      [], workingDirectory: folder.path, environment: ["GIT_CEILING_DIRECTORIES": folder.path])
    #expect(result.status == 2)
    #expect(result.errors.contains("wgnapi-gen.yaml:3:8: error: 'Specs' isn't in a checkout of Git"))
    #expect(!folder.exists("Generated"))
  }
}
