import APIModel

/// The part of a graph to emit: the schemas that the module's own documents need for validation.
struct SchemaReach {
  /// By index; includes children.
  private(set) var isReached: [Bool]
  /// Schemas that others refer to, by index. These need names.
  private(set) var isTarget: [Bool]
  /// Schemas through which a resource is entered, so its dynamic anchors come into scope.
  private(set) var entersResource: [Bool]
  /// The names of dynamic anchors that references look for.
  private(set) var dynamicNames: Set<String> = []

  private let graph: SchemaGraph
  /// The anchors of each name: resources and schemas.
  private let anchors: [String: [(resource: Int, node: SchemaNode.ID)]]
  private var isResourceReached: [Bool]
  private var pending: [SchemaNode.ID] = []

  /// - Parameter validating: the schemas that validate models or parts of them.
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

  /// The anchors of a resource that references look for.
  func dynamicAnchors(of resource: Int) -> [SchemaResource.DynamicAnchor] {
    graph.resources[resource].dynamicAnchors.filter { dynamicNames.contains($0.name) }
  }

  /// The resources whose lists of anchors several schemas need. These become members, because repeating the lists
  /// would make the output grow quadratically.
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
