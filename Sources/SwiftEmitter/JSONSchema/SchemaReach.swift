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
  /// Where anchors of a name are: resources and the schemas that have them.
  private let anchors: [String: [(resource: Int, node: SchemaNode.ID)]]
  private var isResourceReached: [Bool]
  private var pending: [SchemaNode.ID] = []

  /// - Parameter validating: schemas that models, or parts of them, are validated by.
  init(_ graph: SchemaGraph, validating: [SchemaNode.ID]) {
    self.graph = graph
    var anchors: [String: [(resource: Int, node: SchemaNode.ID)]] = [:]
    for (position, resource) in graph.resources.enumerated() {
      for anchor in resource.dynamicAnchors {
        anchors[anchor.name, default: []].append((position, anchor.node))
      }
    }
    self.anchors = anchors
    isReached = Array(repeating: false, count: graph.nodes.count)
    isTarget = isReached
    entersResource = isReached
    isResourceReached = Array(repeating: false, count: graph.resources.count)
    for entry in graph.documents.filter(\.isOwn).map(\.root) + validating {
      entersResource[entry.position] = true
      reachTarget(entry)
    }
    follow()
  }

  /// The anchors of a resource that some reference looks for.
  func dynamicAnchors(of resource: Int) -> [SchemaResource.DynamicAnchor] {
    graph.resources[resource].dynamicAnchors.filter { dynamicNames.contains($0.name) }
  }

  /// The resources whose list of anchors several schemas need, so that it is worth a member of its own: repeated at each,
  /// the output would grow with the square of the anchors.
  func resourcesWithSharedAnchors() -> [Int] {
    var entries: [Int: Int] = [:]
    for position in entersResource.indices where entersResource[position] && isReached[position] {
      entries[graph.nodes[position].resource, default: 0] += 1
    }
    return entries.filter { $0.value > 1 && dynamicAnchors(of: $0.key).count > 1 }.keys.sorted()
  }

  private mutating func reach(_ id: SchemaNode.ID) {
    guard !isReached[id.position] else { return }
    isReached[id.position] = true
    pending.append(id)
    let resource = graph[id].resource
    if graph.resources[resource].root == id { entersResource[id.position] = true }
    guard !isResourceReached[resource] else { return }
    isResourceReached[resource] = true
    for anchor in dynamicAnchors(of: resource) { reachTarget(anchor.node) }
  }

  private mutating func reachTarget(_ id: SchemaNode.ID) {
    isTarget[id.position] = true
    reach(id)
  }

  private mutating func follow() {
    while let id = pending.popLast() {
      for keyword in graph[id].keywords {
        for child in keyword.children { reach(child) }
        if case .dynamicRef(let name?, _) = keyword, dynamicNames.insert(name).inserted {
          for anchor in anchors[name] ?? [] where isResourceReached[anchor.resource] {
            reachTarget(anchor.node)
          }
        }
        guard let target = keyword.target else { continue }
        if graph[target].resource != graph[id].resource { entersResource[target.position] = true }
        reachTarget(target)
      }
    }
  }
}
