import Diagnostics

/// A difference on the wire between an app with the old module and a service of the new version.
package struct WireChange: Sendable, Hashable {
  /// What happens when the part is sent.
  package enum Verdict: String, Sendable, CaseIterable {
    /// The receiver never understands it.
    case breaks
    /// The receiver doesn't understand some of its values.
    case mayBreak = "may-break"
    /// The specs don't say.
    case cantTell = "cant-tell"
  }

  package enum Direction: String, Sendable {
    case request, response
    /// A message from the service.
    case webhook
  }

  package var verdict: Verdict
  package var direction: Direction
  package var module: String
  /// The old name of what changed: `Item.title`, `client.item(detail:)`.
  package var place: String
  /// One line, in lower case.
  package var message: String
  package var old: SourceSpan?
  package var new: SourceSpan?
}
