/// A step of a compiled pattern.
enum Instruction: Sendable {
  /// One character of this class.
  case letter(UInt16)
  /// One character of this set.
  case set(Int32)
  /// Goes on at both, first at the first.
  case split(Int32, Int32)
  case jump(Int32)
  case assertion(RegexNode.Assertion)
  /// The lookaround of this number.
  case look(Int32)
  case match

  // For searches with backtracking only.

  /// Notes the place where a group begins (even) or ends (odd).
  case save(Int32)
  /// Forgets what groups have matched.
  case forget(from: Int32, to: Int32)
  /// Notes where an iteration begins.
  case enter(Int32)
  /// Fails where the iteration has matched nothing.
  case progress(Int32)
  /// What one of the groups of the list of this number has matched.
  case reference(Int32)
}

/// Instructions that read in one direction.
struct Code: Sendable {
  var instructions: [Instruction]
  /// Whether characters are read from right to left.
  var isBackward: Bool
}
