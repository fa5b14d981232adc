/// Finds the schemas of JSON Schema documents that have no finite value.
///
/// Models say less than the documents that they are built from, so these are searched themselves. A schema counts as one with
/// values where the search can't tell.
struct EndlessNodes {
  typealias Search = EndlessSearch<SchemaNode.ID>

  private let graph: SchemaGraph
  /// Deeper nesting isn't searched.
  private static let maximumDepth = 32

  init(_ graph: SchemaGraph) { self.graph = graph }

  /// The circles of the module's own documents.
  func circles() -> [[Search.Link]] {
    let order = graph.nodes.indices.filter { position in
      let node = graph.nodes[position]
      return graph.documents[node.document].isOwn
        && (node.path.isEmpty || node.path.count == 2 && node.path.first == "$defs")
    }
    let sorted = order.map(SchemaNode.ID.init).sorted {
      (graph[$0].document, graph[$0].span.start) < (graph[$1].document, graph[$1].span.start)
    }
    return Search(sorted) { id, ending in
      Visit(graph: graph, ending: ending).blockers(of: id, within: nil, depth: 0)
    }.circles()
  }

  /// The words for a schema in a message.
  func name(of id: SchemaNode.ID) -> String {
    let node = graph[id]
    return node.path.last ?? graph.documents[node.document].name.text
  }

  /// One look at a schema and the schemas in it.
  private struct Visit {
    let graph: SchemaGraph
    let ending: Set<SchemaNode.ID>

    /// - Parameter types: the types that an enclosing schema allows for the same value.
    func blockers(of id: SchemaNode.ID, within types: Set<JSONType>?, depth: Int) -> [Search.Blocker] {
      guard depth < EndlessNodes.maximumDepth else { return [] }
      var types = types
      var required: Set<String> = []
      var least: [CountKeyword: Int] = [:]
      for keyword in graph[id].keywords {
        switch keyword {
        case .type(let list): types = types.map { $0.intersection(list) } ?? Set(list)
        case .required(let names): required.formUnion(names)
        case .count(let count, let value): least[count] = value
        // Values that are listed are there.
        case .enumeration, .const: return []
        case .dynamicRef(.some, _): return []
        default: break
        }
      }
      guard types?.contains(.null) != true else { return [] }
      for keyword in graph[id].keywords {
        let found: [Search.Blocker] =
          switch keyword {
          case .ref(let target), .dynamicRef(nil, let target):
            ending.contains(target) ? [] : [Search.Blocker(id: target)]
          case .list(.allOf, let parts):
            parts.lazy.map { blockers(of: $0, within: types, depth: depth + 1) }.first { !$0.isEmpty } ?? []
          case .list(.oneOf, let parts), .list(.anyOf, let parts):
            blockers(ofAll: parts, within: types, depth: depth)
          case .map(.properties, let entries) where types == [.object]:
            entries.lazy.filter { required.contains($0.name) }.map {
              below(.property($0.name), $0.schema, depth)
            }.first { !$0.isEmpty } ?? []
          case .list(.prefixItems, let parts) where types == [.array]:
            parts.prefix(least[.minItems, default: 0]).lazy.map { below(.position, $0, depth) }
              .first { !$0.isEmpty } ?? []
          case .applied(.items, let items)
          where types == [.array] && least[.minItems, default: 0] > prefixCount(of: id):
            below(.element, items, depth)
          case .applied(.additionalProperties, let members)
          where types == [.object] && least[.minProperties, default: 0] > 0 && !hasNamedMembers(id):
            below(.member, members, depth)
          default: []
          }
        if !found.isEmpty { return found }
      }
      return []
    }

    /// The blockers of alternatives, of which one is enough.
    private func blockers(
      ofAll parts: [SchemaNode.ID], within types: Set<JSONType>?, depth: Int
    ) -> [Search.Blocker] {
      let blockers = parts.map { self.blockers(of: $0, within: types, depth: depth + 1) }
      return blockers.contains(where: \.isEmpty) ? [] : Array(blockers.joined())
    }

    private func below(_ step: EndlessStep, _ part: SchemaNode.ID, _ depth: Int) -> [Search.Blocker] {
      blockers(of: part, within: nil, depth: depth + 1).map { $0.below(step) }
    }

    private func prefixCount(of id: SchemaNode.ID) -> Int {
      graph[id].keywords.lazy.compactMap { keyword in
        if case .list(.prefixItems, let parts) = keyword { parts.count } else { nil }
      }.first ?? 0
    }

    /// Whether members can have other schemas than `additionalProperties`.
    private func hasNamedMembers(_ id: SchemaNode.ID) -> Bool {
      graph[id].keywords.contains { keyword in
        switch keyword {
        case .map(.properties, _), .map(.patternProperties, _): true
        default: false
        }
      }
    }
  }
}
