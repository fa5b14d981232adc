import APIModel
import SchemaValues

/// A slice that a request can ask for.
struct SliceUse {
  /// The slice's type.
  var type: String
  /// The fields that are asked for, by parameter.
  var parameters: [(name: String, texts: [String])]

  /// The slices of an endpoint's response.
  static func slices(of endpoint: Endpoint, in module: Module, _ names: TypeNames) -> [SliceUse] {
    guard let policy = endpoint.policies.partial, endpoint.responses.count == 1,
      let response = endpoint.responses.first, case .json(let schema) = response.payload,
      response.mediaType == nil, let model = model(schema, names.index)
    else { return [] }
    return module.slices.compactMap { slice in
      guard names.index.base(of: slice.base.text) == model else { return nil }
      let content = SliceContent(slice, names.index)
      var parameters = [(policy.fieldsParameter, slice.fields.map(\.text))]
      if !content.extraFields.isEmpty {
        guard let extra = policy.extraParameter else { return nil }
        parameters.append((extra, content.extraFields))
      }
      let most = policy.maximum ?? .max
      let isSendable = parameters.allSatisfy { _, texts in
        texts.count <= most && !texts.contains { $0.contains(policy.separator) }
      }
      return isSendable ? SliceUse(type: names.common.type(slice.name.text), parameters: parameters) : nil
    }
  }

  /// The struct that a list, a map, a map of lists or a map of maps consists of.
  private static func model(_ schema: Schema, _ index: SchemaIndex) -> String? {
    func element(_ schema: Schema, _ isContained: Bool = true) -> Schema? {
      isContained ? schema[.items] ?? schema[.additionalProperties] : schema
    }
    if let name = schema.reference?.text { return index.base(of: name) }
    guard let outer = element(schema), !(schema[.items] != nil && outer[.items] != nil) else { return nil }
    if let name = outer.reference?.text { return index.base(of: name) }
    return element(outer)?.reference.flatMap { index.base(of: $0.text) }
  }
}

extension SchemaIndex {
  /// The name of the object that a name refers to, directly or through other names.
  fileprivate func base(of name: String) -> String? {
    var name = name
    for _ in 0..<64 {
      guard let schema = self[name] else { return nil }
      if case .object = typeShape(of: schema) { return name }
      guard case .reference = typeShape(of: schema), let next = schema.reference?.text, !schema.isNullable
      else { return nil }
      name = next
    }
    return nil
  }
}

/// What a slice consists of.
struct SliceContent {
  /// The schema of its values.
  private(set) var schema: Schema
  /// The fields that come only when they are asked for as such.
  private(set) var extraFields: [String] = []

  init(_ slice: Slice, _ index: SchemaIndex) {
    var tree = SliceTree()
    for field in slice.fields { tree.add(field.text.split(separator: ".").map(String.init), field) }
    schema = Schema(span: slice.base.span)
    schema.reference = slice.base
    schema = part(schema, tree, [], index)
  }

  /// The schema of a value of which only some fields are there.
  private mutating func part(
    _ schema: Schema, _ tree: SliceTree, _ path: [String], _ index: SchemaIndex
  ) -> Schema {
    if tree.isWhole { return schema }
    let resolved = index.resolved(schema)
    var result = Schema(span: schema.span)
    result.isNullable = resolved.isNullable
    result.lenience = schema.lenience.union(resolved.schema.lenience)
    let source = resolved.schema
    switch index.shape(of: source) {
    case .object:
      result.types = [.object]
      for var property in index.flattenedObject(source)?.properties ?? [] {
        let name = property.name.text
        guard let part = tree.parts[name] else { continue }
        if property.isExtra { extraFields.append((path + [name]).joined(separator: ".")) }
        property.schema = self.part(property.schema, part, path + [name], index)
        result.object.properties.append(property)
      }
    case .array:
      result.types = [.array]
      result.counts = source.counts
      result[.items] = source[.items].map { part($0, tree, path, index) }
    case .map:
      result.types = [.object]
      result.counts = source.counts
      result.object.keys = source.object.keys
      result[.additionalProperties] = source[.additionalProperties].map { part($0, tree, path, index) }
    default: return schema
    }
    return result
  }
}
