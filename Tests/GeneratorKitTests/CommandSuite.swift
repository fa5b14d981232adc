import Testing

/// Tests of the built tool with a module of two files.
protocol CommandSuite {
  var folder: TemporaryFolder { get }
}

extension CommandSuite {
  var specs: String { folder.path("Specs") }
  var out: String { folder.path("out") }

  func run(_ arguments: String...) throws -> GeneratorTool.Result { try GeneratorTool.run(arguments) }

  /// The generated file of a name, below `out`.
  func file(_ name: String) throws -> String {
    try #require(try folder.snapshot("out").keys.first { $0.hasSuffix("/\(name).swift") })
  }
}

extension TemporaryFolder {
  /// A folder with the specs of the module `M`.
  static func withSpecs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "Specs/M/module.yaml")
    try folder.write("wgnapi: 1\nschemas: {Alpha: {properties: {a: integer}}}\n", to: "Specs/M/schemas.yaml")
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {b: string}}}\n", to: "Specs/M/more.yaml")
    return folder
  }
}
