import Diagnostics

/// What is to be done so that an output folder holds a tree, found by comparing the two.
public struct OutputPlan: Sendable {
  /// How a file stands.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It will be made.
    case added
    /// It has another content now.
    case changed
    /// It is as it should be and won't be touched.
    case unchanged
    /// The generator wrote it once and would no longer: it will be removed.
    case orphaned
    /// The generator wrote it for a module that this run doesn't make: it stays, and stays listed.
    case kept
    /// It stands beside the output and isn't the generator's.
    case foreign
    /// Something that isn't the generator's, or a link, is in its way.
    case blocked
  }

  /// One file.
  public struct Entry: Sendable, Hashable {
    /// The path below the output folder.
    public var path: String
    public var kind: Kind
  }

  /// The output folder as the user gave it.
  public let root: String

  /// Every file of the tree, the manifest, what was written earlier and what stands beside them, by path.
  public internal(set) var entries: [Entry] = []

  /// Why nothing may be written: what stands in the way of `blocked` files.
  public internal(set) var conflicts: [Diagnostic] = []

  /// What the folder's manifest lists.
  var listed: Set<String> = []
  /// What is listed and of a module that this run makes, or may remove.
  var listedOwn: Set<String> = []
  /// Temporary files that an interrupted run left behind.
  var leftovers: [String] = []
  /// The bytes of the manifest as it will be.
  var manifest: [UInt8] = []

  init(root: String) { self.root = root }

  /// Whether the folder holds the tree exactly.
  public var isUpToDate: Bool { entries.allSatisfy { [.unchanged, .kept, .foreign].contains($0.kind) } }

  /// The modules that the folder has and this run doesn't make, in order.
  public var otherModules: [String] {
    Set(paths(.kept).map(OutputPath.module)).filter { !$0.isEmpty }.sorted()
  }

  /// The paths of all files of a kind, in order.
  public func paths(_ kind: Kind) -> [String] { entries.filter { $0.kind == kind }.map(\.path) }

  /// How many files are of a kind, the manifest not counted.
  public func count(_ kind: Kind) -> Int { entries.count { $0.kind == kind && $0.path != Manifest.name } }

  /// A file's path as the user knows it.
  public func displayPath(_ path: String) -> String {
    root.isEmpty ? path : root.hasByteSuffix("/") ? root + path : root + "/" + path
  }
}
