import APIModel
import Diagnostics
import SwiftEmitter

/// Makes the pages of an API: one for each module, one with all modules, a style sheet and a script.
///
/// A pure function: the same API and templates give the same bytes, whatever `threads` is.
///
/// - Parameters:
///   - templates: the templates of pages.
///   - displayPaths: the paths of spec files as users know them.
///   - version: the version of the generator.
///   - threads: the number of sections to work on at once.
/// - Returns: nothing if there are errors.
package func makePages(
  of api: API, templates: [TemplateSource], displayPaths: [String: String] = [:], version: String,
  threads: Int,
  into sink: inout DiagnosticSink
) -> [EmittedFile] {
  let library = TemplateLibrary(templates, catalogue: pageCatalogue, escaping: .html, into: &sink)
  guard !sink.hasErrors else { return [] }
  let (surfaces, found) = onLargeStack {
    var sink = DiagnosticSink()
    let surfaces = api.surfaces(into: &sink)
    return (surfaces, sink)
  }
  sink.append(contentsOf: found.diagnostics.filter { $0.severity == .error })
  guard !sink.hasErrors else { return [] }
  let (files, rendering) = onLargeStack {
    var sink = DiagnosticSink()
    let site = PageSite(version: version, hasIndex: true)
    // As the mock server of all these modules has them.
    let areMounted = api.modules.count { !$0.endpoints.isEmpty } > 1
    var files: [EmittedFile] = []
    var links: [ModuleLinkView] = []
    for (module, surface) in zip(api.modules, surfaces) {
      let page = ModulePage(
        module, surface, displayPaths, library, mount: areMounted ? "/\(module.name.text)" : "")
      let (text, facts, counts) = page.render(site: site, threads: threads, into: &sink)
      let file = pageFile(ofModule: facts.name)
      files.append(EmittedFile(path: file, text: text))
      links.append(ModuleLinkView(name: facts.name, file: file, summary: facts.summary, counts: counts))
    }
    let index = IndexPageView(version: version, modules: links)
    files.append(EmittedFile(path: "index.html", text: library.render(index, with: .index, into: &sink)))
    let asset = AssetView(version: version)
    files.append(EmittedFile(path: "style.css", text: library.render(asset, with: .style, into: &sink)))
    files.append(EmittedFile(path: "script.js", text: library.render(asset, with: .script, into: &sink)))
    return (files, sink)
  }
  sink.append(contentsOf: rendering)
  return sink.hasErrors ? [] : files
}

/// `WOT.html`. A module could be called like the page with all modules.
private func pageFile(ofModule name: String) -> String {
  name.lowercased() == "index" ? "\(name)-module.html" : "\(name).html"
}
