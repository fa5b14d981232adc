import Diagnostics
import SpecReader
import SpecYAML

/// Changes a document as an overlay says (OpenAPI Overlay Specification 1.0 and 1.1).
///
/// - Parameters:
///   - overlay: the overlay's root.
///   - document: the document's root.
///   - limit: how many values the document may have, and how many may be looked at for each action.
/// - Returns: the changed document. A mistake in the overlay is an error; an action that finds nothing is a warning.
func applyOverlay(
  _ overlay: YAMLNode, to document: YAMLNode, limit: Int = 5_000_000, _ findings: Findings
) -> YAMLNode {
  guard checkOverlay(overlay, findings) else { return document }
  var editing = OverlayEditing(document: document, limit: limit, findings: findings)
  for action in overlay["actions"]?.items ?? [] {
    guard editing.apply(action) else { break }
  }
  return editing.document
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
  var document: YAMLNode
  let findings: Findings
  /// At least as many values as the document has, and at least how deep they nest; nil before these are known.
  private var size: (count: Int, depth: Int)?
  private let limit: Int
  private static let maximumDepth = 200

  init(document: YAMLNode, limit: Int, findings: Findings) {
    self.document = document
    self.limit = limit
    self.findings = findings
  }

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
      var search = JSONPathSearch(document, budget: limit)
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
        "'\(abbreviate(text))' takes too long to look for; write a path with fewer '..'", at: target)
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
      // What is added may be added again to what was added.
      let known = size ?? measure(document)
      let added = measure(update)
      size = (known.count + added.count * ends.count, known.depth + added.depth)
    }
    // Parents come before their children.
    var edited: [Int: YAMLNode] = [:]
    var changes: [Int: [Int: YAMLNode?]] = [:]
    var touched = ends
    for end in ends {
      var parent = search.found[end].parent
      while parent >= 0, touched.insert(parent).inserted { parent = search.found[parent].parent }
    }
    for index in touched.sorted(by: >) {
      let found = search.found[index]
      var node = found.node
      if let changes = changes.removeValue(forKey: index) { node = node.replacing(changes) }
      var isRemoved = false
      if ends.contains(index) {
        if isRemoval {
          isRemoved = true
        } else if let update = action["update"] {
          guard let merged = merged(node, update) else {
            return report(
              "the target is \(describe(node)), and can't be updated with \(describe(update))", at: action)
          }
          node = merged
        }
      }
      if found.parent < 0 {
        edited[index] = node
      } else {
        changes[found.parent, default: [:]][found.position] = .some(isRemoved ? nil : node)
      }
    }
    document = edited[0] ?? document
    return checkSize(at: action)
  }

  /// Actions can double a document time and again.
  private mutating func checkSize(at action: YAMLNode) -> Bool {
    guard let size, size.count > limit || size.depth > Self.maximumDepth else { return true }
    let exact = measure(document)
    self.size = exact
    guard exact.count > limit || exact.depth > Self.maximumDepth else { return true }
    document = YAMLNode.emptyMapping(at: document.span)
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

  /// The value with what is added to it; nil where they don't fit.
  private func merged(_ node: YAMLNode, _ update: YAMLNode) -> YAMLNode? {
    if let items = node.items { return node.replacing(items: items + (update.items ?? [update])) }
    guard let entries = node.entries else { return update.scalar == nil && !node.asNull ? nil : update }
    guard let updates = update.entries else { return nil }
    return node.replacing(entries: merged(entries, updates))
  }

  private func merged(_ entries: [YAMLMapping.Entry], _ updates: [YAMLMapping.Entry]) -> [YAMLMapping.Entry] {
    var positions = Dictionary(
      entries.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var result = entries
    for update in updates {
      guard let position = positions[update.name] else {
        positions[update.name] = result.count
        result.append(update)
        continue
      }
      let old = result[position].value
      if let inner = old.entries, let others = update.value.entries {
        result[position] = update.replacing(value: old.replacing(entries: merged(inner, others)))
      } else if let items = old.items, let others = update.value.items {
        result[position] = update.replacing(value: old.replacing(items: items + others))
      } else {
        result[position] = update
      }
    }
    return result
  }
}

extension YAMLNode {
  /// The node with other values at some positions, and without those that are nil.
  fileprivate func replacing(_ changes: [Int: YAMLNode?]) -> YAMLNode {
    if let items {
      return replacing(
        items: items.enumerated().compactMap { position, item in
          guard let change = changes[position] else { return item }
          return change
        })
    }
    return replacing(
      entries: (entries ?? []).enumerated().compactMap { position, entry in
        guard let change = changes[position] else { return entry }
        return change.map { entry.replacing(value: $0) }
      })
  }
}
