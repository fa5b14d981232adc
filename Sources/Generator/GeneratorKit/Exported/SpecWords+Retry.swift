import APIModel

extension SpecWords {
  private static let key = "retry"

  /// Moves the most frequent retry policy to the module. At an endpoint, the spec language doesn't allow errors that
  /// its responses can't have.
  mutating func shareRetry(of module: Module) {
    var counts: [SpecValue: Int] = [:]
    for (position, endpoint) in module.endpoints.enumerated() {
      guard let place = endpoints[position].entries.firstIndex(where: { $0.key == Self.key }) else {
        continue
      }
      let isIdempotent =
        endpoint.methods.allSatisfy(\.isIdempotent) || endpoint.policies.idempotencyKey != nil
      if endpoint.policies.retry?.isIdempotent == isIdempotent {
        endpoints[position].entries[place].value.entries.removeAll { $0.key == "idempotent" }
      }
      counts[endpoints[position].entries[place].value, default: 0] += 1
    }
    let most = counts.max { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
    guard let most, most.value > 1 else { return }
    self.module.append(.init(key: Self.key, value: most.key))
    for position in endpoints.indices {
      guard let place = endpoints[position].entries.firstIndex(where: { $0.key == Self.key }) else {
        endpoints[position].entries.append(.init(key: Self.key, value: .text("none")))
        continue
      }
      if endpoints[position].entries[place].value == most.key {
        endpoints[position].entries.remove(at: place)
      }
    }
  }
}
