import TestSupport
import Testing

/// Sections of pages, as tests of pages ask for them.
@Suite struct PageCodeTests {
  @Test func aSectionAndTheRestAreThePage() throws {
    let page = try PageCode("lists-and-chains.md")
    let section = try PageCode("lists-and-chains.md", section: "Partial responses")
    let rest = try PageCode("lists-and-chains.md", without: ["Partial responses"])
    #expect(section.text.hasPrefix("## Partial responses\n"))
    #expect(section.text.contains("\n### Slices\n") && !rest.text.contains("### Slices"))
    #expect(!section.blocks.isEmpty)
    #expect(section.blocks.count + rest.blocks.count == page.blocks.count)
    #expect(section.text.count + rest.text.count + 1 == page.text.count)
  }

  @Test func codeHasNoHeadings() throws {
    // A comment of TOML in a block
    #expect(try PageCode("setup.md", section: "mise").text.contains("\n# mise.toml\n"))
    #expect(throws: (any Error).self) { try PageCode("setup.md", section: "mise.toml") }
    #expect(throws: (any Error).self) { try PageCode("setup.md", without: ["No such section"]) }
  }
}
