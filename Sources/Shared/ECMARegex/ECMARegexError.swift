/// A mistake in a pattern.
public struct ECMARegexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem in a few words, such as `'[' is not closed`.
  public let message: String
  /// The position: the number of the pattern's Unicode scalars before it.
  public let index: Int

  init(_ message: String, at index: Int) {
    self.message = message
    self.index = index
  }

  public var description: String { "\(message) (at \(index))" }
}
