import Testing
import WGNAPIJSON

@testable import SpecInference
@testable import TrafficEvidence

/// Words in paths that are identifiers, by their form.
struct IdentifierWordTests {
  private static let api = "https://api.example.com"
  private static let parcels = (0..<20).map {
    "PX-\("ABCDEFGH".dropFirst($0 % 8).prefix(1))\(100 + $0)-\(3000 + $0 * 7)"
  }

  private func endpoints(_ har: HAR) -> [String] {
    har.infer().text.split(separator: "\n").map { $0.trimming }.filter { line in
      ["get: ", "post: ", "delete: "].contains(where: line.hasPrefix)
    }.sorted()
  }

  /// Neither the method nor what is answered counts.
  @Test func wordsOfTheSameFormAreOneParameter() {
    var har = HAR()
    for (number, parcel) in Self.parcels.enumerated() {
      switch number % 3 {
      case 0: har.add("DELETE", "\(Self.api)/p/\(parcel)", status: 204)
      case 1: har.add("\(Self.api)/p/\(parcel)/events", response: [["at": 1]])
      default: har.add("\(Self.api)/p/\(parcel)", response: number % 2 == 0 ? ["a": 1] : ["a": 1, "b": "x"])
      }
    }
    har.add("\(Self.api)/p/search", response: ["found": 3])
    har.add("\(Self.api)/other", response: ["a": 1])
    #expect(
      endpoints(har) == [
        "delete: \"p/{id}\"", "get: \"p/{id}\"", "get: \"p/{id}/events\"", "get: other", "get: p/search",
      ])
  }

  @Test(arguments: [
    (["tt0111161", "tt0068646"], true), (["report-2023", "report-2024"], true),
    (["b11", "b12", "b23", "b41", "b57"], true), (["step1", "step2", "step3", "step4", "step5"], false),
    (["md5", "sha1", "sha256", "sha512", "base64"], false), (["iso8601", "rfc3339"], false),
    (["v1", "v2", "v3", "v4", "v5", "v6"], false), (["v20230101", "v20240601"], false),
    (["oauth2", "utf-8"], false),
    (["war-and-peace", "the-idiot", "dead-souls"], false),
  ])
  func numbersOfWords(words: [String], areIdentifiers: Bool) {
    var har = HAR()
    for word in words { har.add("\(Self.api)/things/\(word)", response: [JSON(integerLiteral: 1)]) }
    har.add("\(Self.api)/other", response: ["a": 1])
    #expect(
      endpoints(har).contains { $0.contains("{id}") || $0.contains("{thing}") } == areIdentifiers,
      "\(endpoints(har))")
  }

  @Test(arguments: [
    ("HtJvaYALubyNLOidOOvDwR", true), ("abGkQzRtYpLmNwXcVbHjKdSf", true),
    ("getUserByIdAndName", false), ("getOAuth2TokenV1", false),
    ("downloadPDFByTMXFile", false), ("PrometheusQueryRangeV2", false),
  ])
  func tokensAreToldByTheirWords(word: String, isToken: Bool) {
    var har = HAR()
    har.add("\(Self.api)/invite/\(word)", response: ["a": 1])
    har.add("\(Self.api)/other", response: ["a": 1])
    #expect(har.infer().text.contains(word) != isToken)
  }

  @Test func numbersWithZerosBeforeThemAreValues() {
    var har = HAR()
    for day in ["05", "09", "11", "15"] { har.add("\(Self.api)/reports/2026/11/\(day)", response: ["a": 1]) }
    har.add("\(Self.api)/other", response: ["a": 1])
    #expect(endpoints(har).count == 2, "\(endpoints(har))")
  }
}

extension Substring {
  fileprivate var trimming: String { String(drop { $0 == " " }) }
}
