import WGNAPIFormats
import WGNAPIJSON

extension PlainValidator {
  /// The keywords for the elements of an array; those for what others leave come last.
  mutating func applyToItems(
    _ schema: JSON, _ elements: [PlainValue], _ scope: [Int], _ depth: Int, _ result: inout Evaluated
  ) throws {
    let prefix = schema["prefixItems"]?.array ?? []
    for (index, element) in elements.enumerated() {
      guard let part = index < prefix.count ? prefix[index] : schema["items"] else { continue }
      result.require(try apply(part, to: element, scope: scope, depth).isValid)
      result.items.insert(index)
    }
    if let part = schema["contains"] {
      var found = 0
      for (index, element) in elements.enumerated() {
        guard try apply(part, to: element, scope: scope, depth).isValid else { continue }
        found += 1
        result.items.insert(index)
      }
      result.require(found >= schema["minContains"]?.int ?? 1)
      result.require(found <= schema["maxContains"]?.int ?? .max)
    }
    if let part = schema["unevaluatedItems"] {
      for (index, element) in elements.enumerated() where !result.items.contains(index) {
        result.require(try apply(part, to: element, scope: scope, depth).isValid)
        result.items.insert(index)
      }
    }
  }

  /// The same for the members of an object.
  mutating func applyToMembers(
    _ schema: JSON, _ members: [(key: [Unicode.Scalar], value: PlainValue)], _ scope: [Int], _ depth: Int,
    _ result: inout Evaluated
  ) throws {
    if let part = schema["propertyNames"] {
      for member in members {
        result.require(try apply(part, to: .string(member.key), scope: scope, depth).isValid)
      }
    }
    for member in members {
      var parts: [JSON] = []
      for (key, part) in schema["properties"]?.object ?? JSONObject()
      where Array(key.unicodeScalars) == member.key {
        parts.append(part)
      }
      for (pattern, part) in schema["patternProperties"]?.object ?? JSONObject()
      where matches(pattern, member.key) {
        parts.append(part)
      }
      if parts.isEmpty, let part = schema["additionalProperties"] { parts.append(part) }
      for part in parts {
        result.require(try apply(part, to: member.value, scope: scope, depth).isValid)
        result.keys.insert(member.key)
      }
    }
    if let part = schema["unevaluatedProperties"] {
      for member in members where !result.keys.contains(member.key) {
        result.require(try apply(part, to: member.value, scope: scope, depth).isValid)
        result.keys.insert(member.key)
      }
    }
  }
}
