import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Compares real responses of World of Tanks with its spec, which is damaged on purpose.
@Suite(.enabled(if: Captured.folder != nil, "needs captured/ in a folder 'shared' next to the package"))
struct CapturedDriftTests {
  /// What is damaged, and what a report must say of it.
  static let damages: [(file: String, old: String, new: String, kind: DifferenceKind, says: String)] = [
    (
      "WOT/account.yaml", "{account_id: AccountID, nickname: string}", "{account_id: AccountID}", .newKey,
      "PlayerMatch: new key 'nickname': 97 of 97; add 'nickname?: string' to 'properties'"
    ),
    (
      "WOT/account.yaml", "      nickname: string\n", "      nickname: {type: string, maxLength: 2}\n",
      .limit,
      "beyond 'maxLength: 2': 1 of 1; write 'maxLength: "
    ),
    (
      "WOT/account.yaml", "      global_rating:", "      missing_here: string\n      global_rating:",
      .missingKey,
      "Player.missing_here: the required key is missing: 1 of 1; write a '?' after the key"
    ),
    (
      "WOT/account.yaml", "client_language: {type: string,", "client_language: {type: integer,", .otherType,
      "Player.client_language: a string, which the spec doesn't allow: 1 of 1"
    ),
    (
      "WOT/account.yaml", "ban_info: {type: string?,", "ban_info: {type: string,", .null,
      "PlayerPrivateData.ban_info: null: 1 of 1; write a '?' after the type"
    ),
    (
      "WOT/encyclopedia-vehicles.yaml", "usa, ussr]", "usa]", .newValue,
      "Nation: new value: 'ussr' (1): 1 of 1; add ussr to 'enum'"
    ),
    (
      "WargamingTanks/tanks.yaml", "      mediumTank: mediumTank\n", "", .newValue,
      "VehicleType: new value: 'mediumTank' (1): 1 of 1; add mediumTank to 'enum'"
    ),
    (
      "WOT/ratings.yaml", "path: ratings/accounts/", "path: ratings/players/", .newEndpoint,
      "GET /wot/ratings/accounts: the spec has no such endpoint: 1 of 28"
    ),
  ]

  static func specs() throws -> DriftingSpec {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Specs")
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasPrefix("WOT/") || path.hasPrefix("Wargaming") {
      guard path.hasSuffix(".yaml") else { continue }
      files[path] = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
    return DriftingSpec(files: files)
  }

  static func drift(_ spec: DriftingSpec) throws -> DriftReport {
    let check = DriftCheck(try spec.api())
    var collector = Collector()
    for response in try Captured.answers() {
      var exchange = try #require(
        TrafficExchange(method: "GET", url: "/wot/\(response.path)/", status: 200))
      exchange.hasRequest = false
      exchange.response = TrafficBody(try response.body.encoded(), mediaType: "application/json")
      collector.add(exchange)
      check.add(exchange)
    }
    return check.report(collector)
  }

  @Test func evidenceOfRealResponsesIsAsTheSpecSays() throws {
    var collector = Collector()
    for response in try Captured.answers() {
      var exchange = try #require(TrafficExchange(method: "GET", url: "/wot/\(response.path)/", status: 200))
      exchange.response = TrafficBody(try response.body.encoded(), mediaType: "application/json")
      collector.add(exchange)
    }
    let check = DriftCheck(try Self.specs().api())
    check.add(collector.evidence)
    let drift = check.report(collector).drift
    #expect(drift.isEmpty, "\(drift.map { "\($0.label): \($0.message)" })")
  }

  @Test func realResponsesAreAsTheSpecSays() throws {
    let report = try Self.drift(Self.specs())
    #expect(report.matched == report.exchanges && report.matched > 20)
    #expect(report.drift.isEmpty, "\(report.diagnostics(withUnseen: false).map(\.message))")
  }

  @Test func eachDamageIsNamedOnceAndMended() throws {
    let original = try Self.specs()
    var spec = original
    for damage in Self.damages {
      let text = try #require(spec.files[damage.file])
      #expect(text.ranges(of: damage.old).count == 1, "\(damage.old)")
      spec.files[damage.file] = text.replacing(damage.old, with: damage.new)
    }
    var report = try Self.drift(spec)
    let messages = report.diagnostics(withUnseen: false).map(\.message)
    for damage in Self.damages {
      let found = zip(report.drift, messages).filter {
        $0.0.kind == damage.kind && $0.1.contains(damage.says)
      }
      #expect(found.count == 1, "\(damage.says) in \(messages)")
    }
    #expect(messages.count == Self.damages.count, "\(messages)")
    spec.fix(&report)
    // Types are for people to decide.
    #expect(report.drift.map(\.kind) == [.otherType, .newEndpoint])
    let second = try Self.drift(spec)
    #expect(second.drift.map(\.kind) == [.otherType, .newEndpoint])
    // The generator accepts what was written.
    var sink = DiagnosticSink()
    let files = spec.files.sorted { $0.key < $1.key }.map {
      SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8))
    }
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    sink.append(contentsOf: generate(specs: files, templates: templates, threads: 1).1)
    #expect(!sink.hasErrors)
  }
}
