import Diagnostics

/// Everything a run makes: files by their paths below the output folder. Nothing of it is on the disk.
public struct OutputTree: Sendable, Hashable {
  /// One file.
  public struct File: Sendable, Hashable {
    /// Where it goes, with `/` between the parts: `WOT/Requests/AccountInfo.swift`.
    public var path: String
    /// What it holds.
    public var bytes: [UInt8]

    /// Gives a file its content.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The files in the order of their paths.
  public let files: [File]

  /// The folders that are the tree's alone, by their names: those of its modules, also where one makes no file.
  public let modules: Set<String>

  /// A tree without files.
  public init() { (files, modules) = ([], []) }

  /// Makes a tree of files in any order.
  ///
  /// Reported and left out are paths that might lead out of the output folder (absolute ones, and those with `..`,
  /// a backslash or the like in them), that name the same file as another one where upper and lower case are the
  /// same, or that need another file to be a folder.
  ///
  /// - Parameter modules: the modules that were generated; nil for those that the paths begin with.
  public init(_ files: [File], modules: Set<String>? = nil, into sink: inout DiagnosticSink) {
    self.modules = modules ?? Set(files.map { OutputPath.module(of: $0.path) })
    var taken: [String: String] = [:]
    var safe: [File] = []
    for file in files.sorted(by: { $0.path < $1.path }) {
      if let problem = OutputPath.problem(of: file.path) {
        sink.error(.unsafePath, "the path '\(file.path)' of an output file \(problem)")
      } else if let first = taken.updateValue(file.path, forKey: OutputPath.folded(file.path)) {
        sink.error(
          .unsafePath,
          "the output files '\(first)' and '\(file.path)' have the same name on some file systems")
      } else {
        safe.append(file)
      }
    }
    self.files = safe.filter { file in
      guard
        let other = OutputPath.folders(of: file.path).lazy.compactMap({ taken[OutputPath.folded($0)] }).first
      else { return true }
      sink.error(.unsafePath, "'\(other)' is an output file, so there can't be another one '\(file.path)'")
      return false
    }
  }

  /// The content of the file at a path; nil where there is none.
  public subscript(path: String) -> [UInt8]? {
    var low = 0
    var high = files.count
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path == path { return files[middle].bytes }
      if files[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
