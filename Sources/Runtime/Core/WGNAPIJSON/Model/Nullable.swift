/// The state of a key that can be absent or null.
public enum Presence<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// The key is absent.
  case absent
  /// The key is present, and its value is null.
  case null
  /// The key has a value.
  case value(Wrapped)

  /// Whether the value is an explicit null.
  public var isNull: Bool { self == .null }

  /// Whether the key is absent.
  public var isAbsent: Bool { self == .absent }

  /// The value; nil if the key is absent or null.
  public var value: Wrapped? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// A property wrapper that distinguishes an absent key from an explicit null.
///
/// The wrapped value is nil for both. The projected value distinguishes them: `$epic.isNull`. Assigning nil
/// makes the key absent; `$epic = .null` writes null.
@propertyWrapper
public struct Nullable<Wrapped: Hashable & Sendable>: Hashable, Sendable, NullableSlot {
  /// The value and its presence.
  public var projectedValue: Presence<Wrapped>

  /// Creates a property with a value; nil means an absent key.
  public init(wrappedValue: Wrapped?) { projectedValue = wrappedValue.map(Presence.value) ?? .absent }

  /// Creates a property with a value, null or an absent key.
  public init(projectedValue: Presence<Wrapped>) { self.projectedValue = projectedValue }

  /// The value; nil if the key is absent or null. Assigning nil makes the key absent.
  public var wrappedValue: Wrapped? {
    get { projectedValue.value }
    set { projectedValue = newValue.map(Presence.value) ?? .absent }
  }
}

/// A property wrapper like ``Nullable`` that stores the value behind a reference. Absent and null allocate
/// nothing.
@propertyWrapper
public struct BoxedNullable<Wrapped: Hashable & Sendable>: Hashable, Sendable, NullableSlot {
  private enum State: Sendable {
    case absent
    case null
    case value(Box<Wrapped>)
  }

  private var state: State

  /// Creates a property with a value; nil means an absent key.
  public init(wrappedValue: Wrapped?) {
    self.init(projectedValue: wrappedValue.map(Presence.value) ?? .absent)
  }

  /// Creates a property with a value, null or an absent key.
  public init(projectedValue: Presence<Wrapped>) {
    switch projectedValue {
    case .absent: state = .absent
    case .null: state = .null
    case .value(let value): state = .value(Box(value))
    }
  }

  /// The value; nil if the key is absent or null. Assigning nil makes the key absent.
  public var wrappedValue: Wrapped? {
    get { projectedValue.value }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The value and its presence.
  public var projectedValue: Presence<Wrapped> {
    get {
      switch state {
      case .absent: .absent
      case .null: .null
      case .value(let box): .value(box.value)
      }
    }
    set { self = Self(projectedValue: newValue) }
  }

  public static func == (left: Self, right: Self) -> Bool {
    if case .value(let one) = left.state, case .value(let other) = right.state, one === other { return true }
    return left.projectedValue == right.projectedValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(projectedValue) }
}

/// The storage of a value that can be nil: an optional or ``BoxedOptional``.
public protocol OptionalSlot<Wrapped>: Hashable {
  /// The type of the value.
  associatedtype Wrapped: Hashable
  /// Creates a slot with an optional value.
  init(slotValue: Wrapped?)
  /// The value; nil if there is none.
  var slotValue: Wrapped? { get }
}

extension Optional: OptionalSlot where Wrapped: Hashable {
  public init(slotValue: Wrapped?) { self = slotValue }
  public var slotValue: Wrapped? { self }
}

/// The storage of a value that can be absent or null: ``Nullable`` or ``BoxedNullable``.
public protocol NullableSlot<Wrapped>: Hashable, Sendable {
  /// The type of the value.
  associatedtype Wrapped: Hashable & Sendable
  /// Creates a slot from a value and its presence.
  init(projectedValue: Presence<Wrapped>)
  /// The value and its presence.
  var projectedValue: Presence<Wrapped> { get set }
}

/// A property wrapper that stores a value behind a reference, with value semantics.
///
/// Generated code uses it for deep or wide nesting, because structs that contain many others inline are
/// expensive to compile and to copy. Recursive models need it.
@propertyWrapper
public struct Boxed<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// Creates a box with a value.
  public init(wrappedValue: Wrapped) { box = Box(wrappedValue) }

  /// The value. The box is copied before it changes if it is shared.
  public var wrappedValue: Wrapped {
    get { box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  private var box: Box<Wrapped>

  public static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

/// A boxed value has the same JSON as the value.
extension Boxed: JSONCoder where Wrapped: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.countBox(MemoryLayout<Wrapped>.size)
    return Self(wrappedValue: try Wrapped.read(from: &reader))
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    try Wrapped.write(value.wrappedValue, to: &writer)
  }
}

extension Boxed: JSONValue where Wrapped: JSONValue {}

/// A property wrapper that stores an optional value behind a reference. Nil allocates nothing.
@propertyWrapper
public struct BoxedOptional<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// Creates a box with a value.
  public init(wrappedValue: Wrapped?) { box = wrappedValue.map { Box($0) } }

  /// The value. Assigning one makes a new box.
  public var wrappedValue: Wrapped? {
    get { box?.value }
    set { box = newValue.map { Box($0) } }
  }

  private var box: Box<Wrapped>?

  public static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.box?.value == right.box?.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(box?.value) }
}

extension BoxedOptional: OptionalSlot {
  public init(slotValue: Wrapped?) { self.init(wrappedValue: slotValue) }
  public var slotValue: Wrapped? { wrappedValue }
}

// MARK: Descriptions

// Descriptions of models contain the wrappers, which are of no interest there.

extension Presence: CustomDebugStringConvertible {
  /// The value as `print` shows it in a collection, `null`, or `nil` for an absent key.
  public var debugDescription: String {
    switch self {
    case .absent: "nil"
    case .null: "null"
    case .value(let value): String(reflecting: value)
    }
  }
}

extension Nullable: CustomDebugStringConvertible {
  public var debugDescription: String { projectedValue.debugDescription }
}

extension BoxedNullable: CustomDebugStringConvertible {
  public var debugDescription: String { projectedValue.debugDescription }
}

extension Boxed: CustomDebugStringConvertible {
  public var debugDescription: String { String(reflecting: wrappedValue) }
}

extension BoxedOptional: CustomDebugStringConvertible {
  public var debugDescription: String { String(reflecting: wrappedValue) }
}
