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
  public static var schema: Schema { Wrapped.schema }

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

  /// The value. The box is copied before it changes if it is shared.
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

/// The reference in the wrappers. It changes only while it is uniquely referenced.
package final class Box<Value: Sendable>: @unchecked Sendable {
  package var value: Value
  package init(_ value: Value) { self.value = value }
}
