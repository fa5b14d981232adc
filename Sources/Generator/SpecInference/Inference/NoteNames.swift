import TrafficEvidence

extension SpecModel {
  /// Takes over what a builder noted, with the names that groups have in the spec.
  package mutating func take(_ builder: TypeBuilder) {
    let writer = GuessWriter(groups: groups)
    func label(_ key: String, _ depth: Int) -> String? {
      guard let group = groups[key], !group.name.isEmpty, depth < 20 else { return nil }
      // What is written where it is used has no name.
      guard writer.isInline(key), let place = builder.places[key] else { return group.name }
      if let owner = place.ownerKey { return label(owner, depth + 1).map { "\($0).\(place.name)" } }
      return place.owner.isEmpty || place.owner == place.name ? place.name : "\(place.owner).\(place.name)"
    }
    let found = builder.notes.compactMap { note -> InferenceNote? in
      // What isn't in the spec, because values there have too many types, has no name to be found by.
      if let key = note.group, groups[key] == nil { return nil }
      guard let key = note.group, let owner = label(key, 0), let colon = note.place.firstRange(of: ": ")
      else {
        return note
      }
      return InferenceNote(
        place: "\(note.place[..<colon.lowerBound]): \(owner).\(note.name)", text: note.text)
    }
    notes += Set(found).sorted()
  }

  /// Removes the groups that nothing refers to. Objects in a place with values of many types leave such groups.
  mutating func removeUnusedGroups() {
    var used: Set<String> = []
    func visit(_ guess: Guess) { for key in guess.groups { visit(key) } }
    func visit(_ key: String) {
      guard let group = groups[key], used.insert(key).inserted else { return }
      switch group.content {
      case .object(let properties): for property in properties { visit(property.guess) }
      case .union(_, let keys): for key in keys { visit(key) }
      }
    }
    for parameter in clientParameters { visit(parameter.guess) }
    for property in envelopeProperties { visit(property.guess) }
    if let failure { visit(failure.guess) }
    for endpoint in endpoints {
      for parameter in endpoint.parameters + endpoint.parts { visit(parameter.guess) }
      if let body = endpoint.body { visit(body.guess) }
      for (_, response) in endpoint.responses { if case .json(let guess) = response { visit(guess) } }
      for failure in endpoint.failures { if let guess = failure.body.guess { visit(guess) } }
    }
    groups = groups.filter { used.contains($0.key) }
  }
}
