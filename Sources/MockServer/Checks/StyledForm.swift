import APIModel

/// A form with fields in styles of their own.
struct StyledForm {
  let schema: Schema
  let lists: Endpoint.Body.FormLists
  let objects: Endpoint.Body.FormObjects
  let fields: [StyledField]
  let values: TextValue

  /// The object that the pairs of a form mean.
  func value(of pairs: [TextPair]) -> Literal {
    var rest = pairs
    var members: [Literal.Member] = []
    for field in fields {
      let name = field.name.text
      let schema = values.property(name, of: schema) ?? Schema(span: field.name.span)
      let reader = ParameterReader(parameter: field.parameter(schema), values: values)
      guard case .value(let value) = reader.read(pairs) else { continue }
      members.append(.init(name: name, value: value))
      let inner = Set(field.style.isExploded ? values.propertyNames(of: schema) : [])
      let isDeep = field.style.kind == .deepObject
      rest.removeAll { $0.name == name || inner.contains($0.name) || isDeep && $0.name.hasPrefix("\(name)[") }
    }
    let form = NestedForm(rest, lists: lists, objects: objects).value(as: schema, values)
    guard !members.isEmpty else { return form }
    guard case .object(let others) = form else { return .object(members) }
    return .object(others + members)
  }
}
