/// What a value must contain.
enum EndlessStep {
  case property(String)
  case element
  /// An element of a tuple, which is always there.
  case position
  case member

  var text: String {
    switch self {
    case .property(let name): "." + name
    case .element, .position: "[]"
    case .member: "{}"
    }
  }

  var isPosition: Bool { if case .position = self { true } else { false } }
  var property: String? { if case .property(let name) = self { name } else { nil } }
}

/// Finds schemas that have no finite value. A schema has one if all that its values must contain have one.
///
/// - Parameter ID: what schemas are known by: their names, or their places in a graph.
struct EndlessSearch<ID: Hashable> {
  /// A schema that isn't known to have a value, and the way to it.
  struct Blocker {
    var id: ID
    var steps: [EndlessStep] = []

    func below(_ step: EndlessStep) -> Blocker { Blocker(id: id, steps: [step] + steps) }
  }

  /// A schema, and the steps to the next one in a circle.
  struct Link {
    var id: ID
    var steps: [EndlessStep]
  }

  private let order: [ID]
  private let findBlockers: (ID, _ ending: Set<ID>) -> [Blocker]
  private var ending: Set<ID> = []

  /// - Parameters:
  ///   - order: the schemas, in the order of the source.
  ///   - findBlockers: returns the schemas that keep a schema from having a value, until one of them has a value; none if
  ///     it has one. `ending` has the schemas that are known to have values.
  init(_ order: [ID], findBlockers: @escaping (ID, _ ending: Set<ID>) -> [Blocker]) {
    self.order = order
    self.findBlockers = findBlockers
    // The schemas to look at again when a schema turns out to have a value.
    var waiting: [ID: [ID]] = [:]
    var known = Set(order)
    var pending = order
    while let id = pending.popLast() {
      guard !ending.contains(id) else { continue }
      let blockers = findBlockers(id, ending)
      for blocker in blockers {
        waiting[blocker.id, default: []].append(id)
        if known.insert(blocker.id).inserted { pending.append(blocker.id) }
      }
      guard blockers.isEmpty else { continue }
      ending.insert(id)
      pending += waiting.removeValue(forKey: id) ?? []
    }
  }

  /// The circles that keep schemas from having values, each once, from its first schema in the source.
  func circles() -> [[Link]] {
    let positions = Dictionary(zip(order, order.indices)) { first, _ in first }
    var found: [[Link]] = []
    var visited: Set<ID> = []
    for start in order where !ending.contains(start) {
      var path: [Link] = []
      var next = start
      while visited.insert(next).inserted, let blocker = findBlockers(next, ending).first {
        path.append(Link(id: next, steps: blocker.steps))
        next = blocker.id
      }
      guard let begin = path.firstIndex(where: { $0.id == next }) else { continue }
      let circle = path[begin...]
      let first = circle.indices.min {
        positions[circle[$0].id, default: .max] < positions[circle[$1].id, default: .max]
      }
      found.append(Array(circle[(first ?? begin)...] + circle[..<(first ?? begin)]))
    }
    return found
  }
}
