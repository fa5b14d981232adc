import Testing

@testable import TrafficEvidence

/// Entries of HAR files that say something that can't be.
struct BrokenEntryTests {
  private static let good =
    #"{"request":{"method":"GET","url":"https://a.example/x"},"response":{"status":200,"content":{"text":"{}"}}}"#

  private func read(_ entry: String, _ latin1: Bool = false) -> TrafficReader {
    let text = "{\"log\":{\"entries\":[\n\(Self.good),\n\(entry),\n\(Self.good)]}}"
    return HAR.read(
      latin1 ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8))
  }

  @Test(arguments: [
    "https://a.example:99999/x", "https://a.example:0/x", "http://[::1]:70000/x", "https://a.example:https/x",
    "https://a.example:/x", "https://:80/x",
  ])
  func aServerThatCanNotBeIsReported(url: String) {
    let reader = read(Self.good.replacing("https://a.example/x", with: url))
    #expect(reader.collector.evidence.exchanges == 2)
    #expect(reader.problems.map(\.line) == [3])
    let reason = url.contains("//:") ? "has no host" : "has a port that isn't a number from 1 to 65535"
    #expect(reader.problems.map(\.message) == ["the URL of an entry \(reason), so the entry is left out"])
  }

  @Test(arguments: [
    "https://a.example:8443/x", "http://[::1]:8080/x", "https://[::1]/x", "https://b_c.example/x",
  ])
  func otherServersAreRead(url: String) {
    let reader = read(Self.good.replacing("https://a.example/x", with: url))
    #expect(reader.collector.evidence.exchanges == 3 && reader.problems.isEmpty)
  }
}
