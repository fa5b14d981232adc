import APIModel
import Diagnostics
import SpecReader

extension [NamedSchema] {
  /// The schemas without those that lead back to themselves for the same value, which nothing could read: an alternative
  /// that leads back is left out, and a schema that is nothing but such a reference accepts anything. Both are reported.
  func withoutCircles(_ findings: Findings) -> [NamedSchema] {
    var search = CircleSearch(self, findings)
    for position in indices { search.visit(position) }
    return search.schemas
  }
}

/// A depth-first search without recursion, because chains may have any length.
private struct CircleSearch {
  var schemas: [NamedSchema]
  private let findings: Findings
  private let positions: [String: Int]
  private var isVisited: [Bool]
  private var isOnPath: [Bool]
  private var path: [(node: Int, targets: ArraySlice<Int>)] = []

  init(_ schemas: [NamedSchema], _ findings: Findings) {
    self.schemas = schemas
    self.findings = findings
    positions = Dictionary(zip(schemas.map(\.name.text), schemas.indices)) { first, _ in first }
    isVisited = Array(repeating: false, count: schemas.count)
    isOnPath = isVisited
  }

  mutating func visit(_ start: Int) {
    push(start)
    while let last = path.indices.last {
      guard let next = path[last].targets.popFirst() else {
        isOnPath[path.removeLast().node] = false
        continue
      }
      if isOnPath[next] { breakCircle(to: next) } else { push(next) }
    }
  }

  private mutating func push(_ node: Int) {
    guard !isVisited[node] else { return }
    isVisited[node] = true
    isOnPath[node] = true
    let targets = schemas[node].schema.referencesInPlace.compactMap { positions[$0] }
    path.append((node, targets[...]))
  }

  /// Removes what leads from the last schema back to an earlier one.
  private mutating func breakCircle(to first: Int) {
    guard let last = path.last?.node else { return }
    let name = schemas[first].name.text
    let circle = path.map(\.node).drop { $0 != first }.map { abbreviate(schemas[$0].name.text) }
    let words = (circle.prefix(8) + (circle.count > 8 ? ["…"] : []) + [abbreviate(name)]).joined(
      separator: " → ")
    if schemas[last].schema.removeAlternatives(leadingTo: name) {
      findings.mistake(
        "an alternative of '\(abbreviate(schemas[last].name.text))' leads back to the same value (\(words)), so it is left out",
        at: schemas[last].name.span)
    } else if schemas[last].schema.referencesInPlace.contains(name) {
      findings.mistake(
        "'\(abbreviate(name))' is defined only by itself (\(words)), so it is read as any JSON",
        at: schemas[last].name.span)
      schemas[last].schema = Schema(span: schemas[last].schema.span)
    }
  }
}

extension Schema {
  /// The named schemas that apply to the same value.
  fileprivate var referencesInPlace: [String] {
    var names: [String] = []
    var pending = [self]
    while let schema = pending.popLast() {
      if let reference = schema.reference { names.append(reference.text) }
      pending += schema.keywords.flatMap(\.inPlace)
    }
    return names
  }

  /// Removes the alternatives that a schema of this name applies to, unless no other would be left.
  fileprivate mutating func removeAlternatives(leadingTo name: String) -> Bool {
    guard reference == nil else { return false }
    func isOther(_ alternative: Schema) -> Bool { !alternative.referencesInPlace.contains(name) }
    let (one, any) = (oneOf.filter(isOther), anyOf.filter(isOther))
    guard one.count + any.count < oneOf.count + anyOf.count, !one.isEmpty || !any.isEmpty else {
      return false
    }
    (oneOf, anyOf) = (one, any)
    if one.count + any.count == 1 { discriminator = nil }
    discriminator?.mapping.removeAll { $0.schema.text == name }
    self = withNormalUnion()
    return true
  }
}
