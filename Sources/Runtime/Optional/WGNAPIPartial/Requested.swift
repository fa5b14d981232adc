import WGNAPIClient
import WGNAPIJSON

/// A field of a ``Partial``: either a value, or not requested, which is different from null.
///
/// If the value is a partial model, use a dot for its fields. If that model is absent or null, the fields
/// that were asked for are `.value(nil)`, and the others are `.notRequested`:
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
    /// A value, with the selection for the model in it, which is needed if the model is missing.
    case value(Value, FieldSelection)
  }

  private let content: Content

  private init(_ content: Content) { self.content = content }

  /// A field that wasn't asked for.
  public static var notRequested: Requested { Requested(.notRequested) }

  /// A field that was asked for. If it can be null or absent, its value is optional.
  public static func value(_ value: Value) -> Requested { .value(value, selection: .all) }

  /// A field that contains a model with this selection.
  static func value(_ value: Value, selection: FieldSelection) -> Requested {
    Requested(.value(value, selection))
  }

  /// Returns the value.
  ///
  /// - Throws: ``NotRequestedError`` if the field wasn't asked for.
  public func get() throws(NotRequestedError) -> Value {
    guard case .value(let value, _) = content else { throw NotRequestedError(type: "\(Value.self)") }
    return value
  }

  /// The value; nil if the field wasn't asked for.
  public var ifRequested: Value? {
    if case .value(let value, _) = content { value } else { nil }
  }

  /// Returns the result of `transform` for the value.
  public func map<Mapped>(_ transform: (Value) throws -> Mapped) rethrows -> Requested<Mapped> {
    try flatMap { value, selection in .value(try transform(value), selection: selection) }
  }

  /// Returns the result of `transform` for the value and the selection for the model in it.
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
  /// Returns whether both values are equal, or neither field was asked for.
  public static func == (left: Requested, right: Requested) -> Bool { left.ifRequested == right.ifRequested }
}

extension Requested: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(ifRequested) }
}

extension Requested.Content: Sendable where Value: Sendable {}
extension Requested: Sendable where Value: Sendable {}

// A mirror instead of a description, because many fields are named `description`.
extension Requested: CustomReflectable {
  /// A mirror of the value if the field was asked for.
  public var customMirror: Mirror {
    switch content {
    case .notRequested: Mirror(self, children: ["isRequested": false], displayStyle: .struct)
    case .value(let value, _): Mirror(self, children: ["value": value], displayStyle: .struct)
    }
  }
}

extension Requested {
  /// Returns a field of a partial model.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner> where Value == Partial<Model> { flatMap { model, _ in model[path] } }

  /// Returns a field of a partial model that contains a model itself.
  public subscript<Model, Inner: SelectableValue>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner.PartialCoder.Decoded>
  where Value == Partial<Model>, Inner.PartialCoder.Whole == Inner {
    flatMap { model, _ in model[path] }
  }

  /// Returns a field of a partial model that can be null or absent.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner?> where Value == Partial<Model>? {
    flatMap { model, selection in
      model.map { $0[path].map { $0 } } ?? Partial.valueOfNothing(path, selection)
    }
  }

  /// Returns an optional field of a partial model that can be null or absent.
  public subscript<Model, Inner>(
    dynamicMember path: KeyPath<Model, Inner?>
  ) -> Requested<Inner?> where Value == Partial<Model>? {
    flatMap { model, selection in model.map { $0[path] } ?? Partial.valueOfNothing(path, selection) }
  }

  /// Returns a field that contains a model, of a partial model that can be null or absent.
  public subscript<Model, Inner: SelectableValue>(
    dynamicMember path: KeyPath<Model, Inner>
  ) -> Requested<Inner.PartialCoder.Decoded?>
  where Value == Partial<Model>?, Inner.PartialCoder.Whole == Inner {
    flatMap { model, selection in
      model.map { $0[path].map { $0 } } ?? Partial.modelOfNothing(path, selection)
    }
  }

  /// Returns an optional field that contains a model, of a partial model that can be null or absent.
  public subscript<Model, Inner: SelectableValue & JSONValue>(
    dynamicMember path: KeyPath<Model, Inner?>
  ) -> Requested<Inner.PartialCoder.Decoded?>
  where Value == Partial<Model>?, Inner.PartialCoder.Whole == Inner {
    flatMap { model, selection in model.map { $0[path] } ?? Partial.modelOfNothing(path, selection) }
  }
}

/// An error thrown when reading a field of a ``Partial`` that wasn't asked for.
public struct NotRequestedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The type of the field's value.
  public let type: String

  /// A description with the solution.
  public var description: String {
    "the field, of type \(type), was not requested; add it to the fields of the request"
  }
}
