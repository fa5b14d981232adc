import APIModel

/// The servers of a module.
struct ServersView: TemplateView {
  static let fields = TemplateFields<ServersView>([
    .text("name", "the type's name: `Server`") { $0.name },
    .views("servers", "the module's servers whose addresses don't change") { view in
      view.servers.filter { $0.variables.isEmpty }.map { view.view(of: $0) }
    },
    .views("templates", "the module's servers whose addresses have variables") { view in
      view.templates.map { ServerTemplateView($0, of: view.name, others: view.others(of: $0.server)) }
    },
    .views("values", "the types of variables with listed values") { $0.values.map(ServerValuesView.init) },
    .flag("hasTemplates", "whether an address has variables") { !$0.templates.isEmpty },
    .flag("hasServers", "whether the spec describes servers") { !$0.servers.isEmpty },
    .lines("otherDocumentation", "the documentation of the initializer's arguments for other servers") {
      view in
      view.named.flatMap { server, name in
        let summary = server.documentation.summary.map {
          ".!?".contains($0.last ?? ".") ? "\($0) " : "\($0). "
        }
        return DocComment.item(
          "\(name): \(summary ?? "")The URL of the server `\(server.name.text)`. If nil, `url` is used.",
          indent: 2)
      }
    },
    .views("others", "the other servers that endpoints are at by name") { view in
      view.named.map { OtherServerView(server: $0.server, name: $0.name) }
    },
    .flag("hasNamedOthers", "whether there are any") { !$0.named.isEmpty },
    .flag("hasOthers", "whether endpoints are at other servers") { !$0.otherServers.isEmpty },
    .texts("all", "all servers, as expressions: `.eu`") { view in
      // Using a deprecated constant here would cause a warning.
      view.servers.compactMap { server in
        let own = view.view(of: server)
        if let template = view.templates.first(where: { $0.server == server }) {
          return template.isComplete && server.documentation.deprecation == nil ? ".\(own.swiftName)()" : nil
        }
        return server.documentation.deprecation == nil
          ? ".\(own.swiftName)" : "\(view.name)(\(own.arguments))"
      }
    },
  ])

  let name: String
  let servers: [Server]
  let templates: [ServerTemplate]
  let values: [ServerTemplate.Values]
  let otherServers: [OtherServer]
  /// The Swift names of the other servers that have one.
  let otherNames: [String: String]

  /// The imports that their declarations need.
  var imports: Imports { templates.isEmpty ? [] : .servers }

  /// The named other servers, with their Swift names.
  var named: [(server: OtherServer, name: String)] {
    otherServers.compactMap { server in otherNames[server.name.text].map { (server, $0) } }
  }

  func view(of server: Server) -> ServerView {
    ServerView(server, type: name, others: others(of: server))
  }

  /// `others: ["uploads": "https://uploads.example.com/"]`; nil without any.
  func others(of server: Server) -> Code? {
    let pairs = otherServers.compactMap { other in
      other.address(on: server).map { (other.name.text, Code.string($0)) }
    }
    return pairs.isEmpty ? nil : "others: \(Code.dictionary(pairs))"
  }
}

/// A server whose URL has variables.
struct ServerTemplateView: TemplateView {
  static let fields = TemplateFields<ServerTemplateView>([
    .lines("documentation", "the function's documentation comment") { view in
      let documentation = view.template.server.documentation
      let remarks = documentation.deprecation.map { ["Deprecated. \($0.message ?? "")"] } ?? []
      let summary =
        documentation.summary ?? "The server `\(DocComment.plain(view.template.server.name.text))`."
      let items = view.template.variables.flatMap { variable in
        DocComment.item(
          "\(variable.name): \(variable.summary ?? "Replaces `{\(variable.wireName)}` in the address.")",
          indent: 2)
      }
      return DocComment.lines(
        summary: summary, details: documentation.details, remarks: remarks, indent: 2)
        + ["///", "/// - Parameters:"] + items
    },
    .text("name", "the function's name, in backticks where needed") {
      ServerView($0.template.server).swiftName
    },
    .text("type", "the type of servers: `Server`") { $0.type },
    .texts("parameters", "the function's parameters: `instance: String`") { view in
      view.template.variables.map(\.declaration.text)
    },
    .text("wireName", "its name in the spec, as a literal") {
      SwiftLiteral.string($0.template.server.name.text)
    },
    .text("address", "the address with its variables, as a literal") {
      SwiftLiteral.string($0.template.server.url)
    },
    .text("variables", "the variables' values by name: `[\"instance\": instance]`") { view in
      Code.dictionary(view.template.variables.map { ($0.wireName, $0.value) }).text
    },
    .optional("others", "the argument with the addresses of other servers") { $0.others?.text },
  ])

  private let template: ServerTemplate
  private let type: String
  private let others: Code?

  init(_ template: ServerTemplate, of type: String, others: Code?) {
    self.template = template
    self.type = type
    self.others = others
  }
}

/// The type of a variable with listed values.
struct ServerValuesView: TemplateView {
  static let fields = TemplateFields<ServerValuesView>([
    .lines("documentation", "the type's documentation comment") { view in
      DocComment.lines(summary: view.values.summary, indent: 2)
    },
    .text("name", "the type's name") { $0.values.type },
    .views("cases", "its cases") { $0.values.cases.map { ServerValueView(name: $0.name, value: $0.value) } },
  ])

  private let values: ServerTemplate.Values

  init(_ values: ServerTemplate.Values) { self.values = values }
}

/// A listed value of a variable.
struct ServerValueView: TemplateView {
  static let fields = TemplateFields<ServerValueView>([
    .text("name", "the case's name, in backticks where needed") { SwiftName.escaped($0.name) },
    .text("value", "its value as a literal") { SwiftLiteral.string($0.value) },
  ])

  let name: String
  let value: String
}

/// Another server that endpoints are at by name.
struct OtherServerView: TemplateView {
  static let fields = TemplateFields<OtherServerView>([
    .text("name", "the parameter's name, in backticks where needed") { SwiftName.escaped($0.name) },
    .text("wireName", "its name in the spec, as a literal") { SwiftLiteral.string($0.server.name.text) },
  ])

  let server: OtherServer
  let name: String
}

/// One server.
struct ServerView: TemplateView {
  static let fields = TemplateFields<ServerView>([
    .lines("documentation", "the constant's documentation comment") { view in
      let documentation = view.server.documentation
      return DocComment.lines(
        summary: documentation.summary, details: documentation.details, indent: 2)
    },
    .optional("deprecation", "the `@available` attribute") {
      $0.server.documentation.deprecation.map { deprecationAttribute($0.message ?? "") }
    },
    .text("name", "the constant's name") { $0.swiftName },
    .text("type", "the constant's type: `Server`") { $0.type },
    .text("arguments", "its name in the spec, its address and those of other servers") { $0.arguments },
  ])

  private var list: [Code?] { [.string(server.name.text), .string(server.url), others] }

  var arguments: String { list.compactMap { $0?.text }.joined(separator: ", ") }

  private let server: Server
  private let type: String
  private let others: Code?

  init(_ server: Server, type: String = "", others: Code? = nil) {
    self.server = server
    self.type = type
    self.others = others
  }

  var swiftName: String { SwiftName.escaped(SwiftName.server(server)) }
}
