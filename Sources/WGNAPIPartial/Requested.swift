import WGNAPIClient
import WGNAPIJSON

/// A field of a ``Partial``: its value, or that it wasn't asked for, which is never the same as null.
///
/// Where the value is a partial model itself, its fields follow with a dot. Of a model that is absent or null, those that
/// were asked for are `.value(nil)`, and the others `.notRequested` as ever:
///
/// ```swift
/// switch player.private.gold.ifRequested {
/// case let gold??: show(gold)
/// case .some(nil): showNothing()     // null, or `private` is
/// case nil: ask(for: \.private.gold) // not asked for
/// }
/// ```
@dynamicMemberLookup
public struct Requested<Value> {
  fileprivate enum Content {
    case notRequested
    /// With what was asked for of the model in it, which has to be known where the model isn't there.
    case value(Value, FieldSelection)
  }

  private let content: Content

  private init(_ content: Content) { self.content = content }

  /// The field wasn't asked for.
  public static var notRequested: Requested { Requested(.notRequested) }

  /// The field was asked for. A field that may be null or absent has an optional value.
  public static func value(_ value: Value) -> Requested { .value(value, selection: .all) }

  /// A field that holds a model of which `selection` was asked for.
  static func value(_ value: Value, selection: FieldSelection) -> Requested {
    Requested(.value(value, selection))
  }

  /// The value.
  ///
  /// - Throws: ``NotRequestedError`` where it wasn't asked for.
  public func get() throws(NotRequestedError) -> Value {
    guard case .value(let value, _) = content else { throw NotRequestedError(type: "\(Value.self)") }
    return value
  }

  /// The value; nil where it wasn't asked for.
  public var ifRequested: Value? {
    if case .value(let value, _) = content { value } else { nil }
  }

  /// What `transform` makes of the value.
  public func map<Mapped>(_ transform: (Value) throws -> Mapped) rethrows -> Requested<Mapped> {
    try flatMap { value, selection in .value(try transform(value), selection: selection) }
  }

  /// What `transform` makes of the value, and of what was asked for of the model in it.
  private func flatMap<Mapped>(
    _ transform: (Value, FieldSelection) throws -> Requested<Mapped>
  ) rethrows -> Requested<Mapped> {
    switch content {
    case .notRequested: .notRequested
    case .value(let value, let selection): try transform(value, selection)
    }
  }
}

extension Requested: Equatable where Value: Equatable {
  /// Whether both values are equal, or neither field was asked for.
  public static func == (left: Requested, right: Requested) -> Bool { left.ifRequested == right.ifRequested }
}

extension Requested: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(ifRequested) }
}

extension Requested.Content: Sendable where Value: Sendable {}
extension Requested: Sendable where Value: Sendable {}

// A mirror and no description, whose name would be that of many a field.
extension Requested: CustomReflectable {
  /// The value, if the field was asked for.
  public var customMirror: Mirror {
    switch content {
    case .notRequested: Mirror(self, children: ["isRequested": false], displayStyle: .struct)
    case .value(let value, _): Mirror(self, children: ["value": value], displayStyle: .struct)
    }
  }
}

extension Requested {
  /// A field of a partial model.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner> where Value == Partial<Model> { flatMap { model, _ in model[path] } }

  /// A field of a partial model that holds a model itself.
  public subscript<Model, Inner: ModelContainer>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner.PartialCoder.Decoded>
  where Value == Partial<Model>, Inner.PartialCoder.Whole == Inner {
    flatMap { model, _ in model[path] }
  }

  /// A field of a partial model that may be null or absent.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner?> where Value == Partial<Model>? {
    flatMap { model, selection in
      model.map { $0[path].map { $0 } } ?? Partial.valueOfNothing(path, selection)
    }
  }

  /// An optional field of a partial model that may be null or absent.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner?>
  ) -> Requested<Inner?> where Value == Partial<Model>? {
    flatMap { model, selection in model.map { $0[path] } ?? Partial.valueOfNothing(path, selection) }
  }

  /// A field, holding a model itself, of a partial model that may be null or absent.
  public subscript<Model, Inner: ModelContainer>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner.PartialCoder.Decoded?>
  where Value == Partial<Model>?, Inner.PartialCoder.Whole == Inner {
    flatMap { model, selection in
      model.map { $0[path].map { $0 } } ?? Partial.modelOfNothing(path, selection)
    }
  }

  /// An optional field, holding a model itself, of a partial model that may be null or absent.
  public subscript<Model, Inner: ModelContainer & JSONValue>(
    dynamicMember path: KeyPath<Model, Inner?>
  ) -> Requested<Inner.PartialCoder.Decoded?>
  where Value == Partial<Model>?, Inner.PartialCoder.Whole == Inner {
    flatMap { model, selection in model.map { $0[path] } ?? Partial.modelOfNothing(path, selection) }
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
