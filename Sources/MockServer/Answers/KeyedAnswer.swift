import APIModel
import SchemaValues

/// Answers about several things, in a map: its keys are the IDs that the request asks for.
struct KeyedAnswer {
  let checker: ValueChecker
  let endpoint: Endpoint

  func payload(_ payload: Literal, _ schema: Schema, _ values: [String: Literal]) -> Literal {
    let index = checker.index
    let map = index.resolved(schema).schema
    guard case .map = index.shape(of: map), let key = map.object.keys?.value.reference?.text,
      case .object(let members) = payload,
      let first = members.first(where: { $0.value != .null }) ?? members.first
    else { return payload }
    let lists = endpoint.parameters.filter { parameter in
      let list = index.resolved(parameter.schema).schema
      return list[.items]?.reference?.text == key
    }
    guard lists.count == 1, let name = lists.first?.name.text, case .array(let ids)? = values[name],
      !ids.isEmpty
    else { return payload }
    var seen: Set<String> = []
    let asked = ids.map(\.text).filter { seen.insert($0).inserted }
    let changed = Literal.object(
      asked.map { id in
        .init(name: id, value: members.first { $0.name == id }?.value ?? first.value)
      })
    return checker.isAccepted(changed, schema) ? changed : payload
  }
}
