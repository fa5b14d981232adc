import APIModel
import SchemaValues

/// The fields of a form whose names lead to nested values: `card[number]`, `items[0][id]`, `card.number`.
final class NestedForm {
  private static let deepest = 32
  /// The work for telling the alternatives of unions apart, which nested ones multiply.
  private static let mostWork = 200_000

  private let lists: Endpoint.Body.FormLists
  private let objects: Endpoint.Body.FormObjects
  private var texts: [String] = []
  private var names: [String] = []
  private var children: [String: NestedForm] = [:]
  /// The values by schemas that refer to others, so that alternatives which lead to the same one share its value.
  private var known: [Schema: Literal] = [:]
  /// The schemas whose value is being found.
  private var open: Set<Schema> = []
  /// How many alternatives were left out because their value was being found.
  private var skippedCount = 0

  private init(lists: Endpoint.Body.FormLists, objects: Endpoint.Body.FormObjects) {
    self.lists = lists
    self.objects = objects
  }

  /// - Parameters:
  ///   - pairs: the fields.
  ///   - lists: how the elements of lists are named.
  ///   - objects: how the members of objects are named.
  convenience init(
    _ pairs: [TextPair], lists: Endpoint.Body.FormLists, objects: Endpoint.Body.FormObjects
  ) {
    self.init(lists: lists, objects: objects)
    for pair in pairs { add(pair.text.decoded, at: Self.path(of: pair.name, objects)[...]) }
  }

  subscript(name: String) -> NestedForm? { children[name] }

  private func add(_ text: String, at path: ArraySlice<String>) {
    guard let first = path.first else {
      texts.append(text)
      return
    }
    let child: NestedForm
    if let known = children[first] {
      child = known
    } else {
      child = NestedForm(lists: lists, objects: objects)
      children[first] = child
      names.append(first)
    }
    child.add(text, at: path.dropFirst())
  }

  /// The parts of a name; `a[]` has an empty one.
  private static func path(of name: String, _ objects: Endpoint.Body.FormObjects) -> [String] {
    if objects == .dots {
      return name.split(separator: ".", maxSplits: deepest, omittingEmptySubsequences: false).flatMap {
        $0.hasSuffix("[]") ? [String($0.dropLast(2)), ""] : [String($0)]
      }
    }
    guard let open = name.firstIndex(of: "["), open > name.startIndex, name.hasSuffix("]") else {
      return [name]
    }
    let inner = name[open...].dropFirst().dropLast()
    return [String(name[..<open])]
      + inner.split(separator: "][", maxSplits: deepest, omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: Values

  /// The value that a schema describes.
  func value(as schema: Schema, _ values: TextValue) -> Literal {
    var work = Self.mostWork
    return value(as: schema, values, &work)
  }

  private func value(as schema: Schema, _ values: TextValue, _ work: inout Int) -> Literal {
    guard schema.reference != nil else { return unknownValue(as: schema, values, &work) }
    if let value = known[schema] { return value }
    open.insert(schema)
    let skipped = skippedCount
    let value = unknownValue(as: schema, values, &work)
    open.remove(schema)
    // Where alternatives were left out, or the work is done, another place may find more.
    if skippedCount == skipped, work > 0 { known[schema] = value }
    return value
  }

  private func unknownValue(as schema: Schema, _ values: TextValue, _ work: inout Int) -> Literal {
    let index = values.checker.index
    let resolved = index.resolved(schema).schema
    if case .union = index.shape(of: resolved) {
      var readings: [Literal] = []
      // One that leads back to the union adds nothing.
      for alternative in resolved.oneOf + resolved.anyOf {
        guard !open.contains(alternative) else {
          skippedCount += 1
          continue
        }
        let reading = value(as: alternative, values, &work)
        if values.checker.isAccepted(reading, schema, within: &work) { return reading }
        readings.append(reading)
      }
      if let first = readings.first { return first }
    }
    if children.isEmpty { return leaf(schema, resolved, values) }
    if isList(resolved) {
      let element = resolved[.items]
      var items: [Literal] = []
      for name in names {
        guard let child = children[name] else { continue }
        // `a[]` has all elements under one name.
        if name.isEmpty, child.children.isEmpty {
          items += child.texts.map { text in element.map { values.scalar(text, $0) } ?? .string(text) }
        } else {
          items.append(element.map { child.value(as: $0, values, &work) } ?? child.plain)
        }
      }
      return .array(items)
    }
    var members: [Literal.Member] = []
    for name in names {
      guard let child = children[name] else { continue }
      let property = values.property(name, of: resolved)
      members.append(
        .init(name: name, value: property.map { child.value(as: $0, values, &work) } ?? child.plain))
    }
    return .object(members)
  }

  private func isList(_ schema: Schema) -> Bool { schema.types == [.array] }

  private func leaf(_ schema: Schema, _ resolved: Schema, _ values: TextValue) -> Literal {
    guard let last = texts.last else { return .object([]) }
    if objects == .json, texts.count == 1, resolved.types == [.object] || isList(resolved),
      let value = try? JSONText.value(of: last)
    {
      // A list's only field may be the list in JSON, or its only element.
      if !isList(resolved) { return value }
      if case .array = value { return value }
    }
    guard isList(resolved) else { return values.scalar(last, schema) }
    if lists == .commas, texts.count == 1 {
      let parts = last.isEmpty ? [] : last.split(separator: ",", omittingEmptySubsequences: false)
      return values.list(parts.map(String.init), schema)
    }
    return values.list(texts, schema)
  }

  /// The value without a schema.
  private var plain: Literal {
    if children.isEmpty { return .string(texts.last ?? "") }
    return .object(names.compactMap { name in children[name].map { .init(name: name, value: $0.plain) } })
  }
}
