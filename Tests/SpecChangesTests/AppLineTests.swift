import APIModel
import Diagnostics
import Foundation
import SwiftEmitter
import Testing
import Thoroughness

@testable import GeneratorKit
@testable import SpecChanges

/// The lines of an app that a change concerns, with the compiler as the judge: none of its errors is missing.
@Suite(.serialized) struct AppLineTests {
  /// An app as people write it: each value is used where it is asked for.
  private static let app = """
    import Shop
    import WGNAPIRuntime

    func show(_ client: Client) async throws {
      let item = try await client.item(id: ItemID(rawValue: 1), detail: "long")
      print(item.title.count, (item.price ?? 0) * 2)
      switch item.state {
      case .new: print("new")
      case .used: print("used")
      }
      if item.state == .used, let size = item.size { print(size.width + 1) }
      var copy = item
      copy.note = nil
      print(copy.$note)
      switch item.payment {
      case .card(let card)?: print(card.number.count)
      case .cash(let cash)?: print(cash.amount * 2)
      default: break
      }
    }

    func find(_ client: Client) async throws -> [Item] {
      let first = try await client.items.search(text: "a")
      let second = try await client.items.search(
        text: "b",
        page: 2)
      var request = ItemsSearchRequest(text: "c", sort: .price)
      request.page = 3
      return first + second
    }

    func add(_ client: Client, _ price: Double?) async throws {
      try await client.items.add(payload: NewItem(title: "a", price: 2, state: .new))
      try await client.items.add(payload: NewItem(title: "b", price: price))
    }

    func make(_ token: any CredentialProvider) -> [Card] {
      let client = Client(server: .main, token: token)
      _ = client.with(language: "de")
      _ = Server.region(zone: .us)
      return [Card(number: "1"), Card(number: "2")]
    }

    func state(_ client: Client) async throws {
      switch try await client.state(id: 1) {
      case .ok(let state): print(state == .new)
      case .accepted(let accepted): print(accepted.wait + 1)
      }
      let search = client.items.search
      print(search, \\Item.title.count, Sort.price, ErrorCode.notFound, Sort(rawValue: "age"))
    }

    func label(_ item: Item?, _ items: [Item]) -> String? {
      print(items.first?.title ?? "none", item?.size?.width == 1, item?.title.count ?? 0)
      let titles = [item?.title]
      if let title = item?.title { return titles.first.map { _ in title } }
      return item?
        .title
    }

    """

  /// Reports of the app for an edited spec, and the lines that the compiler refuses.
  private func compare(
    _ edited: String, _ modules: CompiledModules, _ version: String
  ) throws -> (lines: Set<Int>, reported: Set<Int>, refused: Set<Int>, changes: VersionChanges) {
    let versions = try ComparedVersions(EditedSpec.text, edited)
    var changes = versions.changes
    let app = try IndexedApp(
      of: modules.app, indexStore: modules.indexStore, modules: changes.oldDeclarations)
    #expect(app.warnings == [])
    changes.find(in: app)
    #expect(try modules.addModule(version, versions.new, skippingBodies: true) == [])
    let (refused, log) = try modules.check(Self.app, against: version)
    #expect(log.isEmpty || !refused.isEmpty, "\(log)")
    let places = changes.concerning.flatMap { $0.places ?? [] }
    return (Set(places.map(\.line)), Set(places.flatMap { [$0.line] + $0.values }), refused, changes)
  }

  private func indexed() throws -> CompiledModules {
    let modules = try CompiledModules()
    let versions = try ComparedVersions(EditedSpec.text, EditedSpec.text)
    try #require(try modules.index(Self.app, versions.old) == [])
    return modules
  }

  /// One of each edit of the spec.
  @Test func noErrorOfTheCompilerIsMissing() throws {
    let modules = try indexed()
    var (reported, refused) = (0, 0)
    let edits = isThorough ? EditedSpec.appEdits : [0, 3, 9, 20].map { EditedSpec.appEdits[$0] }
    for (position, edit) in edits.enumerated() {
      let found = try compare(
        EditedSpec.text.replacing(edit.old, with: edit.new), modules, "edit\(position)")
      #expect(found.refused.subtracting(found.reported) == [], "\(edit.new)")
      reported += found.lines.count
      refused += found.refused.count
    }
    // What the compiler accepts nevertheless: values that are used as before.
    #expect(refused > edits.count / 2)
    #expect(reported <= refused * 3, "\(reported) lines are reported, \(refused) are refused")
  }

  /// At the end of an optional chain, what may be nil has the type that it had.
  @Test func endsOfOptionalChainsCompile() throws {
    let edit = EditedSpec.appEdits[0]
    let found = try compare(EditedSpec.text.replacing(edit.old, with: edit.new), try indexed(), "optional")
    let places = try #require(found.changes.concerning.first { $0.place == "Item.title" }?.places)
    let lines = Self.app.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      places.map { lines[$0.line - 1].trimmingCharacters(in: .whitespaces).prefix(24) } == [
        "print(item.title.count, ", "print(search, \\Item.titl", "print(items.first?.title",
      ])
    #expect(found.refused.subtracting(found.reported) == [])
    // The one in the middle of a chain.
    #expect(places.last.map { $0.column > 60 } == true)
  }

  @Test(.thorough, arguments: UInt64(1)...12)
  func noErrorIsMissingAfterSeveralEdits(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let modules = try indexed()
    let found = try compare(EditedSpec.edited(by: &random), modules, "edited")
    #expect(found.refused.subtracting(found.reported) == [])
  }

  /// Every declaration of a module has the name in the index store by which it is looked up.
  @Test func everyDeclarationIsFound() throws {
    let versions = try ComparedVersions(EditedSpec.text, EditedSpec.text)
    var sink = DiagnosticSink()
    let api = try #require(readAPI(versions.old, into: &sink))
    let surface = try #require(api.surfaces(into: &sink).first)
    let source = AppSource(surface)
    let modules = try CompiledModules()
    try #require(try modules.index(source.text, versions.old) == [])
    let app = try IndexedApp(
      of: modules.app, indexStore: modules.indexStore, modules: ["Shop": LineMaker(surface).declarations])
    #expect(app.warnings == [])
    let lines = LineMaker(surface)
    var cache = IndexedApp.SourceCache()
    // Those that the compiler makes for an enumeration aren't in the index.
    for type in surface.types where type.kind != .constraints {
      for member in type.members where member.kind != .conformance {
        if type.kind == .closedEnumeration, member.identity == "rawValue" { continue }
        if type.kind == .alias { continue }
        // Apps read it from a property of the runtime, whose type has the request's name.
        if member.isEnvelope { continue }
        let use = lines.use(member, of: type)
        #expect(!app.places(of: [use], in: "Shop", &cache).isEmpty, "\(use.declaration)")
      }
    }
  }
}
