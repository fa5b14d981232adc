import APIModel
import Diagnostics

/// Writes an API down as Swift: a folder per module, a file per model and per request.
///
/// Pure: the same API and templates give the same files, in the same order, whatever `jobs` is.
///
/// - Parameters:
///   - jobs: how many files are worked on at once.
///   - names: what comments call files whose paths are made up, by those paths.
public func emit(
  _ api: API, templates: TemplateLibrary, jobs: Int = 1, names: [String: String] = [:],
  into sink: inout DiagnosticSink
) -> [EmittedFile] {
  var files: [EmittedFile] = []
  for module in api.modules {
    var emitter = ModuleEmitter(module, templates: templates, into: &sink)
    emitter.sourceNames = names
    files += emitter.files(jobs: jobs, into: &sink)
  }
  return files
}
