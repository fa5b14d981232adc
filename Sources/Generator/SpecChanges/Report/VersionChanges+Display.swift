import Diagnostics

extension VersionChanges {
  /// Calls files as the user does.
  ///
  /// - Parameters:
  ///   - old: Where users find what was read of the old version.
  ///   - new: The same of the new version.
  package mutating func display(old: SourcePlaces, new: SourcePlaces) {
    for position in differences.indices {
      differences[position].old = old.shown(differences[position].old)
      differences[position].new = new.shown(differences[position].new)
      differences[position].around = new.shown(differences[position].around)
    }
    for position in behaviour.indices {
      behaviour[position].old = old.shown(behaviour[position].old)
      behaviour[position].new = new.shown(behaviour[position].new)
      behaviour[position].around = new.shown(behaviour[position].around)
    }
    for position in wire.indices {
      wire[position].old = old.shown(wire[position].old)
      wire[position].new = new.shown(wire[position].new)
    }
    if var findings = traffic {
      for position in findings.contradictions.indices {
        findings.contradictions[position].span = new.shown(findings.contradictions[position].span)
      }
      traffic = findings
    }
  }

  /// `3 changes break source; 1 change of behaviour`, and with an app: `14 changes break source; 3 concern you, at 5 lines; 11 aren't
  /// used`.
  package var summary: String {
    func clause(_ count: Int, _ noun: String, _ verb: String) -> String {
      "\(counted(count, noun)) \(verb)\(count == 1 ? "s" : "")"
    }
    let rest = accepted == 0 ? "" : accepted == 1 ? "; 1 more is accepted" : "; \(accepted) more are accepted"
    let source =
      !breaking.isEmpty
      ? clause(breaking.count, "change", "break") + " source" + rest
      : accepted == 0
        ? "nothing breaks source" : "nothing else breaks source; \(counted(accepted, "change")) accepted"
    let onWire = wire.isEmpty ? "" : "; \(counted(wire.count, "change")) on the wire"
    let others = behaviour.isEmpty ? "" : "; \(counted(behaviour.count, "change")) of behaviour"
    guard isAboutApp else { return source + others + onWire }
    func lines(_ places: [AppPlace]) -> String {
      // What a manifest lacks isn't at a line of the app.
      places.isEmpty ? "" : ", at \(counted(Set(places.map(\.description)).count, "line"))"
    }
    let (used, usedBehaviour) = (concerning, concerningBehaviour)
    let unused = breaking.count - used.count
    var text = source
    if !breaking.isEmpty {
      text +=
        used.isEmpty
        ? "; none concerns you"
        : "; \(used.count) \(used.count == 1 ? "concerns" : "concern") you"
          + lines(used.flatMap { $0.places ?? [] })
          + (unused == 0 ? "" : "; \(unused) \(unused == 1 ? "isn't" : "aren't") used")
    }
    guard !behaviour.isEmpty else { return text + onWire }
    return text + others
      + (usedBehaviour.isEmpty
        ? "; you use none of what they are about"
        : "; \(usedBehaviour.count) \(usedBehaviour.count == 1 ? "concerns" : "concern") you"
          + lines(usedBehaviour.flatMap { $0.appPlaces ?? [] })) + onWire
  }
}
