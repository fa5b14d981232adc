import Diagnostics
import SpecYAML
import Testing

@Suite struct StructureTests {
  @Test func documents() {
    #expect(Parsed("").documents.isEmpty)
    #expect(Parsed("# only a comment\n\n").documents.isEmpty)
    let several = Parsed("%YAML 1.2\n---\na: 1\n---\n- b\n...\n---\n---\nc\n")
    #expect(several.messages == [])
    #expect(several.documents.map(\.outline) == ["{a: 1}", "[b]", "", "c"])
    #expect(several.documents[2].asNull)
    #expect(several.documents.map { $0.span.start.line } == [3, 5, 8, 9])
  }

  @Test(arguments: [1, 8, 9, 10, 500])
  func lookup(count: Int) throws {
    let text = (0..<count).map { "key\($0): \($0)\n" }.joined()
    let root = try #require(Parsed(text).root)
    #expect(root.entries?.count == count)
    for index in 0..<count {
      #expect(root["key\(index)"]?.asInt == index)
      #expect(root.mapping?.entry(for: "key\(index)")?.key.span.start.line == index + 1)
    }
    #expect(root["missing"] == nil)
    #expect(root["key0"]?["below"] == nil)
  }

  @Test(arguments: [2, 20])
  func duplicateKeys(count: Int) throws {
    let text = (0..<count).map { "k\($0): \($0)\n" }.joined() + "'k1': other\n"
    let parsed = Parsed(text)
    #expect(parsed.messages == ["\(count + 1):1 duplicate key 'k1'"])
    let note = try #require(parsed.diagnostics.first?.notes.first)
    #expect(note.message == "first defined here")
    #expect(note.span?.brief == "2:1-2:3")
    #expect(parsed.root?["k1"]?.text == "1")
    #expect(parsed.root?.entries?.count == count)
  }

  @Test func everyDuplicateIsReported() {
    #expect(
      Parsed("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\n").ids == [.duplicateKey, .duplicateKey, .duplicateKey])
  }

  @Test func keysMustBeScalars() {
    let parsed = Parsed("? [a, b]\n: 1\n? {c: d}\n: 2\ne: 3\n")
    #expect(
      parsed.messages == [
        "1:3 a key must be a scalar, not a sequence", "3:3 a key must be a scalar, not a mapping",
      ])
    #expect(parsed.root?.outline == "{e: 3}")
  }

  @Test func aliases() throws {
    let parsed = Parsed("base: &b\n  x: [1, &two 2]\nuse: *b\nkey: *two\nlist: [*b, *two]\n")
    #expect(parsed.messages == [])
    let root = try #require(parsed.root)
    #expect(root.outline == "{base: {x: [1, 2]}, use: {x: [1, 2]}, key: 2, list: [{x: [1, 2]}, 2]}")
    let use = try #require(root["use"])
    #expect(use.aliasedFrom?.brief == "3:6-3:8")
    #expect(use.occurrence.brief == "3:6-3:8")
    #expect(use.span.brief == "1:7-2:17")
    #expect(use["x"]?.aliasedFrom == nil)
    #expect(use["x"]?.span == root["base"]?["x"]?.span)
    #expect(root["base"]?.aliasedFrom == nil)
  }

  @Test func aliasesAsKeysAndRedefinedAnchors() {
    #expect(Parsed("a: &k name\n*k : 1\n").root?.outline == "{a: name, name: 1}")
    #expect(Parsed("[&a 1, *a, &a 2, *a]").root?.outline == "[1, 1, 2, 2]")
    #expect(Parsed("[&a [&a 1, *a], *a]").root?.outline == "[[1, 1], 1]")
  }

  @Test func aliasMistakes() throws {
    let unknown = Parsed("base: &common 1\nx: *comon\ny: 2\n")
    #expect(unknown.messages == ["2:4 unknown alias '*comon'"])
    #expect(unknown.diagnostics.first?.suggestion == "common")
    #expect(unknown.root?["y"]?.asInt == 2)
    let recursive = Parsed("&a [*a]")
    #expect(recursive.ids == [.recursiveAlias])
    #expect(recursive.diagnostics.first?.span?.brief == "1:5-1:7")
    #expect(recursive.diagnostics.first?.notes.first?.span?.start.column == 1)
    #expect(Parsed("&a {b: {c: *a}}").ids == [.recursiveAlias])
    #expect(Parsed("--- &a 1\n--- *a\n").ids == [.unknownAlias])
  }

  @Test func mergeKeys() throws {
    let text = """
      one: &one {a: 1, b: 1}
      two: &two {b: 2, c: 2}
      single: {z: 0, <<: *one, b: own}
      several: {<<: [*one, *two], d: 4}
      inline: {<<: {x: 1}}
      nested: &nested {<<: *one, e: 5}
      twice: {<<: *nested}
      quoted: {"<<": 1}
      """
    let parsed = Parsed(text)
    #expect(parsed.messages == [])
    let root = try #require(parsed.root)
    #expect(root["single"]?.outline == "{z: 0, a: 1, b: own}")
    #expect(root["several"]?.outline == "{a: 1, b: 1, c: 2, d: 4}")
    #expect(root["inline"]?.outline == "{x: 1}")
    #expect(root["twice"]?.outline == "{a: 1, b: 1, e: 5}")
    #expect(root["quoted"]?.outline == "{<<: 1}")
    let merged = try #require(root["single"]?.mapping?.entry(for: "a"))
    #expect(merged.mergedFrom?.brief == "3:16-3:18")
    #expect(merged.value.span.start.line == 1)
    #expect(root["single"]?.mapping?.entry(for: "b")?.mergedFrom == nil)
  }

  @Test func mergesOfManyKeys() throws {
    let keys = (0..<30).map { "k\($0): \($0)" }.joined(separator: ", ")
    let root = try #require(Parsed("base: &b {\(keys)}\nx: {k3: own, <<: *b, new: 1}\n").root?["x"])
    #expect(root.entries?.count == 31)
    #expect(root["k3"]?.text == "own")
    #expect(root["k29"]?.asInt == 29)
    #expect(root.entries?.last?.name == "new")
  }

  @Test func mergeMistakes() {
    #expect(
      Parsed("a: {<<: 1}").messages == ["1:9 '<<' needs a mapping or a sequence of mappings, not an integer"])
    #expect(Parsed("a: {<<: [{b: 1}, [c]], d: 1}").messages.first?.hasPrefix("1:18 ") == true)
    #expect(Parsed("a: {<<: [{b: 1}, [c]], d: 1}").root?.outline == "{a: {b: 1, d: 1}}")
    #expect(Parsed("a: &x 1\nb:\n  <<: *x\n").diagnostics.first?.span?.brief == "3:7-3:9")
    #expect(Parsed("<<: {a: 1}\n<<: {b: 1}\n").ids == [.duplicateKey])
  }
}
