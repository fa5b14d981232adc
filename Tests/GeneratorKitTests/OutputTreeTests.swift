import Diagnostics
import Testing

@testable import GeneratorKit

@Suite struct OutputTreeTests {
  private func make(_ paths: [String]) -> (tree: OutputTree, ids: [DiagnosticID]) {
    var sink = DiagnosticSink()
    let tree = OutputTree(paths.map { OutputTree.File(path: $0, bytes: Array($0.utf8)) }, into: &sink)
    return (tree, sink.diagnostics.map(\.id))
  }

  @Test func keepsFilesInTheOrderOfTheirPaths() {
    let (tree, ids) = make(["b.swift", "a/z.swift", "a.swift", "a/b/c.swift"])
    #expect(ids.isEmpty)
    #expect(tree.files.map(\.path) == ["a.swift", "a/b/c.swift", "a/z.swift", "b.swift"])
    #expect(tree["a/z.swift"] == Array("a/z.swift".utf8))
    #expect(tree["a/y.swift"] == nil)
  }

  @Test(arguments: [
    "", "/etc/passwd", "../up.swift", "a/../b.swift", "a/./b.swift", "a//b.swift", "a/", "a\\b.swift",
    "a\0b.swift",
    "a\u{202E}b.swift", "a\nb.swift", "../\u{301}up.swift", "a/../\u{301}b.swift", "/\u{301}etc/passwd",
    "a\\\u{301}b.swift", "a\u{0D4E}/../b.swift", "a\u{0D4E}/", "a/\u{0D4E}/./b.swift",
    "a/\u{301}/.wgnapi-gen\u{301}.json", ".wgnapi-gen.json", "a/.wgnapi-gen-1-1.tmp",
    String(repeating: "x", count: 256),
  ])
  func refusesUnsafePaths(path: String) {
    let (tree, ids) = make([path, "good.swift"])
    #expect(ids == [.unsafePath])
    #expect(tree.files.map(\.path) == ["good.swift"])
  }

  @Test func refusesNamesThatDifferInCaseOnly() {
    let (tree, ids) = make(["A/x.swift", "a/X.swift"])
    #expect(ids == [.unsafePath])
    #expect(tree.files.count == 1)
  }

  @Test func refusesAFileWhereAFolderIsNeeded() {
    let (tree, ids) = make(["A", "a/b/c.swift"])
    #expect(ids == [.unsafePath])
    #expect(tree.files.map(\.path) == ["A"])
  }
}

@Suite struct OutputPathTests {
  /// Characters that join with what stands before or behind them, and what a path is made of.
  private let pieces = [
    "/", "/", "..", ".", "\u{301}", "\u{0D4E}", "\u{1F1E6}", "\u{1F1E7}", "a", "é", "e\u{301}", "\u{1100}",
    "\u{1161}",
    "\u{0600}", "\u{AC00}", "\u{200D}", "\u{FE0F}", "\\", "-", "\r", "\n", ".wgnapi-gen",
  ]

  /// What the file system makes of a path: a walk along its bytes.
  private func leavesTheFolder(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/")
      || path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  @Test func acceptsNoPathThatTheFileSystemReadsOtherwise() {
    var random = SeededGenerator(state: 20)
    var accepted = 0
    for _ in 0..<200_000 {
      let path = (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }
      .joined()
      guard OutputPath.problem(of: path) == nil else { continue }
      accepted += 1
      #expect(!leavesTheFolder(path), "\(path.unicodeScalars.map(\.value))")
      let (folder, name) = OutputPath.split(path)
      #expect(!name.utf8.contains(UInt8(ascii: "/")) && name.utf8.count > 0)
      #expect(Array((folder.isEmpty ? name : folder + "/" + name).utf8) == Array(path.utf8))
      #expect(OutputPath.folders(of: path).last ?? "" == folder)
      #expect(OutputPath.parts(of: path).allSatisfy { !$0.isEmpty && $0 != ".." })
      #expect(
        Manifest(bytes: Manifest(paths: [path]).bytes)?.paths.map { Array($0.utf8) } == [Array(path.utf8)])
    }
    #expect(accepted > 1000)
  }
}

@Suite struct ManifestTests {
  @Test func omitsPathsThatAreNotUTF8() {
    var bytes = Manifest(paths: ["a/x.swift", "b.swift"]).bytes
    bytes.replaceSubrange(bytes.firstRange(of: "x".utf8) ?? 0..<0, with: [0xFF])
    #expect(Manifest(bytes: bytes)?.paths == ["b.swift"])
  }

  @Test func quotesWhateverIsCombinedWithAQuotationMark() {
    let manifest = Manifest(paths: ["a\"\u{301}, .swift"])
    #expect(Manifest(bytes: manifest.bytes) == manifest)
  }

  @Test func isWrittenAPathALine() throws {
    let manifest = Manifest(paths: ["b.swift", "a/\"q\".swift"])
    let text = """
      {
        "generator": "wgnapi-gen",
        "version": 1,
        "files": [
          "a/\\"q\\".swift",
          "b.swift"
        ]
      }

      """
    #expect(String(decoding: manifest.bytes, as: UTF8.self) == text)
    #expect(Manifest(bytes: manifest.bytes) == manifest)
    let empty = Manifest(paths: [])
    #expect(Manifest(bytes: empty.bytes) == empty)
  }

  @Test func isReadInAnyForm() {
    let text = #"{"files":["a.swift","b\/c.swift"],"version":1,"generator":"wgnapi-gen"}"#
    #expect(Manifest(bytes: Array(text.utf8))?.paths == ["a.swift", "b/c.swift"])
  }

  @Test func isTheUnionOfBothSidesOfAConflict() {
    let text = """
      {
        "generator": "wgnapi-gen",
        "version": 1,
        "files": [
          "a.swift",
      <<<<<<< HEAD
          "b.swift"
      =======
          "c.swift",
          "d.swift"
      >>>>>>> 12345 (more)
        ]
      }
      """
    #expect(Manifest(bytes: Array(text.utf8))?.paths == ["a.swift", "b.swift", "c.swift", "d.swift"])
    #expect(Manifest(bytes: Array(text.utf8))?.version == 1)
  }

  @Test func leavesOutPathsThatLeadElsewhere() {
    let text =
      #"{"generator": "wgnapi-gen", "version": 1, "files": ["../x", "/etc/passwd", "ok.swift", "a/../../b"]}"#
    #expect(Manifest(bytes: Array(text.utf8))?.paths == ["ok.swift"])
  }

  @Test(arguments: [
    "", "{}", "[1, 2]", #"{"generator": "other", "version": 1, "files": []}"#, "\"", "{\"a\\",
  ])
  func isNothingElse(text: String) { #expect(Manifest(bytes: Array(text.utf8)) == nil) }

  @Test(arguments: 0..<200)
  func readsDamagedOnesWithoutLeavingTheFolder(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    var bytes = Manifest(paths: ["a/b.swift", "c.swift", "d/e/f.swift"]).bytes
    let pieces = ["\"", "\\", "..", "/", "\n", "{", ":", "\0", "\u{FF}", "9999999999999999999999"].map {
      Array($0.utf8)
    }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...9, using: &random))
      bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
    }
    let paths = Manifest(bytes: bytes)?.paths ?? []
    #expect(paths.allSatisfy { OutputPath.problem(of: $0) == nil })
  }

  @Test func aModuleNeedsTheProductsOfAllItsImports() {
    let text = """
      // Generated.

      internal import WGNAPIResponses
      import WGNAPIRetry
      public import WGNAPIRuntime

      import WGNAPIFormats
      package import WGNAPIStreams
      public struct A {}
      import WGNAPICache

      """
    var sink = DiagnosticSink()
    let tree = OutputTree([OutputTree.File(path: "M/A.swift", bytes: Array(text.utf8))], into: &sink)
    #expect(tree.products.map(\.module) == ["M"])
    #expect(
      tree.products.first?.products == [
        "WGNAPIFormats", "WGNAPIResponses", "WGNAPIRetry", "WGNAPIRuntime", "WGNAPIStreams",
      ])
  }
}
