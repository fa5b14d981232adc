import APIModel

/// What of a graph is emitted: the schemas that the module's own documents reach when they validate.
struct SchemaReach {
  /// By position; children included.
  private(set) var isReached: [Bool]
  /// Schemas that others name, by position: these need a name in Swift.
  private(set) var isTarget: [Bool]
  /// Schemas by which a resource is entered, so that its dynamic anchors come into scope there.
  private(set) var entersResource: [Bool]
  /// The names of dynamic anchors that some reference looks for.
  private(set) var dynamicNames: Set<String> = []

  private let graph: SchemaGraph
  private var reachedResources: [Int] = []
  private var isResourceReached: [Bool]
  private var pending: [SchemaNode.ID] = []

  /// - Parameter models: schemas that models are validated by.
  init(_ graph: SchemaGraph, models: [SchemaNode.ID]) {
    self.graph = graph
    isReached = Array(repeating: false, count: graph.nodes.count)
    isTarget = isReached
    entersResource = isReached
    isResourceReached = Array(repeating: false, count: graph.resources.count)
    for entry in graph.documents.filter(\.isOwn).map(\.root) + models {
      isTarget[entry.position] = true
      entersResource[entry.position] = true
      reach(entry)
    }
    // Names found bring more schemas into reach, and these more names.
    while true {
      follow()
      for resource in reachedResources {
        for anchor in dynamicAnchors(of: resource) {
          isTarget[anchor.node.position] = true
          reach(anchor.node)
        }
      }
      if pending.isEmpty { return }
    }
  }

  /// The anchors of a resource that some reference looks for.
  func dynamicAnchors(of resource: Int) -> [SchemaResource.DynamicAnchor] {
    graph.resources[resource].dynamicAnchors.filter { dynamicNames.contains($0.name) }
  }

  private mutating func reach(_ id: SchemaNode.ID) {
    guard !isReached[id.position] else { return }
    isReached[id.position] = true
    pending.append(id)
    let resource = graph[id].resource
    if graph.resources[resource].root == id { entersResource[id.position] = true }
    guard !isResourceReached[resource] else { return }
    isResourceReached[resource] = true
    reachedResources.append(resource)
  }

  private mutating func follow() {
    while let id = pending.popLast() {
      for keyword in graph[id].keywords {
        for child in keyword.children { reach(child) }
        if case .dynamicRef(let name?, _) = keyword { dynamicNames.insert(name) }
        guard let target = keyword.target else { continue }
        isTarget[target.position] = true
        if graph[target].resource != graph[id].resource { entersResource[target.position] = true }
        reach(target)
      }
    }
  }
}
