import Foundation
import Testing

/// Old versions that have no specs, or not all of them.
extension BreakingCommandTests {
  // MARK: Old versions without specs

  /// A path of a revision is refused like the same path on the disk.
  @Test func filesThatAreNoSpecs() throws {
    try folder.write("// swift-tools-version: 6.2\n", to: "Package.swift")
    try folder.write("{}", to: "Texts/Shop/texts.json")
    try folder.write("", to: "Empty/.keep")
    try commit("v2")
    let message = "error: is neither a folder nor a file whose name ends in .yaml, .yml or .json"
    for (version, text) in [
      ("v2:Package.swift", "v2:Package.swift: \(message)"), ("Package.swift", "Package.swift: \(message)"),
      ("v2:Empty", "v2:Empty: error: the folder has no .yaml or .json files in it"),
      ("Empty", "Empty: error: the folder has no .yaml or .json files in it"),
      ("v2:Texts", "v2:Texts: error: there is no spec in the old version"),
      ("Texts", "Texts: error: there is no spec in the old version"),
    ] {
      let result = try run("breaking", "--against", version)
      #expect(result.status == 2, "\(version)")
      #expect(result.errors.contains(text), "\(version): \(result.errors)")
      try folder.write("specs: Specs\noutput: Generated\nshims: \(version)\n", to: "wgnapi-gen.yaml")
      let generated = try run()
      try folder.write("specs: Specs\noutput: Generated\n", to: "wgnapi-gen.yaml")
      #expect(generated.status == 2, "\(version)")
      #expect(generated.errors.contains(text), "\(version): \(generated.errors)")
    }
  }

  // MARK: Several jobs

  private static func settings(_ folders: String...) -> String {
    "generate:\n" + folders.map { "  - {specs: \($0), output: Generated/\($0)}\n" }.joined()
  }

  @Test func aNewJob() throws {
    try folder.write(Self.spec, to: "More/Store/module.yaml")
    try folder.write(Self.settings("Specs", "More"), to: "wgnapi-gen.yaml")
    let result = try run("breaking", "--against", "v1")
    #expect(result.output == Self.report)
    #expect(result.status == 1)
    #expect(try run("changelog", "--against", "v1").output.contains("- Store: `Store`: `import Store`"))
    // Its names are all new.
    try folder.write(Self.settings("Specs", "More") + "shims: v1\n", to: "wgnapi-gen.yaml")
    #expect(try run().status == 0)
    // A revision without any of them isn't compared.
    try folder.write(Self.settings("More", "Most"), to: "wgnapi-gen.yaml")
    try folder.write(Self.spec, to: "Most/Market/module.yaml")
    let none = try run("breaking", "--against", "v1")
    #expect(none.status == 2)
    #expect(none.errors.contains("has none of the specs: name their place in it, as in 'v1:path'"))
  }

  @Test func aJobThatMoved() throws {
    try folder.write(Self.spec, to: "More/Store/module.yaml")
    try commit("v2")
    try git("mv", "More", "Other")
    try folder.write(Self.settings("Specs", "Other"), to: "wgnapi-gen.yaml")
    let result = try run("breaking", "--against", "v2")
    #expect(result.status == 2)
    #expect(
      result.errors.contains(
        "'v2' has no 'Other'; these specs were at 'More': compare with 'v2:More', and pass 'Other', too"))
    #expect(try run("breaking", "Other", "--against", "v2:More").status == 0)
  }

  @Test func aModuleWithAnotherName() throws {
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
    try folder.write(Self.spec.replacing("item", with: "book"), to: "Specs/Books/module.yaml")
    try commit("v2")
    try git("mv", "Specs/Shop", "Specs/Store")
    let result = try run("breaking", "--against", "v2")
    #expect(
      result.output == """
        Specs/Store/module.yaml:2:10: Shop: renamed to 'Store' [renamed]
            before: v2:Specs/Shop/module.yaml:2:10
          - import Shop
          + import Store

        """)
    #expect(result.errors == "1 change breaks source\n")
  }
}
