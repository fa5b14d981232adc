import APIModel
import Diagnostics
import SwiftEmitter

/// The code of modules that an earlier run wrote, for runs that follow each other in one process.
///
/// A module that says the same as before has the same code: emission is most of a run.
public final class GenerationCache: @unchecked Sendable {
  private struct Entry {
    var module: Module
    var names: [String: String]
    var files: [EmittedFile]
    var diagnostics: [Diagnostic]
  }

  private var templates: (sources: [TemplateSource], library: TemplateLibrary)?
  private var modules: [String: Entry] = [:]
  private var tests: [String: Entry] = [:]

  /// An empty cache. Use it for one job, and not in two runs at the same time.
  public init() {}

  /// The parsed templates. Others make the code of all modules outdated.
  func library(_ sources: [TemplateSource], into sink: inout DiagnosticSink) -> TemplateLibrary {
    if let templates, templates.sources == sources { return templates.library }
    (modules, tests, templates) = ([:], [:], nil)
    var found = DiagnosticSink()
    let library = TemplateLibrary(sources, into: &found)
    if found.isEmpty { templates = (sources, library) }
    sink.append(contentsOf: found)
    return library
  }

  /// The files of modules. Each is emitted by itself, by all processors.
  func modules(
    of api: API, names: [String: String], into sink: inout DiagnosticSink,
    emit: (API, inout DiagnosticSink) -> [EmittedFile]
  ) -> [EmittedFile] {
    guard templates != nil else { return emit(api, &sink) }
    return Self.files(of: api, names: names, in: &modules, into: &sink, emit)
  }

  /// The files of tests. If several modules need theirs, all are emitted at once.
  func tests(
    of api: API, names: [String: String], into sink: inout DiagnosticSink,
    emit: (API, inout DiagnosticSink) -> [EmittedFile]
  ) -> [EmittedFile] {
    guard templates != nil else { return emit(api, &sink) }
    guard api.modules.count(where: { tests[$0.name.text].map { $0.names != names } ?? true }) > 1 else {
      return Self.files(of: api, names: names, in: &tests, into: &sink, emit)
    }
    var found = DiagnosticSink()
    let files = emit(api, &found)
    sink.append(contentsOf: found)
    guard found.isEmpty else { return files }
    for module in api.modules {
      let own = files.filter { OutputPath.module(of: $0.path) == module.name.text + "Tests" }
      tests[module.name.text] = Entry(module: module, names: names, files: own, diagnostics: [])
    }
    return files
  }

  private static func files(
    of api: API, names: [String: String], in entries: inout [String: Entry], into sink: inout DiagnosticSink,
    _ emit: (API, inout DiagnosticSink) -> [EmittedFile]
  ) -> [EmittedFile] {
    var all: [EmittedFile] = []
    for module in api.modules {
      var entry = entries[module.name.text]
      if entry?.module != module || entry?.names != names {
        var found = DiagnosticSink()
        let files = emit(API(modules: [module]), &found)
        entry = Entry(module: module, names: names, files: files, diagnostics: found.diagnostics)
        entries[module.name.text] = entry
      }
      sink.append(contentsOf: entry?.diagnostics ?? [])
      all += entry?.files ?? []
    }
    return all
  }
}
