import WGNAPISupport

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

  /// How to handle a value that violates a constraint of its schema.
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
  /// How to handle a value that violates a constraint of its schema.
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
  package var end: ContinuousClock.Instant?
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

/// A selection of the fields of a model and of the models in it, by wire name.
///
/// The methods of requests that accept key paths, such as `selecting(_:extra:)` of a `SelectableRequest`,
/// create it. It determines the fields that decoding expects.
public final class FieldSelection: Hashable, Sendable {
  /// The rule for fields that aren't named.
  package enum Rule: Hashable, Sendable {
    /// Selects nothing, not even the field itself.
    case nothing
    /// Selects only the named fields.
    case named
    /// Selects all fields except extra ones.
    case all
  }

  package let rule: Rule
  /// The selections for fields by name.
  package let fields: [String: FieldSelection]
  /// Whether only extra fields are missing from the model, so that it is read like any other value.
  package let isWhole: Bool
  /// Values derived for a model's table, such as the memory layout of the selected fields.
  package let derived = Derived()

  package init(_ rule: Rule, _ fields: [String: FieldSelection] = [:]) {
    self.rule = rule
    self.fields = fields
    isWhole = rule == .all && fields.values.allSatisfy(\.isWhole)
  }

  /// All fields except extra ones.
  package static let all = FieldSelection(.all)

  /// Returns the selection for a field; nil if it isn't selected.
  package func field(_ name: String, isExtra: Bool) -> FieldSelection? {
    if let field = fields[name] { return field.rule == .nothing ? nil : field }
    return rule == .all && !isExtra ? .all : nil
  }

  /// Returns the same selection with the result of `change` for the field `name`.
  package func changing(_ name: String, _ change: (FieldSelection?) -> FieldSelection) -> FieldSelection {
    var fields = fields
    fields[name] = change(fields[name])
    return FieldSelection(rule, fields)
  }

  public static func == (left: FieldSelection, right: FieldSelection) -> Bool {
    if left === right { return true }
    guard left.rule == right.rule, left.fields.count == right.fields.count else { return false }
    for (name, field) in left.fields where right.fields[name] != field { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(fields.count)
  }

  /// Values that are created once per table of a model.
  package final class Derived: @unchecked Sendable {
    private let mutex = Mutex()
    private var values: [(table: AnyObject, value: AnyObject)] = []

    /// Returns the value for a table, creating it if necessary.
    package func value<Value: AnyObject & Sendable>(for table: AnyObject, _ make: () -> Value) -> Value {
      mutex.withLock {
        // Within an answer, a selection belongs to one model, except for `all`.
        for known in values where known.table === table {
          if let value = known.value as? Value { return value }
        }
        let value = make()
        values.append((table, value))
        return value
      }
    }
  }
}

/// Information needed for reading in addition to the document and its type. Most documents need none.
package protocol ReadingContext: AnyObject {
  /// Whether the context reads the value of a key of the root object that its model doesn't declare: that of an
  /// envelope's payload.
  func isPayload(_ key: String) -> Bool
  /// Reads the value of such a key.
  func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError)
  /// The fields of the next `Partial`; nil for all.
  var selection: FieldSelection? { get set }
}

/// The context for reading some fields only.
package final class SelectionContext: ReadingContext {
  package var selection: FieldSelection?

  package init(_ selection: FieldSelection?) { self.selection = selection }

  package func isPayload(_ key: String) -> Bool { false }

  package func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError) {
    try reader.skipValue()
  }
}
