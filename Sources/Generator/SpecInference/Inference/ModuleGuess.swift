import APIModel
import TrafficEvidence

/// A module that evidence suggests, with what is noted on the way. Its endpoints and schemas have the name of their file as their
/// place.
package struct ModuleGuess: Sendable {
  package var module: Module
  /// The objects by their keys, to which schemas refer until `nameGroups`.
  package var groups: [String: SchemaGroup] = [:]
  /// The number of exchanges with its servers.
  package var exchanges = 0
  package var notes: [InferenceNote] = []
  /// Endpoints that aren't described, and why.
  package var failed: [InferenceNote] = []
  /// Endpoints that lack parameters, because there are too many.
  package var crowded: [InferenceNote] = []
  /// Servers that aren't a part of the spec, with the number of their requests.
  package var otherServers: [(name: String, requests: Int)] = []

  package init(module name: String) { module = Module(name: Name(guess: name)) }

  /// Removes the groups that nothing refers to. Objects in a place with values of many types leave such groups.
  mutating func removeUnusedGroups() {
    var used: Set<String> = []
    var pending = module.allSchemas.flatMap(\.references)
    while let key = pending.popLast() {
      guard let group = groups[key], used.insert(key).inserted else { continue }
      pending += group.schema.references
    }
    groups = groups.filter { used.contains($0.key) }
  }

  /// Takes over what a builder noted, with the names that groups have in the spec.
  package mutating func take(_ builder: TypeBuilder) {
    let naming = GroupNaming(groups)
    func label(_ key: String, _ depth: Int) -> String? {
      guard let group = groups[key], !group.name.isEmpty, depth < 20 else { return nil }
      // What is written where it is used has no name.
      guard naming.isInline(key), let place = builder.places[key] else { return group.name }
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

  /// Makes schemas of the groups: those with names are the module's own, the others are where they are used.
  package mutating func nameGroups() {
    let naming = GroupNaming(groups)
    module.changeSchemas { $0 = naming.named($0) }
    module.schemas += groups.sorted { $0.value.order < $1.value.order }.compactMap { naming.schema($0.key) }
  }
}

extension Module {
  /// Removes the parameters of the client from endpoints.
  mutating func removeClientParameters() {
    for place in endpoints.indices {
      endpoints[place].parameters.removeAll { own in
        clientParameters.contains { $0.location == own.location && $0.name.text == own.name.text }
      }
    }
  }
}
