import Diagnostics
import SpecReader
import SpecYAML

/// Changes a document as an overlay says (OpenAPI Overlay Specification 1.0 and 1.1).
///
/// - Parameters:
///   - overlay: the overlay's root.
///   - document: the document's root.
///   - limit: how many values the document may have. All actions together may look at four times as many.
/// - Returns: the changed document. A mistake in the overlay is an error; an action that finds nothing is a warning.
func applyOverlay(
  _ overlay: YAMLNode, to document: YAMLNode, limit: Int = 5_000_000, _ findings: Findings
) -> YAMLNode {
  guard checkOverlay(overlay, findings) else { return document }
  var editing = OverlayEditing(document: document, limit: limit, findings: findings)
  for action in overlay["actions"]?.items ?? [] {
    guard editing.apply(action) else { break }
  }
  return editing.result
}

private func checkOverlay(_ overlay: YAMLNode, _ findings: Findings) -> Bool {
  guard let version = overlay["overlay"] else {
    findings.sink.error(
      .invalidOverlay, "expected an overlay, which begins with 'overlay: 1.0.0'", at: overlay.occurrence)
    return false
  }
  let text = version.text ?? ""
  guard ["1.0", "1.1"].contains(where: { text == $0 || text.hasBytePrefix($0 + ".") }) else {
    findings.sink.error(
      .unsupportedVersion,
      "the version of the overlay is '\(abbreviate(text))', but only 1.0 and 1.1 are supported",
      at: version.occurrence)
    return false
  }
  for entry in overlay.entries ?? [] where !entry.name.hasBytePrefix("x-") {
    let keys = ["overlay", "info", "extends", "actions"]
    if !keys.contains(entry.name) { findings.unknownKey(entry, in: "an overlay", among: keys) }
  }
  guard let actions = overlay["actions"], actions.items?.isEmpty == false else {
    findings.sink.error(
      .invalidOverlay, "an overlay needs 'actions', a list with a 'target' each", at: overlay.occurrence)
    return false
  }
  return true
}

extension Findings {
  /// Reports a key of a file that the user writes.
  func unknownKey(_ entry: YAMLMapping.Entry, in what: String, among keys: [String]) {
    sink.error(
      .unknownKey, "unknown key '\(abbreviate(entry.name))' in \(what)", at: entry.key.occurrence,
      suggestion: closestMatch(to: entry.name, in: keys))
  }
}

/// A document while actions change it.
private struct OverlayEditing {
  private var document: EditableValue
  let findings: Findings
  /// At least as many values as the document has, and at least how deep they nest; nil before these are known.
  private var size: (count: Int, depth: Int)?
  private let limit: Int
  /// How many more values all actions together may look at.
  private var budget: Int
  private static let maximumDepth = 200

  init(document: YAMLNode, limit: Int, findings: Findings) {
    self.document = EditableValue(document)
    self.limit = limit
    budget = limit * 4
    self.findings = findings
  }

  /// The document with all changes.
  var result: YAMLNode { document.finished }

  /// Returns false, reported, where the other actions had better not be tried.
  mutating func apply(_ action: YAMLNode) -> Bool {
    let keys = ["target", "description", "update", "remove", "copy"]
    guard let entries = action.entries, let target = action["target"] else {
      return report("an action needs a 'target', such as '$.info'", at: action)
    }
    for entry in entries where !keys.contains(entry.name) && !entry.name.hasBytePrefix("x-") {
      findings.unknownKey(entry, in: "an action", among: keys)
    }
    guard let text = target.text else { return report("'target' is a path, such as '$.info'", at: target) }
    if let copy = action["copy"] {
      return report("'copy' isn't supported; repeat the value under 'update'", at: copy)
    }
    let isRemoval = action["remove"]?.asBool == true
    guard isRemoval || action["update"] != nil else {
      return report("an action needs 'update' or 'remove: true'", at: action)
    }
    do {
      let path = try JSONPath(text)
      var search = JSONPathSearch(document, budget: min(limit, budget))
      defer { budget -= search.looked }
      let selected = try search.select(path)
      guard !selected.isEmpty else {
        findings.sink.warning(
          .unusedOverride,
          "nothing in the document matches '\(abbreviate(text))', so the action does nothing",
          at: target.occurrence)
        return true
      }
      return edit(search, selected, action, isRemoval: isRemoval)
    } catch let mistake as JSONPath.Mistake {
      return report("'\(abbreviate(text))' is no path of JSONPath: \(mistake.message)", at: target)
    } catch {
      return report(
        budget > 0
          ? "'\(abbreviate(text))' takes too long to look for; write a path with fewer '..'"
          : "the paths of the overlay up to '\(abbreviate(text))' take too long to look for together; write fewer actions with '..'",
        at: target)
    }
  }

  private func report(_ message: String, at node: YAMLNode) -> Bool {
    findings.sink.error(.invalidOverlay, message, at: node.occurrence)
    return false
  }

  private mutating func edit(
    _ search: JSONPathSearch, _ selected: [Int], _ action: YAMLNode, isRemoval: Bool
  ) -> Bool {
    let ends = Set(selected)
    if isRemoval, ends.contains(0) { return report("the document itself can't be removed", at: action) }
    if !isRemoval, let update = action["update"] {
      // Children come after their parents, and change first.
      let targets = selected.sorted(by: >).map { search.found[$0].value }
      if let other = targets.first(where: { !$0.accepts(update) }) {
        return report(
          "the target is \(describe(other.finished)), and can't be updated with \(describe(update))",
          at: action)
      }
      // What is added may be added again to what was added.
      let known = size ?? measure(document.finished)
      let added = measure(update)
      let deepest = ends.lazy.map { search.depth(of: $0) }.max() ?? 0
      size = (known.count + added.count * ends.count, max(known.depth, deepest + 1 + added.depth))
      for target in targets { target.merge(update) }
    }
    var removed: [Int: Set<Int>] = [:]
    var touched: Set<Int> = []
    for end in ends {
      var parent = search.found[end].parent
      if isRemoval { removed[parent, default: []].insert(search.found[end].position) }
      while parent >= 0, touched.insert(parent).inserted { parent = search.found[parent].parent }
    }
    for position in touched { search.found[position].value.touch() }
    for (parent, positions) in removed { search.found[parent].value.remove(positions) }
    return checkSize(at: action)
  }

  /// Actions can double a document time and again.
  private mutating func checkSize(at action: YAMLNode) -> Bool {
    guard let size, size.count > limit || size.depth > Self.maximumDepth else { return true }
    let exact = measure(document.finished)
    self.size = exact
    guard exact.count > limit || exact.depth > Self.maximumDepth else { return true }
    document = EditableValue(YAMLNode.emptyMapping(at: document.finished.span))
    return report("the action makes the document too large", at: action)
  }

  /// How many values there are and how deep they nest, up to the limits.
  private func measure(_ node: YAMLNode) -> (count: Int, depth: Int) {
    var count = 0
    var depth = 0
    var pending = [(node, 1)]
    while let (node, level) = pending.popLast(), count <= limit {
      count += 1
      depth = max(depth, level)
      if level > Self.maximumDepth { return (count, level) }
      for child in node.items ?? node.entries?.map(\.value) ?? [] { pending.append((child, level + 1)) }
    }
    return (count, depth)
  }
}
