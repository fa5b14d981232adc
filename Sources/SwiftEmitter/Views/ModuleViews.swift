import APIModel

/// An envelope: a struct that also tells where the payload is and whether the request failed.
struct EnvelopeView: TemplateView {
  static let fields = TemplateFields<EnvelopeView>(
    StructureView.fields.within { $0.structure } + [
      .text("payloadKey", "a string literal: the key of the payload") {
        SwiftLiteral.string($0.payloadKey)
      },
      .flag("hasFailure", "whether the envelope can report errors") { $0.failure != nil },
      .optional("condition", "the condition of the `guard`: whether it reports one") {
        $0.condition?.text
      },
      .optional("failure", "`return ServiceFailure(…)`") { view in
        view.failure.map { SwiftLayout().wrap(.call("return ServiceFailure", $0.arguments), indent: 4) }
      },
    ])

  private let structure: StructureView
  private let payloadKey: String
  private let failure: FailureExpression?
  private let condition: Code?

  init(_ structure: StructureView, payloadKey: String, failure: FailureExpression?, condition: Code?) {
    self.structure = structure
    self.payloadKey = payloadKey
    self.failure = failure
    self.condition = condition
  }
}

/// The client of a module.
struct ClientView: TemplateView {
  static let fields = TemplateFields<ClientView>([
    .lines("documentation", "the client's documentation comment") { view in
      DocComment.lines(
        summary: view.module.documentation.summary ?? "A client for \(view.module.name.text).",
        details: view.module.documentation.details)
    },
    .lines("parameters", "the initializer's documentation of the client's own parameters") { view in
      view.parameters.flatMap(view.documentation)
    },
    .text("initializer", "the initializer's signature") { $0.initializer },
    .text("core", "its body: `core = ClientCore(…)`") { $0.core },
    .views(
      "copies",
      "for each optional parameter that isn't a secret, the method that gives a client with another value"
    ) { $0.parameters.filter { $0.isOptional && !$0.isSecret }.map(ClientCopyView.init) },
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
    var isHeader: Bool
    var summary: String?

    /// What makes the runtime's parameter of the Swift one.
    var expression: Code {
      .call(
        "ClientParameter",
        [
          .string(wireName), Code(SwiftName.escaped(name)), coder?.argument,
          constraint.map { "satisfying: \($0)" }, isSecret ? "secret: true" : nil,
          isHeader ? "location: .header" : nil,
        ])
    }

    /// How the initializer declares it.
    var declaration: Code {
      "\(SwiftName.escaped(name)): \(type)\(isOptional ? "? = nil" : "")"
    }
  }

  let module: Module
  let parameters: [Parameter]
  let policies: [PolicyExpression.Shared]
  /// Arguments of the description.
  let limits: [Code]
  /// How the bodies of failures are decoded.
  let failures: [Code]

  private func documentation(_ parameter: Parameter) -> [String] {
    DocComment.item("\(parameter.name): \(parameter.summary ?? "Sent with every request.")", indent: 2)
  }

  private var initializer: String {
    let own = (parameters.filter { !$0.isOptional } + parameters.filter(\.isOptional)).map(\.declaration)
    let all = ["server: Server"] + own + ["configuration: ClientConfiguration = .init()"]
    return SwiftLayout().wrap(.call("public init", all), indent: 2, trailing: 2)
  }

  private var core: String {
    let list = Code.array(parameters.map(\.expression))
    return SwiftLayout().wrap(
      .call(
        "core = ClientCore",
        ["api: Self.api", "server: server.core", "parameters: \(list)", "configuration: configuration"]),
      indent: 4)
  }

  private var api: String {
    var arguments: [Code] = [
      "name: \(Code.string(module.name.text))", "basePath: \(Code.string(module.basePath))",
      "servers: Server.all.map(\\.core)",
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
    return SwiftLayout().wrap(.call("public static let api = APIDescription", arguments), indent: 2)
  }
}

/// The method that gives a client with another value of one parameter.
struct ClientCopyView: TemplateView {
  static let fields = TemplateFields<ClientCopyView>([
    .lines("documentation", "the method's documentation comment") { view in
      DocComment.lines(
        summary: "Returns the same client, with its cache and limits, for another `\(view.parameter.name)`.",
        indent: 2)
    },
    .text("head", "the method's signature") { view in
      let argument: Code = "\(SwiftName.escaped(view.parameter.name)): \(view.parameter.type)?"
      return SwiftLayout().wrap(
        "\(Code.call("public func with", [argument])) -> Self", indent: 2, trailing: 2)
    },
    .text("body", "the method's body") { view in
      SwiftLayout().wrap(
        .call("Self", ["core: \(Code.call("core.replacing", [view.parameter.expression]))"]), indent: 4)
    },
  ])

  private let parameter: ClientView.Parameter

  init(_ parameter: ClientView.Parameter) { self.parameter = parameter }
}

/// The servers of a module.
struct ServersView: TemplateView {
  static let fields = TemplateFields<ServersView>([
    .views("servers", "the module's servers") { $0.servers.map(ServerView.init) },
    .text("all", "a whole declaration `public static let all: [Self] = […]`") { view in
      // A deprecated constant would cause a warning here.
      let names = view.servers.map { server in
        let view = ServerView(server)
        return server.documentation.deprecation == nil
          ? ".\(view.swiftName)" as Code : Code("Server(\(view.arguments))")
      }
      return SwiftLayout().wrap("public static let all: [Self] = \(Code.array(names))", indent: 2)
    },
  ])

  let servers: [Server]
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
    .text("arguments", "its name in the spec and its address, as literals") { $0.arguments },
  ])

  var arguments: String { "\(SwiftLiteral.string(server.name.text)), \(SwiftLiteral.string(server.url))" }

  private let server: Server

  init(_ server: Server) { self.server = server }

  var swiftName: String { SwiftName.escaped(SwiftName.server(server)) }
}
