import Diagnostics

/// The changes that make an output folder match a tree.
public struct OutputPlan: Sendable {
  /// The status of a file.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It will be created.
    case added
    /// Its content will be replaced.
    case changed
    /// It is up to date.
    case unchanged
    /// The generator wrote it, but it is no longer part of the output: it will be removed.
    case orphaned
    /// It belongs to a module outside this run: it stays, and stays listed.
    case kept
    /// It is next to the output and isn't the generator's.
    case foreign
    /// It is next to the output and begins with the generator's line, but the manifest doesn't list it: a copy, or
    /// left over. It stays.
    case unlisted
    /// A link, or something that isn't the generator's, is in its place.
    case blocked
  }

  /// One file.
  public struct Entry: Sendable, Hashable {
    /// The path below the output folder.
    public var path: String
    public var kind: Kind
  }

  /// The path of the output folder as the user wrote it.
  public let root: String

  /// Every file of the tree, the manifest, earlier output and other files next to them, by path.
  public internal(set) var entries: [Entry] = []

  /// The conflicts that prevent writing, one for each `blocked` file.
  public internal(set) var conflicts: [Diagnostic] = []

  /// The files in the folder's manifest.
  var listed: Set<String> = []
  /// The listed files of modules that this run generates or may remove.
  var listedOwn: Set<String> = []
  /// Temporary files of an interrupted run.
  var leftovers: [String] = []
  /// The new content of the manifest.
  var manifest: [UInt8] = []

  init(root: String) { self.root = root }

  /// Whether there is nothing to write or to remove.
  public var isUpToDate: Bool {
    entries.allSatisfy { [.unchanged, .kept, .foreign, .unlisted].contains($0.kind) }
  }

  /// The modules that the folder doesn't have yet.
  public var addedModules: Set<String> {
    let own = entries.filter { ![.kept, .foreign, .unlisted].contains($0.kind) && $0.path.contains("/") }
    let files = Dictionary(grouping: own) { OutputPath.module(of: $0.path) }
    return Set(files.filter { $0.value.allSatisfy { $0.kind == .added } }.keys)
  }

  /// Whether the folder matches the tree: it is up to date, and has no other generated files of the tree's modules.
  public var isExact: Bool { isUpToDate && paths(.unlisted).isEmpty }

  /// The modules in the folder that this run doesn't generate, in order.
  public var otherModules: [String] {
    Set(paths(.kept).map(OutputPath.module)).filter { !$0.isEmpty }.sorted()
  }

  /// The paths of all files with a status, in order.
  public func paths(_ kind: Kind) -> [String] { entries.filter { $0.kind == kind }.map(\.path) }

  /// The number of files with a status, without the manifest.
  public func count(_ kind: Kind) -> Int { entries.count { $0.kind == kind && $0.path != Manifest.name } }

  /// The path of a file as shown to the user.
  public func displayPath(_ path: String) -> String {
    root.isEmpty ? path : root.hasByteSuffix("/") ? root + path : root + "/" + path
  }
}
