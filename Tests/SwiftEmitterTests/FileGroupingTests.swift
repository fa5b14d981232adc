import Testing

@testable import SwiftEmitter

@Suite struct FileGroupingTests {
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private func piece(_ name: String, lines: Int, folder: String = "Models", source: String = "a.yaml")
    -> FilePiece
  {
    // The empty line before it is the other one.
    FilePiece(
      folder: folder, name: name, source: source,
      texts: [Array(repeating: "line", count: lines - 1).joined(separator: "\n")])
  }

  /// A type of 10 to 80 lines.
  private func piece(using numbers: inout Numbers) -> FilePiece {
    let words = ["Clan", "Player", "Tank", "Vehicle"]
    return piece(
      words[Int.random(in: 0..<4, using: &numbers)] + "\(UInt32.random(in: 0 ... .max, using: &numbers))",
      lines: .random(in: 10...80, using: &numbers),
      folder: Bool.random(using: &numbers) ? "Models" : "Requests",
      source: Bool.random(using: &numbers) ? "a.yaml" : "b.yaml")
  }

  private func pieces(_ count: Int, using numbers: inout Numbers) -> [FilePiece] {
    (0..<count).map { _ in piece(using: &numbers) }
  }

  /// What is in each file, by the file's path.
  private func files(_ pieces: [FilePiece]) -> [String: [String]] {
    let files = FileGrouping(pieces).files.map { ($0.path, $0.pieces.map { "\($0.name) \($0.lines)" }) }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @Test func smallTypesOfASpecFileShareAFile() {
    let pieces = [
      piece("Zebra", lines: 100), piece("Ant", lines: 100), piece("Bee", lines: 90),
      piece("Cow", lines: 10, source: "b.yaml"), piece("Dog", lines: 10, folder: "Requests"),
    ]
    #expect(
      files(pieces) == [
        "Models/Ant.swift": ["Ant 100", "Bee 90", "Zebra 100"], "Models/Cow.swift": ["Cow 10"],
        "Requests/Dog.swift": ["Dog 10"],
      ])
    #expect(FileGrouping([]).files.isEmpty)
  }

  @Test func aTypeThatIsTooLongIsAlone() {
    let long = piece("Long", lines: 391)
    let short = ["Ant", "Bee", "Yak", "Zebra"].map { piece($0, lines: 80) }
    #expect(
      files(short + [long]) == [
        "Models/Ant.swift": ["Ant 80", "Bee 80"], "Models/Long.swift": ["Long 391"],
        "Models/Yak.swift": ["Yak 80", "Zebra 80"],
      ])
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func filesHaveAboutTwoHundredLines(seed: UInt64) {
    var numbers = Numbers(state: seed)
    let pieces = pieces(500, using: &numbers)
    let groups = FileGrouping(pieces).files
    #expect(groups.flatMap(\.pieces).map(\.name).sorted() == pieces.map(\.name).sorted())
    for group in groups {
      #expect(group.pieces.allSatisfy { $0.folder == group.first.folder && $0.source == group.first.source })
      #expect(group.pieces.map(\.name) == group.pieces.map(\.name).sorted())
      #expect(group.pieces.reduce(0) { $0 + $1.lines } <= 390)
    }
    let average = pieces.reduce(0) { $0 + $1.lines } / groups.count
    #expect((160...250).contains(average))
  }

  @Test func largeModulesHaveLongerFiles() {
    var numbers = Numbers(state: 1)
    let pieces = pieces(5_000, using: &numbers)
    let grouping = FileGrouping(pieces)
    #expect(pieces.reduce(0) { $0 + $1.lines } > 156_000 && grouping.mostLines == 3_120)
    #expect((60...200).contains(grouping.files.count))
    #expect(grouping.files.allSatisfy { $0.pieces.reduce(0) { $0 + $1.lines } <= 3_120 })
  }

  /// Adds, removes or lengthens a type, and counts the files that differ.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func changesAreLocal(seed: UInt64) {
    var numbers = Numbers(state: seed)
    let pieces = pieces(500, using: &numbers)
    let before = files(pieces)
    var counts: [Int] = []
    for change in 0..<60 {
      var changed = pieces
      let position = Int.random(in: 0..<pieces.count, using: &numbers)
      let old = changed.remove(at: position)
      switch change % 3 {
      case 0: changed += [old, piece(using: &numbers)]
      case 1: break
      default: changed.append(piece(old.name, lines: old.lines + 5, folder: old.folder, source: old.source))
      }
      let after = files(changed)
      counts.append(
        max(after.count { before[$0.key] != $0.value }, before.count { after[$0.key] != $0.value }))
    }
    #expect(counts.allSatisfy { (1...5).contains($0) })
    #expect(counts.count { $0 <= 3 } >= 57)
    #expect(counts.reduce(0, +) <= 90)
  }

  @Test func theOrderOfTheSpecDoesNotMatter() {
    var numbers = Numbers(state: 1)
    let pieces = pieces(1_000, using: &numbers)
    #expect(files(pieces) == files(pieces.reversed()))
    #expect(files(pieces) == files(pieces.shuffled(using: &numbers)))
  }
}
