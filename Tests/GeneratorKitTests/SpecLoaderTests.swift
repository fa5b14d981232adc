import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

@Suite struct SpecLoaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load(_ loader: SpecLoader = .init(), _ path: String = "") -> ([SpecFile], [Diagnostic]) {
    var sink = DiagnosticSink()
    let files = loader.load(folder.path("Specs") + path, into: &sink)
    return (files, sink.sorted())
  }

  @Test func readsYAMLFilesInTheOrderOfTheirPaths() throws {
    for name in [
      "B/z.yaml", "B/a.yml", "A/inner/x.yaml", "A/x.yaml", "A/readme.md", ".git/x.yaml", "A/.#x.yaml",
    ] {
      try folder.write(name, to: "Specs/" + name)
    }
    let (files, diagnostics) = load(.init(), "//")
    #expect(diagnostics.isEmpty)
    #expect(files.map(\.path) == ["A/inner/x.yaml", "A/x.yaml", "B/a.yml", "B/z.yaml"])
    #expect(files.first?.displayPath == folder.path("Specs/A/inner/x.yaml"))
    #expect(files.first?.bytes == Array("A/inner/x.yaml".utf8))
  }

  @Test func reportsAFolderThatIsNotThere() {
    let (files, diagnostics) = load()
    #expect(files.isEmpty)
    #expect(diagnostics.map(\.id) == [.fileSystem])
    #expect(diagnostics.first?.span?.file == folder.path("Specs"))
  }

  @Test func reportsAFolderWithoutSpecs() throws {
    try folder.write("", to: "Specs/A/readme.md")
    #expect(load().1.map(\.id) == [.noSpecs])
  }

  @Test func readsNoFileThatIsTooLarge() throws {
    try folder.write(String(repeating: "#", count: 100), to: "Specs/A/fits.yaml")
    try folder.write(String(repeating: "#", count: 101), to: "Specs/A/large.yaml")
    let (files, diagnostics) = load(SpecLoader(fileSizeLimit: 100))
    #expect(files.map(\.path) == ["A/fits.yaml"])
    #expect(diagnostics.map(\.id) == [.fileTooLarge])
  }

  @Test func followsLinksWithinTheFolderOnly() throws {
    try folder.write("inside", to: "Specs/A/inside.yaml")
    try folder.write("outside", to: "outside.yaml")
    try folder.link("Specs/B/good.yaml", to: "../A/inside.yaml")
    try folder.link("Specs/B/leaves.yaml", to: "../../outside.yaml")
    try folder.link("Specs/B/nowhere.yaml", to: "nothing.yaml")
    try folder.link("Specs/B/folder", to: "../A")
    try folder.link("Specs/B/loop", to: "..")
    try folder.link("Specs/B/readme.md", to: "../../outside.yaml")
    let (files, diagnostics) = load()
    #expect(files.map(\.path) == ["A/inside.yaml", "B/good.yaml"])
    #expect(files.last?.bytes == Array("inside".utf8))
    #expect(diagnostics.map(\.id) == Array(repeating: .symbolicLink, count: 4))
    let names = diagnostics.compactMap { ($0.span?.file as NSString?)?.lastPathComponent }
    #expect(names == ["folder", "leaves.yaml", "loop", "nowhere.yaml"])
  }

  @Test func comparesNamesByTheirBytes() throws {
    try folder.write("x", to: "Specs/A/x\u{0D4E}.yaml")
    try folder.write("y", to: "Specs/A\u{0D4E}/y.yaml")
    try folder.write("inside", to: "Caf\u{E9}/A/x.yaml")
    try folder.write("outside", to: "Cafe\u{301}/x.yaml")
    try folder.link("Caf\u{E9}/A/y.yaml", to: folder.path("Cafe\u{301}/x.yaml"))
    #expect(load().0.map(\.path) == ["A/x\u{0D4E}.yaml", "A\u{0D4E}/y.yaml"])
    // A file system may take the two for one.
    guard folder.exists("Cafe\u{301}/A") == false else { return }
    var sink = DiagnosticSink()
    #expect(SpecLoader().load(folder.path("Caf\u{E9}"), into: &sink).map(\.path) == ["A/x.yaml"])
    #expect(sink.diagnostics.map(\.id) == [.symbolicLink])
  }

  @Test func doesNotWaitForPipes() throws {
    try folder.write("x", to: "Specs/A/x.yaml")
    #expect(mkfifo(folder.path("Specs/A/pipe.yaml"), 0o600) == 0)
    let (files, diagnostics) = load()
    #expect(files.map(\.path) == ["A/x.yaml"])
    #expect(diagnostics.map(\.id) == [.fileSystem])
  }

  @Test(arguments: [
    ("pipe.yaml", "is a pipe, socket or device"), ("link.json", "is a pipe, socket or device"),
    ("pipe", "is neither a folder nor a file whose name ends in"),
  ])
  func doesNotWaitForPipesThatItIsGiven(name: String, message: String) throws {
    for pipe in ["pipe.yaml", "pipe"] { #expect(mkfifo(folder.path(pipe), 0o600) == 0) }
    try folder.link("link.json", to: "pipe.yaml")
    for module in [nil, "M"] {
      var sink = DiagnosticSink()
      #expect(SpecLoader().load(folder.path(name), module: module, into: &sink).isEmpty)
      if module == nil || name != "pipe" {
        #expect(sink.diagnostics.map(\.id) == [.fileSystem])
        #expect(sink.diagnostics.first?.message.hasPrefix(message) == true)
      }
      #expect(sink.diagnostics.first?.span?.file == folder.path(name))
      sink = DiagnosticSink()
      let references = SpecLoader().loadReferences(from: folder.path(name), as: "a:b", into: &sink)
      #expect(references.isEmpty && sink.diagnostics.map(\.id) == [.fileSystem])
    }
  }

  @Test func reportsFilesThatAreNotSpecs() throws {
    try folder.write("x", to: "Specs.txt")
    let (files, diagnostics) = load(.init(), ".txt")
    #expect(files.isEmpty)
    #expect(diagnostics.map(\.id) == [.fileSystem])
    #expect(diagnostics.first?.message.contains(".yaml") == true)
  }

  @Test func doesNotFollowFoldersWithoutEnd() throws {
    try folder.write("x", to: "Specs/" + String(repeating: "a/", count: 40) + "x.yaml")
    #expect(load().1.map(\.id) == [.nestingTooDeep])
  }
}
