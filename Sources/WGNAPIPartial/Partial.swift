import WGNAPIClient
import WGNAPIJSON

/// A model of which only some fields were asked for.
///
/// Each field is a ``Requested``, which says whether the field was asked for; the fields of a model within it follow with
/// dots:
///
/// ```swift
/// player.nickname                          // .value("Garden_Gnome")
/// player.clanID                            // .value(nil): asked for, and null
/// player.statistics.all.wins               // .notRequested
/// try player.nickname.get()                // "Garden_Gnome"
/// ```
///
/// A field whose name is that of a member of this type is reached by its key path: `player[\.description]`.
@dynamicMemberLookup
public struct Partial<Model: JSONModel>: JSONValue, CustomStringConvertible {
  private enum Content: Sendable {
    /// All of it, but for extra fields that weren't asked for.
    case whole(Box<Model>, FieldSelection)
    case part(PartialStorage)
  }

  private let content: Content

  init(_ model: Model, selection: FieldSelection) { content = .whole(Box(model), selection) }

  /// A field.
  public subscript<Value>(dynamicMember path: KeyPath<Model, Value>) -> Requested<Value> { self[path] }

  /// A field that holds a model, or an optional, a list or a map of models.
  public subscript<Value: ModelContainer>(
    dynamicMember path: KeyPath<Model, Value>
  ) -> Requested<Value.PartialCoder.Decoded> where Value.PartialCoder.Whole == Value { self[path] }

  /// A field. One that holds models of which only a part was asked for counts as not asked for.
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

  /// A field that holds a model, or an optional, a list or a map of models.
  public subscript<Value: ModelContainer>(
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

  /// The whole model, if all of its fields were asked for; extra ones that weren't are nil.
  public var model: Model? {
    if case .whole(let model, _) = content { model.value } else { nil }
  }

  /// What was asked for of a field, where `selection` was asked for of its model; nil where the field wasn't.
  private static func selection<Value>(
    of path: KeyPath<Model, Value>, in selection: FieldSelection
  ) -> FieldSelection? {
    let table = Model.layout.table
    // Nothing is left out of a model without extra fields; that its computed properties are there, too, is as it should be.
    if selection.isWhole, table.extraFields.isEmpty, selection.fields.isEmpty { return .all }
    guard let index = Model.index(of: path) else { return selection.isWhole ? .all : nil }
    guard let name = table.name(at: index) else { return selection.rule == .all ? .all : nil }
    return selection.field(name, isExtra: table.isExtra(index))
  }

  /// A field where `selection` was asked for of the model, and the model is null or absent.
  static func valueOfNothing<Value, Field>(
    _ path: KeyPath<Model, Field>, _ selection: FieldSelection
  ) -> Requested<Value?> {
    self.selection(of: path, in: selection)?.isWhole == true ? .value(nil) : .notRequested
  }

  /// A field that holds a model, where `selection` was asked for of the model that has it, which is null or absent.
  static func modelOfNothing<Value, Field>(
    _ path: KeyPath<Model, Field>, _ selection: FieldSelection
  ) -> Requested<Value?> {
    self.selection(of: path, in: selection).map { .value(nil, selection: $0) } ?? .notRequested
  }
}

// MARK: JSON

extension Partial {
  /// Any object; the model's schema speaks of whole ones.
  public static var schema: Schema { .object }

  /// Reads the fields that are asked for; all, where nothing is said of that.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Partial {
    let selection = reader.context?.selection ?? .all
    guard !selection.isWhole else { return Partial(try Model.read(from: &reader), selection: selection) }
    let storage = try PartialStorage(selection.plan(for: Model.layout.table), from: &reader)
    return Partial(content: .part(storage))
  }

  private init(content: Content) { self.content = content }

  /// Reads a document that has the fields asked for.
  ///
  /// - Throws: ``JSONError`` as for a whole model; of kind `missingKey` where a required field was asked for and isn't
  ///   there; and of kind `invalidValue` where a path is that of no field.
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

  /// Writes the fields that are there.
  public static func write(_ value: Partial, to writer: inout JSONWriter) throws(JSONError) {
    switch value.content {
    case .whole(let model, _): try Model.write(model.value, to: &writer)
    case .part(let storage): try storage.write(to: &writer)
    }
  }

  /// The model's type, and the fields that are there in JSON.
  public var description: String {
    let json = (try? encoded()).map { String(decoding: $0, as: UTF8.self) }
    return "Partial<\(Model.self)>(\(json ?? "not representable"))"
  }

  /// Whether the same fields were asked for, and all are equal.
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

extension PartialStorage {
  /// The value of a field, if it was asked for in the form of this type.
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
