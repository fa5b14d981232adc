import Diagnostics

/// Compares a tree with its output folder.
struct OutputPlanner {
  private let root: Folder
  private let tree: OutputTree
  private let isPruning: Bool
  /// The tree's modules, byte by byte and case-folded.
  private let modules: Set<[UInt8]>
  private let foldedModules: [String: String]
  /// Whether other folders belong to the tree, because the file system treats their names as a module's.
  private var sameFolders: [String: Bool] = [:]
  private var plan: OutputPlan
  private var sink = DiagnosticSink()
  /// The folder's manifest; nil without a readable one.
  private var oldManifest: [UInt8]?
  /// The last folder that was looked into. Paths are in order, so the next one is probably in it, too.
  private var current: (path: String, place: Place)?

  /// The tree's paths by their case-folded form.
  private lazy var foldedPaths = Dictionary(
    tree.files.map { (OutputPath.folded($0.path), $0.path) }, uniquingKeysWith: { first, _ in first })

  /// The folder of a path.
  private enum Place {
    case absent
    case folder(Folder)
    /// Something else than a folder, or a linked folder, and its path.
    case obstacle(FileStatus.Kind, String)
  }

  /// - Parameter isPruning: whether to remove files of modules that aren't in the tree.
  static func plan(
    _ tree: OutputTree, in root: Folder, isPruning: Bool, into sink: inout DiagnosticSink
  ) -> OutputPlan {
    var planner = OutputPlanner(
      root: root, tree: tree, isPruning: isPruning, plan: OutputPlan(root: root.path))
    planner.run()
    sink.append(contentsOf: planner.sink)
    return planner.plan
  }

  /// The plan for a folder that doesn't exist.
  static func planForAbsentFolder(_ tree: OutputTree, root: String) -> OutputPlan {
    var plan = OutputPlan(root: root)
    plan.manifest = Manifest(paths: Set(tree.files.map(\.path))).bytes
    plan.entries = (tree.files.map(\.path) + [Manifest.name]).sorted().map { .init(path: $0, kind: .added) }
    return plan
  }

  private init(root: Folder, tree: OutputTree, isPruning: Bool, plan: OutputPlan) {
    self.root = root
    self.tree = tree
    self.isPruning = isPruning
    self.plan = plan
    modules = Set(tree.modules.map { Array($0.utf8) })
    foldedModules = Dictionary(
      tree.modules.map { (OutputPath.folded($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func run() {
    attempt { planner throws(FileSystemError) in try planner.readManifest() }
    for file in tree.files {
      attempt { planner throws(FileSystemError) in try planner.compare(file.path, with: file.bytes) }
    }
    let wanted = Set(tree.files.map(\.path))
    // Equal strings may be the names of two files.
    let wantedBytes = Set(tree.files.map { Array($0.path.utf8) })
    for path in plan.listed.sorted() {
      attempt { planner throws(FileSystemError) in
        let isOthers = try planner.isOthers(path)
        if !isOthers { planner.plan.listedOwn.insert(path) }
        guard !wantedBytes.contains(Array(path.utf8)) else { return }
        if isOthers { try planner.keep(path) } else { try planner.examineOrphan(path) }
      }
    }
    let own = wanted.union(plan.listedOwn)
    var folders = Set(own.map { OutputPath.split($0).folder }).union([""])
    for module in tree.modules.sorted() where !module.isEmpty {
      attempt { planner throws(FileSystemError) in try planner.addFolders(below: module, to: &folders) }
    }
    for folder in folders.sorted() {
      attempt { planner throws(FileSystemError) in try planner.examineOthers(in: folder) }
    }
    plan.manifest = Manifest(paths: wanted.union(plan.paths(.kept))).bytes
    compareManifest()
    plan.entries.sort { $0.path < $1.path }
  }

  private mutating func attempt(_ step: (inout OutputPlanner) throws(FileSystemError) -> Void) {
    do { try step(&self) } catch { sink.append(error.diagnostic) }
  }

  // MARK: Files of the tree

  private mutating func readManifest() throws(FileSystemError) {
    let name = Manifest.name
    guard let status = try root.status(of: name) else { return add(name, .added) }
    guard status.kind == .file else { return block(name, by: status.kind, at: name) }
    let bytes = try root.file(name).read(limit: Manifest.sizeLimit)
    // A crash of the whole machine may leave an empty file.
    guard let manifest = bytes.isEmpty ? Manifest(paths: []) : Manifest(bytes: bytes) else {
      return block(name, because: "isn't a list of generated files; remove it if it isn't needed")
    }
    guard manifest.version <= Manifest.currentVersion else {
      return block(name, because: "was written by a newer version of the generator")
    }
    plan.listed = manifest.paths
    oldManifest = bytes
  }

  private mutating func compareManifest() {
    guard let oldManifest else { return }
    add(Manifest.name, oldManifest == plan.manifest ? .unchanged : .changed)
  }

  private mutating func compare(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    let (folderPath, name) = OutputPath.split(path)
    switch try place(of: folderPath) {
    case .absent: add(path, .added)
    case .obstacle(let kind, let obstacle): block(path, by: kind, at: obstacle)
    case .folder(let folder):
      guard let status = try folder.status(of: name) else { return add(path, .added) }
      guard status.kind == .file else { return block(path, by: status.kind, at: path) }
      let file = try folder.file(name)
      if status.size == bytes.count, try file.read(limit: bytes.count + 1) == bytes {
        add(path, .unchanged)
      } else if try isOwn(file, at: path) {
        add(path, .changed)
      } else {
        let hint =
          plan.listed.contains(path)
          ? "has lost its first line, which marks generated files" : "was not generated"
        block(path, because: "\(hint); move it away, or remove it if it isn't needed")
      }
    }
  }

  /// A generated file begins with the marker. A crash of the whole machine may leave an empty file that the manifest
  /// lists.
  private func isOwn(_ file: OpenFile, at path: String) throws(FileSystemError) -> Bool {
    let start = try file.read(limit: GeneratedMarker.length)
    return GeneratedMarker.begins(start) || (start.isEmpty && plan.listed.contains(path))
  }

  // MARK: Other files

  /// Whether a listed file belongs to a module outside this run, which the run must not touch.
  private mutating func isOthers(_ path: String) throws(FileSystemError) -> Bool {
    if tree.kept.contains(path) { return true }
    guard !isPruning else { return false }
    let module = OutputPath.module(of: path)
    if modules.contains(Array(module.utf8)) { return false }
    guard let similar = foldedModules[OutputPath.folded(module)] else { return true }
    if let known = sameFolders[module] { return !known }
    let (folder, other) = (try root.status(of: module), try root.status(of: similar))
    let isSame = folder != nil && folder?.identity == other?.identity
    sameFolders[module] = isSame
    return !isSame
  }

  /// Keeps a file of another module, and its entry in the manifest while it exists.
  private mutating func keep(_ path: String) throws(FileSystemError) {
    let (folderPath, name) = OutputPath.split(path)
    if case .folder(let folder) = try place(of: folderPath), try folder.status(of: name) == nil { return }
    if case .absent = try place(of: folderPath) { return }
    add(path, .kept)
  }

  private mutating func examineOrphan(_ path: String) throws(FileSystemError) {
    let (folderPath, name) = OutputPath.split(path)
    guard case .folder(let folder) = try place(of: folderPath), let status = try folder.status(of: name)
    else { return }
    guard status.kind == .file, try isOwn(folder.file(name), at: path) else {
      sink.warning(
        .foreignFile,
        "is no longer generated; it is kept because it doesn't have the generator's mark",
        at: .unknown(file: plan.displayPath(path)))
      return add(path, .foreign)
    }
    // On a case-insensitive file system, a file of the tree may have this name, too.
    if let wanted = foldedPaths[OutputPath.folded(path)],
      case .folder(let folder) = try place(of: OutputPath.split(wanted).folder),
      let other = try folder.status(of: OutputPath.split(wanted).name), other.identity == status.identity
    {
      return
    }
    add(path, .orphaned)
  }

  /// Adds a folder of a module and those in it, which SwiftPM compiles, too. A nested output folder takes care of its own.
  private mutating func addFolders(
    below folderPath: String, to folders: inout Set<String>
  ) throws(FileSystemError) {
    guard case .folder(let folder) = try place(of: folderPath) else { return }
    let names = try folder.names().map { String(decoding: $0, as: UTF8.self) }
    if names.contains(Manifest.name) { return }
    folders.insert(folderPath)
    for name in names.sorted() where !name.hasPrefix(".") {
      guard try folder.status(of: name)?.kind == .folder else { continue }
      try addFolders(below: folderPath + "/" + name, to: &folders)
    }
  }

  private mutating func examineOthers(in folderPath: String) throws(FileSystemError) {
    guard case .folder(let folder) = try place(of: folderPath) else { return }
    let names = try folder.names().map { String(decoding: $0, as: UTF8.self) }.sorted()
    // A nested output folder takes care of its own files.
    let isOthers = !folderPath.isEmpty && names.contains(Manifest.name)
    for name in names {
      let path = folderPath.isEmpty ? name : folderPath + "/" + name
      if tree[path] != nil || plan.listed.contains(path) { continue }
      if OutputPath.isTemporaryName(name) {
        plan.leftovers.append(path)
        continue
      }
      guard !name.hasPrefix("."), try folder.status(of: name)?.kind == .file else { continue }
      guard !isOthers, let file = try? folder.file(name), GeneratedMarker.begins(try file.read(limit: 64))
      else {
        add(path, .foreign)
        continue
      }
      add(path, .unlisted)
      sink.warning(
        .unlistedFile, "was generated earlier, but not by the last run; remove it if it isn't needed",
        at: .unknown(file: plan.displayPath(path)))
    }
  }

  // MARK: Places

  private mutating func place(of folderPath: String) throws(FileSystemError) -> Place {
    if let current, current.path == folderPath { return current.place }
    let place = try find(folderPath)
    current = (folderPath, place)
    return place
  }

  private func find(_ folderPath: String) throws(FileSystemError) -> Place {
    var folder = root
    var path = ""
    for part in OutputPath.parts(of: folderPath) where !part.isEmpty {
      path += path.isEmpty ? part : "/" + part
      guard let status = try folder.status(of: part) else { return .absent }
      guard status.kind == .folder else { return .obstacle(status.kind, path) }
      folder = try folder.folder(part)
    }
    return .folder(folder)
  }

  private mutating func add(_ path: String, _ kind: OutputPlan.Kind) {
    plan.entries.append(.init(path: path, kind: kind))
  }

  private mutating func block(_ path: String, because reason: String) {
    add(path, .blocked)
    plan.conflicts.append(
      Diagnostic(.error, .foreignFile, reason, at: .unknown(file: plan.displayPath(path))))
  }

  private mutating func block(_ path: String, by kind: FileStatus.Kind, at obstacle: String) {
    add(path, .blocked)
    let isLink = kind == .symbolicLink
    let use = path == obstacle ? "the generator wants to write a file" : "the generator needs a folder"
    plan.conflicts.append(
      Diagnostic(
        .error, isLink ? .symbolicLink : .foreignFile,
        "is \(kind.description) where \(use)\(isLink ? "; links are not followed in the output folder" : "")",
        at: .unknown(file: plan.displayPath(obstacle))))
  }
}
