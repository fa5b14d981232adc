/// The limits of patterns and searches.
enum RegexLimits {
  /// The nesting of groups, which compiling follows recursively.
  static let nesting = 100
  /// The length of a group's name.
  static let nameLength = 100
  /// The number of groups with the same name, which are compared with each other.
  static let namesakes = 100
  /// The number of instructions after expanding counted repetitions.
  static let instructions = 50_000
  /// The number of character ranges in all sets, after splitting them at each other's ends.
  static let alphabetWork = 2_000_000
  /// The size of the table of classes and sets, in bits.
  static let membershipBits = 1 << 25
  /// The number of entries in an automaton's table.
  static let automatonEntries = 1 << 17
  /// The number of instructions visited while building an automaton.
  static let automatonWork = 200_000
  /// The number of instructions visited in a search by simulation.
  static let simulationWork = 50_000_000
  /// The number of instructions executed in a search with backtracking.
  static let backtrackingWork = 2_000_000
  /// The number of instructions after which a search asks whether to go on: some milliseconds.
  static let stepsBetweenQuestions = 1_000_000
  /// The number of steps that a search with backtracking can undo.
  static let backtrackingDepth = 1_000_000
}
