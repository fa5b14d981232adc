import Diagnostics
import Testing

@testable import GeneratorKit

/// The output folder follows no links: each test has one in a different place.
@Suite struct SymbolicLinkTests {
  let folder: TemporaryFolder
  let out: String

  init() throws {
    folder = try TemporaryFolder()
    out = folder.path("out")
    try folder.write(generated("precious"), to: "elsewhere/a.swift")
    try folder.write("", to: "out/.keep")
  }

  private func expectRefusal(at path: String) throws {
    let (made, diagnostics) = write(tree(["M/a.swift": "a", "b.swift": "b"]), to: out)
    #expect(made == nil)
    #expect(diagnostics.map(\.id) == [.symbolicLink])
    #expect(diagnostics.first?.span?.file == out + "/" + path)
    #expect(try folder.read("elsewhere/a.swift") == generated("precious"))
    #expect(try folder.snapshot("elsewhere").count == 1)
    #expect(!folder.exists("out/b.swift"))
  }

  @Test func refusesALinkToAFile() throws {
    try folder.link("out/M/a.swift", to: folder.path("elsewhere/a.swift"))
    try expectRefusal(at: "M/a.swift")
  }

  @Test func refusesALinkToAFileBesideIt() throws {
    try folder.write("mine", to: "out/M/x.swift")
    try folder.link("out/M/a.swift", to: "x.swift")
    try expectRefusal(at: "M/a.swift")
  }

  @Test func refusesADanglingLink() throws {
    try folder.link("out/M/a.swift", to: "nowhere")
    try expectRefusal(at: "M/a.swift")
  }

  @Test func refusesALinkToAFolder() throws {
    try folder.link("out/M", to: folder.path("elsewhere"))
    try expectRefusal(at: "M")
  }

  @Test func refusesADanglingLinkForAFolder() throws {
    try folder.link("out/M", to: "nowhere")
    try expectRefusal(at: "M")
  }

  @Test func refusesALinkForItsManifest() throws {
    try folder.link("out/.wgnapi-gen.json", to: folder.path("elsewhere/a.swift"))
    try expectRefusal(at: ".wgnapi-gen.json")
  }

  @Test func removesNothingBehindALink() throws {
    write(tree(["M/a.swift": "a", "b.swift": "b"]), to: out)
    try folder.remove("out/M")
    try folder.link("out/M", to: folder.path("elsewhere"))
    #expect(write(tree(["b.swift": "b"]), to: out, isPruning: true).plan != nil)
    #expect(try folder.read("elsewhere/a.swift") == generated("precious"))
    #expect(folder.exists("out/M"))
  }

  @Test func refusesFoldersInPlaceOfFilesAndFilesInPlaceOfFolders() throws {
    try folder.write("x", to: "out/b.swift/x")
    try folder.write("x", to: "out/M")
    let (made, diagnostics) = write(tree(["M/a.swift": "a", "b.swift": "b"]), to: out)
    #expect(made == nil)
    #expect(diagnostics.map(\.id) == [.foreignFile, .foreignFile])
    #expect(try folder.read("out/M") == "x")
  }

  @Test func theOutputFolderItselfMayBeALink() throws {
    try folder.link("link", to: out)
    #expect(write(tree(["b.swift": "b"]), to: folder.path("link")).diagnostics.isEmpty)
    #expect(folder.exists("out/b.swift"))
  }
}
