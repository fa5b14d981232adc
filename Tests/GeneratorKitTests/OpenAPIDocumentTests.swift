import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// OpenAPI documents and the code that they become.
@Suite struct OpenAPIDocumentTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Golden/OpenAPI")
  private let templates: [TemplateSource]

  init() {
    var sink = DiagnosticSink()
    templates = loadTemplates(overlaidBy: nil, into: &sink)
  }

  /// `WGNAPI_RECORD=1` writes what is generated now, and still fails the run: look at the difference before you keep it.
  @Test(arguments: [
    ("fleet.json", "Fleet"), ("library.json", "Library"), ("bookshop.yaml", "Bookshop"),
    ("weather.json", "Weather"), ("hostile.yaml", "HostileDocument"),
    ("museum.yaml", "Museum"), ("archive/api.yaml", "Archive"), ("alternatives.yaml", "Alternatives"),
    ("kennel/api.yaml", "Kennel"),
  ])
  func documentsBecomeTheRecordedCode(document: String, module: String) throws {
    var sink = DiagnosticSink()
    let path = folder.appendingPathComponent("Documents/\(document)").path
    let specs = SpecLoader().load(path, module: module, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(sink.isEmpty)
    #expect(!tree.files.isEmpty)
    let found = diagnostics.map { diagnostic in
      "\(diagnostic.span?.start.line ?? 0): \(diagnostic.severity): \(diagnostic.message)\n"
    }.joined()
    // In documents of several files, recording would keep a reference to a file that has another name.
    #expect(!document.contains("/") || !found.contains("can't be resolved"), "\(found)")
    let record = ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1"
    let expected = folder.appendingPathComponent("Documents/\(document).txt")
    let output = OutputFolder(folder.appendingPathComponent("Generated").path)
    let plan = try #require(output.plan(for: tree, into: &sink))
    if record {
      try found.write(to: expected, atomically: true, encoding: .utf8)
      _ = output.write(tree, into: &sink)
      Issue.record("recorded the code of \(document)")
      return
    }
    #expect(found == (try? String(contentsOf: expected, encoding: .utf8)))
    let changes = plan.entries.filter { $0.kind != .unchanged && $0.path.hasPrefix(module) }
    #expect(changes.map { "\($0.kind.rawValue) \($0.path)" } == [])
  }

  /// A document with a module beside it.
  @Test func aModuleBesideItsDocumentBecomesTheRecordedCode() throws {
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.appendingPathComponent("Specs").path, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(sink.isEmpty)
    #expect(diagnostics.allSatisfy { $0.severity != .error } && !tree.files.isEmpty)
    let output = OutputFolder(folder.appendingPathComponent("Generated").path)
    let plan = try #require(output.plan(for: tree, into: &sink))
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1" {
      _ = output.write(tree, into: &sink)
      Issue.record("recorded the code of Repositories")
      return
    }
    let changes = plan.entries.filter { $0.kind != .unchanged && $0.path.hasPrefix("Repositories") }
    #expect(changes.map { "\($0.kind.rawValue) \($0.path)" } == [])
  }

  /// What a document's only operation, which has the given lines, becomes.
  private func generated(_ operation: String, schemas: String = "", module: String = "M") throws -> (
    paths: [String], diagnostics: [Diagnostic]
  ) {
    let (tree, diagnostics) = try generatedTree(operation, schemas: schemas, module: module)
    return (tree.files.map(\.path), diagnostics)
  }

  private func generatedTree(
    _ operation: String, schemas: String = "", module: String = "M"
  ) throws -> (tree: OutputTree, diagnostics: [Diagnostic]) {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths: {/a: {get: {\(operation), responses: {'204': {description: ok}}}}}
      components: {schemas: {\(schemas)}}
      """, to: "api.yaml")
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("api.yaml"), module: module, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    return (tree, sink.sorted() + diagnostics)
  }

  /// A path that is only a slash is no paragraph's end.
  @Test func theRootIsDocumented() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths: {/: {get: {operationId: home, responses: {'204': {description: ok}}}}}
      """, to: "api.yaml")
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("api.yaml"), module: "M", into: &sink)
    let (tree, _) = generate(specs: specs, templates: templates, threads: 1)
    let lines = tree.texts.flatMap { $0.split(separator: "\n") }
    #expect(lines.contains("/// GET `/`"))
  }

  /// A document whose file's name can't be that of a module still becomes one.
  @Test(arguments: [
    ("transport.yaml", "Transport"), ("policy.yaml", "PolicyAPI"), ("client.json", "ClientAPI"),
    ("type.openapi.yaml", "TypeAPI"),
    ("openapi.yaml", "Openapi"), ("pet-shop.yaml", "PetShop"), ("2fa.yaml", "API2fa"),
  ])
  func filesNameModules(name: String, module: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {responses: {'204': {description: ok}}}}}\n",
      to: name)
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path(name), module: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect((sink.sorted() + diagnostics).filter { $0.severity == .error }.map(\.message) == [])
    #expect(Set(tree.files.compactMap { $0.path.split(separator: "/").first.map(String.init) }) == [module])
  }

  /// Files are named after types, and have at most 255 bytes. Names end where a word does.
  @Test func longNamesAreShortenedWithANote() throws {
    let word = "listEverything"
    let long = String(repeating: word, count: 10)
    let (paths, diagnostics) = try generated(
      "operationId: \(long), tags: [\(long)], parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/\(long)'}}]",
      schemas: "\(long): {type: string, enum: [a, b]}")
    let half = String(repeating: word, count: 3) + "list"
    let whole = String(repeating: word, count: 6) + "list"
    func capitalized(_ name: String) -> String { "L" + name.dropFirst() }
    #expect(paths == ["M/Client.swift", "M/\(capitalized(half)).swift"])
    #expect(diagnostics.map(\.id) == [.shortenedName, .shortenedName, .shortenedName])
    #expect(diagnostics.allSatisfy { $0.severity == .note && $0.span != nil })
    let start = long.prefix(40)
    #expect(
      diagnostics.map(\.message) == [
        "the operation '\(start)…' is called '\(half)' in Swift",
        "the group '\(start)…' is called '\(half)' in Swift",
        "the schema '\(start)…' is called '\(capitalized(whole))' in Swift",
      ])
  }

  /// Joiners and other characters that nobody sees separate words, and never become a part of a name or a path.
  @Test(arguments: [
    "\u{200D}", "\u{200C}", "\u{2060}", "\u{AD}", "\u{34F}", "\u{FE0F}", "\u{3164}", "\u{E0001}", "\u{200B}",
  ])
  func invisibleCharactersAreNoPartOfNames(invisible: String) throws {
    let name = "a\(invisible)b"
    let (tree, diagnostics) = try generatedTree(
      """
      operationId: "\(name)", tags: ["\(name)"], parameters: [{name: "\(name)", in: query, schema: {type: string}}, {name: ab, in: query, schema: {$ref: "#/components/schemas/\(name)"}}]
      """,
      schemas: "\"\(name)\": {type: string, enum: [\"\(name)\", ab]}")
    // The parameter's name can't be sent.
    #expect(diagnostics.filter { $0.severity != .note }.map(\.id) == [.leftOut], "\(diagnostics)")
    #expect(!tree.files.isEmpty)
    for file in tree.files {
      #expect(!file.path.unicodeScalars.contains { $0 == invisible.unicodeScalars.first })
      let code = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("///")
      }
      #expect(
        !code.contains { $0.unicodeScalars.contains { $0 == invisible.unicodeScalars.first } }, "\(file.path)"
      )
    }
    let all = tree.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(all.contains("public static var aB: Self {") && all.contains("public static var ab: Self {"))
    #expect(all.contains("public var ab: AB?"))
  }

  @Test(arguments: ["Swift", "class", "Self", "Protocol", "Foundation"])
  func modulesOfDocumentsHaveUsableNames(module: String) throws {
    let (paths, diagnostics) = try generated("operationId: a", module: module)
    #expect(paths == [] && diagnostics.map(\.id) == [.reservedName])
  }

  @Test(arguments: ["", "servers: [{url: /api/v3}]\n"])
  func documentsWithoutServersTakeAnyURL(servers: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\(servers)paths: {/a: {get: {responses: {'200': {description: ok}}}}}\n",
      to: "api.yaml")
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("api.yaml"), module: nil, into: &sink)
    let (tree, _) = generate(specs: specs, templates: templates, threads: 1)
    let file = try #require(tree.files.first { $0.path == "Api/Client.swift" })
    let client = String(decoding: file.bytes, as: UTF8.self)
    #expect(client.contains("  public init(url: String) {\n    core = APIServer(url, url)\n"))
    #expect(!client.contains("like server"))
  }

  @Test func dependsOnNothingButContent() throws {
    var sink = DiagnosticSink()
    let path = folder.appendingPathComponent("Documents/bookshop.yaml").path
    let specs = SpecLoader().load(path, module: nil, into: &sink)
    #expect(
      specs.map(\.path) == [
        "Bookshop/bookshop.yaml", "Bookshop/schemas/pages.yaml", "Bookshop/schemas/book.yaml",
        "Bookshop/schemas/people.yaml",
      ])
    let (tree, _) = generate(specs: specs, templates: templates, threads: 1)
    #expect(generate(specs: specs, templates: templates, threads: 4).0 == tree)
    #expect(
      generate(specs: specs.prefix(1) + specs.dropFirst().reversed(), templates: templates, threads: 2).0
        == tree
    )
  }

  @Test func readsNoFileOutsideOfTheFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret: {type: string}\n", to: "secret.yaml")
    try folder.write(
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: {$ref: '../secret.yaml#/secret'}, "
        + "B: {$ref: link.yaml}, C: {$ref: '/etc/passwd'}, D: {$ref: 'file:///etc/passwd'}}}\n",
      to: "in/api.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/link.yaml"), withDestinationPath: folder.path("secret.yaml"))
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("in/api.yaml"), module: nil, into: &sink)
    #expect(specs.map(\.path) == ["Api/api.yaml"])
    let (_, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(diagnostics.filter { $0.id == .unresolvedReference }.count == 4)
  }

  /// The command `names` shows what a folder has to call an operation, and what Swift calls it.
  @Test func namesAreListedWithTheirReasons() throws {
    let result = try GeneratorTool.run([
      "names", folder.appendingPathComponent("Documents/bookshop.yaml").path,
    ])
    #expect(result.status == 0)
    #expect(result.output.contains("GET /books, line 22: after 'list-all', the operation 'books/list-all'\n"))
    #expect(result.output.contains("client.books.createBook"))
  }

  @Test func namesThousandsOfOperations() throws {
    let paths = (0..<2000).map { "  /a/\($0): {get: {operationId: same}}\n" }.joined()
    let text = "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n" + paths
    var file = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array(text.utf8))
    file.isGivenAlone = true
    let (tree, diagnostics) = generate(specs: [file], templates: templates, threads: 2)
    #expect(diagnostics.allSatisfy { $0.severity != .error })
    // No file has more than 2,000 lines.
    #expect(tree.files.count > 25)
  }
}
