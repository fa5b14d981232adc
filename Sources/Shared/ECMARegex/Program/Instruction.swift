/// A step of a compiled pattern.
enum Instruction: Sendable {
  /// One character of this class.
  case letter(UInt16)
  /// One character of this set.
  case set(Int32)
  /// Continues at both, preferring the first.
  case split(Int32, Int32)
  case jump(Int32)
  case assertion(RegexNode.Assertion)
  /// The lookaround of this number.
  case look(Int32)
  case match

  // For searches with backtracking only.

  /// Records where a group begins (even) or ends (odd).
  case save(Int32)
  /// Resets the matches of groups.
  case forget(from: Int32, to: Int32)
  /// Records where an iteration begins.
  case enter(Int32)
  /// Fails if the iteration was empty.
  case progress(Int32)
  /// The text of one of the groups in the list with this number.
  case reference(Int32)
}

/// Instructions that read in one direction.
struct Code: Sendable {
  var instructions: [Instruction]
  /// Whether characters are read from right to left.
  var isBackward: Bool
}
