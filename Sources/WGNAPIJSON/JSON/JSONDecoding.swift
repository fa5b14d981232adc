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

  /// What happens to a value that an open enumeration or an open union does not know.
  public enum UnknownValues: Hashable, Sendable {
    /// It is an error of kind `unknownValue`.
    case reject
    /// It is read as any other.
    case ignore
    /// It is read, and reported as a violation of `enum`; of `anyOf`, where no alternative of a union claims it and it has
    /// no discriminator.
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
  /// What happens to a value that an open enumeration or an open union does not know.
  public var unknownValues: UnknownValues
  /// What happens to a value that breaks a constraint of its schema.
  public var validation: Validation
  /// How deep arrays and objects may be nested; held within 1 and 256, because reading recurses on the stack.
  ///
  /// On a thread with a small stack reading may end earlier, with the same kind of error. The recursion of
  /// `==`, hashing and `Codable` over a tree goes as deep as the tree that was read, and checks nothing.
  public var maximumDepth: Int {
    didSet { maximumDepth = Self.bounded(maximumDepth) }
  }

  /// How many bytes the arrays, dictionaries, boxes and trees may take that are made of one document, approximately.
  ///
  /// A few bytes of JSON can make a large value, such as `{}` a model of optional properties. Beyond the limit, reading
  /// ends with an error of kind `memoryExceeded`. Models mostly take less than their document, trees up to four times as
  /// much. Text is not counted; it takes up to three times its length in the document.
  public var maximumMemory: Int

  /// Whether reading ends when the task that reads is cancelled.
  package var heedsCancellation = false

  /// Creates options; by default unknown keys and values are ignored, validation is strict, 128 levels are read, and
  /// what is read may take 512 MiB.
  public init(
    unknownKeys: UnknownKeys = .ignore, unknownValues: UnknownValues = .ignore,
    validation: Validation = .strict, maximumDepth: Int = 128, maximumMemory: Int = 512 << 20
  ) {
    self.unknownKeys = unknownKeys
    self.unknownValues = unknownValues
    self.validation = validation
    self.maximumDepth = Self.bounded(maximumDepth)
    self.maximumMemory = maximumMemory
  }

  private static func bounded(_ depth: Int) -> Int { min(max(depth, 1), 256) }
}
