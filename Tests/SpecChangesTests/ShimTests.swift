import APIModel
import Diagnostics
import Foundation
import SwiftEmitter
import Testing
import Thoroughness

@testable import GeneratorKit
@testable import SpecChanges

/// Declarations that keep old names working.
@Suite(.serialized) struct ShimTests {
  private static let renames = [
    "case-renamed", "client-parameter-renamed", "endpoint-moved", "endpoint-renamed",
    "group-nested", "group-removed", "group-renamed", "inline-schema-became-named", "nested-type-renamed",
    "parameter-renamed", "property-renamed", "schema-renamed", "server-renamed", "several-renamed",
    "type-prefix",
  ]

  private func text(_ name: String) throws -> String {
    try ComparedVersions(golden: name).shims().flatMap(\.value).map(\.text).joined(separator: "\n")
  }

  @Test func aProperty() throws {
    #expect(
      try text("property-renamed") == """
        nonisolated extension Item {
          @available(*, deprecated, renamed: "name")
          public var title: String { name }
        }
        nonisolated extension Item {
          @available(*, deprecated, renamed: "init(id:name:price:state:)")
          public init(id: Int, title: String, price: Double? = nil, state: State) {
            self.init(id: id, name: title, price: price, state: state)
          }
        }
        """)
  }

  @Test func aType() throws {
    #expect(
      try text("schema-renamed") == """
        @available(*, deprecated, renamed: "Article")
        public typealias Item = Article
        """)
  }

  @Test func anEndpoint() throws {
    #expect(
      try text("endpoint-moved") == """
        @available(*, deprecated, renamed: "ItemsItemRequest")
        public typealias ItemRequest = ItemsItemRequest
        extension Client {
          @available(*, deprecated, message: "Use `client.items.item`.")
          public func item(id: Int, language: String? = nil) async throws -> Item {
            try await items.item(id: id, language: language)
          }
        }
        """)
  }

  /// One initializer, or method, has all of the old labels.
  @Test func severalLabels() throws {
    let text = try text("several-renamed")
    #expect(
      text.contains("public init(id: Int, title: String, price: Double, note: String? = nil)"), "\(text)")
    #expect(text.contains("func search(text: String, shop: String, page: Int? = nil)"), "\(text)")
    #expect(text.ranges(of: " init(").count == 2 && text.ranges(of: " func ").count == 1, "\(text)")
  }

  /// Generated code within the type calls it by this name, so the name isn't deprecated there.
  @Test func anInlineSchemaWithANameOfItsOwn() throws {
    let text = try text("inline-schema-became-named")
    #expect(
      text == """
        nonisolated extension Item {
          public typealias State = Shop.State
        }
        nonisolated extension Item {
          @available(*, deprecated, message: "Use `Dimensions`.")
          public typealias Size = Dimensions
        }
        """)
  }

  /// An alias may not hide a type at the top that generated code within its type means.
  @Test func anInlineSchemaWhoseNameIsTaken() throws {
    func spec(_ state: String, _ more: String = "") -> String {
      "wgnapi: 1\nmodule: {summary: Shop}\nschemas:\n  Item: {properties: {state: \(state)}}\n\(more)"
    }
    let values = "{enum: [new, used]}"
    let other = "  Condition: \(values)\n  State: {properties: {id: integer}}\n"
    let hiding = try ComparedVersions(spec(values), spec("Condition", other))
    #expect(try hiding.shims().isEmpty)
  }

  /// A call with the old name means the new endpoint.
  @Test func aNameThatIsTaken() throws {
    func spec(_ endpoints: String) -> String {
      "wgnapi: 1\nmodule: {servers: {main: \"https://api.example.com/\"}}\nendpoints:\n\(endpoints)"
    }
    func endpoint(_ name: String, _ path: String, _ key: String = "id") -> String {
      "  \(name): {get: \"\(path)/{\(key)}\", parameters: {\(key): integer}, response: integer}\n"
    }
    let old = spec(endpoint("item", "items"))
    let taken = try ComparedVersions(old, spec(endpoint("item", "other") + endpoint("itemByID", "items")))
    #expect(try taken.shims().isEmpty)
    // With other labels, each call has one meaning.
    let free = try ComparedVersions(
      old, spec(endpoint("item", "other", "name") + endpoint("itemByID", "items")))
    let text = try free.shims().flatMap(\.value).map(\.text).joined(separator: "\n")
    #expect(text.contains("func item(id: Int) async throws -> Int"), "\(text)")
  }

  /// Names of optional arguments that change places: either call fits the new initializer.
  @Test func labelsThatAreTaken() throws {
    func spec(_ first: String, _ second: String) -> String {
      "wgnapi: 1\nmodule: {summary: Shop}\nschemas:\n  Item: {properties: {a?: {type: string, swiftName: \(first)}, "
        + "b?: {type: string, swiftName: \(second)}}}\n"
    }
    #expect(try ComparedVersions(spec("a", "b"), spec("b", "a")).shims().isEmpty)
  }

  @Test func defaultsOfOtherArguments() throws {
    let text = try text("client-parameter-renamed")
    #expect(
      text.contains("init(server: Server, language: String?, configuration: ClientConfiguration = .init())"),
      "\(text)")
  }

  /// A group is there as long as its endpoints are anywhere.
  @Test(arguments: ["group-removed", "group-nested"])
  func aGroupWithoutEndpoints(_ name: String) throws {
    let text = try text(name)
    #expect(
      text.contains(
        """
        extension Client {
          public var items: Client.ItemsEndpoints { Client.ItemsEndpoints(client: self) }
        }
        extension Client {
          public nonisolated struct ItemsEndpoints: Sendable {
            let client: Client
          }
        }
        extension Client.ItemsEndpoints {
        """), "\(text)")
    let path = name == "group-nested" ? "client.shop.items" : "client"
    #expect(text.contains("try await \(path).item(id: id, items: items)"), "\(text)")
    if name == "group-removed" {
      #expect(text.contains("Client.ItemsLiveEndpoints { Client.ItemsLiveEndpoints(client: client) }"))
      #expect(text.contains("try await client.orders.events()"))
    }
  }

  /// An argument that is called like the group that the endpoint is in.
  @Test func anArgumentWithTheNameOfTheGroup() throws {
    func spec(_ group: String) -> String {
      "wgnapi: 1\nmodule: {servers: {main: \"https://api.example.com/\"}}\nendpoints:\n"
        + "  item: {\(group)get: items, parameters: {items: integer}, response: integer}\n"
    }
    let versions = try ComparedVersions(spec(""), spec("group: items, "))
    let text = try versions.shims().flatMap(\.value).map(\.text).joined(separator: "\n")
    #expect(text.contains("try await self.items.item(items: items)"), "\(text)")
  }

  /// Two optional arguments with other labels: each call fits one initializer only.
  @Test func optionalArguments() throws {
    func spec(_ first: String, _ second: String) -> String {
      """
      wgnapi: 1
      module: {summary: Shop}
      schemas:
        Item:
          properties:
            id: integer
            a?: {type: string, swiftName: \(first)}
            b?: {type: string, swiftName: \(second)}

      """
    }
    let versions = try ComparedVersions(spec("a", "b"), spec("c", "d"))
    let text = try versions.shims().flatMap(\.value).map(\.text).joined(separator: "\n")
    #expect(text.contains("public init(id: Int, a: String?, b: String? = nil)"))
    #expect(text.contains("public init(id: Int, b: String?)"))
  }

  /// An enumeration that was closed or opened at the same time.
  @Test(arguments: [("true", "false"), ("false", "true"), ("false", "false")])
  func aValueOfAnEnumeration(_ before: String, _ after: String) throws {
    func spec(_ values: String, _ isOpen: String) -> String {
      "wgnapi: 1\nmodule: {summary: Shop}\nschemas: {Size: {enum: \(values), open: \(isOpen)}}\n"
    }
    let versions = try ComparedVersions(
      spec("[small, large]", before), spec("{small: small, large: big}", after))
    #expect(
      try versions.shims().flatMap(\.value).map(\.text) == [
        """
        nonisolated extension Size {
          @available(*, deprecated, renamed: "big")
          public static var large: Self { .big }
        }
        """
      ])
  }

  /// The file with old names imports the runtime publicly only if they need it.
  @Test func importsOfOldNames() throws {
    for (name, needs) in [("property-renamed", false), ("endpoint-moved", false), ("case-renamed", false)] {
      let versions = try ComparedVersions(golden: name)
      let text = try ComparedVersions.generated(versions.new, shims: try versions.shims()).first {
        $0.contains("@available(*, deprecated, renamed:")
      }
      #expect(text?.contains("public import WGNAPIGenerated") == needs, "\(name)")
      #expect(text?.contains("import WGNAPIGenerated") == true)
    }
    func spec(_ name: String) -> String {
      "wgnapi: 1\nmodule: {summary: Shop}\nschemas: {Item: {properties: {day: {type: any, swiftName: \(name)}}}}\n"
    }
    let versions = try ComparedVersions(spec("a"), spec("b"))
    let texts = try ComparedVersions.generated(versions.new, shims: try versions.shims())
    #expect(texts.contains { $0.contains("public var a: JSON") && $0.contains("public import WGNAPIJSON") })
  }

  /// What changed otherwise isn't hidden.
  @Test(arguments: ["property-retyped", "required-parameter-added", "endpoint-removed", "documentation-only"])
  func nothingElse(_ name: String) throws { #expect(try text(name) == "") }

  /// An app that uses every declaration of the old module compiles, but for choices among all cases.
  @Test(.thorough, arguments: renames)
  func theAppCompilesAgain(_ name: String) throws {
    let versions = try ComparedVersions(golden: name)
    let modules = try CompiledModules()
    // Nor does the compiler warn in the user's build.
    #expect(try modules.addModule("new", versions.new, shims: try versions.shims(), warnings: true) == [])
    var sink = DiagnosticSink()
    let api = try #require(readAPI(versions.old, into: &sink))
    let surface = try #require(api.surfaces(into: &sink).first)
    // In a target whose declarations belong to the main actor.
    let options = ["-default-isolation", "MainActor"]
    #expect(
      try modules.addModule("isolated", versions.new, shims: try versions.shims(), options: options) == [])
    let uses = AppSource(surface).uses.filter { !$0.text.hasPrefix("switch ") }
    #expect(try modules.check(AppSource.text(uses, importing: "Shop"), against: "new").log == [])
  }
}
