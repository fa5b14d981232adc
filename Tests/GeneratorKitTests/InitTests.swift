import Foundation
import Testing

@testable import GeneratorKit

/// `wgnapi-gen init` in folders of all kinds.
@Suite struct InitTests {
  let folder: TemporaryFolder
  let document = """
    openapi: 3.1.0
    info: {title: Pet Shop, version: "1"}
    servers: [{url: "https://example.com/"}]
    paths: {/a: {get: {operationId: find, responses: {"200": {description: d}}}}}

    """

  init() throws {
    folder = try TemporaryFolder()
    mkdir(folder.path("my-shop"), 0o777)
  }

  private func run(_ arguments: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(["init"] + arguments, workingDirectory: folder.path("my-shop"))
  }

  private func read(_ name: String) throws -> String { try folder.read("my-shop/\(name)") }

  /// What SwiftPM understands, if it is there.
  private func dumpPackage() throws -> [String: Any]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", folder.path("my-shop"), "--scratch-path", folder.path("scratch"),
      "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 { return nil }
    #expect(process.terminationStatus == 0)
    return try JSONSerialization.jsonObject(with: data) as? [String: Any]
  }

  private func targets(_ dump: [String: Any]) -> [String] {
    (dump["targets"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }

  @Test(arguments: ["Generated", "Specs", "Sources"]) func nothingIsWrittenIfAFileIsInTheWay(name: String)
    throws
  {
    try folder.write("mine", to: "my-shop/\(name)")
    let result = try run()
    #expect(result.status == 2 && result.errors.contains(name), "\(result)")
    #expect(try folder.snapshot("my-shop").keys.sorted() == [name])
  }

  /// A skill that is in the way is known before anything is written.
  @Test(arguments: [[], ["--dry-run"]]) func aSkillInTheWayPreventsAll(options: [String]) throws {
    try folder.write("mine", to: "my-shop/skills/wgnapi-gen/SKILL.md")
    let result = try GeneratorTool.run(
      ["init", "--skill", "skills"] + options, workingDirectory: folder.path("my-shop"))
    #expect(result.status == 2 && result.errors.contains("SKILL.md"), "\(result)")
    #expect(!result.output.contains("wrote") && !result.output.contains("would"), "\(result)")
    #expect(!folder.exists("my-shop/wgnapi-gen.yaml") && !folder.exists("my-shop/Package.swift"))
    // A file in place of the folder is in the way, too.
    try folder.write("mine", to: "my-shop/file")
    #expect(try run("--skill", "file").status == 2 && !folder.exists("my-shop/wgnapi-gen.yaml"))
  }

  /// It would generate the example alone, and `--check` would miss the other modules at once.
  @Test func specsThatAreThereStayAlone() throws {
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "my-shop/Specs/Mine/module.yaml")
    let result = try run()
    #expect(
      result.status == 2 && result.errors.contains("Specs/Mine/module.yaml: error: there are specs already"))
    #expect(try folder.snapshot("my-shop").keys.filter { !$0.hasSuffix("/") } == ["Specs/Mine/module.yaml"])
  }

  @Test func anEmptyFolderBecomesAPackage() throws {
    let dry = try run("--dry-run")
    #expect(dry.status == 0 && dry.output.contains("would write Package.swift"), "\(dry)")
    #expect(try folder.snapshot("my-shop").isEmpty)
    let result = try run("--ci")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("wgnapi-gen --check --diagnostics github"))
    #expect(
      try folder.snapshot("my-shop").keys.sorted().filter { !$0.hasSuffix("/") && !$0.hasPrefix("Generated") }
        == [
          ".gitignore", "Package.swift", "Sources/MyShop/main.swift", "Specs/MyShopAPI/module.yaml",
          "wgnapi-gen.yaml",
        ])
    #expect(try read("Package.swift").contains("exact: \"\(generatorVersion)\""))
    let check = try GeneratorTool.run(["--check"], workingDirectory: folder.path("my-shop"))
    #expect(check.status == 0, "\(check)")
    if let dump = try dumpPackage() { #expect(targets(dump) == ["MyShopAPI", "MyShop"]) }
    let again = try run()
    #expect(again.status == 2 && again.errors.contains("the project has settings already"), "\(again)")
  }

  @Test func aPackageGetsATarget() throws {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
          name: "Shop", // "targets: ["
          targets: [
              .executableTarget(name: "Shop"), // the app
          ]
      )

      """
    try folder.write(manifest, to: "my-shop/Package.swift")
    try folder.write("print(1)\n", to: "my-shop/Sources/Shop/main.swift")
    let result = try run("--package", "../wgnapi-gen")
    #expect(result.status == 0 && result.output.contains("\n+        .target(\n"), "\(result)")
    let expected = """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
          name: "Shop", // "targets: ["
          dependencies: [
              .package(name: "wgnapi-gen", path: "../wgnapi-gen")
          ],
          targets: [
              .executableTarget(name: "Shop"), // the app
              .target(
                name: "ShopAPI",
                dependencies: [
                  .product(name: "WGNAPIGenerated", package: "wgnapi-gen"),
                ],
                path: "Generated/ShopAPI"),
          ]
      )

      """
    #expect(try read("Package.swift") == expected)
    #expect(try !folder.exists("my-shop/Sources/MyShop") && read("Sources/Shop/main.swift") == "print(1)\n")
    if let dump = try dumpPackage() { #expect(targets(dump) == ["Shop", "ShopAPI"]) }
  }

  /// What the manifest's version doesn't know would end SwiftPM with an error.
  @Test(arguments: [
    ("5.3", #".exact("\#(generatorVersion)")"#), ("5.5.1", #".exact("\#(generatorVersion)")"#),
    ("5.6", #"exact: "\#(generatorVersion)""#), ("6.0", #"exact: "\#(generatorVersion)""#),
  ])
  func aManifestOfAnOlderVersion(version: String, requirement: String) throws {
    try folder.write(
      """
      // swift-tools-version:\(version)
      import PackageDescription
      let package = Package(
        name: "Shop", platforms: [.macOS(.v10_15), .iOS("15.2"), .watchOS("9.1")],
        targets: [.target(name: "Shop")])

      """, to: "my-shop/Package.swift")
    try folder.write("", to: "my-shop/Sources/Shop/a.swift")
    let result = try run()
    #expect(result.status == 0, "\(result)")
    #expect(try read("Package.swift").contains("wgnapi-gen\", \(requirement))"))
    #expect(
      result.output.contains(
        "Package.swift has '.macOS(.v10_15)', and the runtime needs '.macOS(.v13)' or newer"))
    #expect(
      result.output.contains(
        "Package.swift has '.iOS(\"15.2\")', and the runtime needs '.iOS(.v16)' or newer"))
    #expect(!result.output.contains("'.watchOS"))
    if let dump = try dumpPackage() { #expect(targets(dump) == ["Shop", "ShopAPI"]) }
  }

  @Test(arguments: ["self", "init", "Self", "Type", "any", "class"]) func namesThatSwiftCannotImport(
    name: String
  ) throws {
    let result = try run("--module", name)
    #expect(
      result.status == 2 && result.errors.contains("'\(name)' can't be the name of a module"), "\(result)")
    #expect(try folder.snapshot("my-shop").isEmpty)
  }

  @Test(arguments: ["Specs", "Generated", "Sources"]) func linksDoNotLeadOutOfTheFolder(name: String) throws {
    try folder.write("", to: "elsewhere/.keep")
    try folder.link("my-shop/\(name)", to: "../elsewhere")
    let result = try run()
    #expect(
      result.status == 2 && result.errors.contains("is behind a link that leads out of this folder"),
      "\(result)")
    #expect(try folder.snapshot("elsewhere").count == 1)
  }

  @Test func aManifestOfAnotherShapeIsLeftAlone() throws {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let targets: [Target] = []
      let package = Package(name: "Shop", targets: targets)

      """
    try folder.write(manifest, to: "my-shop/Package.swift")
    let result = try run()
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("its 'targets:' isn't followed by a list in brackets; add to it:\n"))
    #expect(result.output.contains("path: \"Generated/ShopAPI\""))
    #expect(try read("Package.swift") == manifest && folder.exists("my-shop/Generated/ShopAPI"))
  }

  @Test func aTargetOfTheSameNameIsNotAddedAgain() throws {
    let manifest =
      "import PackageDescription\nlet package = Package(name: \"Shop\", targets: [.target(name: \"ShopAPI\")])\n"
    try folder.write(manifest, to: "my-shop/Package.swift")
    let result = try run()
    #expect(result.status == 2 && result.errors.contains("choose another name for the module with --module"))
    #expect(try folder.snapshot("my-shop").keys.sorted() == ["Package.swift"])
    #expect(try run("--module", "ShopClient").status == 0)
  }

  @Test func aLinkedManifestStaysALink() throws {
    let manifest = "import PackageDescription\nlet package = Package(name: \"Shop\", targets: [])\n"
    try folder.write(manifest, to: "shared.swift")
    try folder.write("", to: "my-shop/notes.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("my-shop/Package.swift"), withDestinationPath: "../shared.swift")
    let result = try run()
    #expect(result.output.contains("Package.swift can't be edited: it is a symbolic link; add to it:"))
    #expect(try read("Package.swift") == manifest)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("my-shop/Package.swift")) != "")
  }

  @Test func nothingIsReplaced() throws {
    try folder.write("mine", to: "my-shop/Specs/MyShopAPI/module.yaml")
    let result = try run()
    #expect(
      result.status == 2 && result.errors.contains("Specs/MyShopAPI/module.yaml: error: exists already"))
    #expect(
      try folder.snapshot("my-shop").keys.filter { !$0.hasSuffix("/") } == ["Specs/MyShopAPI/module.yaml"])
    #expect(try run("--module", "Struct-1").status == 2)
  }

  @Test func aDocumentIsNamedInTheSettings() throws {
    try folder.write(document, to: "my-shop/api/openapi.yaml")
    let result = try run("api/openapi.yaml")
    #expect(result.status == 0, "\(result)")
    #expect(
      try read("wgnapi-gen.yaml").hasSuffix("\nspecs: api/openapi.yaml\noutput: Generated\nmodule: PetShop\n")
    )
    #expect(
      folder.exists("my-shop/Generated/PetShop/Client.swift") && !folder.exists("my-shop/Package.swift"))
    #expect(result.output.contains("path: \"Generated/PetShop\""))
    let check = try GeneratorTool.run(["--check"], workingDirectory: folder.path("my-shop"))
    #expect(check.status == 0, "\(check)")
  }

  @Test func aDocumentInAFolderOfSpecsGetsAModuleBesideIt() throws {
    try folder.write(document, to: "my-shop/Specs/Pets/openapi.yaml")
    let result = try run("Specs/Pets/openapi.yaml")
    #expect(result.status == 0, "\(result)")
    #expect(try read("Specs/Pets/module.yaml").contains("  openapi: openapi.yaml\n"))
    #expect(try read("wgnapi-gen.yaml").hasSuffix("\nspecs: Specs\noutput: Generated\n"))
    #expect(folder.exists("my-shop/Generated/Pets/Client.swift"))
  }

  @Test func whatIsNoDocumentIsRefused() throws {
    let result = try run("absent.yaml")
    #expect(result.status == 2 && result.output == "", "\(result)")
    #expect(
      result.errors.hasPrefix("absent.yaml: error: there is no such file; ")
        && result.errors.hasSuffix("\n1 error\n"))
    try folder.write("", to: "my-shop/documents/readme.txt")
    #expect(try run("documents").errors.hasPrefix("documents: error: is a folder; "))
    #expect(try run("--module", "foundation").errors.contains("is the name of a module"))
    try folder.write(document.replacing("openapi: 3.1.0", with: "openapi: 9"), to: "my-shop/bad.yaml")
    #expect(try run("bad.yaml").status == 2)
    #expect(!folder.exists("my-shop/wgnapi-gen.yaml"))
  }
}

/// Edits of manifests of many shapes.
@Suite struct ManifestEditTests {
  private func edit(_ arguments: String) throws -> String {
    let new = try ManifestEdit(Array("let package = Package(\(arguments))".utf8)).adding(
      dependency: ".package(d)", of: "wgnapi-gen", target: [".target(", "  t)"], named: "T")
    return String(decoding: new, as: UTF8.self)
  }

  @Test(arguments: [
    ("targets: []", "dependencies: [\n  .package(d)\n],\ntargets: [\n  .target(\n    t)\n]"),
    (
      "dependencies: [.package(a)], targets: [.a]",
      "dependencies: [.package(a),\n  .package(d)\n], targets: [.a,\n  .target(\n    t)\n]"
    ),
    (
      "\n  dependencies: [\n    .package(a)\n  ],\n  targets: [\n    .a, // a\n    // b\n  ]\n",
      "\n  dependencies: [\n    .package(a),\n    .package(d)\n  ],\n  targets: [\n    .a, // a\n    // b\n    .target(\n      t),\n  ]\n"
    ),
    (
      "dependencies: [.package(url: \"https://x/wgnapi-gen.git\")], targets: [\n]",
      "dependencies: [.package(url: \"https://x/wgnapi-gen.git\")], targets: [\n  .target(\n    t),\n]"
    ),
  ])
  func addsToLists(before: String, after: String) throws {
    #expect(try edit(before) == "let package = Package(\(after))")
  }

  @Test func keepsTheEndsOfLines() throws {
    let before = "\r\n  targets: [\r\n    .a\r\n  ]\r\n"
    let lines = [
      "dependencies: [", "    .package(d)", "  ],", "  targets: [", "    .a,", "    .target(", "      t)",
    ]
    #expect(
      try edit(before) == "let package = Package(\r\n  \(lines.joined(separator: "\r\n"))\r\n  ]\r\n)")
  }

  @Test(arguments: [
    "name: \"a\"", "targets: all", "targets: [.a] + all", "targets: [.target(name: \"T\")]",
    "targets: [.target(name: \"\\(name)\")]", "targets: [", "targets: [], dependencies: more",
    "targets: []) ; Package(targets: []", "targets: [] /*", "name: \"a",
  ])
  func refusesOtherShapes(arguments: String) {
    #expect(throws: ManifestEdit.Refusal.self) { try edit(arguments) }
  }
}
