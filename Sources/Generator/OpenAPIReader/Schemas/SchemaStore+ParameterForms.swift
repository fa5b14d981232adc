import APIModel
import SpecReader
import SpecYAML

extension SchemaStore {
  /// The form of a parameter's value as text.
  enum ParameterForm { case scalar, list, object, any }

  func parameterForm(of schema: Schema) -> ParameterForm {
    // Unions that contain each other would multiply the schemas to look at.
    var known: [String: ParameterForm] = [:]
    return parameterForm(of: schema, depth: 0, known: &known)
  }

  /// Whether an object, or each alternative of a union, only contains scalars. What a member that may be any JSON contains
  /// is known when it is sent.
  func hasOnlyScalars(_ schema: Schema) -> Bool {
    // Unions that contain each other would multiply the schemas to look at.
    var known: [String: Bool] = [:]
    return hasOnlyScalars(schema, depth: 0, known: &known)
  }

  /// The members of an object with scalars and lists of scalars only; nil for another schema. OpenAPI says nothing of an
  /// exploded object with a list in it; services such as Spring's read a field for each of its elements.
  func fieldsAndLists(of schema: Schema) -> [Schema.Property]? {
    var schema = schema
    var seen: Set<String> = []
    while let reference = schema.reference {
      guard seen.insert(reference.text).inserted, let target = peek(reference.text) else { return nil }
      schema = target
    }
    let object = schema.object
    guard schema.types == [.object], (schema.oneOf + schema.anyOf + schema.allOf).isEmpty,
      schema[.additionalProperties]?.isNever ?? true, object.patternProperties.isEmpty,
      object.properties.allSatisfy({ parameterForm(of: $0.schema) != .object })
    else { return nil }
    return object.properties.filter { !$0.schema.isReadOnly }
  }

  private func hasOnlyScalars(_ schema: Schema, depth: Int, known: inout [String: Bool]) -> Bool {
    guard depth < 32 else { return false }
    if let reference = schema.reference {
      if let known = known[reference.text] { return known }
      guard let target = peek(reference.text) else { return false }
      known[reference.text] = false
      let isFlat = hasOnlyScalars(target, depth: depth + 1, known: &known)
      known[reference.text] = isFlat
      return isFlat
    }
    let alternatives = schema.oneOf + schema.anyOf
    guard alternatives.isEmpty else {
      return alternatives.allSatisfy { alternative in
        parameterForm(of: alternative) != .object
          || hasOnlyScalars(alternative, depth: depth + 1, known: &known)
      }
    }
    guard schema.types == [.object] else { return false }
    let members = schema.object.properties.map(\.schema) + [schema[.additionalProperties]].compactMap(\.self)
    // A map of any JSON says nothing of its values.
    let mayBeAny = !schema.object.properties.isEmpty
    return members.allSatisfy { member in
      let form = parameterForm(of: member)
      return member.isNever || form == .scalar || form == .any && mayBeAny
    }
  }

  private func parameterForm(
    of schema: Schema, depth: Int, known: inout [String: ParameterForm]
  ) -> ParameterForm {
    guard depth < 256 else { return .any }
    if let reference = schema.reference {
      if let form = known[reference.text] { return form }
      guard let target = peek(reference.text) else { return .any }
      // Until it is known, for those that contain it.
      known[reference.text] = .any
      let form = parameterForm(of: target, depth: depth + 1, known: &known)
      known[reference.text] = form
      return form
    }
    if schema.types == [.object] || !schema.object.properties.isEmpty { return .object }
    if schema.types == [.array] {
      guard let items = schema[.items] else { return .list }
      switch parameterForm(of: items, depth: depth + 1, known: &known) {
      case .scalar, .any: return .list
      case .list, .object: return .object
      }
    }
    let alternatives = schema.oneOf + schema.anyOf
    if !alternatives.isEmpty {
      let forms = alternatives.map { parameterForm(of: $0, depth: depth + 1, known: &known) }
      return forms.allSatisfy { $0 == .scalar } ? .scalar : forms.contains(.object) ? .object : .list
    }
    return schema.types.count == 1 ? .scalar : .any
  }
}
