import Diagnostics
import SwiftEmitter

/// What clients do otherwise, although the app compiles as before.
package struct BehaviourChange: Sendable {
  /// What it is about.
  package typealias Aspect = EndpointWords.Aspect

  package var aspect: Aspect
  package var module: String
  /// The module's old name.
  package var oldModule: String
  /// The calls that it concerns, as apps write them; the module's name for all.
  package var places: [String]
  /// In words.
  package var before: String
  package var after: String
  package var old: SourceSpan?
  package var new: SourceSpan?
  /// Where the new version describes what it belongs to.
  package var around: SourceSpan?
  /// The declarations whose behaviour changes.
  package var uses: [DeclarationUse] = []
  /// Where the app uses them; nil without an app.
  package var appPlaces: [AppPlace]?

  /// The first places, and how many more there are.
  package var shownPlaces: String {
    let most = 3
    let rest = places.count - most
    return rest > 1
      ? places.prefix(most).joined(separator: ", ") + " and \(rest) more" : wordList(places)
  }
}
