import Diagnostics

/// A difference that an app which isn't generated again meets on the wire.
package struct WireChange: Sendable, Hashable {
  /// What happens when the part is sent.
  package enum Verdict: String, Sendable, CaseIterable {
    /// It isn't understood.
    case breaks
    /// Some of its values aren't understood.
    case mayBreak = "may-break"
    /// Nobody can tell from the specs.
    case cantTell = "cant-tell"
  }

  package enum Direction: String, Sendable {
    case request, response
  }

  package var verdict: Verdict
  package var direction: Direction
  package var module: String
  /// What it is about, by its old name: `Item.title`, `client.item(detail:)`.
  package var place: String
  /// One line, in lower case.
  package var message: String
  package var old: SourceSpan?
  package var new: SourceSpan?
}
