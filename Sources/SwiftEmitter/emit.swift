import APIModel
import Diagnostics

/// Writes an API down as Swift: a folder per module, a file per model and per request.
///
/// Pure: the same API and templates give the same files, in the same order, whatever `jobs` is.
///
/// - Parameter jobs: how many modules are worked on at once.
public func emit(
  _ api: API, templates: TemplateLibrary, jobs: Int = 1, into sink: inout DiagnosticSink
) -> [EmittedFile] {
  let results = concurrentMap(api.modules, jobs: jobs) { module in
    var sink = DiagnosticSink()
    let files = ModuleEmitter(module, templates: templates, into: &sink).files(into: &sink)
    return (files: files, sink: sink)
  }
  for result in results { sink.append(contentsOf: result.sink) }
  return results.flatMap(\.files)
}
