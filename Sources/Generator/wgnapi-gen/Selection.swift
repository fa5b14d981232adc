import APIModel
import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecReader

/// What a run works on: the jobs of the settings, or the specs on the command line.
struct Selection {
  /// The project; nil if the run doesn't use its settings.
  var project: Project?
  /// A project that was found, but has other specs.
  private(set) var other: Project?
  var jobs: [Job] = []
  /// Mistakes in the settings.
  var sink = DiagnosticSink()
  /// The path of the settings file that was read.
  private(set) var settingsPath: String?
  /// The folders of the project's jobs that aren't a part of this run.
  private var foldersOfOthers: [String] = []
  /// The settings file for excerpts, even with mistakes.
  var settingsFile: SpecFile?

  /// Specs, and where their modules go.
  struct Job: Equatable {
    var specs: String
    var module: String?
    var maps: [Map] = []
    var templates: String?
    /// Empty for commands that write nothing.
    var output = ""
    var tests: String?
    var prune = false
    var docC = false
    var docCSpan: SourceSpan?
    /// The position of the specs in the settings.
    var span: SourceSpan?
  }

  /// The folder of JSON Schemas whose URIs begin with a prefix.
  struct Map: Equatable {
    var prefix: String
    var path: String
  }

  /// Finds the specs of a run. Options on the command line win over the settings.
  ///
  /// Settings belong to their specs: with other specs on the command line, nothing in them is used.
  init(_ options: SpecOptions) throws {
    guard let path = options.settings ?? Project.find() else {
      guard let specs = options.specs else {
        throw ValidationError(
          "there is neither <specs> nor a settings file, \(Project.fileName), in this folder or one above")
      }
      jobs = [Job(specs: specs)]
      override(by: options)
      return
    }
    settingsPath = path
    let (found, file) = Project.read(path, into: &sink)
    settingsFile = file
    guard let found else { return }
    let wanted = options.specs.map(found.jobs) ?? found.settings.jobs
    if let specs = options.specs, wanted.isEmpty {
      if options.settings != nil {
        throw ValidationError(
          "'\(specs)' isn't among the specs of \(path): "
            + alternatives(found.settings.jobs.map(\.specs.text), last: "and"))
      }
      other = found
      jobs = [Job(specs: specs)]
    } else {
      project = found
      found.reportUnusable(in: wanted, into: &sink)
      jobs = wanted.map(Job.init)
      let others = found.settings.jobs.filter { job in !wanted.contains { $0.specs.span == job.specs.span } }
      foldersOfOthers = others.flatMap { [$0.output.text] + ($0.tests.map { [$0.text] } ?? []) }
      if options.module != nil { try onlyJob(for: "--module") }
    }
    override(by: options)
  }

  /// Throws unless there is only one job, which something on the command line needs.
  func onlyJob(for what: String) throws {
    guard jobs.count > 1 else { return }
    let choice = alternatives(jobs.map(\.specs))
    throw ValidationError("\(what) is for one folder of specs or one document; pass \(choice), too")
  }

  /// Whether a job of the project that isn't a part of this run writes to a folder, too: its modules there aren't unneeded.
  func isShared(_ folder: String) -> Bool { foldersOfOthers.contains { isSameFolder($0, folder) } }

  private mutating func override(by options: SpecOptions) {
    let prefixes = Set(options.maps.map(\.prefix))
    for index in jobs.indices {
      if let module = options.module { jobs[index].module = module }
      jobs[index].maps.removeAll { prefixes.contains($0.prefix) }
      jobs[index].maps += options.maps.map { Map(prefix: $0.prefix, path: $0.path) }
    }
  }
}

extension Selection.Job {
  init(_ job: GenerationJob) {
    self.init(
      specs: job.specs.text, module: job.module?.text,
      maps: job.maps.map { .init(prefix: $0.prefix, path: $0.path.text) },
      templates: job.templates?.text, output: job.output.text, tests: job.tests?.text, prune: job.prune,
      docC: job.docC, docCSpan: job.docCSpan, span: job.specs.span)
  }
}
