import APIModel
import Diagnostics
import SpecReader

/// What a document has that may be asked for.
private struct OperationSelectionNames {
  var tags: Set<String> = []
  var paths: Set<String> = []
  var operations: Set<String> = []
  var webhooks: Set<String> = []
}

/// Which operations and webhooks of a document are wanted.
struct OperationFilter {
  private let include: OperationSelection?
  private let exclude: OperationSelection?
  private var used: Set<String> = []
  /// What the document has, for suggestions.
  private var known = OperationSelectionNames()

  /// Nil where all are wanted.
  init?(_ settings: DocumentSettings) {
    guard settings.include != nil || settings.exclude != nil else { return nil }
    include = settings.include
    exclude = settings.exclude
  }

  /// Whether an operation is wanted.
  ///
  /// - Parameter names: what it may be called.
  mutating func accepts(path: String, tags: [String], names: [String]) -> Bool {
    known.tags.formUnion(tags)
    known.paths.insert(path)
    known.operations.formUnion(names)
    let isIncluded = include.map { has($0, "include", path, tags, names) } ?? true
    let isExcluded = exclude.map { has($0, "exclude", path, tags, names) } ?? false
    return isIncluded && !isExcluded
  }

  /// Whether a webhook is wanted: those that are listed, where anything is.
  mutating func accepts(webhook: String) -> Bool {
    known.webhooks.insert(webhook)
    func has(_ selection: OperationSelection, _ key: String) -> Bool {
      let found = selection.webhooks.filter { OperationSelection.matches(webhook, $0.text) }
      for name in found { used.insert(place(name, key)) }
      return !found.isEmpty
    }
    let isIncluded = include.map { has($0, "include") } ?? true
    let isExcluded = exclude.map { has($0, "exclude") } ?? false
    return isIncluded && !isExcluded
  }

  private mutating func has(
    _ selection: OperationSelection, _ key: String, _ path: String, _ tags: [String], _ names: [String]
  ) -> Bool {
    let found =
      selection.tags.filter { tags.contains($0.text) }
      + selection.paths.filter { OperationSelection.matches(path, $0.text) }
      + selection.operations.filter { names.contains($0.text) }
    for name in found { used.insert(place(name, key)) }
    return !found.isEmpty
  }

  private func place(_ name: Name, _ key: String) -> String {
    "\(key) \(name.span.start.offset) \(name.span.file)"
  }

  /// Reports what is asked for and isn't in the document.
  func reportUnused(_ findings: Findings) {
    for (key, selection) in [("include", include), ("exclude", exclude)] {
      guard let selection else { continue }
      for (names, kind, candidates) in [
        (selection.tags, "has the tag", known.tags), (selection.paths, "has the path", known.paths),
        (selection.operations, "is called", known.operations),
        (selection.webhooks, "is the webhook", known.webhooks),
      ] {
        for name in names where !used.contains(place(name, key)) {
          findings.sink.error(
            .unusedOverride, "nothing in the document \(kind) '\(abbreviate(name.text))'", at: name.span,
            suggestion: closestMatch(to: name.text, in: candidates))
        }
      }
    }
  }
}

extension OperationOrigin {
  /// What the operation is called in a document.
  var names: [String] { [id, title].compactMap(\.self) }
}
