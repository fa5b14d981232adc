import APIModel
import Diagnostics
import Testing

/// Names that stand for other names, in chains of any length and in circles.
@Suite struct NameChainTests {
  /// Names that each lead to at most one other, with circles.
  private func chains(_ count: Int, seed: UInt64) -> [String: String] {
    var random = SplitMix(state: seed)
    var next: [String: String] = [:]
    for number in 0..<count where random.next() % 8 != 0 {
      next["n\(number)"] = "n\(Int(random.next() % UInt64(count)))"
    }
    return next
  }

  private func names(_ count: Int) -> [String] { (0..<count).map { "n\($0)" } }

  @Test(arguments: 1...40)
  func findsTheEnds(seed: UInt64) {
    let count = Int(seed)
    let next = chains(count, seed: seed)
    let ends = chainEnds(of: names(count), next: { next[$0] }, last: { [$0] }, before: { [$0] + $1 })
    for name in names(count) {
      var path = [name]
      while let other = next[path[path.count - 1]], path.count <= count { path.append(other) }
      #expect(ends[name] == (path.count <= count ? path : nil), "\(next)")
    }
  }

  /// A chain whose last name has no value has none, wherever it is begun.
  @Test(arguments: [["a", "b"], ["b", "a"]])
  func chainsWithoutAValueHaveNoEnd(names: [String]) {
    let ends = chainEnds(
      of: names, next: { $0 == "a" ? "b" : nil }, last: { $0 == "b" ? nil : $0 }, before: { $1 })
    #expect(ends == [:])
  }

  @Test(arguments: 1...40)
  func findsCircles(seed: UInt64) {
    var random = SplitMix(state: seed)
    let count = Int(seed)
    var targets: [String: [String]] = [:]
    for name in names(count) {
      targets[name] = (0..<Int(random.next() % 3)).map { _ in "n\(Int(random.next() % UInt64(count)))" }
    }
    let circular = namesInCircles(names(count)) { targets[$0] ?? [] }
    for name in names(count) {
      var seen: Set<String> = []
      var pending = targets[name] ?? []
      while let other = pending.popLast() {
        if seen.insert(other).inserted { pending += targets[other] ?? [] }
      }
      #expect(circular.contains(name) == seen.contains(name), "\(name) \(targets)")
    }
  }

  @Test func looksAtEachNameOnce() {
    let count = 2_000
    var (links, targets) = (0, 0)
    func next(_ name: String) -> String? {
      links += 1
      return name == "n0" ? nil : "n\((Int(name.dropFirst()) ?? 0) - 1)"
    }
    let ends = chainEnds(of: names(count), next: next, last: { $0 }, before: { $1 })
    #expect(ends.count == count && ends.values.allSatisfy { $0 == "n0" })
    #expect(links == count)
    let circular = namesInCircles(names(count)) { name in
      targets += 1
      return [name == "n0" ? "n\(count - 1)" : "n\((Int(name.dropFirst()) ?? 0) - 1)"]
    }
    #expect(circular.count == count)
    #expect(targets == count)
  }

  private func named(_ name: String, _ change: (inout Schema) -> Void) -> NamedSchema {
    let span = SourceSpan.unknown(file: "a")
    var schema = Schema(span: span)
    change(&schema)
    return NamedSchema(name: Name(name, span: span), schema: schema)
  }

  private func reference(to name: String) -> Name { Name(name, span: .unknown(file: "a")) }

  /// The properties of the names in between count, and parts of objects and circles are no chains.
  @Test func resolvesChainsWithTheirProperties() throws {
    let schemas = [
      named("A") { $0.reference = reference(to: "B") },
      named("B") {
        $0.reference = reference(to: "C")
        $0.isNullable = true
      },
      named("C") {
        $0.reference = reference(to: "D")
        $0.isNewtype = true
      },
      named("D") { $0.types = [.string] },
      named("X") { $0.reference = reference(to: "Y") },
      named("Y") { $0.reference = reference(to: "X") },
      named("Z") { $0.reference = reference(to: "Missing") },
    ]
    let index = SchemaIndex(schemas)
    func resolved(_ name: String) throws -> ResolvedSchema { index.resolved(try #require(index[name])) }
    #expect(try resolved("A").schema.types == [.string])
    #expect(try resolved("A").isNullable && resolved("A").isNewtype)
    #expect(try resolved("C").isNullable == false && resolved("C").isNewtype)
    #expect(try resolved("D").isNullable == false && resolved("D").isNewtype == false)
    #expect(try resolved("X").schema.reference != nil)
    #expect(try resolved("Z").schema.reference?.text == "Missing")
  }
}
