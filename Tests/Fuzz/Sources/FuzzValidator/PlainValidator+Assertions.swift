import WGNAPIJSON

extension PlainValidator {
  /// The keywords that hold no schemas.
  func asserts(_ schema: JSON, _ value: PlainValue) -> Bool {
    if let types = schema["type"]?.array, !types.contains(where: { isType($0.string ?? "", value) }) {
      return false
    }
    if let values = schema["enum"]?.array, !values.contains(where: { PlainValue($0) == value }) {
      return false
    }
    if let expected = schema["const"], PlainValue(expected) != value { return false }
    switch value {
    case .number(let number): return assertsNumber(schema, number)
    case .string(let text): return assertsText(schema, text)
    case .array(let elements): return assertsItems(schema, elements)
    case .object(let members): return assertsMembers(schema, members.map(\.key))
    case .null, .bool: return true
    }
  }

  private func isType(_ name: String, _ value: PlainValue) -> Bool {
    switch value {
    case .null: name == "null"
    case .bool: name == "boolean"
    case .number(let number): name == "number" || (name == "integer" && number % PlainValue.one == 0)
    case .string: name == "string"
    case .array: name == "array"
    case .object: name == "object"
    }
  }

  private func assertsNumber(_ schema: JSON, _ number: Int) -> Bool {
    func limit(_ keyword: String) -> Int? {
      schema[keyword]?.number.flatMap { PlainValue.millionths($0.text) }
    }
    if let minimum = limit("minimum"), number < minimum { return false }
    if let maximum = limit("maximum"), number > maximum { return false }
    if let minimum = limit("exclusiveMinimum"), number <= minimum { return false }
    if let maximum = limit("exclusiveMaximum"), number >= maximum { return false }
    if let divisor = limit("multipleOf"), number % divisor != 0 { return false }
    return true
  }

  private func assertsText(_ schema: JSON, _ text: [Unicode.Scalar]) -> Bool {
    if let minimum = schema["minLength"]?.int, text.count < minimum { return false }
    if let maximum = schema["maxLength"]?.int, text.count > maximum { return false }
    if let pattern = schema["pattern"]?.string { return matches(pattern, text) }
    return true
  }

  func matches(_ pattern: String, _ text: [Unicode.Scalar]) -> Bool {
    patterns.first { $0.text == pattern }?.matches(text) ?? true
  }

  private func assertsItems(_ schema: JSON, _ elements: [PlainValue]) -> Bool {
    if let minimum = schema["minItems"]?.int, elements.count < minimum { return false }
    if let maximum = schema["maxItems"]?.int, elements.count > maximum { return false }
    guard schema["uniqueItems"]?.bool == true else { return true }
    return elements.indices.allSatisfy { !elements[..<$0].contains(elements[$0]) }
  }

  private func assertsMembers(_ schema: JSON, _ keys: [[Unicode.Scalar]]) -> Bool {
    func has(_ name: JSON) -> Bool { keys.contains(Array((name.string ?? "").unicodeScalars)) }
    if let minimum = schema["minProperties"]?.int, keys.count < minimum { return false }
    if let maximum = schema["maxProperties"]?.int, keys.count > maximum { return false }
    if let required = schema["required"]?.array, !required.allSatisfy(has) { return false }
    for (key, names) in schema["dependentRequired"]?.object ?? JSONObject() where has(.string(key)) {
      guard (names.array ?? []).allSatisfy(has) else { return false }
    }
    return true
  }
}
