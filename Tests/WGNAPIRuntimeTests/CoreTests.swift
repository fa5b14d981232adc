import Foundation
import Testing

/// What every client compiles knows no feature by name: a feature is in a target of its own, with its policy, its options, its
/// errors and what acts on them.
@Suite struct CoreTests {
  private static let core = ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport"]
  private static let features = [
    "WGNAPICache", "WGNAPIChains", "WGNAPIFeeds", "WGNAPIForms", "WGNAPIJSONRPC", "WGNAPILimits",
    "WGNAPIPages",
    "WGNAPIPartial", "WGNAPIPolicies", "WGNAPIQueue", "WGNAPIRecording", "WGNAPIResponses", "WGNAPIRetry",
    "WGNAPISecrets", "WGNAPIServers", "WGNAPIStore", "WGNAPIStreams", "WGNAPIWebhooks",
  ]

  @Test func theCoreNamesNoTypeOfAFeature() throws {
    let names = Set(try Self.features.flatMap(Self.code).flatMap(Self.publicTypes))
    #expect(
      names.isSuperset(of: ["CachePolicy", "ResponseCache", "RetryPolicy", "RateLimiter", "PaginationPolicy"])
    )
    for target in Self.core {
      for line in try Self.code(of: target) {
        let words = Set(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        #expect(words.isDisjoint(with: names), "\(target): \(line)")
      }
    }
  }

  /// The lines of a target, without comments.
  private static func code(of target: String) throws -> [String] {
    let folder = core.contains(target) ? "Core" : "Optional"
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Runtime/\(folder)/\(target)")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    }
  }

  /// The name of a public type that a line declares at the top level.
  private static func publicTypes(_ line: String) -> [String] {
    let words = line.split { !$0.isLetter && !$0.isNumber }
    guard line.hasPrefix("public "),
      let kind = words.firstIndex(where: { ["actor", "class", "enum", "protocol", "struct"].contains($0) }),
      words.indices.contains(kind + 1)
    else { return [] }
    return [String(words[kind + 1])]
  }
}
