import Testing

@testable import SpecChanges

/// What can't be read of an index store is reported: nothing is missing in silence.
@Suite struct IndexStoreTests {
  @Test func readsThatFail() throws {
    let modules = try CompiledModules()
    let files = try ComparedVersions(EditedSpec.text, EditedSpec.text).old
    try #require(
      try modules.index("import Shop\nfunc title(_ item: Item) -> String { item.title }\n", files) == [])
    let library = try IndexLibrary.ofToolchain()
    let store = try IndexStore(at: modules.indexStore, library)
    let unit = try #require(try store.units().first { $0.module == "App" })
    let record = try #require(unit.records.first)
    #expect(try !store.occurrences(in: record, of: ["s:"]).isEmpty)

    var failing = library
    failing.visitUnits = { _, _, _, _ in false }
    #expect(throws: IndexFailure.self) { try IndexStore(at: modules.indexStore, failing).units() }
    failing = library
    failing.visitDependencies = { _, _, _ in false }
    #expect(throws: IndexFailure.self) { try IndexStore(at: modules.indexStore, failing).units() }
    failing = library
    failing.visitOccurrences = { _, _, _ in false }
    #expect(throws: IndexFailure.self) {
      try IndexStore(at: modules.indexStore, failing).occurrences(in: record, of: ["s:"])
    }
  }
}
