import SwiftEmitter

/// The page of a module.
struct ModulePageView: TemplateView {
  static let fields = TemplateFields<ModulePageView>([
    .text("name", "the module's name: `WOT`") { $0.facts.name },
    .text("version", "the version of the generator") { $0.version },
    .markup("summary", "what the API is, in a sentence") { $0.facts.summary.map(markdownLineHTML) },
    .markup("details", "more about that") { $0.facts.details.map(markdownHTML) },
    .text("counts", "`12 endpoints, 30 types`") { $0.counts },
    .views("servers", "the servers") { $0.facts.servers.map(ServerView.init) },
    .flag("hasServers", "whether there are any") { !$0.facts.servers.isEmpty },
    .views("behaviour", "what the client does with all requests") {
      $0.facts.behaviour.map(BehaviourView.init)
    },
    .flag("hasBehaviour", "whether there is anything to say") { !$0.facts.behaviour.isEmpty },
    .optional("client", "the statement that makes a client") { $0.client },
    .views("groups", "the groups of endpoints; the first one may have no name") { $0.groups },
    .flag("hasEndpoints", "whether there are endpoints") { !$0.groups.isEmpty },
    .views("types", "the types, for the table of contents") { $0.types },
    .markup("typeSections", "the types, made by `docs-type`") { $0.typeSections },
    .flag("hasTypes", "whether there are any") { !$0.types.isEmpty },
    .views("errors", "the error codes that every endpoint may return") { $0.errors },
    .flag("hasErrors", "whether there are any") { !$0.errors.isEmpty },
    .flag("hasIndex", "whether there is a page with all modules") { $0.hasIndex },
    .text("mock", "the URL at which a mock server is looked for") { $0.mock },
  ])

  let facts: ModuleFacts
  let version: String
  let counts: String
  let client: String?
  let groups: [GroupSectionView]
  let types: [LinkView]
  let typeSections: String
  let errors: [ErrorView]
  let hasIndex: Bool
  let mock: String
}

/// A group of endpoints, with its section.
struct GroupSectionView: TemplateView {
  static let fields = TemplateFields<GroupSectionView>([
    .optional("title", "the group's name in Swift; missing for the endpoints without a group") { $0.title },
    .text("anchor", "its place on the page") { $0.anchor },
    .markup("summary", "what it is about, in a sentence") { $0.summary.map(markdownLineHTML) },
    .markup("details", "more about that") { $0.details.map(markdownHTML) },
    .views("endpoints", "its endpoints, for the table of contents") { $0.endpoints },
    .markup("sections", "its endpoints, made by `docs-endpoint`") { $0.sections },
  ])

  var title: String?
  var anchor: String
  var summary: String?
  var details: String?
  var endpoints: [EndpointLinkView] = []
  var sections = ""
}

/// An endpoint in the table of contents.
struct EndpointLinkView: TemplateView {
  static let fields = TemplateFields<EndpointLinkView>([
    .text("anchor", "its place on the page") { $0.anchor },
    .text("name", "its name within the group") { $0.name },
    .text("method", "`GET`") { $0.method },
    .text("path", "the path") { $0.path },
    .flag("isDeprecated", "whether it is deprecated") { $0.isDeprecated },
  ])

  let anchor: String
  let name: String
  let method: String
  let path: String
  let isDeprecated: Bool
}

/// A server.
struct ServerView: TemplateView {
  static let fields = TemplateFields<ServerView>([
    .text("name", "the name in the spec") { $0.facts.name },
    .text("url", "the URL") { $0.facts.url },
    .markup("summary", "what it is") { $0.facts.summary.map(markdownLineHTML) },
  ])

  let facts: ServerFacts
}

/// The page with all modules.
struct IndexPageView: TemplateView {
  static let fields = TemplateFields<IndexPageView>([
    .text("version", "the version of the generator") { $0.version },
    .views("modules", "the modules") { $0.modules },
  ])

  let version: String
  let modules: [ModuleLinkView]
}

/// A module in the list of all modules.
struct ModuleLinkView: TemplateView {
  static let fields = TemplateFields<ModuleLinkView>([
    .text("name", "the module's name") { $0.name },
    .text("file", "the file with its page") { $0.file },
    .markup("summary", "what the API is") { $0.summary.map(markdownLineHTML) },
    .text("counts", "`12 endpoints, 30 types`") { $0.counts },
  ])

  let name: String
  let file: String
  let summary: String?
  let counts: String
}

/// The only value in the style sheet and the script is the version.
struct AssetView: TemplateView {
  static let fields = TemplateFields<AssetView>([
    .text("version", "the version of the generator") { $0.version }
  ])

  let version: String
}

extension Template<ModulePageView> { static var page: Self { Self(name: "docs-module") } }
extension Template<IndexPageView> { static var index: Self { Self(name: "docs-index") } }
extension Template<EndpointView> { static var endpoint: Self { Self(name: "docs-endpoint") } }
extension Template<TypeView> { static var type: Self { Self(name: "docs-type") } }
extension Template<AssetView> {
  static var style: Self { Self(name: "docs-style") }
  static var script: Self { Self(name: "docs-script") }
}

/// Every template of pages, in the order of their documentation.
package let pageCatalogue = [
  CatalogueEntry(Template.page), CatalogueEntry(Template.endpoint), CatalogueEntry(Template.type),
  CatalogueEntry(Template.index), CatalogueEntry(Template.style), CatalogueEntry(Template.script),
]
