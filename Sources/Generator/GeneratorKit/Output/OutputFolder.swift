import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder that output is written to, or compared with.
///
/// Generated files begin with a line that says so (`GeneratedMarker`), and a manifest, `.wgnapi-gen.json`, lists
/// them. Files with the line may be overwritten. Files with the line and in the manifest are removed when their
/// module is generated without them. Files of modules outside a run stay, and stay listed, unless the run prunes.
/// Nothing else is ever changed.
public struct OutputFolder: Sendable {
  /// The path as the user wrote it, without slashes at its end; empty for the working directory.
  public let path: String

  /// How long to wait for another run in the same folder, in seconds.
  public var patience: Int

  /// Whether to remove modules that aren't in the tree.
  public var isPruning = false

  /// Called once before waiting for another run.
  public var whenWaiting: @Sendable () -> Void

  /// Creates a reference to a folder, which need not exist.
  public init(_ path: String, patience: Int = 60, whenWaiting: @escaping @Sendable () -> Void = {}) {
    self.path = trimmingFolderPath(path)
    self.patience = patience
    self.whenWaiting = whenWaiting
  }

  /// Compares a tree with the folder, without writing.
  ///
  /// - Parameters:
  ///   - tree: the expected content of the folder.
  ///   - sink: receives warnings and errors of the file system. Conflicts are in the plan.
  /// - Returns: nil if the folder can't be read.
  public func plan(for tree: OutputTree, into sink: inout DiagnosticSink) -> OutputPlan? {
    let root: Folder
    do {
      root = try Folder.open(path)
    } catch  where error.isAbsence {
      return OutputPlanner.planForAbsentFolder(tree, root: path)
    } catch {
      sink.append(error.diagnostic)
      return nil
    }
    guard lock(root, exclusively: false, into: &sink) else { return nil }
    return OutputPlanner.plan(tree, in: root, isPruning: isPruning, into: &sink)
  }

  /// Writes a tree to the folder.
  ///
  /// Each file is replaced atomically: readers see its old or its new content, even after a crash, from which the
  /// next run recovers. Unchanged files aren't touched. If there is an error before the first file is replaced, such
  /// as a conflict with a foreign file or a full disk, nothing changes.
  ///
  /// - Parameters:
  ///   - tree: the expected content of the folder.
  ///   - sink: receives the diagnostics.
  /// - Returns: the plan that was carried out; nil after an error.
  public func write(_ tree: OutputTree, into sink: inout DiagnosticSink) -> OutputPlan? {
    do {
      let root = try Folder.make(path)
      guard lock(root, exclusively: true, into: &sink) else { return nil }
      var planning = DiagnosticSink()
      let plan = OutputPlanner.plan(tree, in: root, isPruning: isPruning, into: &planning)
      planning.append(contentsOf: plan.conflicts)
      sink.append(contentsOf: planning)
      guard !planning.hasErrors else { return nil }
      var writer = OutputWriter(plan: plan, tree: tree, root: root)
      try writer.run()
      return plan
    } catch {
      sink.append(error.diagnostic)
      return nil
    }
  }

  /// The bytes of a file below the folder.
  ///
  /// - Throws: `FileSystemError` if it can't be read, or is a link.
  public func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    var folder = try Folder.open(self.path)
    let (folders, name) = OutputPath.split(path)
    for part in OutputPath.parts(of: folders) where !part.isEmpty { folder = try folder.folder(part) }
    return try folder.file(name).read(limit: Int.max)
  }

  /// Locks the folder itself, so no lock file is needed. Releasing `root` unlocks it.
  private func lock(_ root: Folder, exclusively: Bool, into sink: inout DiagnosticSink) -> Bool {
    let pause: UInt32 = 20_000
    var remaining = patience * 1_000_000 / Int(pause)
    var isWaiting = false
    do {
      while try !root.lock(exclusively: exclusively) {
        guard remaining > 0 else {
          sink.error(
            .lockedOutput, "another run of wgnapi-gen has been using the folder for \(patience) seconds",
            at: .unknown(file: path.isEmpty ? "." : path))
          return false
        }
        if !isWaiting { whenWaiting() }
        isWaiting = true
        remaining -= 1
        usleep(pause)
      }
      return true
    } catch {
      sink.append(error.diagnostic)
      return false
    }
  }
}
