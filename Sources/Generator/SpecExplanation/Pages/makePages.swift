import APIModel
import Diagnostics
import MockServer
import SwiftEmitter

/// Makes the pages of an API: one for each module, one with all modules, a style sheet and a script.
///
/// A pure function: the same API and templates give the same bytes, whatever `threads` is.
///
/// - Parameters:
///   - choice: the modules that get a page; all by default.
///   - templates: the templates of pages.
///   - places: where users find what is at the places of the API.
///   - version: the version of the generator.
///   - threads: the number of sections to work on at once.
/// - Returns: nothing if there are errors.
package func makePages(
  of api: API, choice: PageChoice = .init(), templates: [TemplateSource],
  places: SourcePlaces = .init(), version: String, threads: Int, into sink: inout DiagnosticSink
) -> [EmittedFile] {
  let library = TemplateLibrary(templates, catalogue: pageCatalogue, escaping: .html, into: &sink)
  guard !sink.hasErrors else { return [] }
  let modules = api.modules.filter { module in
    choice.hasPage(module.name.text) || choice.kept.contains(module.name.text)
  }
  let ((surfaces, emission), bases) = bothOnLargeStacks {
    var sink = DiagnosticSink()
    let surfaces = ModuleExplainer.surfaces(of: api, places: places, into: &sink)
    return (surfaces, sink)
  } _: {
    Dictionary(modules.map { ($0.name.text, ModulePage.Basis($0)) }) { first, _ in first }
  }
  sink.append(contentsOf: emission)
  guard let surfaces else { return [] }
  let (files, rendering) = onLargeStack {
    var sink = DiagnosticSink()
    let site = PageSite(version: version, hasIndex: true)
    let mounts = MockServer.mounts(of: api.modules)
    var files: [EmittedFile] = []
    var links: [ModuleLinkView] = []
    for (position, module) in api.modules.enumerated() {
      let name = module.name.text
      guard let basis = bases[name] else { continue }
      let page = ModulePage(
        module, basis, surfaces[position], places, library, mount: mounts[position])
      if choice.hasPage(name) {
        let (text, link) = page.render(site: site, threads: threads, into: &sink)
        files.append(EmittedFile(path: link.file, text: text))
        links.append(link)
      } else if choice.kept.contains(name) {
        links.append(page.link)
      }
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

/// The modules that get a page.
package struct PageChoice: Sendable {
  private let only: [String]
  /// The modules whose pages exist already, for the page with all modules.
  let kept: [String]

  /// - Parameter only: the names of the modules that get a page; empty for all.
  package init(only: [String] = [], kept: [String] = []) { (self.only, self.kept) = (only, kept) }

  func hasPage(_ module: String) -> Bool { only.isEmpty || only.contains(module) }
}

/// `WOT.html`. A module called `Index` must not replace the page with all modules.
package func pageFile(ofModule name: String) -> String {
  name.lowercased() == "index" ? "\(name)-module.html" : "\(name).html"
}
