/// Options for decoding JSON to models: strictness and limits.
public struct JSONDecoding: Hashable, Sendable {
  /// How to handle a key that a model doesn't declare.
  public enum UnknownKeys: Hashable, Sendable {
    /// Throw an error of kind `unknownKey`.
    case reject
    /// Check the syntax of its value and skip it.
    case ignore
    /// Skip it and report it as a violation of `additionalProperties`.
    case report
  }

  /// How to handle a value that an open enumeration or an open union doesn't know.
  public enum UnknownValues: Hashable, Sendable {
    /// Throw an error of kind `unknownValue`.
    case reject
    /// Read it like any other value.
    case ignore
    /// Read it and report it as a violation of `enum`; of `anyOf`, if no alternative of a union without a
    /// discriminator matches it.
    case report
  }

  /// How to handle a value that violates a constraint.
  public enum Validation: Hashable, Sendable {
    /// Throw an error of kind `validation` for the first violation.
    case strict
    /// Collect up to a thousand violations and read the value.
    case report
    /// Ignore constraints, but not types.
    case off
  }

  /// How to handle a key that a model doesn't declare.
  public var unknownKeys: UnknownKeys
  /// How to handle a value that an open enumeration or an open union doesn't know.
  public var unknownValues: UnknownValues
  /// How to handle a value that violates a constraint.
  public var validation: Validation
  /// The maximum nesting of arrays and objects, clamped to 1...256 because reading recurses on the stack.
  ///
  /// On a thread with a small stack, reading may stop earlier, with the same kind of error. Recursion in
  /// `==`, hashing and `Codable` isn't checked; it goes as deep as the tree that was read.
  public var maximumDepth: Int {
    didSet { maximumDepth = Self.bounded(maximumDepth) }
  }

  /// The approximate maximum number of bytes that a document's arrays, dictionaries, boxes and trees may use.
  ///
  /// A few bytes of JSON can create a large value, such as `{}` for a model of optional properties. Above the
  /// limit, reading stops with an error of kind `memoryExceeded`. Models mostly use less memory than their
  /// document, trees up to four times as much. Text isn't counted; it uses up to three times its length in
  /// the document.
  public var maximumMemory: Int

  /// Whether reading stops when its task is cancelled.
  package var heedsCancellation = false
  /// The time at which reading stops; nil for any time.
  package var end: ContinuousClock.Instant? {
    get { timeAtEnd.map { Self.reference + $0 } }
    set { timeAtEnd = newValue.map { Self.reference.duration(to: $0) } }
  }
  /// ``end``, since ``reference``. The compiler doesn't know the size of an `Instant`, so a reader that contained one would
  /// look up the places of its properties at run time.
  private var timeAtEnd: Duration?
  fileprivate static let reference = ContinuousClock.now
  /// What ends reading early.
  var stop: ReadingStop { ReadingStop(timeAtEnd: timeAtEnd, heedsCancellation: heedsCancellation) }
  /// Where to note how much memory was counted.
  package var memory: CountedMemory?

  /// Creates options. By default, unknown keys and values are ignored, validation is strict, and the limits
  /// are 128 levels and 512 MiB.
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

/// What ends reading early, for rules of texts that take long.
package struct ReadingStop: Sendable {
  fileprivate let timeAtEnd: Duration?
  fileprivate let heedsCancellation: Bool

  /// Whether the task was cancelled or its time is up.
  package var isDue: Bool {
    if heedsCancellation, Task.isCancelled { return true }
    return timeAtEnd.map { JSONDecoding.reference.duration(to: .now) >= $0 } ?? false
  }
}

/// The fields of a document's models that a request asked for. `FieldSelection` of `WGNAPIPartial` implements it.
package protocol SelectedFields: AnyObject, Sendable {
  /// Whether only extra fields are missing from the model, so that it is read like any other value.
  var isWhole: Bool { get }
}

/// Information needed for reading in addition to the document and its type. Most documents need none.
package protocol ReadingContext: AnyObject {
  /// Whether the context reads the value of a key of the root object that its model doesn't declare: that of an
  /// envelope's payload.
  func isPayload(_ key: String) -> Bool
  /// Reads the value of such a key.
  func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError)
  /// The fields of the next `Partial`; nil for all.
  var selection: (any SelectedFields)? { get set }
}

/// The context for reading some fields only.
package final class SelectionContext: ReadingContext {
  package var selection: (any SelectedFields)?

  package init(_ selection: (any SelectedFields)?) { self.selection = selection }

  package func isPayload(_ key: String) -> Bool { false }

  package func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError) {
    try reader.skipValue()
  }
}
