/// What a pattern and a search may cost.
enum RegexLimits {
  /// Groups within groups. Compiling is recursive in them.
  static let nesting = 100
  /// Characters of a group's name.
  static let nameLength = 100
  /// Groups of the same name, which are compared with one another.
  static let namesakes = 100
  /// Instructions of a pattern after its counted repetitions have been written out.
  static let instructions = 50_000
  /// Ranges of characters in all sets, where each range ends that ends in any of them.
  static let alphabetWork = 2_000_000
  /// Bits of the table that tells which classes of characters belong to which set.
  static let membershipBits = 1 << 25
  /// Entries of the table of an automaton.
  static let automatonEntries = 1 << 17
  /// Instructions looked at while an automaton is built.
  static let automatonWork = 200_000
  /// Instructions looked at in one search by simulation.
  static let simulationWork = 50_000_000
  /// Instructions executed in one search with backtracking.
  static let backtrackingWork = 2_000_000
  /// Steps to be taken back at one time in a search with backtracking.
  static let backtrackingDepth = 1_000_000
}
