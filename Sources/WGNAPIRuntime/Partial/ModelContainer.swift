/// A coder whose values hold a model, or lead to one: a model itself, an optional, a list or a map of what does.
///
/// It says what becomes of the value where only some fields of the model are asked for: `[AccountID: Player?]` becomes
/// `[AccountID: Partial<Player>?]`.
public protocol ModelContainer: JSONCoder {
  /// The model, a ``JSONModel``. (Saying so here would make the two protocols refer to one another in a circle.)
  associatedtype ContainedModel
  /// Reads the same with a ``Partial`` in the model's place.
  associatedtype PartialCoder: JSONCoder

  /// A value that was read as a whole, seen as one of which some fields were asked for.
  static func partial(_ value: Decoded, selection: FieldSelection) -> PartialCoder.Decoded

  /// The coder that reads the same with another model, such as a ``ModelSlice``, in the model's place.
  static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type
}

extension JSONModel {
  public static func partial(_ value: Self, selection: FieldSelection) -> Partial<Self> {
    Partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type { other }
}

// MARK: Coders

extension ListOf: ModelContainer where Element: ModelContainer {
  public typealias ContainedModel = Element.ContainedModel
  public typealias PartialCoder = ListOf<Element.PartialCoder>

  public static func partial(
    _ value: [Element.Decoded], selection: FieldSelection
  ) -> [Element.PartialCoder.Decoded] {
    value.map { Element.partial($0, selection: selection) }
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func list<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { ListOf<Coder>.self }
    return list(of: Element.replacingModel(by: other))
  }
}

extension MapOf: ModelContainer where Element: ModelContainer {
  public typealias ContainedModel = Element.ContainedModel
  public typealias PartialCoder = MapOf<Key, Element.PartialCoder>

  public static func partial(
    _ value: [Key: Element.Decoded], selection: FieldSelection
  ) -> [Key: Element.PartialCoder.Decoded] {
    value.mapValues { Element.partial($0, selection: selection) }
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func map<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { MapOf<Key, Coder>.self }
    return map(of: Element.replacingModel(by: other))
  }
}

extension OptionalOf: ModelContainer where Wrapped: ModelContainer {
  public typealias ContainedModel = Wrapped.ContainedModel
  public typealias PartialCoder = OptionalOf<Wrapped.PartialCoder>

  public static func partial(
    _ value: Wrapped.Decoded?, selection: FieldSelection
  ) -> Wrapped.PartialCoder.Decoded? {
    value.map { Wrapped.partial($0, selection: selection) }
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func optional<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { OptionalOf<Coder>.self }
    return optional(of: Wrapped.replacingModel(by: other))
  }
}

extension EmptyListAsMap: ModelContainer where Element: ModelContainer {
  public typealias ContainedModel = Element.ContainedModel
  public typealias PartialCoder = EmptyListAsMap<Key, Element.PartialCoder>

  public static func partial(
    _ value: [Key: Element.Decoded], selection: FieldSelection
  ) -> [Key: Element.PartialCoder.Decoded] {
    MapOf<Key, Element>.partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func map<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { EmptyListAsMap<Key, Coder>.self }
    return map(of: Element.replacingModel(by: other))
  }
}

extension SingleAsList: ModelContainer where Element: ModelContainer {
  public typealias ContainedModel = Element.ContainedModel
  public typealias PartialCoder = SingleAsList<Element.PartialCoder>

  public static func partial(
    _ value: [Element.Decoded], selection: FieldSelection
  ) -> [Element.PartialCoder.Decoded] {
    ListOf<Element>.partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func list<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { SingleAsList<Coder>.self }
    return list(of: Element.replacingModel(by: other))
  }
}

// A box is how a whole value is kept; a partial one, being a reference already, needs none.

extension BoxOf: ModelContainer where Element: ModelContainer {
  public typealias ContainedModel = Element.ContainedModel
  public typealias PartialCoder = Element.PartialCoder

  public static func partial(
    _ value: Boxed<Element.Decoded>, selection: FieldSelection
  ) -> Element.PartialCoder.Decoded {
    Element.partial(value.wrappedValue, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    Element.replacingModel(by: other)
  }
}

extension Boxed: ModelContainer where Wrapped: ModelContainer & JSONValue {
  public typealias ContainedModel = Wrapped.ContainedModel
  public typealias PartialCoder = Wrapped.PartialCoder

  public static func partial(
    _ value: Boxed<Wrapped>, selection: FieldSelection
  ) -> Wrapped.PartialCoder.Decoded {
    Wrapped.partial(value.wrappedValue, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    Wrapped.replacingModel(by: other)
  }
}

// MARK: Values

extension Array: ModelContainer where Element: ModelContainer & JSONValue {
  public typealias ContainedModel = Element.ContainedModel
  public typealias PartialCoder = ListOf<Element.PartialCoder>

  public static func partial(
    _ value: [Element], selection: FieldSelection
  ) -> [Element.PartialCoder.Decoded] {
    ListOf<Element>.partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    ListOf<Element>.replacingModel(by: other)
  }
}

extension Dictionary: ModelContainer where Key: JSONKey, Value: ModelContainer & JSONValue {
  public typealias ContainedModel = Value.ContainedModel
  public typealias PartialCoder = MapOf<Key, Value.PartialCoder>

  public static func partial(
    _ value: [Key: Value], selection: FieldSelection
  ) -> [Key: Value.PartialCoder.Decoded] {
    MapOf<Key, Value>.partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    MapOf<Key, Value>.replacingModel(by: other)
  }
}

extension Optional: ModelContainer where Wrapped: ModelContainer & JSONValue {
  public typealias ContainedModel = Wrapped.ContainedModel
  public typealias PartialCoder = OptionalOf<Wrapped.PartialCoder>

  public static func partial(
    _ value: Wrapped?, selection: FieldSelection
  ) -> Wrapped.PartialCoder.Decoded? {
    OptionalOf<Wrapped>.partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    OptionalOf<Wrapped>.replacingModel(by: other)
  }
}
