import Diagnostics
import GeneratorKit
import SpecExplanation
import SpecReader
import SpecYAML
import SwiftEmitter
import WGNAPIJSON

/// What the settings call a job: specs that are read together.
struct SpecJob: Sendable {
  var specs: String
  var files: [SpecFile] = []
  var references: [ReferencedFile] = []
  var templates: [TemplateSource] = []
  /// What was found while the files were read from the disk.
  var loading = DiagnosticSink()
  var dependencies = SpecDependencies()
  /// The folders that have changed since the last check.
  var changed: Set<String> = []

  func isLike(_ other: SpecJob) -> Bool {
    specs == other.specs && files == other.files && references == other.references
      && templates == other.templates && loading.diagnostics == other.loading.diagnostics
  }
}

/// The specs of a project, with the text of open documents in place of that on the disk.
final class SpecProject {
  /// Where the specs are.
  enum Place: Hashable {
    /// A settings file, which names them.
    case settings(String)
    /// A folder, without settings.
    case specs(String)
  }

  let place: Place
  private var jobs: [SpecJob] = []
  private var settingsFile: SpecFile?
  private var settings = DiagnosticSink()
  private var severities = Severities()
  /// Whether more has changed than the texts of some folders.
  private var isNew = true
  /// What was published last, by file, with the text that it is about; nil for a file that isn't one of the specs.
  var published: [String: (message: JSON, text: [UInt8]?)] = [:]

  /// The names that were asked for last, with the texts that they are in.
  private var names: [(files: [SpecFile], names: SpecNames)] = []
  /// The last text that was well-formed, of files that have been edited.
  private var wellFormed: [String: [UInt8]] = [:]
  /// What was last known of the modules, by the folder of a file.
  private var explainers: [String: (files: [SpecFile], found: [ModuleExplainer])] = [:]
  /// The last texts without errors, by folder, and what there is to know of their modules, if somebody asked.
  private var intact: [String: (files: [SpecFile], found: [ModuleExplainer]?)] = [:]

  init(_ place: Place, _ documents: [String: Document]) {
    self.place = place
    reload(documents)
  }

  /// Reads everything from the disk, except open documents.
  func reload(_ documents: [String: Document]) {
    let old = (jobs: jobs, settings: settings.diagnostics, file: settingsFile)
    settings = DiagnosticSink()
    jobs = findJobs(documents)
    for (path, document) in documents { add(path, document.lines.bytes) }
    if settings.diagnostics == old.settings, settingsFile == old.file,
      jobs.elementsEqual(old.jobs, by: { $0.isLike($1) })
    {
      jobs = old.jobs
    } else {
      isNew = true
    }
  }

  private func findJobs(_ documents: [String: Document]) -> [SpecJob] {
    switch place {
    case .specs(let folder): return isFolder(folder) ? [job(specs: folder)] : []
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
  ) -> SpecJob {
    var job = SpecJob(specs: specs)
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
  func take(_ path: String, _ bytes: [UInt8], among documents: [String: Document]) {
    if place == .settings(path) { return reload(documents) }
    add(path, bytes)
  }

  private func add(_ path: String, _ bytes: [UInt8]) {
    for job in jobs.indices {
      if let file = jobs[job].files.firstIndex(where: { $0.displayPath == path }) {
        let before = jobs[job].files[file].bytes
        guard before != bytes else { continue }
        if wellFormed[path] == nil { wellFormed[path] = before }
        jobs[job].files[file].bytes = bytes
        jobs[job].changed.insert(jobs[job].files[file].topFolder)
      } else if let below = SpecLoader.path(of: path, below: jobs[job].specs) {
        // A file that hasn't been saved yet.
        jobs[job].files.append(SpecFile(path: below, displayPath: path, bytes: bytes))
        isNew = true
      }
    }
  }

  /// Whether a file is one of the specs, or their settings.
  func contains(_ path: String) -> Bool {
    place == .settings(path) || jobs.contains { $0.files.contains { $0.displayPath == path } }
  }

  // MARK: Names

  /// The specs that a file belongs to, with those that they import and that import them.
  private func related(to path: String) -> (folder: String, files: [SpecFile], references: [ReferencedFile])?
  {
    for index in jobs.indices {
      guard let file = jobs[index].files.first(where: { $0.displayPath == path }) else { continue }
      return (
        file.topFolder, jobs[index].dependencies.affected(by: [file.topFolder], in: jobs[index].files).files,
        jobs[index].references
      )
    }
    return nil
  }

  func files(related path: String) -> [SpecFile] { related(to: path)?.files ?? [] }

  /// The names in the specs that a file belongs to.
  func names(for path: String) -> SpecNames? {
    related(to: path).map { names(of: $0.files, $0.references) }
  }

  /// The names to offer in a file: those of its text, or of its last text that was well-formed.
  func namesToOffer(in path: String) -> SpecNames? {
    guard let related = related(to: path) else { return nil }
    var files = related.files
    for index in files.indices where files[index].displayPath == path {
      var sink = DiagnosticSink()
      _ = parseYAML(bytes: files[index].bytes, file: path, into: &sink)
      if !sink.hasErrors { wellFormed[path] = files[index].bytes }
      files[index].bytes = wellFormed[path] ?? files[index].bytes
    }
    return names(of: files, related.references)
  }

  private func names(of files: [SpecFile], _ references: [ReferencedFile]) -> SpecNames {
    let found = names.first { $0.files == files }?.names ?? SpecNames(files, references: references)
    // Those of a text that isn't well-formed, and of the one before, are asked for in turns.
    names = names.filter { $0.files != files }.suffix(1) + [(files: files, names: found)]
    return found
  }

  /// What there is to know of the modules that a file belongs to. While they have errors, that is what there was to know of their
  /// last texts without.
  func explainers(for path: String) -> [ModuleExplainer] {
    guard let (folder, files, references) = related(to: path) else { return [] }
    if let known = explainers[folder], known.files == files { return known.found }
    if let found = explained(files, references) {
      intact[folder] = (files, found)
    } else if let last = intact[folder], last.found == nil {
      intact[folder]?.found = explained(last.files, references) ?? []
    }
    let found = intact[folder]?.found ?? []
    explainers[folder] = (files, found)
    return found
  }

  private func explained(_ files: [SpecFile], _ references: [ReferencedFile]) -> [ModuleExplainer]? {
    var sink = DiagnosticSink()
    var places = SourcePlaces()
    let api = readAPI(files, references: references, places: &places, into: &sink)
    return api.flatMap { ModuleExplainer.all($0, places: places, into: &sink) }
  }

  /// Keeps the texts of a check that found no errors in them.
  func keepIntact(_ check: Check, _ found: Check.Found) {
    for var job in check.jobs {
      for folder in job.changed {
        let files = job.dependencies.affected(by: [folder], in: job.files).files
        let hasErrors = files.contains { file in
          found[file.displayPath]?.contains { $0["severity"] == .integer(1) } ?? false
        }
        guard !hasErrors, intact[folder]?.files != files else { continue }
        intact[folder] = (files, nil)
        if explainers[folder]?.found.isEmpty == true { explainers[folder] = nil }
      }
    }
  }

  // MARK: Checking

  var needsCheck: Bool { isNew || jobs.contains { !$0.changed.isEmpty } }

  /// What has changed, with what depends on it.
  func nextCheck() -> Check {
    var check = Check(
      isWhole: isNew, found: isNew ? settings : DiagnosticSink(), settings: settingsFile,
      severities: severities)
    for index in jobs.indices where isNew || !jobs[index].changed.isEmpty {
      var job = jobs[index]
      let changed = isNew ? Set(job.files.map(\.topFolder)) : job.changed
      (job.files, job.changed) = jobs[index].dependencies.affected(by: changed, in: job.files)
      check.jobs.append(job)
      jobs[index].changed = []
    }
    isNew = false
    return check
  }
}
