/// Keeps a value behind one reference, with the semantics of a value.
///
/// Generated code breaks deep or wide nesting with it, because a structure holding many others inline makes
/// compilation and copying expensive; recursive models need it.
@propertyWrapper
public struct Boxed<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// Puts a value into a box.
  public init(wrappedValue: Wrapped) { box = Box(wrappedValue) }

  /// The value; the box is copied before it changes if another value shares it.
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

/// A value in a box reads and writes as the value.
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

/// Keeps an optional value behind one reference; nil allocates nothing.
@propertyWrapper
public struct BoxedOptional<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// Puts a value into a box.
  public init(wrappedValue: Wrapped?) { box = wrappedValue.map { Box($0) } }

  /// The value; the box is copied before it changes if another value shares it.
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

/// The reference behind the wrappers. It is changed only while a single wrapper refers to it.
package final class Box<Value: Sendable>: @unchecked Sendable {
  package var value: Value
  package init(_ value: Value) { self.value = value }
}
