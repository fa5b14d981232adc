/// What an object says about a key that may be absent and whose value may be null.
public enum Presence<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// The key is not there.
  case absent
  /// The key is there and its value is null.
  case null
  /// The key has a value.
  case value(Wrapped)

  /// Whether the value is an explicit null.
  public var isNull: Bool { self == .null }

  /// Whether the key is not there.
  public var isAbsent: Bool { self == .absent }

  /// The value, if there is one.
  public var value: Wrapped? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// A property that tells an absent key from an explicit null.
///
/// The wrapped value is nil for both; the projection tells them apart: `$epic.isNull`. Assigning nil makes the key
/// absent, `$epic = .null` writes null.
@propertyWrapper
public struct Nullable<Wrapped: Hashable & Sendable>: Hashable, Sendable, NullableSlot {
  /// The value with its presence.
  public var projectedValue: Presence<Wrapped>

  /// A value, or an absent key for nil.
  public init(wrappedValue: Wrapped?) { projectedValue = wrappedValue.map(Presence.value) ?? .absent }

  /// A value, a null or an absent key.
  public init(projectedValue: Presence<Wrapped>) { self.projectedValue = projectedValue }

  /// The value; nil means absent when assigned.
  public var wrappedValue: Wrapped? {
    get { projectedValue.value }
    set { projectedValue = newValue.map(Presence.value) ?? .absent }
  }
}

/// As ``Nullable``, with the value behind one reference; absent and null allocate nothing.
@propertyWrapper
public struct BoxedNullable<Wrapped: Hashable & Sendable>: Hashable, Sendable, NullableSlot {
  private enum State: Sendable {
    case absent
    case null
    case value(Box<Wrapped>)
  }

  private var state: State

  /// A value, or an absent key for nil.
  public init(wrappedValue: Wrapped?) {
    self.init(projectedValue: wrappedValue.map(Presence.value) ?? .absent)
  }

  /// A value, a null or an absent key.
  public init(projectedValue: Presence<Wrapped>) {
    switch projectedValue {
    case .absent: state = .absent
    case .null: state = .null
    case .value(let value): state = .value(Box(value))
    }
  }

  /// The value; nil means absent when assigned.
  public var wrappedValue: Wrapped? {
    get { projectedValue.value }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The value with its presence.
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

/// Where a layout keeps a value that may be nil: an optional or ``BoxedOptional``.
public protocol OptionalSlot<Wrapped>: Hashable {
  /// The value's type.
  associatedtype Wrapped: Hashable
  /// Makes a slot with a value or without.
  init(slotValue: Wrapped?)
  /// The value, if there is one.
  var slotValue: Wrapped? { get }
}

extension Optional: OptionalSlot where Wrapped: Hashable {
  public init(slotValue: Wrapped?) { self = slotValue }
  public var slotValue: Wrapped? { self }
}

/// Where a layout keeps a value that may be absent or null: ``Nullable`` or ``BoxedNullable``.
public protocol NullableSlot<Wrapped>: Hashable, Sendable {
  /// The value's type.
  associatedtype Wrapped: Hashable & Sendable
  /// Makes a slot from a value's presence.
  init(projectedValue: Presence<Wrapped>)
  /// The value with its presence.
  var projectedValue: Presence<Wrapped> { get set }
}
