import SpecInference
import TrafficEvidence

extension TypeText {
  /// The type of a parameter that is in the query, where that isn't the default.
  var inQuery: TypeText {
    switch self {
    case .expression: .keywords([("type", self), ("in", .expression("query"))])
    case .keywords(let entries): .keywords(entries + [("in", .expression("query"))])
    }
  }

  /// The type of values of which some were seen.
  ///
  /// Unlike `TypeBuilder`, it names nothing: what it adds to a spec stays in one place.
  init(_ shape: Shape?, depth: Int = 0) {
    guard let shape, shape.opaque == 0, depth < 8 else {
      self = .expression("any")
      return
    }
    let mark = shape.nulls > 0 ? "?" : ""
    var kinds: [TypeText] = []
    if shape.booleans > 0 { kinds.append(.expression("boolean" + mark)) }
    if let numbers = shape.numbers {
      let type = (numbers.fractions + numbers.huge > 0 ? "number" : "integer") + mark
      kinds.append(numbers.secrets > 0 ? .secret(type) : .expression(type))
    }
    if let texts = shape.texts {
      let format = texts.secrets + texts.empty > 0 ? nil : ScalarGuesses.format(of: texts)
      let type = format == nil || format == "email" ? "string" : format ?? "string"
      kinds.append(texts.secrets > 0 ? .secret("string" + mark) : .expression(type + mark))
    }
    if let lists = shape.lists { kinds.append(Self.list(TypeText(lists.element, depth: depth + 1), mark)) }
    if let objects = shape.objects { kinds.append(Self.object(objects.all, mark, depth)) }
    self = kinds.count == 1 ? kinds[0] : .expression("any")
  }

  private static func secret(_ type: String) -> TypeText {
    .keywords([("type", .expression(type)), ("secret", .expression("true"))])
  }

  static func list(_ element: TypeText, _ mark: String) -> TypeText {
    if case .expression(let text) = element { return .expression("[\(text)]\(mark)") }
    return .keywords([("type", .expression("array" + mark)), ("items", element)])
  }

  private static func object(_ members: Members, _ mark: String, _ depth: Int) -> TypeText {
    if members.map.entries > 0 || members.fields.isEmpty {
      let value = TypeText(members.fields.isEmpty ? members.map.value : nil, depth: depth + 1)
      if case .expression(let text) = value { return .expression("{\(text)}\(mark)") }
      return .keywords([("type", .expression("object" + mark)), ("additionalProperties", value)])
    }
    let properties = members.fields.prefix(100).map { field in
      (
        key: SpecEntry.key(field.name, isOptional: field.shape.count < members.count),
        value: TypeText(field.shape, depth: depth + 1)
      )
    }
    let type: [(key: String, value: TypeText)] = mark.isEmpty ? [] : [("type", .expression("object?"))]
    return .keywords(type + [("properties", .keywords(properties))])
  }
}

extension SpecEntry {
  /// The key of a property: a `?` at its end marks an optional one.
  static func key(_ name: String, isOptional: Bool) -> String {
    (name.hasSuffix("?") ? name.dropLast() + "\\?" : name) + (isOptional ? "?" : "")
  }
}
