/// A template that the generator renders, and its view.
package struct Template<View: TemplateView>: Sendable {
  let name: String

  package init(name: String) { self.name = name }
}

extension Template<AliasView> { static var alias: Self { Self(name: "alias") } }
extension Template<ClientView> { static var client: Self { Self(name: "client") } }
extension Template<DocCEndpointsView> { static var docCEndpoints: Self { Self(name: "docc-endpoints") } }
extension Template<DocCModuleView> { static var docCModule: Self { Self(name: "docc-module") } }
extension Template<EnvelopeView> { static var envelope: Self { Self(name: "envelope") } }
extension Template<EnumerationView> {
  static var closedEnumeration: Self { Self(name: "closed-enum") }
  static var openEnumeration: Self { Self(name: "open-enum") }
}
extension Template<ErrorCodesView> { static var errorCodes: Self { Self(name: "error-codes") } }
extension Template<FileView> { static var file: Self { Self(name: "file") } }
extension Template<GroupsView> { static var groups: Self { Self(name: "groups") } }
extension Template<HeadersView> { static var headers: Self { Self(name: "headers") } }
extension Template<NewtypeView> { static var newtype: Self { Self(name: "newtype") } }
extension Template<OwnTypesView> { static var ownTypes: Self { Self(name: "own-types") } }
extension Template<RequestView> { static var request: Self { Self(name: "request") } }
extension Template<ResponsesView> { static var responses: Self { Self(name: "responses") } }
extension Template<SchemaDocumentView> { static var schema: Self { Self(name: "schema") } }
extension Template<ConstraintsView> { static var constraints: Self { Self(name: "constraints") } }
extension Template<ServersView> { static var server: Self { Self(name: "server") } }
extension Template<SliceView> { static var slice: Self { Self(name: "slice") } }
extension Template<StructureView> { static var structure: Self { Self(name: "struct") } }
extension Template<WebhooksView> { static var webhooks: Self { Self(name: "webhooks") } }
extension Template<UnionView> { static var union: Self { Self(name: "union") } }

extension Template<ModuleFileView> {
  /// The template of a file that is added to each module.
  static func moduleFile(_ source: TemplateSource) -> Self { Self(name: source.name) }
}

/// A template with the names of its view.
package struct CatalogueEntry: Sendable {
  package let template: String
  let names: [TemplateName]
  /// The template whose names it has, too.
  let base: String?
  /// The names that the base doesn't have.
  let ownNames: [TemplateName]

  package init<View>(_ template: Template<View>) {
    self.template = template.name
    names = View.fields.names
    base = nil
    ownNames = names
  }

  init<View, Base>(_ template: Template<View>, extending base: Template<Base>) {
    self.template = template.name
    names = View.fields.names
    self.base = base.name
    let inherited = Set(Base.fields.names.map(\.name))
    ownNames = names.filter { !inherited.contains($0.name) }
  }
}

/// Every template that the generator renders, in the order of their documentation.
let templateCatalogue = [
  CatalogueEntry(.file), CatalogueEntry(.structure), CatalogueEntry(.slice, extending: .structure),
  CatalogueEntry(.newtype),
  CatalogueEntry(.openEnumeration), CatalogueEntry(.closedEnumeration, extending: .openEnumeration),
  CatalogueEntry(.union),
  CatalogueEntry(.alias), CatalogueEntry(.schema), CatalogueEntry(.constraints),
  CatalogueEntry(.envelope, extending: .structure),
  CatalogueEntry(.request), CatalogueEntry(.responses), CatalogueEntry(.headers), CatalogueEntry(.client),
  CatalogueEntry(.groups), CatalogueEntry(.server),
  CatalogueEntry(.errorCodes), CatalogueEntry(.webhooks), CatalogueEntry(.ownTypes),
  CatalogueEntry(.docCModule), CatalogueEntry(.docCEndpoints),
  CatalogueEntry(.testSupport),
  CatalogueEntry(.requestTests), CatalogueEntry(.responseTests), CatalogueEntry(.modelTests),
]
