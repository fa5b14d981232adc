import WGNAPIClient
import WGNAPIJSON

/// A value in which a request can select fields: a model, or an optional, an array or a dictionary of such a value.
///
/// Models that support partial responses conform to ``PartialModel``. This protocol has as few requirements as
/// possible, because each of them costs compile time and code size for every model.
public protocol SelectableValue: JSONCoder {
  /// The coder for the same value when only some fields of the model were asked for.
  associatedtype PartialCoder: PartialCoding
}

/// A model that a request can ask for in part, as a ``Partial``.
public protocol PartialModel: JSONModel, SelectableValue where PartialCoder == Partial<Self> {}

/// A coder for the same value as another one, with a ``Partial`` in place of the model. For `[AccountID:
/// Player?]`, it decodes `[AccountID: Partial<Player>?]`.
public protocol PartialCoding: JSONCoder {
  /// The model.
  associatedtype Model: JSONModel
  /// The value with the complete model.
  associatedtype Whole: Hashable & Sendable

  /// Returns a complete value as one of which some fields were asked for.
  static func partial(_ value: Whole, selection: FieldSelection) -> Decoded

  /// Returns the coder for the same value with another model, such as a ``ModelSlice``.
  static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type
}

extension Partial: PartialCoding {
  public typealias Whole = Model

  public static func partial(_ value: Model, selection: FieldSelection) -> Partial {
    Partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type { other }
}

// MARK: Values

extension Array: SelectableValue where Element: SelectableValue & JSONValue {
  public typealias PartialCoder = ListOf<Element.PartialCoder>
}

extension Dictionary: SelectableValue where Key: JSONKey, Value: SelectableValue & JSONValue {
  public typealias PartialCoder = MapOf<Key, Value.PartialCoder>
}

extension Optional: SelectableValue where Wrapped: SelectableValue & JSONValue {
  public typealias PartialCoder = OptionalOf<Wrapped.PartialCoder>
}

extension Boxed: SelectableValue where Wrapped: SelectableValue & JSONValue {
  public typealias PartialCoder = PartialBox<Wrapped.PartialCoder>
}

// MARK: Coders

extension ListOf: SelectableValue where Element: SelectableValue {
  public typealias PartialCoder = ListOf<Element.PartialCoder>
}

extension MapOf: SelectableValue where Element: SelectableValue {
  public typealias PartialCoder = MapOf<Key, Element.PartialCoder>
}

extension OptionalOf: SelectableValue where Wrapped: SelectableValue {
  public typealias PartialCoder = OptionalOf<Wrapped.PartialCoder>
}

extension EmptyListAsMap: SelectableValue where Element: SelectableValue {
  public typealias PartialCoder = EmptyListAsMap<Key, Element.PartialCoder>
}

extension SingleAsList: SelectableValue where Element: SelectableValue {
  public typealias PartialCoder = SingleAsList<Element.PartialCoder>
}

extension BoxOf: SelectableValue where Element: SelectableValue {
  public typealias PartialCoder = PartialBox<Element.PartialCoder>
}

/// A model with a subset of the fields of another model, for requests that ask for just these.
///
/// The generator creates one for each slice in a spec's `slices`.
public protocol ModelSlice<Base>: JSONModel {
  /// The model that the fields belong to.
  associatedtype Base: JSONModel
  /// The wire names of the fields to ask for; nested fields with dots.
  static var fields: [String] { get }
  /// The names in ``fields`` that must be asked for as extra fields.
  static var extraFields: [String] { get }
}

extension ModelSlice {
  /// An empty list.
  public static var extraFields: [String] { [] }
}

// One method for each form of responses, because Swift can't express "the same type with another model".

extension SelectableRequest {
  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, Slice>
  where Response == Slice.Base { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, Slice?>
  where Response == Slice.Base? { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice]>
  where Response == [Slice.Base] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice?]>
  where Response == [Slice.Base?] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice]?>
  where Response == [Slice.Base]? { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: Slice]> where Response == [K: Slice.Base] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: Slice?]> where Response == [K: Slice.Base?] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [Slice]]> where Response == [K: [Slice.Base]] {
    SliceRequest(base: self)
  }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [Slice]?]> where Response == [K: [Slice.Base]?] {
    SliceRequest(base: self)
  }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey, L: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [L: Slice]]> where Response == [K: [L: Slice.Base]] {
    SliceRequest(base: self)
  }
}

extension FieldOperations {
  /// Returns the same operations for a slot with a ``Partial`` in place of the model; nil if the value
  /// contains no model.
  ///
  /// A partial value doesn't distinguish between absent and null: both are nil.
  func partial() -> (any FieldOperations)? {
    func operations<Container: SelectableValue>(_ container: Container.Type) -> any FieldOperations {
      if isOptional {
        OptionalOperations<Container.PartialCoder.Decoded?, Container.PartialCoder>()
      } else {
        RequiredOperations<Container.PartialCoder>()
      }
    }
    return (coder as? any SelectableValue.Type).map { operations($0) }
  }
}
