import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder on the disk that output is written to, or compared with.
///
/// The generator's own files there begin with a line that says so (`GeneratedMarker`), and a manifest,
/// `.wgnapi-gen.json`, lists them. Files with the line may be overwritten; files with the line that the manifest lists
/// are removed once the module that they belong to is made without them. Files of modules that a run doesn't make stay,
/// and stay listed, unless it prunes. Nothing else is ever touched.
public struct OutputFolder: Sendable {
  /// The path as the user gave it, without slashes at its end; empty for the working directory.
  public let path: String

  /// How long to wait for another run that uses the folder, in seconds.
  public var patience: Int

  /// Whether to remove the modules that the tree doesn't have, too.
  public var isPruning = false

  /// Called once if there is another run to wait for.
  public var whenWaiting: @Sendable () -> Void

  /// Names a folder; it need not exist.
  public init(_ path: String, patience: Int = 60, whenWaiting: @escaping @Sendable () -> Void = {}) {
    self.path = trimmingFolderPath(path)
    self.patience = patience
    self.whenWaiting = whenWaiting
  }

  /// Compares a tree with the folder and writes nothing.
  ///
  /// - Parameters:
  ///   - tree: what the folder is to hold.
  ///   - sink: takes errors of the file system and warnings. What stands in the way of output is in the plan.
  /// - Returns: nil where the folder can't be read.
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

  /// Makes the folder hold a tree.
  ///
  /// A file is replaced all at once: whoever looks finds its old content or the new one, even after a crash, from
  /// which the next run recovers. Files that are as they should be aren't touched. If there is an error before the
  /// first file is replaced, above all a file in the way that isn't the generator's or a full disk, all files stay
  /// as they are.
  ///
  /// - Parameters:
  ///   - tree: what the folder is to hold.
  ///   - sink: takes the diagnostics.
  /// - Returns: what was done; nil after an error.
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
  /// - Throws: `FileSystemError` where it can't be read; also for links.
  public func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    var folder = try Folder.open(self.path)
    let (folders, name) = OutputPath.split(path)
    for part in OutputPath.parts(of: folders) where !part.isEmpty { folder = try folder.folder(part) }
    return try folder.file(name).read(limit: Int.max)
  }

  /// Locks the folder itself, so that no lock file has to lie there; the lock ends with `root`.
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
