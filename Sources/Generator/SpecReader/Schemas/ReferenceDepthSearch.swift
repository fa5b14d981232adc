import APIModel

/// The longest chain of schemas that are defined in terms of each other.
package let maximumReferenceDepth = 64

/// Finds the schemas that are defined by chains of more than ``maximumReferenceDepth`` others.
///
/// It is a depth-first search without recursion, because chains may have any length.
package struct ReferenceDepthSearch<Node: Hashable> {
  private struct Frame {
    let node: Node
    var targets: ArraySlice<Node>
    var depth = 0
  }

  /// Where chains are to be cut: each is the end of a chain that is too long, unless those before it in this list are cut.
  package private(set) var tooDeep: [Node] = []
  private let targets: (Node) -> [Node]
  /// The length of the chain below a schema; 0 while it is being measured.
  private var depths: [Node: Int] = [:]
  private var path: [Frame] = []

  /// - Parameter targets: the schemas that one is defined by.
  package init(targets: @escaping (Node) -> [Node]) { self.targets = targets }

  package mutating func visit(_ start: Node) {
    push(start)
    while !path.isEmpty {
      let last = path.count - 1
      if let next = path[last].targets.popFirst() {
        if let known = depths[next] {
          path[last].depth = max(path[last].depth, known + 1)
        } else {
          push(next)
        }
        continue
      }
      let frame = path.removeLast()
      let isTooDeep = frame.depth > maximumReferenceDepth
      if isTooDeep { tooDeep.append(frame.node) }
      let depth = isTooDeep ? 0 : frame.depth
      depths[frame.node] = depth
      if let parent = path.indices.last { path[parent].depth = max(path[parent].depth, depth + 1) }
    }
  }

  private mutating func push(_ node: Node) {
    guard depths[node] == nil else { return }
    depths[node] = 0
    path.append(Frame(node: node, targets: targets(node)[...]))
  }
}

extension Schema {
  /// The named schemas that it mentions anywhere but in properties.
  package var referencesOutsideProperties: [String] {
    var names: [String] = []
    var worklist = [self]
    while var schema = worklist.popLast() {
      if let reference = schema.reference { names.append(reference.text) }
      schema.object.properties = []
      worklist += schema.children
    }
    return names
  }
}
