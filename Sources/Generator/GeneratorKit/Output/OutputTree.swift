import Diagnostics

/// The complete output of a run in memory: files by their paths below the output folder.
public struct OutputTree: Sendable, Hashable {
  /// One file.
  public struct File: Sendable, Hashable {
    /// The path, with `/` between its parts: `WOT/Account.swift`.
    public var path: String
    /// The content.
    public var bytes: [UInt8]

    /// Creates a file.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The files in the order of their paths.
  public let files: [File]

  /// The names of the modules' folders, which belong to the tree alone, even those without files.
  public let modules: Set<String>

  /// The paths of listed files that are left as they are, although their module belongs to the tree.
  public var kept: Set<String> = []

  /// A tree without files.
  public init() { (files, modules) = ([], []) }

  /// Creates a tree from files in any order.
  ///
  /// Reports and omits paths that could lead out of the output folder (absolute ones, and those that contain `..`, a
  /// backslash or the like), that name the same file as another on a case-insensitive file system, or that need
  /// another file to be a folder.
  ///
  /// - Parameter modules: the generated modules; nil to derive them from the paths.
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

  /// The content of the file at a path, or nil.
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
