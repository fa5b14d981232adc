/// How strictly JSON is read into models.
public struct JSONDecoding: Hashable, Sendable {
  /// What happens to a key that a model does not declare.
  public enum UnknownKeys: Hashable, Sendable {
    /// It is an error of kind `unknownKey`.
    case reject
    /// Its value is checked for being JSON and skipped.
    case ignore
    /// It is skipped and reported as a violation of `additionalProperties`.
    case report
  }

  /// What happens to a value that breaks a constraint of its schema.
  public enum Validation: Hashable, Sendable {
    /// The first violation is an error of kind `validation`.
    case strict
    /// Violations are collected, a thousand at most, and the value is read nevertheless.
    case report
    /// Constraints are not looked at; types are.
    case off
  }

  /// What happens to a key that a model does not declare.
  public var unknownKeys: UnknownKeys
  /// What happens to a value that breaks a constraint of its schema.
  public var validation: Validation
  /// How deep arrays and objects may be nested; held within 1 and 256, because reading recurses on the stack.
  ///
  /// On a thread with a small stack reading may end earlier, with the same kind of error. The recursion of
  /// `==`, hashing and `Codable` over a tree goes as deep as the tree that was read, and checks nothing.
  public var maximumDepth: Int {
    didSet { maximumDepth = Self.bounded(maximumDepth) }
  }

  /// Whether reading ends when the task that reads is cancelled.
  var heedsCancellation = false

  /// Creates options; by default unknown keys are ignored, validation is strict and 128 levels are read.
  public init(
    unknownKeys: UnknownKeys = .ignore, validation: Validation = .strict, maximumDepth: Int = 128
  ) {
    self.unknownKeys = unknownKeys
    self.validation = validation
    self.maximumDepth = Self.bounded(maximumDepth)
  }

  private static func bounded(_ depth: Int) -> Int { min(max(depth, 1), 256) }
}
