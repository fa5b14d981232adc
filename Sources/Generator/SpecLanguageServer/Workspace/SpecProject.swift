import Diagnostics
import Foundation
import GeneratorKit
import SpecExplanation
import SpecReader
import SpecYAML
import SwiftEmitter

/// The specs of a project, with the text of open documents in place of that on the disk.
final class SpecProject {
  /// Where the specs are.
  enum Place: Hashable {
    /// A settings file, which names them.
    case settings(String)
    /// A folder, without settings.
    case specs(String)
  }

  /// What the settings call a job: specs that are read together.
  struct Job {
    var specs: String
    var files: [SpecFile] = []
    var references: [ReferencedFile] = []
    var templates: [TemplateSource] = []
    /// What was found while the files were read from the disk.
    var loading = DiagnosticSink()
    var imports = ImportGraph()
    /// What is to be checked.
    var pending = Pending.all
    /// Counts changes.
    var revision = 0

    enum Pending: Equatable {
      case all
      /// Only what depends on these folders.
      case folders(Set<String>)
    }
  }

  let place: Place
  private(set) var jobs: [Job] = []
  /// The diagnostics that are known, by file.
  private var known: [String: [Diagnostic]] = [:]
  private var settingsFile: SpecFile?
  private var settings = DiagnosticSink()
  private var severities = Severities()
  private var positions: [String: (job: Int, file: Int)] = [:]
  private(set) var needsCheck = true
  /// The names that were read last, by the folder whose names they are.
  private var names: [String: (revision: Int, names: SpecNames)] = [:]
  /// The last text that was well-formed, of files that have been edited, and the names with such a text.
  private var wellFormed: [String: [UInt8]] = [:]
  private var offered: [String: (text: [UInt8], names: SpecNames)] = [:]
  /// What was last known of the modules, by the folder of a file.
  private var explainers: [String: (revision: Int, found: [ModuleExplainer])] = [:]

  init(_ place: Place) { self.place = place }

  /// The file for what is about no file that can be shown.
  private var mainFile: String? {
    if case .settings(let path) = place { return path }
    return jobs.first?.files.first?.displayPath
  }

  // MARK: Reading

  /// Reads everything from the disk, except open documents.
  func reload(_ documents: [String: Workspace.Document]) {
    needsCheck = true
    settings = DiagnosticSink()
    let revision = (jobs.map(\.revision).max() ?? 0) + 1
    jobs = findJobs(documents)
    positions = [:]
    for index in jobs.indices {
      jobs[index].revision = revision
      for file in jobs[index].files.indices { positions[jobs[index].files[file].displayPath] = (index, file) }
    }
    for (path, document) in documents { add(path, document.lines.bytes) }
  }

  private func findJobs(_ documents: [String: Workspace.Document]) -> [Job] {
    switch place {
    case .specs(let folder):
      severities = Severities()
      guard isFolder(folder) else { return [] }
      return [job(specs: folder)]
    case .settings(let path):
      let (project, file) = Project.read(path, contents: documents[path]?.lines.bytes, into: &settings)
      settingsFile = file
      guard let project else { return jobs }
      severities = Severities(
        warningsAsErrors: project.settings.warningsAsErrors ?? false,
        isStrict: project.settings.strict ?? false)
      project.reportUnusable(in: project.settings.jobs, into: &settings)
      return project.settings.jobs.map { found in
        job(specs: found.specs.text, found.module?.text, found.maps, found.templates?.text)
      }
    }
  }

  private func job(
    specs: String, _ module: String? = nil, _ maps: [GenerationJob.Map] = [], _ templates: String? = nil
  ) -> Job {
    var job = Job(specs: specs)
    // What doesn't exist has been reported at its place in the settings.
    guard exists(specs) else { return job }
    let loader = SpecLoader()
    job.files = loader.load(specs, module: module, into: &job.loading)
    for map in maps where exists(map.path.text) {
      job.references += loader.loadReferences(from: map.path.text, as: map.prefix, into: &job.loading)
    }
    job.templates = loadTemplates(
      overlaidBy: templates.flatMap { isFolder($0) ? $0 : nil }, into: &job.loading)
    return job
  }

  // MARK: Documents

  /// Takes the text of an open document.
  func take(_ path: String, _ bytes: [UInt8], among documents: [String: Workspace.Document]) {
    if case .settings(path) = place { return reload(documents) }
    add(path, bytes)
  }

  private func add(_ path: String, _ bytes: [UInt8]) {
    if let (job, file) = positions[path] {
      guard jobs[job].files[file].bytes != bytes else { return }
      if wellFormed[path] == nil { wellFormed[path] = jobs[job].files[file].bytes }
      jobs[job].files[file].bytes = bytes
      markChanged(job, jobs[job].files[file].folder)
    } else if let job = jobs.firstIndex(where: { path.hasBytePrefix($0.specs + "/") && isFolder($0.specs) }),
      let below = specPath(path, below: jobs[job].specs)
    {
      // A file that hasn't been saved yet.
      positions[path] = (job, jobs[job].files.count)
      jobs[job].files.append(SpecFile(path: below, displayPath: path, bytes: bytes))
      jobs[job].pending = .all
      markChanged(job, below)
    }
  }

  private func markChanged(_ job: Int, _ folder: String) {
    needsCheck = true
    jobs[job].revision += 1
    if case .folders(let others) = jobs[job].pending { jobs[job].pending = .folders(others.union([folder])) }
  }

  /// The path of a spec below a folder; nil for files that aren't read.
  private func specPath(_ path: String, below folder: String) -> String? {
    let below = String(decoding: path.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
    let isHidden = below.byteParts(separatedBy: "/").contains { $0.hasBytePrefix(".") || $0.isEmpty }
    let isSpec = [".yaml", ".yml", ".json"].contains { below.hasByteSuffix($0) }
    return isSpec && !isHidden ? below : nil
  }

  /// The bytes of one of the files.
  func bytes(of path: String) -> [UInt8]? {
    if let (job, file) = positions[path] { return jobs[job].files[file].bytes }
    return settingsFile?.displayPath == path ? settingsFile?.bytes : nil
  }

  /// The job that has a file, and the file in it.
  func file(_ path: String) -> (job: Job, file: SpecFile)? {
    positions[path].map { (jobs[$0.job], jobs[$0.job].files[$0.file]) }
  }

  /// The specs that a file belongs to, with those that they import and that import them.
  private func related(to path: String) -> (job: Int, folder: String, files: [SpecFile])? {
    guard let (job, file) = positions[path] else { return nil }
    let folder = jobs[job].files[file].folder
    return (job, folder, jobs[job].choose(.folders([folder])).specs)
  }

  func files(related path: String) -> [SpecFile] { related(to: path)?.files ?? [] }

  /// The names in the specs that a file belongs to.
  func names(for path: String) -> SpecNames? {
    guard let (job, folder, files) = related(to: path) else { return nil }
    if let known = names[folder], known.revision == jobs[job].revision { return known.names }
    let found = SpecNames(files, references: jobs[job].references)
    names[folder] = (jobs[job].revision, found)
    return found
  }

  /// The names to offer in a file: those of its text, or of its last text that was well-formed.
  func namesToOffer(in path: String) -> SpecNames? {
    guard let (job, folder, files) = related(to: path), let bytes = bytes(of: path) else { return nil }
    var sink = DiagnosticSink()
    _ = parseYAML(bytes: bytes, file: path, into: &sink)
    if !sink.hasErrors {
      wellFormed[path] = bytes
      return names(for: path)
    }
    guard let before = wellFormed[path] else { return names(for: path) }
    if let known = offered[folder], known.text == before { return known.names }
    var others = files
    for index in others.indices where others[index].displayPath == path { others[index].bytes = before }
    let found = SpecNames(others, references: jobs[job].references)
    offered[folder] = (before, found)
    return found
  }

  /// What there is to know of the modules that a file belongs to. While it has mistakes, that is what was known before.
  func explainers(for path: String) -> [ModuleExplainer] {
    guard let (job, folder, files) = related(to: path) else { return [] }
    let known = explainers[folder]
    if let known, known.revision == jobs[job].revision { return known.found }
    var sink = DiagnosticSink()
    let paths = Dictionary(files.map { ($0.path, $0.displayPath) }) { first, _ in first }
    let found = readAPI(files, references: jobs[job].references, into: &sink)
      .flatMap { ModuleExplainer.all($0, displayPaths: paths, into: &sink) }
    explainers[folder] = (jobs[job].revision, found ?? known?.found ?? [])
    return found ?? known?.found ?? []
  }

  /// Whether a file that was saved or closed may be one of the project's.
  func mayConcern(_ path: String) -> Bool {
    bytes(of: path) != nil || place == .settings(path)
      || jobs.contains { path == $0.specs || path.hasBytePrefix($0.specs + "/") }
  }

  // MARK: Checking

  /// The diagnostics of the files that have changed, and of those that depend on them. A file without any has an empty list.
  func check() -> [String: [Diagnostic]] {
    needsCheck = false
    let all = jobs.allSatisfy { $0.pending == .all }
    var checked: Set<String> = []
    var found: [Diagnostic] = []
    if all {
      checked = Set(known.keys)
      found = settings.sorted()
    }
    for index in jobs.indices {
      let pending = jobs[index].pending
      jobs[index].pending = .folders([])
      if pending == .folders([]) { continue }
      let (specs, folders) = jobs[index].choose(pending)
      let files = Set(jobs[index].files.filter { folders.contains($0.folder) }.map(\.displayPath))
      checked.formUnion(files)
      let (references, templates) = (jobs[index].references, jobs[index].templates)
      let output = generateAll(
        specs: specs, references: references, templates: templates, withTests: false,
        threads: ProcessInfo.processInfo.activeProcessorCount)
      found += output.diagnostics.filter {
        pending == .all || $0.span.map { files.contains($0.file) } ?? false
      }
      if pending == .all { found += jobs[index].loading.sorted() }
    }
    var result = Dictionary(uniqueKeysWithValues: checked.map { ($0, [Diagnostic]()) })
    for diagnostic in severities.judge(found) {
      guard let file = shown(diagnostic) else { continue }
      result[file, default: []].append(diagnostic)
    }
    known.merge(result) { $1 }
    return result
  }

  /// The file to show a diagnostic in.
  private func shown(_ diagnostic: Diagnostic) -> String? {
    guard let file = diagnostic.span?.file else { return mainFile }
    return isFolder(file) ? mainFile : file
  }
}

extension SpecFile {
  /// The folder of the module or library that the file belongs to.
  var folder: String { path.byteParts(separatedBy: "/")[0] }
}

extension SpecProject.Job {
  /// The files to read, and the folders whose diagnostics are complete then.
  fileprivate mutating func choose(_ pending: Pending) -> (specs: [SpecFile], folders: Set<String>) {
    let all = Set(files.map(\.folder))
    // A document that is given alone has no folders.
    guard case .folders(let changed) = pending, files.first?.isGivenAlone != true,
      files.allSatisfy({ $0.path.hasByte("/") })
    else { return (files, all) }
    imports.update(files)
    let folders = imports.importers(of: changed)
    let needed = imports.imported(by: folders)
    return (files.filter { needed.contains($0.folder) }, folders)
  }
}
