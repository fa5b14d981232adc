import Testing

@testable import Diagnostics

@Suite struct ScalarIndexTests {
  private static let letters = ["a", "é", "坦", "🚀", "\u{301}", "b", "c"]

  private func text(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix(state: seed)
    return (0..<count).flatMap { _ in Array(Self.letters[Int(random.next() % 7)].utf8) }
  }

  @Test func findsScalarsFromAnyPosition() {
    for (seed, count) in [0, 1, 5, 300, 1_024, 5_000].enumerated() {
      let bytes = text(count, seed: UInt64(seed + 1))
      let index = ScalarIndex(bytes)
      let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
      for from in stride(from: 0, to: starts.count, by: 37) {
        for number in [0, 1, 2, 60, 1_000, 1_024, 2_047, starts.count] {
          let expected = from + number < starts.count ? starts[from + number] : bytes.count
          #expect(index.position(ofScalar: number, after: starts[from], in: bytes) == expected)
        }
      }
      #expect(index.position(ofScalar: 0, after: bytes.count, in: bytes) == bytes.count)
    }
  }

  /// Bytes that aren't UTF-8, of which continuation bytes count as part of what is before them.
  @Test func findsScalarsInAnyBytes() {
    var random = SplitMix(state: 9)
    let bytes = (0..<4_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let index = ScalarIndex(bytes)
    for start in stride(from: 0, to: bytes.count, by: 211) {
      let starts = (start..<bytes.count).filter { bytes[$0] & 0xC0 != 0x80 }
      for number in [0, 7, 1_500] {
        let expected = number < starts.count ? starts[number] : bytes.count
        #expect(index.position(ofScalar: number, after: start, in: bytes) == expected)
      }
    }
  }

  /// A document of one line shows a part of it for each mistake.
  @Test func looksAtAsManyBytesInALongTextAsInAShortOne() {
    func bytesLookedAt(_ count: Int) -> Int {
      let bytes = text(count, seed: 2)
      let index = ScalarIndex(bytes)
      let counted = CountedBytes(bytes)
      for scalar in stride(from: 0, to: count, by: count / 100) {
        _ = index.position(ofScalar: scalar, after: 0, in: counted)
      }
      return counted.count
    }
    let (short, long) = (bytesLookedAt(20_000), bytesLookedAt(160_000))
    #expect(short > 0 && long < 2 * short, "\(short) \(long)")
  }

  @Test func showsTheSamePartOfALineWhereverItIs() {
    let line = String(repeating: "é🚀a", count: 3_000)
    let printer = TextDiagnosticPrinter(
      maximumWidth: 60, source: { _ in SourceText("first: 1\n\(line)X\(line)\n") })
    let shown = printer.print(Diagnostic(.error, .yamlSyntax, "m", at: span("a", 2, 9_001, to: 9_002)))
    let lines = shown.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[1].contains("X"))
    let before = lines[1].prefix { $0 != "X" }.unicodeScalars.reduce(0) { $0 + ($1 == "🚀" ? 2 : 1) }
    #expect(lines[2].prefix { $0 != "^" }.count == before)
  }
}

/// The generator SplitMix64, seeded.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// Bytes that count how often one of them is asked for.
private final class CountedBytes: RandomAccessCollection {
  private let bytes: [UInt8]
  private(set) var count = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }

  subscript(position: Int) -> UInt8 {
    count += 1
    return bytes[position]
  }
}
