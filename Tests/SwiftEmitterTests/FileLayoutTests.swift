import Diagnostics
import Testing

@testable import SwiftEmitter

@Suite struct FileLayoutTests {
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private func piece(
    _ name: String, lines: Int, file: String = "Account", section: FilePiece.Place.Section = .models,
    at line: Int = 1, of spec: String = "a.yaml"
  ) -> FilePiece {
    let start = SourceLocation(line: line, column: 1, offset: line)
    // The empty line before it is the other one.
    return FilePiece(
      file: file, section: section, at: SourceSpan(file: spec, start: start, end: start), name: name,
      texts: [Array(repeating: "line", count: lines - 1).joined(separator: "\n")])
  }

  /// Types of 10 to 80 lines in two files, each at a place of its own.
  private func pieces(_ count: Int, using numbers: inout Numbers) -> [FilePiece] {
    let words = ["Clan", "Player", "Tank", "Vehicle"]
    return (0..<count).map { position in
      piece(
        words[Int.random(in: 0..<4, using: &numbers)] + "\(UInt32.random(in: 0 ... .max, using: &numbers))",
        lines: .random(in: 10...80, using: &numbers),
        file: Bool.random(using: &numbers) ? "Account" : "Models",
        section: Bool.random(using: &numbers) ? .models : .requests, at: position * 10)
    }
  }

  /// What is in each file, by the file's name.
  private func files(_ pieces: [FilePiece]) -> [String: [String]] {
    let files = FileLayout(pieces).files.map { ($0.name, $0.pieces.map { "\($0.name) \($0.lines)" }) }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @Test func requestsComeBeforeModelsInTheOrderOfTheSpec() {
    let pieces = [
      piece("Ant", lines: 100, at: 40), piece("Zebra", lines: 100, at: 30),
      piece("Yak", lines: 20, section: .requests, at: 9),
      piece("Bear", lines: 20, section: .requests, at: 10),
      piece("Cow", lines: 10, file: "Clans", at: 5),
    ]
    #expect(
      files(pieces) == [
        "Account": ["Yak 20", "Bear 20", "Zebra 100", "Ant 100"], "Clans": ["Cow 10"],
      ])
    #expect(FileLayout([]).files.isEmpty)
  }

  /// Names that differ only in their numbers don't become files of one type each.
  @Test func numberedNamesAreSpread() {
    let pieces = (0..<300).map { piece("Thing\($0)", lines: 61, at: $0 * 10) }
    #expect((10...30).contains(FileLayout(pieces).files.count))
  }

  @Test func aFileNamesItsSpecsInTheirOrder() {
    let pieces = [
      piece("Ant", lines: 10, of: "b.yaml"), piece("Bee", lines: 10, section: .requests, of: "c.yaml"),
      piece("Cow", lines: 10, of: "a.yaml"), piece("Dog", lines: 10, of: "b.yaml"),
    ]
    #expect(FileLayout(pieces).files.map(\.sources) == [["c.yaml", "a.yaml", "b.yaml"]])
  }

  @Test func aLongTypeIsNotCut() {
    #expect(files([piece("Long", lines: 5_000)]) == ["Account": ["Long 5000"]])
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func longFilesAreCut(seed: UInt64) {
    var numbers = Numbers(state: seed)
    let pieces = pieces(500, using: &numbers)
    let files = FileLayout(pieces).files
    #expect(files.flatMap(\.pieces).map(\.name).sorted() == pieces.map(\.name).sorted())
    #expect(files.count > 10)
    for file in files {
      #expect(file.pieces.reduce(0) { $0 + $1.lines } <= 2_000)
      let whole = file.name.prefix { $0 != "+" }
      #expect(file.pieces.allSatisfy { $0.file == whole })
      #expect(file.name == whole || file.name == "\(whole)+\(file.pieces[0].name)")
      for (piece, next) in zip(file.pieces, file.pieces.dropFirst()) { #expect(piece.place < next.place) }
    }
    #expect(Set(files.map(\.name)).isSuperset(of: ["Account", "Models"]))
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
      let line = old.place.span.start.line
      switch change % 3 {
      case 0: changed += [old, piece("New\(change)", lines: 40, file: old.file, at: line + 5)]
      case 1: break
      default:
        changed.append(
          piece(old.name, lines: old.lines + 5, file: old.file, section: old.place.section, at: line))
      }
      let after = files(changed)
      counts.append(
        max(after.count { before[$0.key] != $0.value }, before.count { after[$0.key] != $0.value }))
    }
    // A type before which the file is cut takes the cut with it, and the part around it may be cut elsewhere.
    #expect(counts.allSatisfy { (1...4).contains($0) })
    #expect(counts.reduce(0, +) <= 70)
  }

  @Test func theOrderInWhichPiecesAreReadDoesNotMatter() {
    var numbers = Numbers(state: 1)
    let pieces = pieces(1_000, using: &numbers)
    #expect(files(pieces) == files(pieces.reversed()))
    #expect(files(pieces) == files(pieces.shuffled(using: &numbers)))
  }
}
