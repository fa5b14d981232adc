import APIModel
import Diagnostics

/// An envelope: a struct that also says where the payload is, and whether the request failed.
struct EnvelopeView: TemplateView {
  static let fields = TemplateFields<EnvelopeView>(
    StructureView.fields.within { $0.structure } + [
      .text("errorCode", "the type of the module's error codes: `ErrorCode`") { $0.errorCode },
      .text("payloadKey", "a string literal: the key of the payload; empty if that is the rest of the object")
      {
        SwiftLiteral.string($0.payloadKey)
      },
      .flag("isFlat", "whether the payload is the rest of the object") { $0.payloadKey.isEmpty },
      .flag("hasFailure", "whether the envelope can report errors") { $0.failure != nil },
      .optional("condition", "the condition of the `guard`: whether it reports one") {
        $0.condition?.text
      },
      .optional("failure", "the error that it reports: `ServiceFailure(…)`") { view in
        view.failure.map { Code.call("ServiceFailure", $0.arguments).text }
      },
      .optional("retryAfter", "what follows if it says when to try again: `.retrying(after: …)`") {
        $0.failure?.retryAfter?.text
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
    .texts("initializerParameters", "the initializer's own parameters: `language: Language? = nil`") { view in
      view.initializerParameters.map(\.text)
    },
    .texts("values", "the client's parameters for the runtime: `ClientParameter(\"language\", language)`") {
      $0.parameters.map(\.expression.text)
    },
    .views("credentials", "the client's credentials") { view in
      view.credentials.map(ClientCredentialView.init)
    },
    .flag("hasCredentials", "whether there are any") { !$0.credentials.isEmpty },
    .views(
      "copies",
      "for each credential, and each optional parameter that isn't a secret, the method that gives a client with another"
    ) { view in
      view.parameters.filter { $0.isOptional && !$0.isSecret }.map(ClientCopyView.init)
        + view.credentials.map(ClientCopyView.init)
    },
    .texts("arguments", "the arguments of `APIDescription(…)`: name, path, servers, limits, …") {
      $0.arguments.map(\.text)
    },
    .texts("middleware", "what acts on the policies of requests, outermost first, as expressions") {
      $0.middleware.map(\.text)
    },
    .flag("hasMiddleware", "whether there is any") { !$0.middleware.isEmpty },
    .views("policies", "the policies that several requests use") { view in
      view.policies.map(SharedPolicyView.init)
    },
    .flag("hasPolicies", "whether there are any") { !$0.policies.isEmpty },
    .text("policiesType", "the type with them: `ModulePolicies`") { $0.names.policies },
    .texts("failures", "what the service answers with if a request fails, as expressions") {
      $0.failures.map(\.text)
    },
    .flag("hasFailures", "whether there are any") { !$0.failures.isEmpty },
    .text("failuresType", "the type with them: `ModuleFailures`") { $0.names.failures },
  ])

  struct Parameter {
    var name: String
    var wireName: String
    var type: SwiftType
    var coder: Coder?
    var constraint: ConstraintLiteral?
    var isOptional: Bool
    var isSecret: Bool
    /// Where it is sent, if that differs from the endpoint's own parameters.
    var location: APIModel.Parameter.Location?
    var summary: String?
    /// Where the spec describes it.
    var span: SourceSpan

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
    /// Where the spec describes it.
    var span: SourceSpan

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
  let middleware: [Code]
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

  /// A parameter of the initializer, besides those that every client has.
  enum InitializerParameter {
    case parameter(Parameter)
    case credential(Credential)
  }

  /// Required ones first.
  var initializerOrder: [InitializerParameter] {
    parameters.filter { !$0.isOptional }.map(InitializerParameter.parameter)
      + credentials.filter { !$0.isOptional }.map(InitializerParameter.credential)
      + parameters.filter(\.isOptional).map(InitializerParameter.parameter)
      + credentials.filter(\.isOptional).map(InitializerParameter.credential)
  }

  private var initializerParameters: [Code] {
    initializerOrder.map { parameter in
      switch parameter {
      case .parameter(let own): own.declaration
      case .credential(let own): own.declaration
      }
    }
  }

  private var arguments: [Code] {
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
    return arguments
  }
}

/// A credential that the client has.
struct ClientCredentialView: TemplateView {
  static let fields = TemplateFields<ClientCredentialView>([
    .text("name", "the parameter's name, in backticks where needed") {
      SwiftName.escaped($0.credential.name)
    },
    .text("wireName", "its name in the spec, as a literal") { SwiftLiteral.string($0.credential.wireName) },
    .flag("isOptional", "whether a client can do without it") { $0.credential.isOptional },
  ])

  let credential: ClientView.Credential
}

/// A policy that several requests use.
struct SharedPolicyView: TemplateView {
  static let fields = TemplateFields<SharedPolicyView>([
    .text("name", "the constant's name") { $0.policy.name },
    .text("value", "the policy, as an expression") { $0.policy.expression.text },
  ])

  let policy: PolicyExpression.Shared
}

/// The method that returns a copy of the client with another parameter or credential.
struct ClientCopyView: TemplateView {
  static let fields = TemplateFields<ClientCopyView>([
    .text("name", "the parameter's name, in backticks where needed") { SwiftName.escaped($0.name) },
    .lines("documentation", "the method's documentation comment") { view in
      DocComment.lines(
        summary: "Returns a client with another `\(view.name)` that shares everything else with this one.",
        indent: 2)
    },
    .text("type", "the parameter's type: `Language?`") { $0.type.text },
    .texts("replacement", "the arguments of `core.replacing(…)`") { $0.replacement.map(\.text) },
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
