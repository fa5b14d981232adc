import FuzzHarness
import WGNAPIFormats
import WGNAPIJSON
import WGNAPISchema

/// A schema by the runtime's keywords, with the resources that its references lead to.
final class MadeSchema: @unchecked Sendable {
  private var resources: [JSONSchema] = []
  private let hasAnchor: [Bool]

  init(of resources: [JSON]) {
    hasAnchor = resources.map { $0["$dynamicAnchor"] != nil }
    self.resources = resources.enumerated().map { index, resource in
      if let boolean = resource.bool { return boolean ? .any : .never }
      let anchors: JSONSchema.DynamicAnchors = ["node": target(index)]
      return JSONSchema(anchors: hasAnchor[index] ? anchors : nil, keywords(of: resource))
    }
  }

  /// The first resource.
  var schema: JSONSchema { target(0)() }

  /// Lets go of the resources, which otherwise hold each other.
  func clear() { resources = [] }

  fileprivate func target(_ index: Int) -> @Sendable () -> JSONSchema {
    { self.resources.isEmpty ? .any : self.resources[index % self.resources.count] }
  }
}

extension MadeSchema {
  private func schema(of schema: JSON) -> JSONSchema {
    if let boolean = schema.bool { return boolean ? .any : .never }
    return JSONSchema(keywords(of: schema))
  }

  private func keywords(of schema: JSON) -> [JSONSchema.Keyword] {
    // `then` and `else` belong to the `if` before them, and mean nothing without one.
    let conditional = schema["if"] == nil ? [] : ["if", "then", "else"]
    var keywords: [JSONSchema.Keyword] = []
    for (name, argument) in schema.object ?? JSONObject() where !["if", "then", "else"].contains(name) {
      let keyword = referring(name, argument) ?? asserting(name, argument) ?? applying(name, argument)
      if let keyword { keywords.append(keyword) }
    }
    for name in conditional {
      if let keyword = schema[name].flatMap({ applying(name, $0) }) { keywords.append(keyword) }
    }
    return keywords
  }

  private func referring(_ name: String, _ argument: JSON) -> JSONSchema.Keyword? {
    guard let index = argument.int else { return nil }
    switch name {
    case "$ref": return .ref(target(index))
    // Where no anchor is found, it is an ordinary reference.
    case "$dynamicRef": return .dynamicRef(hasAnchor[index % hasAnchor.count] ? "node" : nil, target(index))
    default: return nil
    }
  }

  private func asserting(_ name: String, _ argument: JSON) -> JSONSchema.Keyword? {
    let number = argument.number ?? 0
    let count = argument.int ?? 0
    switch name {
    case "type": return .type(types(argument))
    case "enum": return .enumeration(argument.array ?? [])
    case "const": return .const(argument)
    case "minimum": return .minimum(number)
    case "maximum": return .maximum(number)
    case "exclusiveMinimum": return .exclusiveMinimum(number)
    case "exclusiveMaximum": return .exclusiveMaximum(number)
    case "multipleOf": return .multipleOf(number)
    case "minLength": return .minLength(count)
    case "maxLength": return .maxLength(count)
    case "pattern": return .pattern(argument.string ?? "")
    case "format": return .format(argument.string ?? "")
    case "minContains": return .minContains(count)
    case "maxContains": return .maxContains(count)
    case "minItems": return .minItems(count)
    case "maxItems": return .maxItems(count)
    case "uniqueItems": return .uniqueItems(argument.bool ?? true)
    case "required": return .required(names(argument))
    case "minProperties": return .minProperties(count)
    case "maxProperties": return .maxProperties(count)
    case "dependentRequired": return .dependentRequired(JSONSchema.Entries(members(argument) { names($0) }))
    default: return nil
    }
  }

  private func applying(_ name: String, _ argument: JSON) -> JSONSchema.Keyword? {
    switch name {
    case "items": return .items(schema(of: argument))
    case "prefixItems": return .prefixItems(list(argument))
    case "contains": return .contains(schema(of: argument))
    case "unevaluatedItems": return .unevaluatedItems(schema(of: argument))
    case "properties": return .properties(JSONSchema.Entries(members(argument) { schema(of: $0) }))
    case "patternProperties":
      return .patternProperties(JSONSchema.Entries(members(argument) { schema(of: $0) }))
    case "additionalProperties": return .additionalProperties(schema(of: argument))
    case "propertyNames": return .propertyNames(schema(of: argument))
    case "dependentSchemas":
      return .dependentSchemas(JSONSchema.Entries(members(argument) { schema(of: $0) }))
    case "unevaluatedProperties": return .unevaluatedProperties(schema(of: argument))
    case "allOf": return .allOf(list(argument))
    case "anyOf": return .anyOf(list(argument))
    case "oneOf": return .oneOf(list(argument))
    case "not": return .not(schema(of: argument))
    case "if": return .if(schema(of: argument))
    case "then": return .then(schema(of: argument))
    case "else": return .else(schema(of: argument))
    default: return nil
    }
  }

  private func list(_ argument: JSON) -> [JSONSchema] { (argument.array ?? []).map { schema(of: $0) } }

}

private func names(_ argument: JSON) -> [String] { (argument.array ?? []).compactMap(\.string) }

private func members<Value>(_ argument: JSON, _ value: (JSON) -> Value) -> [(key: String, value: Value)] {
  (argument.object ?? JSONObject()).map { (key: $0.key, value: value($0.value)) }
}

private func types(_ argument: JSON) -> JSONTypes {
  names(argument).reduce(into: []) { types, name in
    switch name {
    case "null": types.insert(.null)
    case "boolean": types.insert(.boolean)
    case "integer": types.insert(.integer)
    case "number": types.insert(.number)
    case "string": types.insert(.string)
    case "array": types.insert(.array)
    default: types.insert(.object)
    }
  }
}
