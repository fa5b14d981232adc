import Diagnostics

extension VersionChanges {
  /// Calls files as the user does.
  ///
  /// - Parameters:
  ///   - old: The users' paths of the old version's files, by those in spans.
  ///   - new: Those of the new version.
  package mutating func display(old: [String: String], new: [String: String]) {
    func shown(_ span: SourceSpan?, _ paths: [String: String]) -> SourceSpan? {
      guard var span else { return nil }
      span.file = paths[span.file] ?? span.file
      return span
    }
    for position in differences.indices {
      differences[position].old = shown(differences[position].old, old)
      differences[position].new = shown(differences[position].new, new)
      differences[position].around = shown(differences[position].around, new)
    }
    for position in behaviour.indices {
      behaviour[position].old = shown(behaviour[position].old, old)
      behaviour[position].new = shown(behaviour[position].new, new)
    }
  }

  /// `3 changes break source; 1 change of behaviour`
  package var summary: String {
    func clause(_ count: Int, _ noun: String, _ verb: String) -> String {
      "\(counted(count, noun)) \(verb)\(count == 1 ? "s" : "")"
    }
    let source =
      breaking.isEmpty ? "nothing breaks source" : clause(breaking.count, "change", "break") + " source"
    return source + (behaviour.isEmpty ? "" : "; \(counted(behaviour.count, "change")) of behaviour")
  }
}
