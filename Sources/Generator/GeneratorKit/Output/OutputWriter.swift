#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Carries out a plan in an order that can be interrupted at any point.
///
/// 1. The manifest lists new files beside old ones, so the next run knows everything that this one may leave.
/// 2. All new content is written to temporary files. A full disk is noticed here, before anything has changed.
/// 3. The temporary files are renamed, folder by folder.
/// 4. Orphaned files are removed, and folders that become empty.
/// 5. The manifest lists the new files only.
struct OutputWriter {
  private let plan: OutputPlan
  private let tree: OutputTree
  private let root: Folder
  private let process = getpid()
  private var madeFolders: [String] = []
  private var staged: [(path: String, temporary: String)] = []
  private var current: (path: String, folder: Folder)?

  init(plan: OutputPlan, tree: OutputTree, root: Folder) {
    self.plan = plan
    self.tree = tree
    self.root = root
  }

  mutating func run() throws(FileSystemError) {
    for leftover in plan.leftovers {
      let (path, name) = OutputPath.split(leftover)
      try folder(path).removeFile(name)
    }
    let wanted = Set(tree.files.map(\.path)).union(plan.paths(.kept))
    let union = plan.listed.union(wanted)
    let writesUnion = union != plan.listed
    do {
      if writesUnion { try writeManifest(Manifest(paths: union).bytes) }
      try stageAll()
    } catch {
      discardStaged()
      // Listing files that don't exist is harmless. If this fails, too, the next run corrects it.
      if writesUnion { try? restoreManifest() }
      throw error
    }
    try replaceAll()
    try removeOrphans(besides: Set(wanted.map { Array($0.utf8) }))
    let isFinal =
      writesUnion
      ? union == wanted : plan.entries.contains { $0.path == Manifest.name && $0.kind == .unchanged }
    if !isFinal { try writeManifest(plan.manifest) }
  }

  // MARK: Manifest

  private func writeManifest(_ bytes: [UInt8]) throws(FileSystemError) {
    let temporary = OutputPath.temporaryName(process: process, number: 0)
    do {
      try write(bytes, to: temporary, in: root, replacing: Manifest.name)
      try root.rename(temporary, to: Manifest.name)
      try root.synchronize()
    } catch {
      try? root.removeFile(temporary)
      throw error
    }
  }

  private func restoreManifest() throws(FileSystemError) {
    if plan.entries.contains(where: { $0.path == Manifest.name && $0.kind == .added }) {
      try root.removeFile(Manifest.name)
    } else {
      try writeManifest(Manifest(paths: plan.listed).bytes)
    }
  }

  // MARK: New content

  private mutating func stageAll() throws(FileSystemError) {
    for path in plan.paths(.added) + plan.paths(.changed) {
      guard let bytes = tree[path] else { continue }
      let (folderPath, name) = OutputPath.split(path)
      let folder = try folder(folderPath, making: true)
      let temporary = OutputPath.temporaryName(process: process, number: staged.count + 1)
      staged.append((path, temporary))
      try write(bytes, to: temporary, in: folder, replacing: name)
    }
  }

  private func write(
    _ bytes: [UInt8], to temporary: String, in folder: Folder, replacing name: String
  ) throws(FileSystemError) {
    do {
      let file = try folder.makeFile(temporary)
      try file.write(bytes)
      // Changed permissions are probably intended.
      if let old = try folder.status(of: name), old.kind == .file { try file.setPermissions(old.permissions) }
      try file.synchronize()
    } catch {
      // The temporary file's name would mean nothing to the user.
      throw FileSystemError(error.action, folder.path(of: name), code: error.code)
    }
  }

  private mutating func replaceAll() throws(FileSystemError) {
    var last: Folder?
    staged.sort { $0.path < $1.path }
    while let (path, temporary) = staged.last {
      let (folderPath, name) = OutputPath.split(path)
      do {
        let folder = try folder(folderPath)
        if last !== folder { try last?.synchronize() }
        last = folder
        try folder.rename(temporary, to: name)
      } catch {
        discardStaged()
        throw error
      }
      staged.removeLast()
    }
    try last?.synchronize()
    for path in madeFolders { try folder(OutputPath.split(path).folder).synchronize() }
  }

  /// Removes the staged files and the folders created for them, as far as possible.
  private mutating func discardStaged() {
    for (path, temporary) in staged { try? folder(OutputPath.split(path).folder).removeFile(temporary) }
    staged = []
    current = nil
    for path in madeFolders.reversed() {
      let (parent, name) = OutputPath.split(path)
      _ = try? folder(parent).removeFolderIfEmpty(name)
    }
  }

  // MARK: Old files

  private mutating func removeOrphans(besides wanted: Set<[UInt8]>) throws(FileSystemError) {
    let orphaned = Set(plan.paths(.orphaned))
    var emptied = Set<String>()
    // An interrupted run may have removed the file, but not its folder.
    for path in plan.listedOwn.filter({ !wanted.contains(Array($0.utf8)) }).sorted() {
      let (folderPath, name) = OutputPath.split(path)
      guard let folder = try? folder(folderPath) else { continue }
      if orphaned.contains(path) { try folder.removeFile(name) }
      emptied.formUnion(OutputPath.folders(of: path))
    }
    current = nil
    for path in emptied.sorted(by: >) {
      let (parent, name) = OutputPath.split(path)
      guard let folder = try? folder(parent) else { continue }
      // A folder that isn't empty stays.
      if folder.removeFolderIfEmpty(name) {
        try folder.synchronize()
      } else {
        try? folder.folder(name).synchronize()
      }
    }
  }

  // MARK: Folders

  private mutating func folder(_ path: String, making: Bool = false) throws(FileSystemError) -> Folder {
    if let current, current.path == path { return current.folder }
    var folder = root
    var soFar = ""
    for part in OutputPath.parts(of: path) where !part.isEmpty {
      soFar += soFar.isEmpty ? part : "/" + part
      if making, try folder.status(of: part) == nil {
        folder = try folder.makeFolder(part)
        madeFolders.append(soFar)
      } else {
        folder = try folder.folder(part)
      }
    }
    current = (path, folder)
    return folder
  }
}
