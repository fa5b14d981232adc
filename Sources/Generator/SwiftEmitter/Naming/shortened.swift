import APIModel
import Diagnostics

/// The longest name of a type that is derived from a document. Files are named after types, and file systems limit names;
/// readers lose the thread earlier.
let longestDerivedName = 100

/// The beginning of a name in camel case, cut where a word begins.
///
/// - Parameter limit: the most UTF-8 bytes of the result.
func shortened(_ name: String, to limit: Int = longestDerivedName) -> String {
  guard name.utf8.count > limit else { return name }
  let characters = Array(name)
  var length = 0
  var end = 0
  while end < characters.count, length + characters[end].utf8.count <= limit {
    length += characters[end].utf8.count
    end += 1
  }
  // The first character that is left out may begin a word, which ends the name there.
  let boundary = characters.prefix(end + 1).lastIndex { $0.isUppercase } ?? 0
  return String(characters.prefix(boundary * 2 > end ? boundary : end))
}

/// What is said about a name that was shortened.
func note(on what: String, _ name: Name, is short: String) -> Diagnostic {
  Diagnostic(
    .note, .shortenedName, "\(what) '\(name.text.prefix(40))…' is called '\(short)' in Swift", at: name.span)
}
