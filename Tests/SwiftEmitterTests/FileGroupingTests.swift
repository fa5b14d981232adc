import Diagnostics
import Testing

@testable import SwiftEmitter

@Suite struct FileGroupingTests {
  /// Types of two spec files, in two folders.
  private func pieces(_ count: Int) -> [FilePiece] {
    (0..<count).map { number in
      FilePiece(
        folder: number.isMultiple(of: 3) ? "Requests" : "Models", name: "Thing\(number)",
        source: number < count / 2 ? "a.yaml" : "b.yaml"
      ) { _ in .init(texts: []) }
    }
  }

  /// The names in each file, by the file's path.
  private func files(_ pieces: [FilePiece]) -> [String: [String]] {
    let files = FileGrouping(pieces).files.map { ($0.path, $0.pieces.map(\.name)) }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @Test func smallModulesHaveAFilePerType() {
    let files = files(pieces(FileGrouping.mostFiles))
    #expect(files.count == FileGrouping.mostFiles)
    #expect(files["Models/Thing1.swift"] == ["Thing1"])
  }

  @Test func largeModulesHaveSeveralTypesInAFile() {
    let pieces = pieces(2_000)
    let groups = FileGrouping(pieces).files
    #expect((60...250).contains(groups.count))
    #expect(groups.flatMap(\.pieces).map(\.name).sorted() == pieces.map(\.name).sorted())
    for group in groups {
      #expect(group.pieces.allSatisfy { $0.folder == group.first.folder && $0.source == group.first.source })
      #expect(group.pieces.count < 160)
    }
  }

  @Test(arguments: ["Alpha", "Thing77b", "Zulu", "Thing1000000"])
  func aNewTypeChangesOneGroup(name: String) {
    let pieces = pieces(2_000)
    let added = FilePiece(folder: "Models", name: name, source: "a.yaml") { _ in .init(texts: []) }
    let (before, after) = (files(pieces), files(pieces + [added]))
    // The group that it falls into, which may be cut in two or begin with it.
    #expect(after.filter { before[$0.key] != $0.value }.count <= 2)
    #expect(before.filter { after[$0.key] != $0.value }.count <= 1)
  }

  @Test func theOrderOfTheSpecDoesNotMatter() {
    let pieces = pieces(1_000)
    #expect(files(pieces) == files(pieces.reversed()))
  }
}
