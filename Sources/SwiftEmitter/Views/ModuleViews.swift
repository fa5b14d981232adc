import APIModel

/// An envelope: a struct that also says where the payload is, and whether the request failed.
struct EnvelopeView: TemplateView {
  static let fields = TemplateFields<EnvelopeView>(
    StructureView.fields.within { $0.structure } + [
      .text("errorCode", "the type of the module's error codes: `ErrorCode`") { $0.errorCode },
      .text("payloadKey", "a string literal: the key of the payload") {
        SwiftLiteral.string($0.payloadKey)
      },
      .flag("hasFailure", "whether the envelope can report errors") { $0.failure != nil },
      .optional("condition", "the condition of the `guard`: whether it reports one") {
        $0.condition?.text
      },
      .optional("failure", "`return ServiceFailure(…)`") { view in
        view.failure.map { failure in
          SwiftLayout().wrap(.call("return ServiceFailure", failure.arguments), indent: 4)
            + (failure.retryAfter.map { "\n      \($0.text)" } ?? "")
        }
      },
    ])

  private let structure: StructureView
  private let payloadKey: String
  private let errorCode: String
  private let failure: FailureExpression?
  private let condition: Code?

  init(
    _ structure: StructureView, payloadKey: String, errorCode: String, failure: FailureExpression?,
    condition: Code?
  ) {
    self.structure = structure
    self.errorCode = errorCode
    self.payloadKey = payloadKey
    self.failure = failure
    self.condition = condition
  }
}

/// The client of a module.
struct ClientView: TemplateView {
  static let fields = TemplateFields<ClientView>([
    .text("name", "the client's type: `Client`") { $0.names.client },
    .text("server", "the type of its servers: `Server`") { $0.names.server },
    .lines("documentation", "the client's documentation comment") { view in
      DocComment.lines(
        summary: view.module.documentation.summary ?? "A client for \(view.module.name.text).",
        details: view.module.documentation.details)
    },
    .lines("parameters", "the initializer's documentation of the client's own parameters") { view in
      view.parameters.flatMap(view.documentation) + view.credentials.flatMap(view.documentation)
    },
    .text("initializer", "the initializer's signature") { $0.initializer },
    .text("core", "its body: `core = ClientCore(…)`") { $0.core },
    .views(
      "copies",
      "for each credential, and each optional parameter that isn't a secret, the method that gives a client with another"
    ) { view in
      view.parameters.filter { $0.isOptional && !$0.isSecret }.map(ClientCopyView.init)
        + view.credentials.map(ClientCopyView.init)
    },
    .text("api", "a whole declaration `public static let api = APIDescription(…)`") { $0.api },
    .texts("policies", "declarations that several requests use") { view in
      view.policies.map { policy in
        SwiftLayout().wrap("static let \(policy.name): Policy = \(policy.expression)", indent: 2)
      }
    },
    .flag("hasPolicies", "whether there are any") { !$0.policies.isEmpty },
    .optional("failures", "a declaration `static let all: [FailureFormat] = […]`; missing for none") { view in
      view.failures.isEmpty
        ? nil
        : SwiftLayout().wrap("static let all: [FailureFormat] = \(Code.array(view.failures))", indent: 2)
    },
  ])

  struct Parameter {
    var name: String
    var wireName: String
    var type: SwiftType
    var coder: Coder?
    var constraint: SchemaLiteral?
    var isOptional: Bool
    var isSecret: Bool
    /// Where it is sent, if that differs from the endpoint's own parameters.
    var location: APIModel.Parameter.Location?
    var summary: String?

    /// Converts the Swift parameter to the runtime's.
    var expression: Code {
      .call(
        "ClientParameter",
        [
          .string(wireName), Code(SwiftName.escaped(name)), coder?.argument,
          constraint.map { "satisfying: \($0)" }, isSecret ? "secret: true" : nil,
          location.map { "location: .\($0.rawValue)" },
        ])
    }

    /// Its declaration in the initializer.
    var declaration: Code {
      "\(SwiftName.escaped(name)): \(type)\(isOptional ? "? = nil" : "")"
    }
  }

  /// A credential of the client.
  struct Credential {
    var name: String
    var wireName: String
    var summary: String?
    var isOptional: Bool

    var declaration: Code {
      let name = SwiftName.escaped(name)
      return isOptional
        ? "\(name): (any CredentialProvider)? = nil" : "\(name): any CredentialProvider"
    }
  }

  let module: Module
  private var names: ModuleNames { ModuleNames(module) }
  let parameters: [Parameter]
  let credentials: [Credential]
  let policies: [PolicyExpression.Shared]
  /// Arguments of the description.
  let limits: [Code]
  /// The decoding of failures' bodies.
  let failures: [Code]
  let authentication: [Code]

  private func documentation(_ parameter: Parameter) -> [String] {
    DocComment.item("\(parameter.name): \(parameter.summary ?? "Sent with every request.")", indent: 2)
  }

  private func documentation(_ credential: Credential) -> [String] {
    DocComment.item(
      "\(credential.name): \(credential.summary ?? "A credential, or its provider.")", indent: 2)
  }

  private var initializer: String {
    let own =
      parameters.filter { !$0.isOptional }.map(\.declaration)
      + credentials.filter { !$0.isOptional }.map(\.declaration)
      + parameters.filter(\.isOptional).map(\.declaration)
      + credentials.filter(\.isOptional).map(\.declaration)
    let all = ["server: \(names.server)"] + own + ["configuration: ClientConfiguration = .init()"]
    return SwiftLayout().wrap(.call("public init", all), indent: 2, trailing: 2)
  }

  private var core: String {
    let list = Code.array(parameters.map(\.expression))
    let providers = Code.array(
      credentials.map { "\(Code.string($0.wireName)): \(SwiftName.escaped($0.name))" })
    let arguments: [Code?] = [
      "api: Self.api", "server: server.core", "parameters: \(list)",
      credentials.isEmpty ? nil : "credentials: \(providers)", "configuration: configuration",
    ]
    return SwiftLayout().wrap(.call("core = ClientCore", arguments), indent: 4)
  }

  private var api: String {
    var arguments: [Code] = [
      "name: \(Code.string(module.name.text))", "basePath: \(Code.string(module.basePath))",
      "servers: \(names.server).all.map(\\.core)",
    ]
    arguments += limits
    if let flow = module.tokenFlow, let login = flow.login {
      let flow = Code.call(
        "TokenFlow",
        [
          "login: \(Code.string(login.text))",
          flow.prolongate.map { "prolongate: \(Code.string($0.text))" },
          flow.logout.map { "logout: \(Code.string($0.text))" },
        ])
      arguments.append("tokenFlow: \(flow)")
    }
    arguments += authentication
    if !module.constantHeaders.isEmpty {
      let headers = module.constantHeaders.map { ($0.name.text, Code.string($0.value)) }
      arguments.append("headers: \(Code.dictionary(headers))")
    }
    if !module.otherServers.isEmpty {
      let servers = module.otherServers.map { server in
        let secrets = server.secrets.map(\.text)
        return Code.call(
          ".init", [.string(server.name.text), secrets.isEmpty ? nil : "secrets: \(Code.strings(secrets))"])
      }
      arguments.append("otherServers: \(Code.array(servers))")
    }
    return SwiftLayout().wrap(.call("public static let api = APIDescription", arguments), indent: 2)
  }
}

/// The method that returns a copy of the client with another parameter or credential.
struct ClientCopyView: TemplateView {
  static let fields = TemplateFields<ClientCopyView>([
    .lines("documentation", "the method's documentation comment") { view in
      DocComment.lines(
        summary: "Returns the same client, with its cache and limits, for another `\(view.name)`.",
        indent: 2)
    },
    .text("head", "the method's signature") { view in
      let argument: Code = "\(SwiftName.escaped(view.name)): \(view.type)"
      return SwiftLayout().wrap(
        "\(Code.call("public func with", [argument])) -> Self", indent: 2, trailing: 2)
    },
    .text("body", "the method's body") { view in
      SwiftLayout().wrap(
        .call("Self", ["core: \(Code.call("core.replacing", view.replacement))"]), indent: 4)
    },
  ])

  private let name: String
  private let type: Code
  private let replacement: [Code]

  init(_ parameter: ClientView.Parameter) {
    name = parameter.name
    type = "\(parameter.type)?"
    replacement = [parameter.expression]
  }

  init(_ credential: ClientView.Credential) {
    name = credential.name
    type = credential.isOptional ? "(any CredentialProvider)?" : "any CredentialProvider"
    replacement = [.string(credential.wireName), Code(SwiftName.escaped(credential.name))]
  }
}

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
        let summary = server.documentation.summary.map { "\($0) " } ?? ""
        return DocComment.item(
          "\(name): \(summary)The URL of `\(server.name.text)`; nil for `url`.", indent: 2)
      }
    },
    .text("initializer", "the signature of the initializer for servers of the user's own") { view in
      let others = view.named.map { "\(SwiftName.escaped($0.name)): String? = nil" as Code }
      return SwiftLayout().wrap(
        .call(
          "public init",
          ["url: String"] + (view.servers.isEmpty ? [] : ["like server: \(Code(view.name))"]) + others),
        indent: 2, trailing: 2)
    },
    .text("core", "its body: `core = APIServer(…)`") { view in
      let others = view.named.map { ($0.server.name.text, Code(SwiftName.escaped($0.name))) }
      return SwiftLayout().wrap(
        .call(
          "core = APIServer",
          [
            "url", "url", view.servers.isEmpty ? nil : "sameAs: server.core.name",
            others.isEmpty ? nil : "others: \(Code.dictionary(others))",
          ]),
        indent: 4)
    },
    .flag("hasOthers", "whether endpoints are at other servers") { !$0.otherServers.isEmpty },
    .text("all", "a whole declaration `public static let all: [Self] = […]`") { view in
      // Using a deprecated constant here would cause a warning.
      let names = view.servers.compactMap { server -> Code? in
        let own = view.view(of: server)
        if let template = view.templates.first(where: { $0.server == server }) {
          return template.isComplete && server.documentation.deprecation == nil ? ".\(own.swiftName)()" : nil
        }
        return server.documentation.deprecation == nil
          ? ".\(own.swiftName)" as Code : Code("\(view.name)(\(own.arguments))")
      }
      return SwiftLayout().wrap("public static let all: [Self] = \(Code.array(names))", indent: 2)
    },
  ])

  let name: String
  let servers: [Server]
  let templates: [ServerTemplate]
  let values: [ServerTemplate.Values]
  let otherServers: [OtherServer]
  /// The Swift names of the other servers that have one.
  let otherNames: [String: String]

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
    .text("head", "the function's signature") { view in
      let name = ServerView(view.template.server).swiftName
      return SwiftLayout().wrap(
        "\(Code.call("public static func \(name)", view.template.variables.map(\.declaration))) -> \(view.type)",
        indent: 2,
        trailing: 2)
    },
    .text("body", "the function's body") { view in
      let server = view.template.server
      let values = Code.dictionary(view.template.variables.map { ($0.wireName, $0.value) })
      return SwiftLayout().wrap(
        .call(
          Code(view.type),
          [
            "core: \(Code.call("APIServer", [.string(server.name.text), "template: \(Code.string(server.url))", "variables: \(values)", view.others]))"
          ]), indent: 4)
    },
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
    .texts("cases", "its cases: `case eu = \"eu\"`") { view in
      view.values.cases.map { "case \(SwiftName.escaped($0.name)) = \(SwiftLiteral.string($0.value))" }
    },
  ])

  private let values: ServerTemplate.Values

  init(_ values: ServerTemplate.Values) { self.values = values }
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
    .text("arguments", "its name in the spec, its address and those of other servers") { view in
      let head = "public static let \(view.swiftName) = \(view.type)"
      let whole = SwiftLayout().wrap(.call(Code(head), view.list), indent: 2)
      return String(whole.dropFirst(head.count + 1).dropLast())
    },
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
