import Testing
import WGNAPIOptionalSupport

/// Keys with equal hashes, which a service could send, too.
@Suite struct ObjectTableTests {
  private struct Key: Hashable {
    let name: String

    func hash(into hasher: inout Hasher) { hasher.combine(name.count) }
  }

  private final class Entry: Keyed {
    let key: Key

    init(_ name: String) { key = Key(name: name) }
  }

  private func names(_ table: ObjectTable<Entry>) -> [String] {
    var names: [String] = []
    table.visit { names.append($0.key.name) }
    return names.sorted()
  }

  @Test func entriesWithEqualHashesAreToldApart() {
    var table = ObjectTable<Entry>()
    let (first, second, third) = (Entry("a"), Entry("b"), Entry("long"))
    for entry in [first, second, third] { table.insert(entry) }
    #expect(table.count == 3)
    #expect(table[Key(name: "a")] === first)
    #expect(table[Key(name: "b")] === second)
    #expect(table[Key(name: "long")] === third)
    #expect(table[Key(name: "c")] == nil)
    #expect(names(table) == ["a", "b", "long"])
  }

  @Test func removingAnEntryKeepsThoseWithTheSameHash() {
    var table = ObjectTable<Entry>()
    let (first, second) = (Entry("a"), Entry("b"))
    table.insert(first)
    table.insert(second)
    let before = table
    table.remove(first)
    // Not in the table any more.
    table.remove(first)
    #expect(table.count == 1)
    #expect(table[first.key] == nil)
    #expect(table[second.key] === second)
    table.remove(second)
    #expect(names(table).isEmpty)
    #expect(names(before) == ["a", "b"])
  }
}
