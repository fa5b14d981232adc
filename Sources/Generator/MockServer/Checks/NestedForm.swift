import APIModel
import SchemaValues

/// The fields of a form whose names lead to nested values: `card[number]`, `items[0][id]`, `card.number`.
final class NestedForm {
  private static let deepest = 100
  /// The work for telling the alternatives of unions apart, which nested ones multiply.
  private static let mostWork = 200_000

  private let lists: Endpoint.Body.FormLists
  private let objects: Endpoint.Body.FormObjects
  private var texts: [String] = []
  private var names: [String] = []
  private var children: [String: NestedForm] = [:]
  /// Whether a schema was asked for the value, and whether one of them allows a list.
  private var (isRead, takesList) = (false, false)
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

  /// A value, and the fields that don't fit into it.
  struct Reading {
    var value: Literal
    /// The fields that are sent several times, although they aren't lists.
    var repeated: [(name: String, path: [ValueStep], count: Int)]
    /// Whether a list has more elements than the server reads.
    var isTooLong: Bool
  }

  private struct Progress {
    /// The remaining work for unions.
    var work = NestedForm.mostWork
    var isTooLong = false
  }

  /// The value that a schema describes.
  func reading(as schema: Schema, _ values: TextValue) -> Reading {
    var progress = Progress()
    let value = value(as: schema, values, &progress)
    var repeated: [(name: String, path: [ValueStep], count: Int)] = []
    addRepeated(to: &repeated, at: [])
    return Reading(value: value, repeated: repeated, isTooLong: progress.isTooLong)
  }

  private func addRepeated(
    to found: inout [(name: String, path: [ValueStep], count: Int)], at path: [String]
  ) {
    if texts.count > 1, isRead, !takesList, found.count < 10 {
      found.append((path.joined(separator: "."), path.map { .key($0) }, texts.count))
    }
    for name in names { children[name]?.addRepeated(to: &found, at: path + [name]) }
  }

  private func value(as schema: Schema, _ values: TextValue, _ progress: inout Progress) -> Literal {
    if texts.count > 1, !takesList {
      isRead = true
      takesList = ValueTypes(of: schema, in: values.checker.index).types.contains(.array)
    }
    guard schema.reference != nil else { return unknownValue(as: schema, values, &progress) }
    if let value = known[schema] { return value }
    open.insert(schema)
    let skipped = skippedCount
    let value = unknownValue(as: schema, values, &progress)
    open.remove(schema)
    // Where alternatives were left out, or the work is done, another place may find more.
    if skippedCount == skipped, progress.work > 0 { known[schema] = value }
    return value
  }

  private func unknownValue(as schema: Schema, _ values: TextValue, _ progress: inout Progress) -> Literal {
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
        let reading = value(as: alternative, values, &progress)
        if values.checker.isAccepted(reading, schema, within: &progress.work) { return reading }
        readings.append(reading)
      }
      if let first = readings.first { return first }
    }
    if children.isEmpty { return leaf(schema, resolved, values, &progress) }
    if isList(resolved) {
      let element = resolved[.items]
      let scalars = element.map { ScalarReader($0, values.checker) }
      var items: [Literal] = []
      for name in names {
        guard let child = children[name] else { continue }
        // `a[]` has all elements under one name.
        if name.isEmpty, child.children.isEmpty {
          items += child.texts.map { scalars?.scalar($0) ?? .string($0) }
        } else {
          items.append(element.map { child.value(as: $0, values, &progress) } ?? child.plain)
        }
      }
      return .array(items)
    }
    let schemas = values.members(of: resolved)
    var members: [Literal.Member] = []
    for name in names {
      guard let child = children[name] else { continue }
      let value = schemas[name].map { child.value(as: $0, values, &progress) } ?? child.plain
      members.append(.init(name: name, value: value))
    }
    return .object(members)
  }

  private func types(of schema: Schema, _ values: TextValue) -> Set<JSONType> {
    ValueTypes(of: schema, in: values.checker.index).types
  }

  private func isList(_ schema: Schema) -> Bool { schema.types == [.array] }

  private func leaf(
    _ schema: Schema, _ resolved: Schema, _ values: TextValue, _ progress: inout Progress
  ) -> Literal {
    guard let last = texts.last else { return .object([]) }
    if objects == .json, TextPair.has(0x2C, moreThan: TextPair.mostCommas, in: last.utf8),
      !types(of: schema, values).contains(.string)
    {
      progress.isTooLong = true
      return .object([])
    }
    if objects == .json, texts.count == 1, resolved.types == [.object] || isList(resolved),
      let value = try? JSONText.value(of: last)
    {
      // A list's only field may be the list in JSON, or its only element.
      if !isList(resolved) { return value }
      if case .array = value { return value }
    }
    // Several texts are a list, which the check of the value refuses if it isn't to be one.
    guard isList(resolved) else {
      return texts.count > 1 ? values.list(texts, schema) : values.scalar(last, schema)
    }
    if lists == .commas, texts.count == 1 {
      let parts =
        last.isEmpty
        ? [] : last.utf8.split(separator: 0x2C, maxSplits: TextPair.most, omittingEmptySubsequences: false)
      guard parts.count <= TextPair.most else {
        progress.isTooLong = true
        return .array([])
      }
      return values.list(parts.map { String(Substring($0)) }, schema)
    }
    return values.list(texts, schema)
  }

  /// The value without a schema.
  private var plain: Literal {
    if children.isEmpty { return .string(texts.last ?? "") }
    return .object(names.compactMap { name in children[name].map { .init(name: name, value: $0.plain) } })
  }
}
