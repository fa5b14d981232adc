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
    case "condition": (failure?.condition).orNothing
    case "failure":
      failure.map { failure in
        SwiftLayout().wrap("return ServiceFailure(\(failure.arguments.joined(separator: ", ")))", indent: 4)
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
    var type: String
    var coder: String?
    var constraint: String?
    var isOptional: Bool
    var isSecret: Bool
    var isHeader: Bool
    var summary: String?

    /// What makes the runtime's parameter of the Swift one.
    var expression: String {
      let arguments = [
        SwiftLiteral.string(wireName), SwiftName.escaped(name), coder.map { "as: \($0).self" },
        constraint.map { "satisfying: \($0)" }, isSecret ? "secret: true" : nil,
        isHeader ? "location: .header" : nil,
      ]
      return "ClientParameter(\(arguments.compactMap { $0 }.joined(separator: ", ")))"
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
    let own = (parameters.filter { !$0.isOptional } + parameters.filter(\.isOptional)).map { parameter in
      "\(SwiftName.escaped(parameter.name)): \(parameter.type)\(parameter.isOptional ? "? = nil" : "")"
    }
    let all = ["server: Server"] + own + ["configuration: ClientConfiguration = .init()"]
    return SwiftLayout().wrap("public init(\(all.joined(separator: ", ")))", indent: 2, trailing: 2)
  }

  private var core: String {
    let list = parameters.map(\.expression).joined(separator: ", ")
    return SwiftLayout().wrap(
      "core = ClientCore(api: Self.api, server: server.core, parameters: [\(list)], configuration: configuration)",
      indent: 4)
  }

  private var api: String {
    var arguments = [
      "name: \(SwiftLiteral.string(module.name.text))", "basePath: \(SwiftLiteral.string(module.basePath))",
      "servers: Server.all.map(\\.core)",
    ]
    if !module.limits.isEmpty {
      let limits = module.limits.map {
        ".init(count: \(SwiftLiteral.integer($0.count)), period: .seconds(\(SwiftLiteral.integer($0.seconds))), scope: .\($0.scope.rawValue))"
      }
      arguments.append("rateLimits: [\(limits.joined(separator: ", "))]")
    }
    if let flow = module.tokenFlow, let login = flow.login {
      let names = [
        "login: \(SwiftLiteral.string(login.text))",
        flow.prolongate.map { "prolongate: \(SwiftLiteral.string($0.text))" },
        flow.logout.map { "logout: \(SwiftLiteral.string($0.text))" },
      ]
      arguments.append("tokenFlow: TokenFlow(\(names.compactMap { $0 }.joined(separator: ", ")))")
    }
    return SwiftLayout().wrap(
      "public static let api = APIDescription(\(arguments.joined(separator: ", ")))", indent: 2)
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
        "public func with(\(SwiftName.escaped(parameter.name)): \(parameter.type)?) -> Self", indent: 2,
        trailing: 2)
    case "body":
      SwiftLayout().wrap("Self(core: core.replacing(\(parameter.expression)))", indent: 4)
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
        "public static let all: [Self] = [\(servers.map { ".\(ServerView($0).swiftName)" }.joined(separator: ", "))]",
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
