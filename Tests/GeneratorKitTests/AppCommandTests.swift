import Foundation
import Testing

/// `breaking --app`: what an app uses, by its index store.
@Suite struct AppCommandTests {
  private static let spec = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      item: {get: "items/{id}", cache: 10 min, parameters: {id: integer, "detail?": string}, response: Item}
      items: {get: items, parameters: {"page?": integer}, response: "[Item]"}
    schemas:
      Item: {properties: {id: integer, title: string, "price?": number}}

    """

  private static let app = """
    import Shop

    func card(_ client: Client) async throws -> String {
      let item = try await client.item(id: 1)
      return item.title.lowercased()
    }

    """

  let folder: TemporaryFolder

  /// A package that was built, and a change of its specs.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.spec, to: "Old/Shop/module.yaml")
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
    try folder.write("specs: Specs\noutput: Sources\n", to: "wgnapi-gen.yaml")
    try folder.write("// swift-tools-version: 6.2\n", to: "Package.swift")
    try folder.write(Self.app, to: "Sources/App/Card.swift")
    try #require(try run([]).status == 0)
  }

  /// Compiles the module and the app as SwiftPM does, with the index store where it has it.
  ///
  /// - Parameter output: The folder for everything else.
  private func build(in output: String = ".") throws {
    for (module, options) in [("Shop", ["-emit-module", "-package-name", "shop"]), ("App", ["-I", "."])] {
      let files = try folder.snapshot("Sources/\(module)").keys.filter { $0.hasSuffix(".swift") }.sorted()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path(output))
      process.arguments =
        ["swiftc", "-parse-as-library", "-swift-version", "6", "-c", "-module-name", module]
        + ["-index-store-path", folder.path(".build/debug/index/store")] + options
        + (try GeneratorTool.moduleOptions()) + files.map { folder.path("Sources/\(module)/\($0)") }
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "\(module) doesn't compile")
    }
  }

  private func change(_ old: String, _ new: String) throws {
    try folder.write(Self.spec.replacing(old, with: new), to: "Specs/Shop/module.yaml")
  }

  private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> GeneratorTool.Result
  {
    try GeneratorTool.run(arguments, workingDirectory: folder.path, environment: environment)
  }

  private func breaking(_ more: String..., environment: [String: String] = [:]) throws
    -> GeneratorTool.Result
  {
    try run(["breaking", "--against", "Old", "--app", "."] + more, environment: environment)
  }

  @Test func linesOfTheApp() throws {
    try build()
    try change("title: string", "title?: string")
    let changed = try folder.read("Specs/Shop/module.yaml")
    try folder.write(
      changed.replacing("\"price?\": number", with: "\"price?\": string"), to: "Specs/Shop/module.yaml")
    let result = try breaking()
    #expect(
      result.output.hasPrefix(
        """
        Specs/Shop/module.yaml:7:36: Item.title: became optional [became-optional]
            before: Old/Shop/module.yaml:7:36
          - let title: String = item.title
          + let title: String? = item.title
            used: Sources/App/Card.swift:5

        Wire, between
        """))
    #expect(
      result.errors
        == "2 changes break source; 1 concerns you, at 1 line; 1 isn't used; 2 changes on the wire\n")
    #expect(result.status == 1)
    // For programs, and as annotations of the app's lines.
    let json = try breaking("--format", "json").output
    #expect(json.hasPrefix(#"{"breaking":2,"concerning":1,"#))
    #expect(json.contains(#""uses":[{"file":"Sources/App/Card.swift","line":5,"column":15,"values":[]}]"#))
    #expect(json.contains(#""uses":[]"#))
    #expect(
      try breaking("--format", "github").output.hasPrefix(
        "::error file=Sources/App/Card.swift,line=5,col=15,"))
    // The same from elsewhere, with the store named.
    try folder.write("", to: "Other/.keep")
    let elsewhere = try GeneratorTool.run(
      [
        "breaking", "--against", "../Old", "--app", "..", "--index-store", "../.build/debug/index/store",
        "../Specs",
      ], workingDirectory: folder.path("Other"))
    #expect(elsewhere.output.contains("    used: ../Sources/App/Card.swift:5\n"))
  }

  @Test func whatIsNotUsed() throws {
    try build()
    try change("\"page?\": integer", "\"page?\": string")
    let result = try breaking()
    #expect(!result.output.contains("retyped"))
    #expect(result.errors == "1 change breaks source; none concerns you\n")
    #expect(result.status == 0)
    // An argument that a call doesn't have.
    try change("\"detail?\": string", "\"detail?\": integer")
    #expect(try breaking().status == 0)
  }

  @Test func behaviour() throws {
    try build()
    try change("10 min", "1 h")
    let result = try breaking()
    #expect(
      result.output == """
        Behaviour, without a change in source:
        Specs/Shop/module.yaml:4:9: client.item: responses are cached for 1 hour [cache]
            before: responses are cached for 10 minutes
            used: Sources/App/Card.swift:4 (see also 5)

        """)
    #expect(result.errors == "nothing breaks source; 1 change of behaviour; 1 concerns you, at 1 line\n")
    #expect(result.status == 0)
  }

  /// Names that end like those that an index has for accessors.
  @Test func labelsLikeAccessors() throws {
    let spec = Self.spec.replacing(
      "schemas:",
      with:
        "  subscribe: {post: letters, parameters: {letter: string, \"setter?\": string}, response: empty}\nschemas:"
    )
    try folder.write(spec, to: "Old/Shop/module.yaml")
    try folder.write(spec, to: "Specs/Shop/module.yaml")
    try #require(try run([]).status == 0)
    try folder.write(
      Self.app
        + "func subscribe(_ client: Client) async throws { try await client.subscribe(letter: \"a\", setter: nil) }\n",
      to: "Sources/App/Card.swift")
    try build()
    try folder.write(spec.replacing("letter: string", with: "letter: integer"), to: "Specs/Shop/module.yaml")
    let result = try breaking()
    #expect(
      result.output.contains("    used: Sources/App/Card.swift:7\n"), "\(result.output)\(result.errors)")
    #expect(result.status == 1)
  }

  /// Sources whose names begin like a manifest's are sources.
  @Test func manifestsAndOtherFiles() throws {
    try build()
    try folder.write("import Shop\n", to: "Sources/App/PackageList.swift")
    try folder.write("// swift-tools-version: 6.0\n", to: "Package@swift-6.0.swift")
    let result = try breaking()
    #expect(
      result.errors.contains("warning: Sources/App/PackageList.swift isn't in the index store"),
      "\(result.errors)")
  }

  /// A store keeps what was compiled before, into another folder: types that the module had then.
  @Test func staleUnitsOfTheModule() throws {
    let renamed = Self.spec.replacing("Item", with: "Article")
    try folder.write(renamed, to: "Specs/Shop/module.yaml")
    try #require(try run([]).status == 0)
    try folder.write("", to: "Release/.keep")
    try build(in: "Release")
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
    try #require(try run([]).status == 0)
    try build()
    try folder.write(renamed, to: "Old/Shop/module.yaml")
    #expect(
      try breaking().errors.contains(
        "warning: the app was built with another version of 'Shop' than the old one: 'Article' isn't in it"))
  }

  /// What a manifest lacks concerns every app.
  @Test func aNewDependency() throws {
    try build()
    try change("get: items,", "get: items, retry: {attempts: 3, statuses: [503]},")
    let result = try breaking()
    #expect(
      result.output.hasPrefix("Specs/Shop/module.yaml:2:10: Shop: its target needs the product 'WGNAPIRetry'")
    )
    #expect(result.errors.hasPrefix("1 change breaks source; 1 concerns you; "))
    #expect(result.status == 1)
    #expect(
      try breaking("--format", "github").output.hasPrefix(
        "::error file=Specs/Shop/module.yaml,line=2,col=10,"))
  }

  /// An argument that became required, and has another type.
  @Test func anArgumentThatIsLeftOut() throws {
    try folder.write(
      Self.app + "func make() -> Item { Item(id: 1, title: \"a\") }\n", to: "Sources/App/Card.swift")
    try build()
    try change("\"price?\": number", "price: integer")
    let result = try breaking()
    #expect(
      result.output.contains("  - Item(id: id, title: title)\n  + Item(id: id, title: title, price: price)\n")
    )
    #expect(result.output.contains("    used: Sources/App/Card.swift:7\n"))
    #expect(result.status == 1)
  }

  /// A member that is what a protocol of the app requires.
  @Test func aProtocolOfTheApp() throws {
    try folder.write(
      Self.app + "protocol Titled {\n  var title: String { get }\n}\nextension Item: Titled {}\n",
      to: "Sources/App/Card.swift")
    try build()
    try change("title: string", "name: string")
    let result = try breaking()
    #expect(result.output.contains("    used: Sources/App/Card.swift:10\n"), "\(result.output)")
  }

  // MARK: Bad input

  @Test func noIndexStore() throws {
    let result = try breaking()
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("error: '.' has no index store; build the app first: 'swift build'."))
    #expect(result.errors.contains("swift build --show-bin-path"))
    try folder.write("", to: "Empty/.keep")
    let empty = try breaking("--index-store", "Empty")
    #expect(empty.errors.contains("'Empty' isn't an index store"))
    #expect(empty.status == 2)
    #expect(try breaking("--index-store", "None").errors.contains("there is no folder 'None'"))
    #expect(
      try run(["breaking", "--against", "Old", "--index-store", "."]).errors.contains(
        "--index-store belongs to --app"))
  }

  @Test func anIndexStoreOfAnotherCompiler() throws {
    try folder.write("", to: ".build/debug/index/store/v99/units/App.o-123")
    let result = try breaking("--index-store", ".build/debug/index/store")
    #expect(result.status == 2)
    #expect(result.errors.contains("comes from another compiler: its format is v99"))
  }

  /// A store whose files end anywhere is reported, and never more than that.
  @Test func aDamagedIndexStore() throws {
    try build()
    let store = ".build/debug/index/store/v5"
    let original = try folder.snapshot("Sources")
    for part in ["units", "records"] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("\(store)/\(part)")).filter
      {
        $0.contains("Card") || $0.contains("Client") && !$0.hasSuffix("/")
      }
      for file in files {
        let url = URL(fileURLWithPath: folder.path("\(store)/\(part)/\(file)"))
        guard let bytes = try? Data(contentsOf: url) else { continue }
        let parts = [2, 5, 8, 9].map { bytes.prefix(bytes.count * $0 / 10) }
        for damaged in parts + [Data(), bytes.dropLast(4), Data("no index".utf8)] {
          try damaged.write(to: url)
          let result = try breaking()
          #expect(result.status == 2, "\(file) \(result.errors)")
          #expect(result.errors.contains("error: "), "\(file)")
        }
        try bytes.write(to: url)
      }
    }
    #expect(try folder.snapshot("Sources") == original)
  }

  @Test func aModuleThatWasNotBuilt() throws {
    try build()
    for folder in ["Old", "Specs"] {
      try self.folder.write(Self.spec, to: "\(folder)/Store/module.yaml")
      try self.folder.remove("\(folder)/Shop")
    }
    let result = try breaking()
    #expect(result.status == 2)
    #expect(result.errors.contains("has no unit of 'Store': build the app with the generated module"))
  }

  @Test func aStoreThatIsOld() throws {
    try build()
    try change("title: string", "title?: string")
    let future = Date(timeIntervalSinceNow: 60)
    func touch(_ path: String) throws {
      try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: folder.path(path))
    }
    try touch("Sources/App/Card.swift")
    try touch("Sources/Shop/Client.swift")
    try folder.write("import Shop\n", to: "Sources/App/New.swift")
    let result = try breaking()
    #expect(
      result.errors.contains(
        "warning: Sources/App/Card.swift changed after the index store was written, so lines may be wrong or missing; build the app again: 'swift build'"
      ))
    #expect(
      result.errors.contains(
        "warning: Sources/Shop/Client.swift was generated after the index store was written"))
    try folder.write("import Shop\n", to: "Sources/App/Newer.swift")
    #expect(
      try breaking().errors.contains(
        "warning: Sources/App/New.swift and 1 other file aren't in the index store, so what is used there is missing"
      ))
    #expect(result.output.contains("used: Sources/App/Card.swift:5"))
  }

  /// The app was built with the new module already.
  @Test func aStoreOfAnotherVersion() throws {
    try build()
    try folder.write(Self.spec.replacing("Item", with: "Article"), to: "Old/Shop/module.yaml")
    let result = try breaking()
    #expect(
      result.errors.contains(
        "warning: the app was built with another version of 'Shop' than the old one: 'Article' isn't in it"))
  }

  /// Neither version is that of the build: a member tells them apart.
  @Test func aStoreOfAThirdVersion() throws {
    try build()
    try folder.write(Self.spec.replacing("title", with: "label"), to: "Old/Shop/module.yaml")
    try change("title", "name")
    let result = try breaking()
    #expect(
      result.errors.contains(
        "warning: the app was built with another version of 'Shop' than the old one: 'Item.label' and 1 other declaration aren't in it"
      ), "\(result.errors)")
  }

  @Test func noToolchain() throws {
    try build()
    let result = try breaking(environment: ["PATH": folder.path("Specs")])
    #expect(result.status == 2)
    #expect(result.errors.contains("there is no 'swiftc' on the PATH"))
  }
}
