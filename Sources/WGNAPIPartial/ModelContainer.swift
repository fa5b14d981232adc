import WGNAPIJSON

/// A coder whose values hold a model, or lead to one: a model itself, an optional, a list or a map of what does.
///
/// Models that can be asked for in part are ``PartialModel``s. It asks for as little as can be, because what it costs is paid
/// for each of them.
public protocol ModelContainer: JSONCoder {
  /// Reads the same where only some fields of the model were asked for.
  associatedtype PartialCoder: PartialForm
}

/// A model of which an answer can have some fields only, as a ``Partial``.
public protocol PartialModel: JSONModel, ModelContainer where PartialCoder == Partial<Self> {}

/// A coder that reads what another one does, with a ``Partial`` in the place of the model: for `[AccountID: Player?]`
/// it reads `[AccountID: Partial<Player>?]`.
public protocol PartialForm: JSONCoder {
  /// The model.
  associatedtype Model: JSONModel
  /// The values with the whole model.
  associatedtype Whole: Hashable & Sendable

  /// A value that was read as a whole, seen as one of which some fields were asked for.
  static func partial(_ value: Whole, selection: FieldSelection) -> Decoded

  /// The coder that reads the same with another model, such as a ``ModelSlice``, in the model's place.
  static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type
}

extension Partial: PartialForm {
  public typealias Whole = Model

  public static func partial(_ value: Model, selection: FieldSelection) -> Partial {
    Partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type { other }
}

// MARK: Values

extension Array: ModelContainer where Element: ModelContainer & JSONValue {
  public typealias PartialCoder = ListOf<Element.PartialCoder>
}

extension Dictionary: ModelContainer where Key: JSONKey, Value: ModelContainer & JSONValue {
  public typealias PartialCoder = MapOf<Key, Value.PartialCoder>
}

extension Optional: ModelContainer where Wrapped: ModelContainer & JSONValue {
  public typealias PartialCoder = OptionalOf<Wrapped.PartialCoder>
}

extension Boxed: ModelContainer where Wrapped: ModelContainer & JSONValue {
  public typealias PartialCoder = PartialBox<Wrapped.PartialCoder>
}

// MARK: Coders

extension ListOf: ModelContainer where Element: ModelContainer {
  public typealias PartialCoder = ListOf<Element.PartialCoder>
}

extension MapOf: ModelContainer where Element: ModelContainer {
  public typealias PartialCoder = MapOf<Key, Element.PartialCoder>
}

extension OptionalOf: ModelContainer where Wrapped: ModelContainer {
  public typealias PartialCoder = OptionalOf<Wrapped.PartialCoder>
}

extension EmptyListAsMap: ModelContainer where Element: ModelContainer {
  public typealias PartialCoder = EmptyListAsMap<Key, Element.PartialCoder>
}

extension SingleAsList: ModelContainer where Element: ModelContainer {
  public typealias PartialCoder = SingleAsList<Element.PartialCoder>
}

extension BoxOf: ModelContainer where Element: ModelContainer {
  public typealias PartialCoder = PartialBox<Element.PartialCoder>
}
