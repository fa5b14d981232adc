import APIModel

/// A file that a user's template adds to each module.
struct ModuleFileView: TemplateView {
  /// The beginning of the names of such templates; what follows is the file's name.
  static let prefix = "file-"

  static let fields = TemplateFields<ModuleFileView>([
    .text("client", "the client's type: `Client`") { $0.names.common.client },
    .flag("hasClient", "whether the module has endpoints, and so a client") { !$0.module.endpoints.isEmpty },
    .views("requests", "the requests, in the order of the specs") { view in
      view.module.endpoints.map { ModuleRequestView(endpoint: $0, names: view.names.common) }
    },
    .views("models", "the types of named schemas, in the order of the specs") { view in
      view.module.schemas.filter { !view.names.parts.contains($0.name.text) }.compactMap { definition in
        view.names.kind(of: definition.name.text).map { ModuleModelView(definition: definition, kind: $0) }
      }
    },
  ])

  let module: Module
  let names: TypeNames
}

/// A request in such a file.
struct ModuleRequestView: TemplateView {
  static let fields = TemplateFields<ModuleRequestView>([
    .text("name", "the request's type: `SearchPlayersRequest`") { $0.names.request($0.endpoint) },
    .text("method", "the client's method, in backticks where needed: `searchPlayers`") {
      SwiftName.escaped(SwiftName.method($0.endpoint))
    },
    .text("call", "the method with its groups: `accounts.search`") { view in
      (SwiftName.groups(view.endpoint.group).map(SwiftName.escaped)
        + [SwiftName.escaped(SwiftName.method(view.endpoint))]).joined(separator: ".")
    },
    .text("operation", "the endpoint's name in the spec, as a literal") {
      SwiftLiteral.string($0.endpoint.operation)
    },
    .text("path", "the endpoint's path, as a literal") { SwiftLiteral.string($0.endpoint.path.text) },
    .texts("methods", "the HTTP methods that it accepts, as literals") { view in
      view.endpoint.methods.map { SwiftLiteral.string($0.rawValue) }
    },
    .flag("isDeprecated", "whether it is deprecated") { $0.endpoint.documentation.deprecation != nil },
    .lines("documentation", "its documentation as comment lines") { view in
      DocComment.lines(
        summary: view.endpoint.documentation.summary, details: view.endpoint.documentation.details)
    },
  ])

  let endpoint: Endpoint
  let names: ModuleNames
}

/// A named schema in such a file.
struct ModuleModelView: TemplateView {
  static let fields = TemplateFields<ModuleModelView>([
    .text("name", "the type's name: `Player`") { SwiftName.escaped($0.kind.name) },
    .text("wireName", "the schema's name in the spec, as a literal") {
      SwiftLiteral.string($0.definition.name.text)
    },
    .flag("isAlias", "whether it is a `typealias` for another type") {
      if case .alias = $0.kind { true } else { false }
    },
  ])

  let definition: NamedSchema
  let kind: TypeNames.Kind
}
