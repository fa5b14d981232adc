import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Where errors have their codes if bodies differ, and which codes are listed.
@Suite struct InferredErrorTests {
  private static let api = "https://api.example.com/v1"

  private static func list(_ code: String) -> JSON {
    ["errors": [["status": "404", "code": .string(code), "detail": "no such thing"]]]
  }

  /// Infers a spec of two endpoints, of which one has failures with 404 and the other one with 423.
  private func text(_ missing: [JSON], _ locked: [JSON]) throws -> String {
    var har = HAR()
    for number in 0..<6 {
      for path in ["t", "u"] { har.add("\(Self.api)/\(path)/\(number)", response: [path: 1]) }
    }
    for body in missing { har.add("\(Self.api)/t/99", status: 404, response: body) }
    for body in locked { har.add("\(Self.api)/u/99", status: 423, response: body) }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    let drift = try OwnTrafficTests.drift(har, spec)
    #expect(drift == [], "\(drift)")
    return spec.text
  }

  @Test func codesInLists() throws {
    let text = try text((0..<6).map { _ in Self.list("not_found") } + [Self.list("gone_away")], [])
    #expect(text.contains("code: errors.code, message: errors.detail"), "\(text)")
    #expect(text.contains("errors: {gone_away: null, not_found: null}"), "\(text)")
  }

  /// Codes in the rarer form can't be read, so they aren't listed.
  @Test(arguments: [(12, 3), (3, 12)]) func theFormOfMostBodies(lists: Int, others: Int) throws {
    let text = try text(
      (0..<lists).map { _ in Self.list("not_found") },
      (0..<others).map { _ in ["code": "LOCKED", "message": "some words"] })
    let areLists = lists > others
    #expect(
      text.contains(areLists ? "code: errors.code, message: errors.detail" : "code: code, message: message"),
      "\(text)")
    #expect(text.contains("errors: {not_found: null}") == areLists, "\(text)")
    #expect(text.contains("errors: {LOCKED: null}") != areLists, "\(text)")
    #expect(!text.contains("which have another form"), "\(text)")
  }

  /// A list of details is about parts of the request, and the code is beside it.
  @Test func codesBesideDetails() throws {
    let text = try text(
      [Self.list("not_found"), ["error": "invalid_grant", "error_description": "x y"]],
      (0..<3).map { _ in
        ["title": "Locked", "code": "LOCKED", "detail": "x y", "errors": [["field": "a", "message": "b c"]]]
      })
    #expect(text.contains("code: code, message: detail"), "\(text)")
    #expect(text.contains("errors: {LOCKED: null}"), "\(text)")
    #expect(!text.contains("invalid_grant") && !text.contains("{not_found: null}"), "\(text)")
  }

  /// Bodies that would make the code unreadable are left out: an error can't be a word and an object.
  @Test func formsThatExcludeEachOther() throws {
    var har = HAR()
    for number in 0..<6 { har.add("\(Self.api)/t/\(number)", response: ["t": 1]) }
    for _ in 0..<4 {
      har.add("\(Self.api)/t/98", status: 404, response: ["error": ["code": "NOT_FOUND", "message": "x y"]])
    }
    har.add("\(Self.api)/t/99", status: 400, response: ["error": "bad_request"])
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(spec.text.contains("code: error.code, message: error.message"), "\(spec.text)")
    #expect(spec.text.contains("without the bodies of 400, which have another form"), "\(spec.text)")
    #expect(!spec.text.contains("bad_request"), "\(spec.text)")
  }
}
