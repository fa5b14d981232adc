import APIModel
import Diagnostics

/// Writes an API as Swift: a folder per module, with a file for each spec file.
///
/// A pure function: the same API and templates give the same files in the same order, whatever `threads` is.
///
/// - Parameters:
///   - threads: the number of files to work on at once.
///   - names: the names of files in comments, by their made-up paths.
///   - declared: the files to write; nil to have a file for each spec file, or for each tag of a document.
public func emit(
  _ api: API, templates: TemplateLibrary, threads: Int = 1, names: [String: String] = [:],
  as declared: DeclaredFiles? = nil, into sink: inout DiagnosticSink
) -> [EmittedFile] {
  emit(
    api, templates: templates, threads: threads, names: names, as: declared, with: Additions(), into: &sink)
}

/// What modules have besides what their specs say.
package struct Additions: Sendable {
  /// The declarations that keep old names working, by module.
  package var shims: [String: [Shim]]
  /// Whether there is a DocC catalog.
  package var hasDocC: Bool
  /// The position in the settings that asks for one.
  package var docCSpan: SourceSpan?

  package init(shims: [String: [Shim]] = [:], hasDocC: Bool = false, docCSpan: SourceSpan? = nil) {
    self.shims = shims
    self.hasDocC = hasDocC
    self.docCSpan = docCSpan
  }
}

/// Writes an API like ``emit(_:templates:threads:names:as:into:)``, with additions.
package func emit(
  _ api: API, templates: TemplateLibrary, threads: Int, names: [String: String], as declared: DeclaredFiles?,
  with additions: Additions, into sink: inout DiagnosticSink
) -> [EmittedFile] {
  var files: [EmittedFile] = []
  for module in api.modules {
    let shims = additions.shims[module.name.text] ?? []
    var emitter = ModuleEmitter(module, templates: templates, shims: shims, into: &sink)
    emitter.hasDocC = additions.hasDocC
    emitter.sourceNames = names
    emitter.declaredFiles = declared
    files += emitter.files(threads: threads, into: &sink)
  }
  if additions.hasDocC { DocCCatalog.reportMissing(of: api.modules, at: additions.docCSpan, into: &sink) }
  return files
}
