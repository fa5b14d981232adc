import APIModel
import SchemaValues

/// A form with fields in styles of their own.
struct StyledFormBody {
  let schema: Schema
  let lists: Endpoint.Body.FormLists
  let objects: Endpoint.Body.FormObjects
  let fields: [StyledField]
  let values: TextValue

  /// The object that the pairs of a form mean, and what can't be read of them.
  func reading(of pairs: [TextPair]) -> (value: Literal, problems: [Problem]) {
    let schemas = values.members(of: schema)
    let sent = fields.isEmpty ? nil : TextPairs(pairs)
    var members: [Literal.Member] = []
    var problems: [Problem] = []
    // The pairs that belong to fields with a style.
    var (taken, deep): (Set<String>, Set<Substring>) = ([], [])
    for field in fields {
      guard let sent else { break }
      let name = field.name.text
      let schema = schemas[name] ?? Schema(span: field.name.span)
      switch ParameterReader(parameter: field.parameter(schema), values: values).read(sent) {
      case .absent: continue
      case .value(let value): members.append(.init(name: name, value: value))
      case .problem(let keyword, let message):
        let pointer = [ValueStep.key(name)].pointer
        problems.append(Problem(place: .body, pointer: pointer, keyword: keyword, message: message))
      }
      taken.insert(name)
      if field.style.isExploded { taken.formUnion(values.members(of: schema).names) }
      if field.style.kind == .deepObject { deep.insert(name[...]) }
    }
    let rest = pairs.filter { pair in
      !taken.contains(pair.name) && (deep.isEmpty || !deep.contains(pair.name.prefix { $0 != "[" }))
    }
    let form = NestedForm(rest, lists: lists, objects: objects).reading(as: schema, values)
    problems += form.repeated.map {
      Problem(
        place: .body, pointer: $0.path.pointer, keyword: "repeated", message: "is sent \($0.count) times")
    }
    if form.isTooLong {
      let message = "has a list of more than \(TextPair.most) values, which is more than this server reads"
      problems.append(Problem(place: .body, keyword: "size", message: message))
    }
    guard !members.isEmpty else { return (form.value, problems) }
    guard case .object(let others) = form.value else { return (.object(members), problems) }
    return (.object(others + members), problems)
  }
}
