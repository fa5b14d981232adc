/// Comments that say why a type isn't known. A merge that knows it removes them.
package enum GuessComment: String, CaseIterable {
  case null = "only null so far"
  case emptyList = "always empty so far"
}
