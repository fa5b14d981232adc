import APIModel
import ArgumentParser
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import SwiftEmitter

/// The input of a run: the files of its jobs.
struct Input {
  var jobs: [JobInput] = []
  var sink = DiagnosticSink()
  /// The settings file.
  var settings: SpecFile?

  /// The files of one job.
  struct JobInput: Equatable {
    var job: Selection.Job
    var specs: [SpecFile] = []
    var references: [ReferencedFile] = []
    var templates: [TemplateSource] = []
    /// Of an old version: whether it didn't have the specs yet.
    var isMissing = false
  }

  /// Reads specs from the disk, and templates if they are needed.
  init(_ selection: Selection, withTemplates: Bool = false) {
    sink = selection.sink
    settings = selection.settingsFile
    shims = selection.project?.settings.shims
    guard !sink.hasErrors else { return }
    let loader = SpecLoader()
    for job in selection.jobs {
      var input = JobInput(job: job)
      input.specs = loader.load(job.specs, module: job.module, into: &sink)
      for map in job.maps {
        input.references += loader.loadReferences(from: map.path, as: map.prefix, into: &sink)
      }
      if withTemplates { input.templates = loadTemplates(overlaidBy: job.templates, into: &sink) }
      jobs.append(input)
    }
  }

  /// Where users find what was read last.
  private(set) var places = SourcePlaces()

  /// The paths of files that are in a revision only, so that nothing can be shown at them.
  var pathsOfRevision: Set<String> = []

  /// The version since which old names are kept.
  private var shims: Name?

  /// Creates a run's input from values.
  init(
    specs: [SpecFile], references: [ReferencedFile] = [], templates: [TemplateSource] = [],
    sink: DiagnosticSink
  ) {
    jobs = [JobInput(job: .init(specs: ""), specs: specs, references: references, templates: templates)]
    self.sink = sink
  }

  /// What the specs of all jobs say; nil after errors.
  ///
  /// - Parameters:
  ///   - checksEmission: Whether what can't be generated is an error, too.
  ///   - areDistinct: Whether the modules of different jobs must have different names.
  mutating func readAPI(
    checkingEmission checksEmission: Bool = false, distinctModules areDistinct: Bool = false
  ) -> API? {
    guard !sink.hasErrors else { return nil }
    var modules: [Module] = []
    var shownModules: [Module] = []
    places = SourcePlaces()
    for job in jobs {
      var own = SourcePlaces()
      let api = GeneratorKit.readAPI(job.specs, references: job.references, places: &own, into: &sink)
      guard let api else { return nil }
      shownModules += api.modules.map { Module(name: Name($0.name.text, span: own.shown($0.name.span))) }
      places.add(own)
      if checksEmission {
        checkEmission(
          api, of: job.specs, references: job.references,
          threads: ProcessInfo.processInfo.activeProcessorCount,
          into: &sink)
        if sink.hasErrors { return nil }
      }
      modules += api.modules
    }
    if areDistinct, jobs.count > 1 { checkModuleNames(shownModules, into: &sink) }
    return API(modules: modules)
  }

  /// The output of each job; nil after errors.
  mutating func generate(
    withTests: Bool? = nil, threads: Int, options: ReportingOptions
  ) -> [GeneratedOutput]? {
    guard !sink.hasErrors, let shims = findShims(since: shims) else { return nil }
    let outputs = zip(jobs, shims).map { input, shims in
      generateAll(
        specs: input.specs, references: input.references, templates: input.templates,
        withTests: withTests ?? (input.job.tests != nil), threads: threads,
        with: Additions(shims: shims, hasDocC: input.job.docC, docCSpan: input.job.docCSpan))
    }
    for output in outputs { sink.append(contentsOf: options.judge(output.diagnostics)) }
    return sink.hasErrors ? nil : outputs
  }
}

extension API {
  /// Leaves out all modules but these; none if there are no names.
  ///
  /// - Throws: `ValidationError` if a name is not that of a module.
  mutating func keepOnly(_ names: [String]) throws {
    guard !names.isEmpty else { return }
    try requireModules(names)
    modules.removeAll { !names.contains($0.name.text) }
  }

  /// - Throws: `ValidationError` if a name is not that of a module.
  func requireModules(_ names: [String]) throws {
    let missing = names.filter { name in !modules.contains { $0.name.text == name } }
    guard missing.isEmpty else {
      throw ValidationError(
        "there is no module \(missing.map { "'\(visibleText($0))'" }.joined(separator: ", "))")
    }
  }
}
