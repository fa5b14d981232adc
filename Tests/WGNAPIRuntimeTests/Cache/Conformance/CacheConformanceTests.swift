import Foundation
import Testing

/// RFC 9111, requirement by requirement, as far as it is about a client's own cache.
@Suite struct CacheConformanceTests {
  @Test(arguments: CacheCase.all) func holds(_ tested: CacheCase) async {
    let problems = await CacheCaseRun.problems(tested)
    if let missing = tested.missing {
      #expect(tested.kind != .required, "a MUST isn't left out")
      #expect(!problems.isEmpty, "it holds, although it is said not to: \(missing)")
    } else {
      #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }
  }

  @Test func eachIsThereOnce() {
    let names = CacheCase.all.map { "\($0.section) \($0.name) \($0.steps)" }
    #expect(names.count == Set(names).count)
  }

  /// The table of the documentation has the numbers of these cases.
  @Test func thePageCounts() throws {
    let file = URL(fileURLWithPath: #filePath)
    let root = (0..<5).reduce(file) { url, _ in url.deletingLastPathComponent() }
    let page = try String(contentsOf: root.appendingPathComponent("docs/middleware.md"), encoding: .utf8)
    for row in Self.rows { #expect(page.contains(row + "\n"), "\(row)") }
  }

  private static let groups: [(name: String, cases: [CacheCase])] = [
    ("what is stored (3, 5.2.2.5)", CacheCase.storing),
    ("which fields are kept (3.1)", CacheCase.storedFields),
    ("which response is for which request (4)", CacheCase.reuse), ("`Vary` (4.1)", CacheCase.varying),
    ("`max-age` (4.2, 5.2.2)", CacheCase.lifetimes), ("`Expires` and dates (4.2, 5.3)", CacheCase.expiry),
    ("malformed `Cache-Control` (4.2.1)", CacheCase.malformed), ("`Age` (5.1)", CacheCase.ages),
    ("old responses (4.2.4, RFC 5861)", CacheCase.stale), ("validation (4.3)", CacheCase.validation),
    ("what a 304 changes (3.2, 4.3.4)", CacheCase.updates), ("invalidation (4.4)", CacheCase.invalidation),
    ("requests' directives (5.2.1)", CacheCase.requestDirectives),
    ("responses' directives (5.2.2)", CacheCase.responseDirectives),
    ("redirects (3, RFC 9110, 15.4)", CacheCase.redirects), ("all", CacheCase.all),
  ]

  /// For each group, how many cases of each kind hold.
  private static var rows: [String] {
    groups.map { name, cases in
      let counts = CacheCase.Kind.allCases.map { kind in
        let all = cases.filter { $0.kind == kind }
        let holding = all.filter { $0.missing == nil }
        return all.isEmpty ? "" : "\(holding.count) of \(all.count)"
      }
      return "| \(name) | \(counts.joined(separator: " | ")) |"
    }
  }
}
