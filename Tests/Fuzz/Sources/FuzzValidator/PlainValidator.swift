import WGNAPIJSON

/// JSON Schema 2020-12 word by word, with no thought of speed: what the runtime is compared with.
struct PlainValidator {
  let resources: [JSON]
  /// Applications of schemas, after which no response is given.
  private var remaining = 5000

  /// Thrown where no response is given.
  struct Undecided: Error {}

  /// What a schema looked at in a value; nothing, if it rejects it.
  struct Evaluated {
    var isValid = true
    var keys: Set<[Unicode.Scalar]> = []
    var items: Set<Int> = []

    mutating func add(_ other: Evaluated) {
      guard other.isValid else { return }
      keys.formUnion(other.keys)
      items.formUnion(other.items)
    }

    mutating func require(_ condition: Bool) { if !condition { isValid = false } }
  }

  init(resources: [JSON]) { self.resources = resources }

  /// Nil where it takes too long.
  mutating func accepts(_ value: PlainValue) -> Bool? {
    try? apply(resource: 0, to: value, scope: [], 0).isValid
  }

  private mutating func apply(
    resource index: Int, to value: PlainValue, scope: [Int], _ depth: Int
  ) throws -> Evaluated {
    try apply(resources[index], to: value, scope: scope + [index], depth)
  }

  mutating func apply(_ schema: JSON, to value: PlainValue, scope: [Int], _ depth: Int) throws -> Evaluated {
    remaining -= 1
    guard remaining > 0, depth < 60 else { throw Undecided() }
    if let boolean = schema.bool { return Evaluated(isValid: boolean) }
    var result = Evaluated()
    result.require(asserts(schema, value))
    try applyReferences(schema, value, scope, depth + 1, &result)
    try applyCombinations(schema, value, scope, depth + 1, &result)
    if case .array(let elements) = value {
      try applyToItems(schema, elements, scope, depth + 1, &result)
    }
    if case .object(let members) = value {
      try applyToMembers(schema, members, scope, depth + 1, &result)
    }
    return result.isValid ? result : Evaluated(isValid: false)
  }

  private mutating func applyReferences(
    _ schema: JSON, _ value: PlainValue, _ scope: [Int], _ depth: Int, _ result: inout Evaluated
  ) throws {
    if let index = schema["$ref"]?.int {
      let other = try apply(resource: index % resources.count, to: value, scope: scope, depth)
      result.require(other.isValid)
      result.add(other)
    }
    if let index = schema["$dynamicRef"]?.int {
      // The outermost resource with the anchor, if the one that is referred to has it.
      var target = index % resources.count
      if resources[target]["$dynamicAnchor"] != nil {
        target = scope.first { resources[$0]["$dynamicAnchor"] != nil } ?? target
      }
      let other = try apply(resource: target, to: value, scope: scope, depth)
      result.require(other.isValid)
      result.add(other)
    }
  }

  private mutating func applyCombinations(
    _ schema: JSON, _ value: PlainValue, _ scope: [Int], _ depth: Int, _ result: inout Evaluated
  ) throws {
    for keyword in ["allOf", "anyOf", "oneOf"] {
      guard let parts = schema[keyword]?.array else { continue }
      var accepted = 0
      for part in parts {
        let other = try apply(part, to: value, scope: scope, depth)
        if other.isValid { accepted += 1 }
        result.add(other)
      }
      switch keyword {
      case "allOf": result.require(accepted == parts.count)
      case "anyOf": result.require(accepted > 0)
      default: result.require(accepted == 1)
      }
    }
    if let part = schema["not"] {
      result.require(!(try apply(part, to: value, scope: scope, depth).isValid))
    }
    if let condition = schema["if"] {
      let outcome = try apply(condition, to: value, scope: scope, depth)
      result.add(outcome)
      if let branch = schema[outcome.isValid ? "then" : "else"] {
        let other = try apply(branch, to: value, scope: scope, depth)
        result.require(other.isValid)
        result.add(other)
      }
    }
    if let dependents = schema["dependentSchemas"]?.object, case .object(let members) = value {
      for (key, part) in dependents where members.contains(where: { $0.key == Array(key.unicodeScalars) }) {
        let other = try apply(part, to: value, scope: scope, depth)
        result.require(other.isValid)
        result.add(other)
      }
    }
  }
}
