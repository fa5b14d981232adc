import APIModel

/// An envelope: a struct that also tells where the payload is and whether the request failed.
struct EnvelopeView: TemplateView {
  private let structure: StructureView
  private let payloadKey: String
  private let failure: FailureExpression?
  var names: [String] { structure.names + ["payloadKey", "hasFailure", "condition", "failure"] }

  init(_ structure: StructureView, payloadKey: String, failure: FailureExpression?) {
    self.structure = structure
    self.payloadKey = payloadKey
    self.failure = failure
  }

  func value(of name: String) -> Any? {
    switch name {
    case "payloadKey": SwiftLiteral.string(payloadKey)
    case "hasFailure": failure != nil
    case "condition": (failure?.condition.text).orNothing
    case "failure":
      failure.map { failure in
        SwiftLayout().wrap(.call("return ServiceFailure", failure.arguments), indent: 4)
      }.orNothing
    default: structure.value(of: name)
    }
  }
}

/// The client of a module.
struct ClientView: TemplateView {
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

  let names = [
    "documentation", "parameters", "initializer", "core", "copies", "api", "policies", "hasPolicies",
  ]
  let module: Module
  let parameters: [Parameter]
  let policies: [PolicyExpression.Shared]

  func value(of name: String) -> Any? {
    switch name {
    case "documentation":
      DocComment.lines(
        summary: module.documentation.summary ?? "The client of \(module.name.text).",
        details: module.documentation.details)
    case "parameters": parameters.flatMap(documentation)
    case "initializer": initializer
    case "core": core
    case "copies": parameters.filter { $0.isOptional && !$0.isSecret }.map(ClientCopyView.init)
    case "api": api
    case "policies":
      policies.map { policy in
        SwiftLayout().wrap("static let \(policy.name): Policy = \(policy.expression)", indent: 2)
      }
    case "hasPolicies": !policies.isEmpty
    default: nil
    }
  }

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
    if !module.limits.isEmpty {
      let limits = module.limits.map { limit in
        Code.call(
          ".init",
          [
            "count: \(Code.integer(limit.count))", "period: \(Code.seconds(limit.seconds))",
            "scope: .\(limit.scope.rawValue)",
          ])
      }
      arguments.append("rateLimits: \(Code.array(limits))")
    }
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
  let names = ["documentation", "head", "body"]
  private let parameter: ClientView.Parameter

  init(_ parameter: ClientView.Parameter) { self.parameter = parameter }

  func value(of name: String) -> Any? {
    switch name {
    case "documentation":
      DocComment.lines(
        summary: "The same client, with its cache and limits, for another `\(parameter.name)`.", indent: 2)
    case "head":
      SwiftLayout().wrap(
        "\(Code.call("public func with", ["\(SwiftName.escaped(parameter.name)): \(parameter.type)?"])) -> Self",
        indent: 2, trailing: 2)
    case "body":
      SwiftLayout().wrap(
        .call("Self", ["core: \(Code.call("core.replacing", [parameter.expression]))"]), indent: 4)
    default: nil
    }
  }
}

/// The servers of a module.
struct ServersView: TemplateView {
  let names = ["servers", "all"]
  let servers: [Server]

  func value(of name: String) -> Any? {
    switch name {
    case "servers": servers.map(ServerView.init)
    case "all":
      SwiftLayout().wrap(
        "public static let all: [Self] = \(Code.array(servers.map { ".\(ServerView($0).swiftName)" }))",
        indent: 2)
    default: nil
    }
  }
}

/// One server.
struct ServerView: TemplateView {
  let names = ["documentation", "name", "arguments"]
  private let server: Server

  init(_ server: Server) { self.server = server }

  var swiftName: String { SwiftName.escaped(SwiftName.server(server)) }

  func value(of name: String) -> Any? {
    switch name {
    case "documentation":
      DocComment.lines(
        summary: server.documentation.summary, details: server.documentation.details,
        remarks: server.documentation.deprecation.map { ["Deprecated. \($0.message ?? "")"] } ?? [], indent: 2
      )
    case "name": swiftName
    case "arguments": "\(SwiftLiteral.string(server.name.text)), \(SwiftLiteral.string(server.url))"
    default: nil
    }
  }
}
