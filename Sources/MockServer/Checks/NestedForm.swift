import APIModel

/// The fields of a form whose names lead to nested values: `card[number]`, `items[0][id]`, `card.number`.
final class NestedForm {
  private static let deepest = 32

  private let lists: Endpoint.Body.FormLists
  private let objects: Endpoint.Body.FormObjects
  private var texts: [String] = []
  private var names: [String] = []
  private var children: [String: NestedForm] = [:]

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
  func value(as schema: Schema, _ values: TextValue, depth: Int = 0) -> Literal {
    guard depth <= Self.deepest else { return .null }
    let index = values.checker.index
    let resolved = index.resolved(schema).schema
    if case .union = index.shape(of: resolved) {
      let readings = (resolved.oneOf + resolved.anyOf).map { value(as: $0, values, depth: depth + 1) }
      if let fitting = values.best(readings, schema) { return fitting }
    }
    if children.isEmpty { return leaf(schema, resolved, values) }
    if isList(resolved) {
      let element = resolved[.items]
      // `a[]` has all elements under one name.
      let items = names.flatMap { name -> [Literal] in
        guard let child = children[name] else { return [] }
        if name.isEmpty, child.children.isEmpty {
          return child.texts.map { text in element.map { values.scalar(text, $0) } ?? .string(text) }
        }
        return [
          element.map { child.value(as: $0, values, depth: depth + 1) } ?? child.plain(depth: depth + 1)
        ]
      }
      return .array(items)
    }
    return .object(
      names.compactMap { name in
        children[name].map { child in
          let property = values.property(name, of: resolved)
          let value = property.map { child.value(as: $0, values, depth: depth + 1) }
          return .init(name: name, value: value ?? child.plain(depth: depth + 1))
        }
      })
  }

  private func isList(_ schema: Schema) -> Bool { schema.types == [.array] }

  private func leaf(_ schema: Schema, _ resolved: Schema, _ values: TextValue) -> Literal {
    guard let last = texts.last else { return .object([]) }
    if objects == .json, resolved.types == [.object] || isList(resolved),
      let value = try? JSONText.value(of: last)
    {
      return value
    }
    guard isList(resolved) else { return values.scalar(last, schema) }
    if lists == .commas, texts.count == 1 {
      let parts = last.isEmpty ? [] : last.split(separator: ",", omittingEmptySubsequences: false)
      return values.list(parts.map(String.init), schema)
    }
    return values.list(texts, schema)
  }

  /// The value without a schema.
  private func plain(depth: Int) -> Literal {
    guard depth <= Self.deepest else { return .null }
    if children.isEmpty { return .string(texts.last ?? "") }
    return .object(
      names.compactMap { name in
        children[name].map { .init(name: name, value: $0.plain(depth: depth + 1)) }
      })
  }
}
