/// What is wrong with a pattern.
public struct ECMARegexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem in a few words, such as `'[' is not closed`.
  public let message: String
  /// Where it is: the number of Unicode scalars of the pattern before it.
  public let index: Int

  init(_ message: String, at index: Int) {
    self.message = message
    self.index = index
  }

  public var description: String { "\(message) (at \(index))" }
}
