import Diagnostics
import Testing

@testable import SpecYAML

/// Damages sample files at random, but always in the same way.
@Suite struct MutationTests {
  private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    /// SplitMix64.
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let samples = [
    """
    %YAML 1.2
    %TAG !e! tag:yaml.org,2002:
    --- # endpoints
    name: &name "account\\u002Finfo"
    base: &base {a: 1, b: [x, 'y', "z"], c: !!str 12}
    more:
      <<: [*base, {d: 4}]
      text: |+2
          literal

      folded: >-
        one
        two
      ? complex
      : *name
    list:
    - - 1
      - .5
    - {k: v, ? q, [a: b]: c}
    ...
    ---
    второй: документ 🚀
    """,
    "a: !!int 1\nb: &x [*x, *y]\nc: {<<: 3, a: 1, a: 2}\n",
    "{a: [b, {c: \"d\\n\\\n  e\", f: 'g''h'}, !e <i>], *j : &j k}",
  ]

  private static let fragments = [
    "[", "]", "{", "}", ": ", "- ", "? ", "&a ", "*a", "!!str ", "! ", "!<", "\"", "'", "|\n", ">1\n", "\n",
    "\t", "#",
    "%TAG ! x\n", "%YAML 1.1\n", "---\n", "...\n", "<<: ", "\\", "\r", "\u{0}", "\u{FEFF}", "\u{2028}", "é",
    "🚀", ",",
    "@", "`", "0o7", "~",
  ].map { Array($0.utf8) }

  private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let position = Int.random(in: 0...bytes.count, using: &generator)
    let length = Int.random(in: 0...min(8, bytes.count - position), using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.removeSubrange(position..<position + length)
    case 1: bytes.insert(contentsOf: Self.fragments.randomElement(using: &generator) ?? [], at: position)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
    case 3: bytes.insert(contentsOf: bytes[position..<position + length], at: 0)
    default: if position < bytes.count { bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
    }
  }

  private func check(_ bytes: [UInt8], limits: YAMLLimits = .default) {
    var sink = DiagnosticSink()
    let result = readYAML(bytes: bytes, file: "m.yaml", limits: limits, into: &sink)
    #expect(result.isComplete || sink.hasErrors, "\(String(decoding: bytes, as: UTF8.self))")
    for span in result.documents.map(\.span) + sink.diagnostics.compactMap(\.span) where !span.isUnknown {
      let isOrdered = span.start.offset <= span.end.offset && span.end.offset <= bytes.count * 2
      #expect(isOrdered && span.start.column > 0, "\(span) in \(bytes)")
    }
    let source = SourceText(bytes: bytes)
    for format in DiagnosticFormat.allCases {
      let printer = TextDiagnosticPrinter(source: { _ in source })
      #expect(
        format.print(sink.diagnostics, textPrinter: printer).isEmpty == (sink.isEmpty && format != .json))
    }
  }

  @Test(arguments: 0..<MutationTests.samples.count)
  func damagedFilesEndInATreeOrADiagnostic(sample: Int) {
    var generator = SeededGenerator(state: UInt64(sample) + 1)
    let original = Array(Self.samples[sample].utf8)
    for _ in 0..<1500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) { mutate(&bytes, using: &generator) }
      check(bytes)
    }
  }

  @Test func randomFragments() {
    var generator = SeededGenerator(state: 7)
    let limits = YAMLLimits(fileSize: 400, depth: 6, nodeCount: 50, scalarLength: 20, errorCount: 5)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...40, using: &generator)
      check(
        (0..<count).flatMap { _ in Self.fragments.randomElement(using: &generator) ?? [] }, limits: limits)
    }
  }

  @Test func randomUTF16() {
    var generator = SeededGenerator(state: 8)
    for _ in 0..<300 {
      var bytes: [UInt8] =
        [0xFF, 0xFE] + Self.samples[0].utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      for _ in 0..<Int.random(in: 0...4, using: &generator) { mutate(&bytes, using: &generator) }
      check(bytes)
    }
  }

  @Test func everyPrefixOfASample() {
    let original = Array(Self.samples[0].utf8)
    for length in 0...original.count { check(Array(original[..<length])) }
  }
}
