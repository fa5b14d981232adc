import APIModel
import Diagnostics

/// Writes an API as Swift: a folder per module, with a file for each spec file.
///
/// A pure function: the same API and templates give the same files in the same order, whatever `jobs` is.
///
/// - Parameters:
///   - jobs: the number of files to work on at once.
///   - names: the names of files in comments, by their made-up paths.
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
