import Foundation
import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

@Suite struct HoverTests {
  private let items = "Specs/Shop/items.yaml"

  private func hover(_ served: ServedFolder, _ marked: String) -> String? {
    served.request("textDocument/hover", served.place(items, marked))["result"]?["contents"]?["value"]?.string
  }

  @Test func `the Swift of an endpoint`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    let text = hover(served, "  it|em:")
    #expect(
      text?.hasPrefix(
        "```swift\nclient.item(id: ItemID) async throws -> Item\n```\n\nOne thing to buy.\n\nGET `items/{id}`"
      ) == true, "\(text ?? "nothing")")
    #expect(hover(served, "  it|ems:")?.contains("ErrorCode.tooMany") == true)
  }

  @Test func `the Swift of a type, where it is defined and where it is used`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    let text = hover(served, "  I|tem:")
    #expect(
      text?.contains("struct Item {\n  let id: ItemID\n  let title: String\n") == true, "\(text ?? "nothing")"
    )
    #expect(text?.contains("Something to buy.") == true)
    #expect(hover(served, "response: Ite|m") == text)
  }

  @Test func `the Swift of a property and of a parameter`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(hover(served, "ti|tle: {type") == "```swift\ntitle: String\n```\n\nNot empty.")
    #expect(hover(served, "co|unt?: {$parameter")?.hasPrefix("```swift\ncount: Int?") == true)
    #expect(hover(served, "wgn|api: 1") == nil)
  }

  /// Editors would load them.
  @Test func `texts have no images`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    let text = served.text(of: items)
    for image in ["![x](https://evil.example/p.png)", #"\\![x](https://evil.example/p.png)"#, "![x]"] {
      served.change(items, to: text.replacingOccurrences(of: "One thing to buy.", with: "'\(image)'"))
      let shown = hover(served, "  it|em:")
      #expect(shown?.contains(#"!\[x]"#) == true && shown?.contains("![") == false, "\(shown ?? "nothing")")
    }
  }

  @Test func `what was known before, while there is a mistake`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(hover(served, "  I|tem:") != nil)
    served.change(
      items,
      to: served.text(of: items).replacingOccurrences(of: "title: {type: string", with: "title: {type: strin")
    )
    #expect(hover(served, "  I|tem:")?.contains("let title: String") == true)
  }

  /// Nobody asked before the mistake.
  @Test func `the last version without errors that was checked`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    let text = served.text(of: items)
    let broken = text.replacingOccurrences(of: "title: {type: string", with: "title: {type: strin")
    served.change(items, to: broken)
    #expect(hover(served, "  I|tem:") == nil)
    served.change(items, to: text)
    served.check()
    served.change(items, to: broken)
    served.check()
    #expect(hover(served, "  I|tem:")?.contains("let title: String") == true)
    // A newer version takes its place.
    served.change(items, to: text.replacingOccurrences(of: "title:", with: "name:"))
    served.check()
    served.change(items, to: broken.replacingOccurrences(of: "title:", with: "name:"))
    #expect(hover(served, "  I|tem:")?.contains("let name: String") == true)
  }

  /// What can't be read after the cursor is left out, also the colon of the key.
  @Test func `a property above a line that can't be read`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(hover(served, "ti|tle: {type") != nil)
    served.change(items, to: served.text(of: items) + "  Broken: [\n")
    #expect(hover(served, "ti|tle: {type") == "```swift\ntitle: String\n```\n\nNot empty.")
  }
}
