import Foundation
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

  @Test(arguments: [#""200""#, "200.0", "2e2", #""200.0""#, #"" 200 ""#])
  func numbersMayBeTexts(status: String) {
    let reader = read(Self.good.replacing("200", with: status))
    #expect(reader.problems.isEmpty, "\(reader.problems)")
    #expect(reader.collector.evidence.exchanges == 3)
    #expect(reader.collector.evidence.leftOut.isEmpty, "\(reader.collector.evidence.leftOut)")
  }

  @Test(arguments: [#""OK""#, "[200]", "2.5", "true"])
  func aStatusThatIsNoNumberIsReported(status: String) {
    let reader = read(Self.good.replacing("200", with: status))
    #expect(reader.collector.evidence.exchanges == 2)
    #expect(reader.problems.map(\.line) == [3])
    #expect(
      reader.problems.map(\.message) == ["the status of an entry isn't a number, so the entry is left out"])
  }

  @Test(arguments: ["null", "0", "-1", #""""#])
  func aRequestWithoutAResponseIsNoProblem(status: String) {
    let reader = read(Self.good.replacing("200", with: status))
    #expect(reader.problems.isEmpty, "\(reader.problems)")
    #expect(reader.collector.evidence.leftOut == ["requests without a response": 1])
  }

  @Test func aFileInLatin1IsReported() {
    let entry = Self.good.replacing("\"{}\"", with: #""{\"title\":\"Käse\"}""#)
    let reader = read(entry, true)
    #expect(reader.collector.evidence.exchanges == 2)
    #expect(reader.problems.map(\.line) == [3])
    let byte = 20 + Self.good.utf8.count + 2 + entry.utf8.prefix { $0 != 0xC3 }.count
    #expect(
      reader.problems.map(\.message) == [
        "an entry isn't UTF-8 (byte \(byte)), so it is left out; save the file as UTF-8"
      ])
    // UTF-8 is read, and a mistake before such a byte comes first.
    #expect(read(entry).problems.isEmpty)
    let broken = read(entry.replacing("\"GET\"", with: "nope"), true)
    #expect(broken.problems.first?.message.hasPrefix("an entry isn't JSON (byte ") == true)
  }

  @Test func aResponseInLatin1IsReported() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Array("{\n\"title\": \"K".utf8) + [0xE4] + Array("se\"}".utf8)).write(to: file)
    var reader = TrafficReader()
    reader.read(file.path)
    #expect(reader.problems.map(\.message) == ["expected UTF-8 (byte 13)"])
    #expect(reader.problems.map(\.line) == [2])
  }
}
