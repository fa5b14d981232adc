/// The work that a rule for a text, such as a pattern, may still do.
package struct TextWork {
  /// The remaining steps.
  package var steps: Int
  /// Ends the work early. To be asked at least as often as reading pauses.
  package let stop: ReadingStop
}
