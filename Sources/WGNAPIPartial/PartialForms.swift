import WGNAPIJSON

// Coders for arrays, dictionaries and other containers of partial models.

extension ListOf: PartialForm where Element: PartialForm {
  public typealias Model = Element.Model
  public typealias Whole = [Element.Whole]

  public static func partial(_ value: [Element.Whole], selection: FieldSelection) -> [Element.Decoded] {
    value.map { Element.partial($0, selection: selection) }
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func list<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { ListOf<Coder>.self }
    return list(of: Element.replacingModel(by: other))
  }
}

extension MapOf: PartialForm where Element: PartialForm {
  public typealias Model = Element.Model
  public typealias Whole = [Key: Element.Whole]

  public static func partial(
    _ value: [Key: Element.Whole], selection: FieldSelection
  ) -> [Key: Element.Decoded] {
    value.mapValues { Element.partial($0, selection: selection) }
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func map<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { MapOf<Key, Coder>.self }
    return map(of: Element.replacingModel(by: other))
  }
}

extension OptionalOf: PartialForm where Wrapped: PartialForm {
  public typealias Model = Wrapped.Model
  public typealias Whole = Wrapped.Whole?

  public static func partial(_ value: Wrapped.Whole?, selection: FieldSelection) -> Wrapped.Decoded? {
    value.map { Wrapped.partial($0, selection: selection) }
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func optional<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { OptionalOf<Coder>.self }
    return optional(of: Wrapped.replacingModel(by: other))
  }
}

extension EmptyListAsMap: PartialForm where Element: PartialForm {
  public typealias Model = Element.Model
  public typealias Whole = [Key: Element.Whole]

  public static func partial(
    _ value: [Key: Element.Whole], selection: FieldSelection
  ) -> [Key: Element.Decoded] {
    MapOf<Key, Element>.partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func map<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { EmptyListAsMap<Key, Coder>.self }
    return map(of: Element.replacingModel(by: other))
  }
}

extension SingleAsList: PartialForm where Element: PartialForm {
  public typealias Model = Element.Model
  public typealias Whole = [Element.Whole]

  public static func partial(_ value: [Element.Whole], selection: FieldSelection) -> [Element.Decoded] {
    ListOf<Element>.partial(value, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    func list<Coder: JSONCoder>(of coder: Coder.Type) -> any JSONCoder.Type { SingleAsList<Coder>.self }
    return list(of: Element.replacingModel(by: other))
  }
}

/// The partial form of a boxed model: the partial model itself, because it is a reference already.
public enum PartialBox<Element: PartialForm>: PartialForm {
  public typealias Decoded = Element.Decoded
  public typealias Model = Element.Model
  public typealias Whole = Boxed<Element.Whole>

  public static var schema: Schema { Element.schema }

  public static func partial(_ value: Boxed<Element.Whole>, selection: FieldSelection) -> Element.Decoded {
    Element.partial(value.wrappedValue, selection: selection)
  }

  public static func replacingModel<Other: JSONModel>(by other: Other.Type) -> any JSONCoder.Type {
    Element.replacingModel(by: other)
  }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Element.Decoded {
    try Element.read(from: &reader)
  }

  public static func write(_ value: Element.Decoded, to writer: inout JSONWriter) throws(JSONError) {
    try Element.write(value, to: &writer)
  }
}
