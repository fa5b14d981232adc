/// What `--against` names: files on this machine, or a revision.
package enum VersionReference: Sendable, Equatable {
  /// A folder of specs, or a document.
  case path(String)
  /// A revision of Git, with a path in it.
  case revision(String, path: String?)

  /// How users see it: with a path that is the default for a revision.
  package func shown(_ path: String) -> String {
    switch self {
    case .path(let path): path
    case .revision(let revision, let own): "\(revision):\(own ?? path)"
    }
  }

  /// - Parameter exists: Whether there is a file or folder at a path.
  package init(_ text: String, exists: (String) -> Bool) {
    if exists(text) {
      self = .path(text)
      return
    }
    // A colon within braces belongs to the revision: `main@{2026-01-31 12:00}`.
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "{": depth += 1
      case "}": depth -= 1
      case ":" where depth == 0:
        self = .revision(String(text[..<index]), path: String(text[text.index(after: index)...]))
        return
      default: break
      }
    }
    self = .revision(text, path: nil)
  }
}
