import Diagnostics

/// The folders whose files a run depends on.
public struct WatchList: Sendable, Hashable {
  /// Which names in a folder matter.
  enum Names: Hashable {
    /// Specs, and folders, which may contain some.
    case specs
    /// Documents beside another one.
    case documents
    case templates
    case only(String)

    func matches(_ name: String, isFolder: Bool) -> Bool {
      switch self {
      case .specs: !name.hasBytePrefix(".") && (isFolder || isSpec(name))
      case .documents: !name.hasBytePrefix(".") && !isFolder && isSpec(name)
      case .templates: !isFolder && name.hasByteSuffix(templateExtension)
      case .only(let wanted): name == wanted
      }
    }
  }

  /// The names by the folders' paths; the path of the working directory is empty.
  private(set) var folders: [String: Set<Names>] = [:]

  /// An empty list.
  public init() {}

  /// Whether a change of a name matters.
  func matters(_ name: String, in folder: String, isFolder: Bool) -> Bool {
    folders[folder]?.contains { $0.matches(name, isFolder: isFolder) } ?? false
  }

  /// Adds specs: a folder with its subfolders, or a file.
  public mutating func addSpecs(_ path: String) {
    addLinks(in: path)
    if let folder = try? Folder.open(trimmingFolderPath(path)) {
      addTree(folder, depth: 1)
    } else {
      addFile(path)
      if let target = resolvingLinks(of: path) { addFile(target) }
      addExistingFolder(of: path, .documents)
    }
  }

  /// Adds a folder of templates.
  public mutating func addTemplates(_ path: String) {
    addLinks(in: path)
    if (try? Folder.open(trimmingFolderPath(path))) != nil {
      folders[trimmingFolderPath(path), default: []].insert(.templates)
    } else {
      addFile(path)
    }
  }

  /// Adds a file, which need not exist. If its folder doesn't exist either, the list has the name that would have to appear first.
  public mutating func addFile(_ path: String) {
    var (folder, name) = OutputPath.split(trimmingFolderPath(path))
    while (try? Folder.open(Self.opening(folder, of: path))) == nil {
      guard !folder.isEmpty else { return }
      (folder, name) = OutputPath.split(folder)
    }
    folders[Self.opening(folder, of: path), default: []].insert(.only(name))
  }

  /// Adds the folder of a file that was read.
  public mutating func addExistingFolder(of file: String) { addExistingFolder(of: file, .documents) }

  /// Adds what another list has.
  public mutating func formUnion(_ other: WatchList) {
    folders.merge(other.folders) { $0.union($1) }
  }

  /// This list and another one.
  public func union(_ other: WatchList) -> WatchList {
    var list = self
    list.formUnion(other)
    return list
  }

  /// Whether another list has everything in this one.
  public func isCovered(by other: WatchList) -> Bool {
    folders.allSatisfy { $0.value.isSubset(of: other.folders[$0.key] ?? []) }
  }

  /// The folders of documents alone.
  public var documents: WatchList {
    var list = WatchList()
    list.folders = folders.filter { $0.value.contains(.documents) }.mapValues { _ in [.documents] }
    return list
  }

  /// Adds the links on the way to a path, which may be switched to another folder.
  private mutating func addLinks(in path: String, depth: Int = 0) {
    guard depth < 40 else { return }
    var place = path.hasBytePrefix("/") ? "/" : ""
    for part in path.byteParts(separatedBy: "/") where !part.isEmpty && part != "." {
      let folder = place
      place = place.isEmpty ? part : place.hasByteSuffix("/") ? place + part : "\(place)/\(part)"
      guard let target = linkTarget(of: place) else { continue }
      folders[folder, default: []].insert(.only(part))
      addLinks(
        in: target.hasBytePrefix("/") ? target : folder.isEmpty ? target : "\(folder)/\(target)",
        depth: depth + 1)
    }
  }

  private mutating func addExistingFolder(of file: String, _ names: Names) {
    let folder = Self.opening(OutputPath.split(trimmingFolderPath(file)).folder, of: file)
    if (try? Folder.open(folder)) != nil { folders[folder, default: []].insert(names) }
  }

  private mutating func addTree(_ folder: Folder, depth: Int) {
    folders[folder.path, default: []].insert(.specs)
    guard depth < SpecLoader().depthLimit, let names = try? folder.names() else { return }
    for name in names.compactMap(validText) where !name.hasBytePrefix(".") {
      if let below = try? folder.folder(name) { addTree(below, depth: depth + 1) }
    }
  }

  /// The folder of `/a` is the root, and not the working directory.
  private static func opening(_ folder: String, of path: String) -> String {
    folder.isEmpty && path.hasBytePrefix("/") ? "/" : folder
  }
}

/// A change of a file or folder that is watched.
public struct WatchedChange: Sendable, Hashable {
  /// The path of what changed.
  public var path: String
  /// Whether it went away, perhaps to be replaced.
  public var isRemoval: Bool
}

/// The result of waiting for changes.
public struct WatchResult: Sendable {
  /// What changed; empty after the time is up.
  public var changes: Set<WatchedChange> = []
  /// Whether the descriptor for interruptions has something to read.
  public var isInterrupted = false
}
