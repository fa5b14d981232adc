import Diagnostics
import Testing

@testable import SpecChanges

/// What clients do otherwise, and where the specs say it.
@Suite struct BehaviourChangeTests {
  /// The module's settings begin at line 5.
  private static func spec(_ settings: String, _ parameters: String = "sort?: string") -> String {
    """
    wgnapi: 1
    module:
      summary: Shop
      servers: {main: "https://api.example.com/"}
    \(settings)endpoints:
      items: {get: items, parameters: {\(parameters)}, response: string}
      orders: {get: orders, response: string, retry: {attempts: 5}, cache: 1 min, timeout: 5s}

    """
  }

  private static func line(_ span: SourceSpan?) -> String { span.map { "\($0.start.line)" } ?? "none" }

  // MARK: Places

  /// A setting of the module is reported where it is written, and where it was if it is gone.
  @Test(arguments: [
    ("  limits: {application: 10/s}\n", "  limits: {application: 5/s}\n", "limits: 5, 5"),
    ("  limits: {application: 10/s}\n", "", "limits: 5, none"),
    ("", "  limits: {application: 10/s}\n", "limits: 3, 5"),
    ("  retry: {attempts: 3}\n", "  retry: {attempts: 4}\n", "retries: 5, 5"),
    ("  retry: {attempts: 3}\n", "", "retries: 5, none"),
    ("", "  retry: {attempts: 3}\n", "retries: 6, 5"),
    ("  cache: 10 min\n", "  cache: 20 min\n", "cache: 5, 5"),
    ("  timeout: 10s\n", "", "timeout: 5, none"),
    ("  headers: {X-App: a}\n", "  headers: {X-App: b}\n", "request: 5, 5"),
  ])
  func settingsOfTheModule(_ old: String, _ new: String, _ expected: String) throws {
    let changes = try ComparedVersions(Self.spec(old), Self.spec(new)).changes
    let found = changes.behaviour.map { change in
      "\(change.aspect.rawValue): \(Self.line(change.old)), \(Self.line(change.new))"
    }
    #expect(found == [expected])
    // GitHub shows annotations at files of the checkout only.
    #expect(changes.diagnostics.allSatisfy { $0.span?.file == "Shop/module.yaml" })
  }

  @Test func anEndpointInPlaceOfTheModule() throws {
    let changes = try ComparedVersions(
      Self.spec("  cache: 10 min\n"),
      Self.spec("").replacing("sort?: string}", with: "sort?: string}, cache: 20 min")
    ).changes
    #expect(
      changes.behaviour.map { "\(Self.line($0.old)), \(Self.line($0.new))" } == ["5, 6"])
  }

  @Test(arguments: [
    ("", "  access: internal\n", "3, 5"), ("  access: public\n", "  access: package\n", "5, 5"),
  ])
  func access(_ old: String, _ new: String, _ expected: String) throws {
    let changes = try ComparedVersions(Self.spec(old), Self.spec(new)).changes.breaking
    let lowered = changes.filter { $0.kind == .accessLowered }
    #expect(lowered.map { "\(Self.line($0.old)), \(Self.line($0.new))" } == [expected])
  }

  // MARK: Names on disk

  /// Stored responses and requests are found by the names of the module and the endpoint.
  @Test(
    arguments: [
      (", cache: 1 min", "a store's responses with the old name are fetched anew"),
      (", queue: true", "requests that wait in a queue with the old name become dead letters"),
      (
        ", cache: 1 min, queue: true",
        "a store's responses with the old name are fetched anew, and requests that wait in a queue with the old name become dead letters"
      ),
      ("", nil), (", cache: none", nil),
    ] as [(String, String?)])
  func namesOnDisk(_ policies: String, _ effect: String?) throws {
    func spec(_ name: String) -> String {
      Self.spec("").replacing("  items: {", with: "  \(name): {")
        .replacing("response: string}", with: "response: string\(policies)}").replacing(
          ", cache: 1 min, timeout", with: ", timeout")
    }
    let changes = try ComparedVersions(spec("items"), spec("goods")).changes.behaviour
    #expect(changes.map(\.after) == [effect.map { "has another name on disk: \($0)" }].compactMap(\.self))
    #expect(changes.allSatisfy { $0.aspect == .storage && $0.places == ["client.goods"] && !$0.uses.isEmpty })
    #expect(try ComparedVersions(spec("items"), spec("items")).changes.behaviour.isEmpty)
  }

  // MARK: Errors

  /// An app that catches a code compiles as long as the module has it.
  @Test func errorsOfAnEndpoint() throws {
    func spec(_ errors: String) -> String {
      """
      wgnapi: 1
      module:
        summary: Shop
        servers: {main: "https://api.example.com/"}
      envelopes:
        standard:
          properties: {status: string, "data?": payload, "error?": string, "code?": integer}
          failure: {when: {status: error}, code: code, message: error}
      endpoints:
        items: {get: items, envelope: standard, response: string, errors: {\(errors)}}
        others: {get: others, envelope: standard, response: string, errors: {404: NO_ITEMS}}

      """
    }
    let changes = try ComparedVersions(spec("404: NO_ITEMS"), spec("404: NO_ITEM, 410: GONE")).changes
    #expect(changes.breaking.isEmpty)
    let change = try #require(changes.behaviour.first)
    #expect(changes.behaviour.count == 1 && change.aspect == .errors)
    #expect(change.before == "fails with '404 NO_ITEMS'")
    #expect(change.after == "fails with '404 NO_ITEM' and '410 GONE'")
    #expect(!change.uses.isEmpty)
  }

  // MARK: Defaults

  /// What the service takes in place of an argument that an app leaves out.
  @Test(
    arguments: [
      ("sort?: string", "sort?: {type: string, default: age}", "has no default; the default is 'age'"),
      (
        "sort?: {type: string, default: price}", "sort?: {type: string, default: age}",
        "the default is 'price'; the default is 'age'"
      ),
      ("sort?: {type: string, default: price}", "sort?: string", "the default is 'price'; has no default"),
      (
        "sort?: {type: integer, default: 10}", "sort?: {type: integer, default: 20}",
        "the default is 10; the default is 20"
      ),
      (
        "sort: {type: integer, default: 10}", "sort: {type: integer, default: 20}",
        "the default is 10; the default is 20"
      ),
      ("sort?: {type: number, default: 1}", "sort?: {type: number, default: 1.0}", nil),
      // Apps pass it.
      ("sort: string", "sort?: {type: string, default: age}", nil),
      (
        "sort?: {type: string, default: a, secret: true}", "sort?: {type: string, default: b, secret: true}",
        nil
      ),
    ] as [(String, String, String?)])
  func defaults(_ old: String, _ new: String, _ expected: String?) throws {
    let changes = try ComparedVersions(Self.spec("", old), Self.spec("", new)).changes.behaviour
    #expect(changes.map { "\($0.before); \($0.after)" } == [expected].compactMap(\.self))
    #expect(changes.allSatisfy { $0.aspect == .defaults && $0.places == ["client.items(sort:)"] })
  }
}
