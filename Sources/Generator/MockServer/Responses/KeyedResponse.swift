import APIModel
import SchemaValues

/// Responses about several things, in a map: its keys are the IDs that the request asks for.
struct KeyedResponse {
  let checker: ValueChecker
  let endpoint: Endpoint

  func payload(_ payload: Literal, _ schema: Schema, _ reading: RequestReading) -> Literal {
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
    guard lists.count == 1, case .array(let ids)? = lists.first.flatMap(reading.value(of:)), !ids.isEmpty
    else { return payload }
    var seen: Set<String> = []
    let asked = ids.map(\.text).filter { seen.insert($0).inserted }
    let changed = Literal.object(
      asked.map { id in
        .init(name: id, value: members.first { $0.name == id }?.value ?? first.value)
      })
    return checker.isAccepted(changed, schema) ? changed : payload
  }

  /// The elements with the IDs that a request asks for, which another endpoint lists.
  func fetched(
    _ payload: Literal, _ schema: Schema, _ reading: RequestReading, by module: Module
  ) -> Literal {
    guard case .array(let items) = payload, let first = items.first else { return payload }
    for lister in module.endpoints {
      guard let pagination = lister.policies.pagination,
        case .snapshot(_, let fetch, let place, _) = pagination.style, fetch.text == endpoint.operation,
        case .array(let ids)? = reading.value(at: place), let identity = pagination.identity.first
      else { continue }
      let elements = ids.map { id in
        items.first { $0.member(identity.text)?.texts == id.texts }
          ?? first.replacing([.key(identity.text)], with: id) ?? first
      }
      if checker.isAccepted(.array(elements), schema) { return .array(elements) }
    }
    return payload
  }
}
