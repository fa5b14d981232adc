import APIModel
import Diagnostics
import MockServer
import SpecCall
import SwiftEmitter

/// Makes the page of a module: facts to views, views to HTML.
struct ModulePage {
  /// What a page needs of a module besides its surface.
  struct Basis: Sendable {
    let hidden: HiddenSecrets
    let calls: SwiftCall.Context

    init(_ module: Module) {
      hidden = HiddenSecrets(module)
      calls = SwiftCall.Context(hidden.module)
    }
  }

  private let module: Module
  private let basis: Basis
  private let surface: ModuleSurface
  private let places: SourcePlaces
  private let templates: TemplateLibrary
  /// The URL of the module at a mock server.
  private let mock: String

  /// - Parameter mount: The path below which a mock server has the module; empty for none.
  init(
    _ module: Module, _ basis: Basis, _ surface: ModuleSurface, _ places: SourcePlaces,
    _ templates: TemplateLibrary, mount: String
  ) {
    (self.module, self.surface, self.places) = (module, surface, places)
    self.basis = basis
    self.templates = templates.of(module)
    mock =
      ModuleExplainer.mockServer + (RouteTable.serverPaths(of: module, below: mount).first ?? mount)
  }

  private var explainer: ModuleExplainer {
    ModuleExplainer(basis.hidden, surface, places: places, calls: basis.calls)
  }

  /// How the page is listed.
  var link: ModuleLinkView { link(explainer) }

  private func link(_ explainer: ModuleExplainer) -> ModuleLinkView {
    let types = explainer.types.count
    let counts = [
      module.endpoints.isEmpty ? nil : counted(module.endpoints.count, "endpoint"),
      types == 0 ? nil : counted(types, "type"),
    ].compactMap(\.self).joined(separator: ", ")
    return ModuleLinkView(
      name: module.name.text, file: pageFile(ofModule: module.name.text),
      summary: module.documentation.summary, counts: counts)
  }

  /// The page's text, and its entry in the index.
  func render(
    site: PageSite, threads: Int, into sink: inout DiagnosticSink
  ) -> (text: String, link: ModuleLinkView) {
    let explainer = explainer
    let types = explainer.sortedTypes
    explainer.makeExamples(of: types, threads: threads)
    let sections = sections(explainer, types, threads: threads, into: &sink)
    let facts = explainer.facts
    let link = link(explainer)
    let view = ModulePageView(
      facts: facts, version: site.version, counts: link.counts, client: explainer.clientStatement,
      groups: groups(explainer, sections), types: types.map { LinkView(anchor: $0.name, name: $0.name) },
      typeSections: sections[module.endpoints.count...].joined(),
      errors: explainer.allErrors.filter(\.isShared).map(ErrorView.init), hasIndex: site.hasIndex,
      mock: mock)
    return (templates.render(view, with: .page, into: &sink), link)
  }

  // MARK: Sections

  /// The sections of endpoints, followed by the sections of types. Threads share only immutable values.
  private func sections(
    _ shared: ModuleExplainer, _ types: [SurfaceType], threads: Int, into sink: inout DiagnosticSink
  ) -> [String] {
    let endpoints = shared.module.endpoints
    let total = endpoints.count + types.count
    // Computed now, because threads would otherwise compute it at the same time.
    _ = shared.uses
    nonisolated(unsafe) let shared = shared
    let workers = max(1, min(threads, total / 8 + 1))
    let parts = concurrentMap(Array(0..<workers), threads: workers) { worker in
      var sink = DiagnosticSink()
      let explainer = ModuleExplainer(sharing: shared)
      let texts = stride(from: worker, to: total, by: workers).map { position in
        position < endpoints.count
          ? templates.render(
            explainer.view(of: endpoints[position], mock: mock), with: .endpoint, into: &sink)
          : templates.render(explainer.view(of: types[position - endpoints.count]), with: .type, into: &sink)
      }
      return (texts: texts, sink: sink)
    }
    for part in parts { sink.append(contentsOf: part.sink) }
    return (0..<total).map { parts[$0 % workers].texts[$0 / workers] }
  }

  private func groups(_ explainer: ModuleExplainer, _ sections: [String]) -> [GroupSectionView] {
    var found = [GroupSectionView(anchor: "endpoints")]
    var positions: [[String]: Int] = [[]: 0]
    for group in explainer.groups {
      let title = String(group.facts.name.dropFirst(module.name.text.count + 1))
      positions[group.path] = found.count
      found.append(
        GroupSectionView(
          title: title, anchor: "group.\(title)", summary: group.facts.summary, details: group.facts.details))
    }
    for (endpoint, section) in zip(module.endpoints, sections) {
      guard let position = positions[endpoint.group.map(\.text)] else { continue }
      found[position].sections += section
      found[position].endpoints.append(
        EndpointLinkView(
          anchor: "client.\(endpoint.swiftPath)", name: endpoint.swiftMethodName,
          method: endpoint.methods.first?.rawValue.uppercased() ?? "",
          path: endpoint.path.text.isEmpty ? "/" : endpoint.path.text,
          isDeprecated: endpoint.documentation.deprecation != nil))
    }
    return found.filter { !$0.endpoints.isEmpty || $0.summary != nil }
  }
}

/// Values that all pages of a site share.
struct PageSite {
  var version: String
  /// Whether there is a page with all modules.
  var hasIndex: Bool
}

// MARK: Views

extension ModuleExplainer {
  /// The statement that makes a client, as the first call that can be written has it.
  var clientStatement: String? {
    module.endpoints.lazy.compactMap { ExampleCall(of: $0, in: self.examples)?.client }.first
  }

  func view(of endpoint: Endpoint, mock: String) -> EndpointView {
    let facts = facts(of: endpoint, mock: mock)
    return EndpointView(
      facts: facts, signature: parts(facts.signature), parameters: facts.parameters.map(view),
      response: facts.response.type.map(parts) ?? [], envelope: facts.response.envelope.map(parts) ?? [],
      headers: facts.response.headers.map(parts) ?? [],
      failures: facts.failures.map {
        FailureView(statuses: $0.statuses.joined(separator: ", "), type: parts($0.type))
      }, errors: facts.errors.filter { !$0.isShared }.map(ErrorView.init))
  }

  func view(of type: SurfaceType) -> TypeView {
    let facts = facts(of: type)
    return TypeView(
      facts: facts, declaration: parts(facts.declaration, except: facts.name),
      members: facts.members.map(view),
      uses: facts.usedBy.map { use in
        let name = use.isEndpoint ? String(use.name.dropFirst(module.name.text.count + 1)) : use.name
        return LinkView(anchor: use.isEndpoint ? "client.\(name)" : name, name: name)
      })
  }

  private func view(of value: ValueFacts) -> ValueView {
    ValueView(facts: value, type: value.type.map { parts($0) } ?? [])
  }

  private func parts(_ text: String) -> [TypePartView] { parts(text, except: nil) }

  /// A type's text in parts, with links to the types that are on the page.
  private func parts(_ text: String, except own: String?) -> [TypePartView] {
    TypeText.parts(of: text) { $0 != own && type(named: $0)?.isExplained == true }.map { part in
      TypePartView(text: part.text, anchor: part.isType ? part.text : nil)
    }
  }
}
