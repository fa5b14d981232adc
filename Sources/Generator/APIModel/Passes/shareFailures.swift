extension Module {
  /// Moves failures that most operations share to the module.
  public mutating func shareFailures() {
    guard endpoints.count > 4 else { return }
    var owners: [ClosedRange<Int>: [(name: String, endpoints: [Int])]] = [:]
    for (position, endpoint) in endpoints.enumerated() {
      for failure in endpoint.failures {
        guard case .json(let schema) = failure.payload, let name = schema.onlyReference, !schema.isNullable
        else { continue }
        var list = owners[failure.statuses] ?? []
        if let known = list.firstIndex(where: { $0.name == name }) {
          list[known].endpoints.append(position)
        } else {
          list.append((name, [position]))
        }
        owners[failure.statuses] = list
      }
    }
    for (statuses, list) in owners where !failures.contains(where: { $0.statuses == statuses }) {
      guard let most = list.max(by: { $0.endpoints.count < $1.endpoints.count }),
        most.endpoints.count * 2 > endpoints.count,
        let failure = endpoints[most.endpoints[0]].failures.first(where: { $0.statuses == statuses })
      else { continue }
      failures.append(failure)
      for position in most.endpoints {
        endpoints[position].failures.removeAll { $0.statuses == statuses }
      }
    }
    failures.sort {
      ($0.statuses.count, $0.statuses.lowerBound) < ($1.statuses.count, $1.statuses.lowerBound)
    }
  }
}

extension Schema {
  /// The name, if the schema is only a reference.
  fileprivate var onlyReference: String? {
    guard let reference, types.isEmpty, object.properties.isEmpty, oneOf.isEmpty, anyOf.isEmpty else {
      return nil
    }
    return reference.text
  }
}
