/// A field of a ``Partial``: its value, or that it wasn't asked for, which is never the same as null.
///
/// Where the value is a partial model itself, its fields follow with a dot; what is within an absent or null model is
/// `.value(nil)`.
@dynamicMemberLookup
public enum Requested<Value> {
  /// The field wasn't asked for.
  case notRequested
  /// The field was asked for. A field that may be null or absent has an optional value.
  case value(Value)

  /// The value.
  ///
  /// - Throws: ``NotRequestedError`` where it wasn't asked for.
  public func get() throws(NotRequestedError) -> Value {
    guard case .value(let value) = self else { throw NotRequestedError(type: "\(Value.self)") }
    return value
  }

  /// The value; nil where it wasn't asked for.
  public var ifRequested: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// What `transform` makes of the value.
  public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Requested<Result> {
    switch self {
    case .notRequested: .notRequested
    case .value(let value): .value(try transform(value))
    }
  }

  /// What `transform` makes of the value.
  func flatMap<Result>(_ transform: (Value) -> Requested<Result>) -> Requested<Result> {
    switch self {
    case .notRequested: .notRequested
    case .value(let value): transform(value)
    }
  }
}

extension Requested: Equatable where Value: Equatable {}
extension Requested: Hashable where Value: Hashable {}
extension Requested: Sendable where Value: Sendable {}

extension Requested {
  /// A field of a partial model.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner> where Value == Partial<Model> { flatMap { $0[path] } }

  /// A field of a partial model that holds a model itself.
  public subscript<Model, Inner: ModelContainer>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner.PartialCoder.Decoded>
  where Value == Partial<Model>, Inner.PartialCoder.Whole == Inner {
    flatMap { $0[path] }
  }

  /// A field of a partial model that may be null or absent.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner?> where Value == Partial<Model>? {
    flatMap { model in model.map { $0[path].map { $0 } } ?? .value(nil) }
  }

  /// An optional field of a partial model that may be null or absent.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner?>
  ) -> Requested<Inner?> where Value == Partial<Model>? {
    flatMap { model in model.map { $0[path] } ?? .value(nil) }
  }

  /// A field, holding a model itself, of a partial model that may be null or absent.
  public subscript<Model, Inner: ModelContainer>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner.PartialCoder.Decoded?>
  where Value == Partial<Model>?, Inner.PartialCoder.Whole == Inner {
    flatMap { model in model.map { $0[path].map { $0 } } ?? .value(nil) }
  }

  /// An optional field, holding a model itself, of a partial model that may be null or absent.
  public subscript<Model, Inner: ModelContainer & JSONValue>(
    dynamicMember path: KeyPath<Model, Inner?>
  ) -> Requested<Inner.PartialCoder.Decoded?>
  where Value == Partial<Model>?, Inner.PartialCoder.Whole == Inner {
    flatMap { model in model.map { $0[path] } ?? .value(nil) }
  }
}

/// That a field of a ``Partial`` was read which wasn't asked for.
public struct NotRequestedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The type of the field's value.
  public let type: String

  /// What to do about it.
  public var description: String {
    "the field, of type \(type), was not asked for; add it to the fields of the request"
  }
}
