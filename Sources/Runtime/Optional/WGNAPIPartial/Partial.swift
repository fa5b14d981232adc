import WGNAPIClient
import WGNAPIJSON

/// A model with only the fields that were asked for.
///
/// Each field is a ``Requested``, which is either a value or `notRequested`. Use dots for the fields of a
/// nested model:
///
/// ```swift
/// player.nickname                          // .value("Garden_Gnome")
/// player.clanID                            // .value(nil): asked for, and null
/// player.statistics.all.wins               // .notRequested
/// try player.nickname.get()                // "Garden_Gnome"
/// ```
///
/// To read a field with the same name as a member of this type, use its key path: `player[\.description]`.
@dynamicMemberLookup
public struct Partial<Model: JSONModel>: JSONValue, CustomStringConvertible {
  private enum Content: Sendable {
    /// The complete model, except for extra fields that weren't asked for.
    case whole(Box<Model>, FieldSelection)
    case part(PartialStorage)
  }

  private let content: Content

  init(_ model: Model, selection: FieldSelection) { content = .whole(Box(model), selection) }

  /// Returns a field.
  public subscript<Value>(dynamicMember path: KeyPath<Model, Value>) -> Requested<Value> { self[path] }

  /// Returns a field that contains a model, or an optional, an array or a dictionary of models.
  public subscript<Value: SelectableValue>(
    dynamicMember path: KeyPath<Model, Value>
  ) -> Requested<Value.PartialCoder.Decoded> where Value.PartialCoder.Whole == Value { self[path] }

  /// Returns a field. A field with models of which only a part was asked for counts as not requested.
  public subscript<Value>(_ path: KeyPath<Model, Value>) -> Requested<Value> {
    switch content {
    case .whole(let model, let selection):
      Self.selection(of: path, in: selection) == nil ? .notRequested : .value(model.value[keyPath: path])
    case .part(let storage):
      if let index = Model.index(of: path) {
        storage.value(at: index, as: Value.self)
      } else {
        .notRequested
      }
    }
  }

  /// Returns a field that contains a model, or an optional, an array or a dictionary of models.
  public subscript<Value: SelectableValue>(
    _ path: KeyPath<Model, Value>
  ) -> Requested<Value.PartialCoder.Decoded> where Value.PartialCoder.Whole == Value {
    switch content {
    case .whole(let model, let selection):
      guard let inner = Self.selection(of: path, in: selection) else { return .notRequested }
      let value = Value.PartialCoder.partial(model.value[keyPath: path], selection: inner)
      return .value(value, selection: inner)
    case .part(let storage):
      guard let index = Model.index(of: path), index < storage.plan.slots.count,
        let slot = storage.plan.slots[index]
      else { return .notRequested }
      let value =
        slot.isPartial
        ? storage.value(at: index, as: Value.PartialCoder.Decoded.self, partial: true)
        : storage.value(at: index, as: Value.self).map {
          Value.PartialCoder.partial($0, selection: slot.selection)
        }
      return value.ifRequested.map { .value($0, selection: slot.selection) } ?? .notRequested
    }
  }

  /// The complete model if all of its fields were asked for, with nil for extra fields that weren't;
  /// otherwise nil.
  public var model: Model? {
    if case .whole(let model, _) = content { model.value } else { nil }
  }

  /// Returns the selection for a field, given the selection for its model; nil if the field wasn't asked for.
  private static func selection<Value>(
    of path: KeyPath<Model, Value>, in selection: FieldSelection
  ) -> FieldSelection? {
    let table = Model.layout.table
    // Nothing can be missing from a model without extra fields. Its computed properties count as requested.
    if selection.isWhole, table.extraFields.isEmpty, selection.fields.isEmpty { return .all }
    guard let index = Model.index(of: path) else { return selection.isWhole ? .all : nil }
    guard let name = table.name(at: index) else { return selection.rule == .all ? .all : nil }
    return selection.field(name, isExtra: table.isExtra(index))
  }

  /// Returns a field of a model that is null or absent, given the selection for the model.
  static func valueOfNothing<Value, Field>(
    _ path: KeyPath<Model, Field>, _ selection: FieldSelection
  ) -> Requested<Value?> {
    self.selection(of: path, in: selection)?.isWhole == true ? .value(nil) : .notRequested
  }

  /// Returns a field that contains a model, of a model that is null or absent, given the selection for the
  /// latter.
  static func modelOfNothing<Value, Field>(
    _ path: KeyPath<Model, Field>, _ selection: FieldSelection
  ) -> Requested<Value?> {
    self.selection(of: path, in: selection).map { .value(nil, selection: $0) } ?? .notRequested
  }
}

// MARK: JSON

extension Partial {
  /// Reads the fields of the current selection, or all fields if there is none.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Partial {
    let selection =
      if let requested = reader.context?.selection as? FieldSelection {
        requested
      } else if reader.acceptsAnyPart {
        try FieldSelection(ofKeysIn: &reader, Model.layout.table)
      } else {
        FieldSelection.all
      }
    guard !selection.isWhole else { return Partial(try Model.read(from: &reader), selection: selection) }
    let storage = try PartialStorage(selection.plan(for: Model.layout.table), from: &reader)
    return Partial(content: .part(storage))
  }

  private init(content: Content) { self.content = content }

  /// Decodes a document with some fields of the model.
  ///
  /// - Throws: `JSONError` as for a complete model; of kind `missingKey` if a required field was asked for
  ///   and is missing; of kind `invalidValue` if a path names no field.
  public static func decode(
    _ bytes: [UInt8], fields: Fields<Model>, extra: FieldPaths<Model> = [],
    options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Partial {
    let request = FieldRequest(fields, extra: extra)
    if let problem = request.problems.first { throw JSONError(.invalidValue, problem) }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(buffer, options: options)
      reader.context = SelectionContext(request.selection)
      return try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
    }
  }

  /// Writes the fields that exist.
  public static func write(_ value: Partial, to writer: inout JSONWriter) throws(JSONError) {
    switch value.content {
    case .whole(let model, _): try Model.write(model.value, to: &writer)
    case .part(let storage): try storage.write(to: &writer)
    }
  }

  /// The model's type, and the existing fields as JSON, with `<redacted>` in place of secrets.
  public var description: String {
    var writer = JSONWriter(hidesSecrets: true)
    guard (try? Self.write(self, to: &writer)) != nil else {
      return "Partial<\(Model.self)>(not representable)"
    }
    return "Partial<\(Model.self)>(\(String(decoding: writer.finish(), as: UTF8.self)))"
  }

  /// Returns whether the same fields were asked for and all are equal.
  public static func == (left: Partial, right: Partial) -> Bool {
    switch (left.content, right.content) {
    case (.whole(let left, let ofLeft), .whole(let right, let ofRight)):
      left.value == right.value && ofLeft == ofRight
    case (.part(let left), .part(let right)): left.isEqual(to: right)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch content {
    case .whole(let model, _): hasher.combine(model.value)
    case .part(let storage): storage.hash(into: &hasher)
    }
  }
}

extension FieldSelection {
  /// Selects the keys of the next object, without moving the reader: those of the table's fields that are there, and all others.
  /// Models in their values select their own.
  fileprivate convenience init(ofKeysIn reader: inout JSONReader, _ table: FieldTable) throws(JSONError) {
    reader.skipWhitespace()
    let start = reader.place
    var fields: [String: FieldSelection] = [:]
    for index in 0..<table.count { fields[table.fields[index].key.text] = FieldSelection(.nothing) }
    if try reader.enterObject() {
      repeat {
        fields[try reader.readKey()] = FieldSelection(.named)
        try reader.skipValue()
      } while try reader.continueObject()
    }
    reader.back(to: start)
    self.init(.all, fields)
  }
}

extension PartialStorage {
  /// Returns the value of a field if it was asked for in the form of this type.
  fileprivate func value<Value>(
    at index: Int, as type: Value.Type, partial: Bool = false
  ) -> Requested<Value> {
    guard index < plan.slots.count else {
      return additional(as: type).map { .value($0) } ?? .notRequested
    }
    guard let slot = plan.slots[index], slot.isPartial == partial else { return .notRequested }
    return slot.operations.load(value(slot), as: type).map { .value($0) } ?? .notRequested
  }
}

// Coders for arrays, dictionaries and other containers of partial models.

extension ListOf: PartialCoding where Element: PartialCoding {
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

extension MapOf: PartialCoding where Element: PartialCoding {
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

extension OptionalOf: PartialCoding where Wrapped: PartialCoding {
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

extension EmptyListAsMap: PartialCoding where Element: PartialCoding {
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

extension SingleAsList: PartialCoding where Element: PartialCoding {
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
public enum PartialBox<Element: PartialCoding>: PartialCoding {
  public typealias Decoded = Element.Decoded
  public typealias Model = Element.Model
  public typealias Whole = Boxed<Element.Whole>

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

extension Partial: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Model.self] }
}

extension PartialBox: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Element.self] }
}
