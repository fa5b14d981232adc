import Diagnostics

/// A folder and everything that a run writes there, from one or several jobs.
public struct FolderOutput: Sendable {
  /// The folder's path.
  public let path: String
  /// The modules of all jobs.
  public private(set) var tree: OutputTree
  /// Whether to remove other modules.
  public private(set) var isPruning: Bool
  /// The positions of the jobs' specs by their modules' names.
  private var places: [String: SourceSpan?]

  /// What one job writes to one folder.
  public init(_ path: String, _ tree: OutputTree, isPruning: Bool, from specs: SourceSpan? = nil) {
    self.path = path
    self.tree = tree
    self.isPruning = isPruning
    places = Dictionary(tree.modules.map { ($0, specs) }) { first, _ in first }
  }

  /// The folders with what is written to the same one put together. Reports modules that two jobs write to the same folder.
  public static func merge(_ outputs: [FolderOutput], into sink: inout DiagnosticSink) -> [FolderOutput] {
    var merged: [FolderOutput] = []
    for output in outputs {
      let same = merged.firstIndex { OutputFolder($0.path).path == OutputFolder(output.path).path }
      guard let same else {
        merged.append(output)
        continue
      }
      let first = merged[same]
      let common = first.tree.modules.intersection(output.tree.modules).sorted()
      for module in common {
        let other = first.places[module].flatMap { $0 }
        sink.error(
          .duplicateName,
          "these specs and others write the module '\(module)' to '\(output.path)'; write them to different folders, or "
            + "give one of the modules another name",
          at: output.places[module].flatMap { $0 },
          notes: other.map { [.init("the others are here", at: $0)] } ?? [])
      }
      guard common.isEmpty else { continue }
      merged[same].tree = OutputTree(
        first.tree.files + output.tree.files, modules: first.tree.modules.union(output.tree.modules),
        into: &sink)
      merged[same].isPruning = first.isPruning || output.isPruning
      merged[same].places.merge(output.places) { first, _ in first }
    }
    return merged
  }
}
