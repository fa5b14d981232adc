import SpecReader

extension SchemaStore {
  /// The schemas that extend others with `allOf`, by the places of these: the components of the document, and the schemas
  /// of the files that it refers to.
  func findSubtypes() -> [Spot: [Target]] {
    var subtypes: [Spot: [Target]] = [:]
    var seen: Set<Spot> = []
    // A component's name also counts if the schema is in another file: a discriminator's values are such names.
    let components = documents.components("schemas").map { name, component in
      var subtype = withoutAliases(component)
      subtype.name = documents.isComponent(subtype) ? subtype.name : name
      return subtype
    }
    for subtype in components + documents.schemasOfNeighbours()
    where seen.insert(Spot(subtype.value)).inserted {
      for part in subtype.value["allOf"]?.items ?? [] {
        guard let reference = part["$ref"]?.node.text,
          let target = documents.target(of: reference, from: part)
        else { continue }
        subtypes[Spot(withoutAliases(target).value), default: []].append(subtype)
      }
    }
    return subtypes
  }
}

extension DocumentSet {
  /// The schemas in the files that the document refers to: those among components or definitions, at the top, or whole
  /// files. Without a `discriminator`, nobody asks for subtypes, and files aren't read in advance.
  fileprivate func schemasOfNeighbours() -> [Target] {
    guard hasNeighbours else { return [] }
    readNeighbours()
    return allRoots.filter { $0.file != 0 }.flatMap { root in
      let paths = [[], ["components", "schemas"], ["definitions"], ["schemas"], ["$defs"]]
      let maps = paths.compactMap { path in
        path.reduce(Optional(root)) { $0?[$1] }.map { (path, $0) }
      }
      let places = [[]] + maps.flatMap { path, map in map.entries.map { path + [$0.name] } }
      return places.compactMap { place in
        let pointer = place.map { "/" + pointerToken($0).replacing("%", by: "%25") }.joined()
        return target(of: "#" + pointer, from: root)
      }.filter { $0.value["allOf"]?.node.items != nil }
    }
  }

  /// Reads the files that the document refers to, directly or not.
  private func readNeighbours() {
    var seen: Set<SchemaStore.Spot> = []
    var known: Set<Int> = []
    while let next = allRoots.first(where: { !known.contains($0.file) }) {
      known.insert(next.file)
      var pending = [next]
      // An alias may repeat a value.
      while let value = pending.popLast() {
        guard value.node.scalar == nil, seen.insert(SchemaStore.Spot(value)).inserted else { continue }
        let mapped = value["mapping"]?.allEntries.map(\.value) ?? []
        for reference in mapped + [value["$ref"]].compactMap(\.self) {
          guard let text = reference.node.text, !text.hasBytePrefix("#") else { continue }
          _ = target(of: text, from: reference)
        }
        pending += value.items + value.entries.map(\.value)
      }
    }
  }
}
