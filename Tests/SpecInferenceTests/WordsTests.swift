import Testing

@testable import SpecInference

@Suite struct WordsTests {
  /// The nouns of types are those of documents' operations.
  @Test(arguments: [
    ("companies", "company"), ("movies", "movie"), ("statuses", "status"), ("buses", "bus"),
    ("people", "person"), ("children", "child"), ("addresses", "address"), ("menus", "menu"),
    ("settings", "settings"), ("stats", "stats"), ("status", "status"), ("news", "news"), ("ids", "ids"),
  ])
  func singular(word: String, singular: String) { #expect(Words.singular(word) == singular) }
}
