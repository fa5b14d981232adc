import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import Testing
import Thoroughness
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Whether everything in a text is still there in another one, but for what widens: no line is lost or moved, and a changed line
/// only has more in it, another number behind a limit, or `number` in place of `integer`.
func isKept(_ old: String, in new: String) -> Substring? {
  // Line ends are a part of lines.
  func lines(_ text: String) -> [Substring] {
    Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)[...]
    }
  }
  var rest = lines(new)[...]
  for line in lines(old) {
    guard let place = rest.firstIndex(where: { $0 == line || isWidened(line, $0) }) else { return line }
    rest = rest[(place + 1)...]
  }
  return nil
}

private func isWidened(_ old: Substring, _ new: Substring) -> Bool {
  func plain(_ line: Substring) -> Substring {
    line.replacing(#/(maxLength|maximum|minimum|minLength|maxItems): -?[0-9.]+/#) { "\($0.output.1): 0" }
      .replacing(#/\b(integer|number)\b/#, with: "number")[...]
  }
  let head = old.prefix { $0 == " " || $0 == "#" }
  guard new.hasPrefix(head), !old.allSatisfy({ $0 == " " }) else { return false }
  // Comments are kept whole.
  if let comment = old.firstRange(of: "#"), !new.hasSuffix(old[comment.lowerBound...]) { return false }
  var rest = plain(new)
  for character in plain(old) {
    guard let place = rest.firstIndex(of: character) else { return false }
    rest = rest[rest.index(after: place)...]
  }
  return true
}

struct MergeKeepsTests {
  // MARK: Random edits

  /// An edit as people make them; it may turn out not to be YAML.
  private static func edited(_ text: String, _ random: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = Int.random(in: 1..<lines.count, using: &random)
    let line = lines[place]
    let indent = String(line.prefix { $0 == " " })
    switch Int.random(in: 0..<9, using: &random) {
    case 0: lines.insert("\(indent)# a comment: {odd} \(random.next() % 100)", at: place)
    case 1: lines.insert("", at: place)
    case 2: if !line.isEmpty, !line.contains("#") { lines[place] += "   # why: \"\(random.next() % 100)\"" }
    case 3:
      let name = ["Volume", "BookOfShop", "Item_2"].randomElement(using: &random) ?? ""
      return text.replacing(#/\bBook\b/#, with: name)
    case 4: return text.replacing("Author", with: "Writer")
    case 5: if line.hasSuffix(": string") { lines[place] = line.dropLast(6) + "'string'" }
    case 6:
      if line.hasSuffix(": string") {
        lines[place] = line.dropLast(6) + "{type: string, description: \"What: it's\"}"
      }
    case 7:
      // Another order.
      if place + 1 < lines.count, lines[place + 1].hasPrefix(indent),
        !lines[place + 1].hasPrefix(indent + " "),
        !lines[place].hasSuffix(":"), !lines[place + 1].hasSuffix(":")
      {
        lines.swapAt(place, place + 1)
      }
    default:
      if let endpoint = lines.firstIndex(of: "    get: books") {
        lines.insert("    cache: 5 min", at: endpoint + 1)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func isAccepted(_ spec: DriftingSpec) -> Bool {
    var sink = DiagnosticSink()
    let files = spec.files.sorted { $0.key < $1.key }.map {
      SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8))
    }
    return readAPI(files, into: &sink) != nil && !sink.hasErrors
  }

  private static func editedSpec(seed: Int) -> DriftingSpec {
    var random = SeededGenerator(seed: UInt64(seed))
    var spec = DriftTests.shop
    for _ in 0..<Int.random(in: 5..<30, using: &random) {
      var next = spec
      next.files["Shop/books.yaml"] = edited(spec.files["Shop/books.yaml"] ?? "", &random)
      if isAccepted(next) { spec = next }
    }
    if seed % 5 == 0 {
      spec.files["Shop/books.yaml"] = spec.files["Shop/books.yaml"]?.replacing("\n", with: "\r\n")
    }
    return spec
  }

  @Test(arguments: 1...6) func editsOfPeopleSurvive(seed: Int) throws {
    let spec = Self.editedSpec(seed: seed)
    let text = spec.files["Shop/books.yaml"] ?? ""
    let outcome = try spec.merge(MergeTests.traffic)
    let merged = spec.merged(outcome)
    let lost = isKept(text, in: merged.files["Shop/books.yaml"] ?? "")
    #expect(lost == nil, "\(text)\n=====\n\(merged.files["Shop/books.yaml"] ?? "")")
    #expect(merged.files["Shop/module.yaml"] == spec.files["Shop/module.yaml"])
    let report = try merged.drift(MergeTests.traffic)
    #expect(Set(report.drift.map(\.kind)).isSubset(of: [.newStatus]), "\(report.drift.map(\.message))")
    let second = try merged.merge(MergeTests.traffic)
    #expect(second.files.isEmpty)
  }

  @Test(arguments: 1...3) func nothingNewChangesNoByte(seed: Int) throws {
    let spec = Self.editedSpec(seed: seed)
    var har = HAR()
    har.add("https://api.example.com/v1/books?page=1", response: [DriftTests.book(), DriftTests.book()])
    har.add("https://api.example.com/v1/books/7", response: DriftTests.book())
    let outcome = try spec.merge(har)
    #expect(outcome.files.isEmpty && !outcome.isUnfinished, "\(outcome.report.drift) \(outcome.problems)")
  }
}

/// Merges real responses of World of Tanks into its spec, from which something is taken first.
@Suite(.enabled(if: Captured.folder != nil, "needs captured/ in a folder 'shared' next to the package"))
struct CapturedMergeTests {
  private static func reading(_ responses: [Captured.Response]) -> SpecMerge.Reading {
    { collector, observer in
      var reader = TrafficReader(collector, observer: observer)
      for response in responses {
        guard var exchange = TrafficExchange(method: "GET", url: "/wot/\(response.path)/", status: 200),
          let bytes = try? response.body.encoded()
        else { continue }
        exchange.hasRequest = false
        exchange.response = TrafficBody(bytes, mediaType: "application/json")
        reader.add(exchange)
      }
      return reader
    }
  }

  @Test(.thorough) func anEditedSpecSurvivesMoreResponses() throws {
    var spec = try CapturedDriftTests.specs()
    // What people do.
    for (path, text) in spec.files {
      spec.files[path] = text.replacing("PlayerMatch", with: "FoundPlayer").replacing(
        "VehicleType", with: "TankKind"
      )
      .replacing("\nschemas:\n", with: "\n# Reviewed: \"all\" of {these}.\nschemas:\n")
    }
    spec.files["WOT/account.yaml"] = spec.files["WOT/account.yaml"]?.replacing(
      "    path: account/list/\n", with: "    path: account/list/   # renamed in 2026\n    timeout: 20 s\n")
    // What more responses show.
    for damage in CapturedDriftTests.damages where damage.kind != .otherType {
      let old = damage.old.replacing("VehicleType", with: "TankKind")
      let text = try #require(spec.files[damage.file])
      #expect(text.ranges(of: old).count == 1, "\(old)")
      spec.files[damage.file] = text.replacing(old, with: damage.new)
    }
    let responses = try Captured.answers()
    let outcome = try spec.merge(module: "WOT", Self.reading(responses))
    #expect(
      outcome.problems.isEmpty && outcome.report.drift.isEmpty,
      "\(outcome.problems) \(outcome.report.drift.map(\.message))")
    #expect(outcome.endpoints == 1 && outcome.schemas <= 1)
    let merged = spec.merged(outcome)
    for (path, text) in spec.files {
      let new = try #require(merged.files[path])
      #expect(isKept(text, in: new) == nil, "\(path)")
      let (old, lines) = (text.split(separator: "\n"), new.split(separator: "\n"))
      #expect(lines.count - old.count < 60, "\(path): \(lines.count - old.count) more lines")
    }
    print(merged.files["WOT/ratings.yaml"]?.suffix(2500) ?? "")
    // Nothing else is different, and the same again changes nothing.
    #expect(try CapturedDriftTests.drift(merged).drift.isEmpty)
    #expect(try merged.merge(module: "WOT", Self.reading(responses)).files.isEmpty)
    // With half of the responses first, the other half adds what is missing.
    let half = try spec.merge(module: "WOT", Self.reading(Array(responses.prefix(responses.count / 2))))
    let whole = try spec.merged(half).merge(
      module: "WOT", Self.reading(Array(responses.suffix(responses.count / 2 + 1))))
    #expect(try CapturedDriftTests.drift(spec.merged(half).merged(whole)).drift.isEmpty)
  }
}
