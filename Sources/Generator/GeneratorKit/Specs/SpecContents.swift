/// Spec files that aren't read from the disk, such as a revision's.
public protocol SpecContents {
  /// All paths, sorted.
  var paths: [String] { get }

  /// What is at a path.
  func kind(of path: String) -> SpecContentsKind

  /// The bytes of files; nil for one that can't be read.
  func read(_ paths: [String]) -> [[UInt8]?]
}

/// What is at a path of ``SpecContents``.
public enum SpecContentsKind: Sendable {
  /// Nothing.
  case missing
  /// A symbolic link.
  case link
  /// A file with this many bytes.
  case file(size: Int)
}
