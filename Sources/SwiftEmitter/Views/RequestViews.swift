/// The cases of a `Response` that depends on the status code.
struct ResponsesView: TemplateView {
  var head: HeadView
  var responses: Declaration.ResponsesByStatus
  var names: [String] { HeadView.names + ["cases"] }

  func value(of name: String) -> Any? {
    switch name {
    case "cases": responses.cases.map(CaseView.init)
    default: head.value(of: name)
    }
  }

  struct CaseView: TemplateView {
    let names = ["name", "type"]
    private let response: Declaration.ResponsesByStatus.Case

    init(_ response: Declaration.ResponsesByStatus.Case) { self.response = response }

    func value(of name: String) -> Any? {
      switch name {
      case "name": SwiftName.escaped(response.name)
      case "type": (response.type?.text).orNothing
      default: nil
      }
    }
  }
}

/// A request type and the client's method for it.
struct RequestView: TemplateView {
  var request: RequestDeclaration
  /// Source texts of the types nested in the request.
  var declarations: [String]

  init(_ request: RequestDeclaration, declarations: [String]) {
    self.request = request
    self.declarations = declarations
  }

  var names: [String] {
    [
      "name", "documentation", "deprecation", "conformance", "responseType", "envelope", "properties",
      "hasProperties",
      "initializerDocumentation",
      "initializer",
      "endpoint", "hasEntries", "entries", "responses", "hasResponses", "declarations", "methodDocumentation",
      "method", "call",
    ]
  }

  func value(of name: String) -> Any? {
    switch name {
    case "name": request.name
    case "documentation": request.documentation
    case "deprecation": request.deprecation.map(deprecationAttribute).orNothing
    case "conformance": request.conformance
    case "responseType": (request.responseType?.text).orNothing
    case "envelope": request.envelope.orNothing
    case "properties":
      request.properties.enumerated().map { position, property in
        let isFirst = position == 0 && request.responseType == nil && request.envelope == nil
        return RequestPropertyView(property, hasGap: !isFirst)
      }
    case "hasProperties": !request.properties.isEmpty
    case "initializerDocumentation":
      DocComment.initializer(
        request.properties.map { (name: $0.name, summary: $0.summary) },
        isRequired: request.properties.map { !$0.isOptional })
    case "initializer": SwiftLayout().wrap(.call("public init", parameters), indent: 2, trailing: 2)
    case "endpoint": endpoint
    case "hasEntries": !request.entries.isEmpty
    case "entries": request.entries.map { SwiftLayout().wrap($0, indent: 4) }
    case "responses": responses
    case "hasResponses": !responses.isEmpty
    case "declarations": declarations
    case "methodDocumentation": methodDocumentation
    case "method": method
    case "call": call
    default: nil
    }
  }

  private var parameters: [Code] {
    request.properties.map { property in
      "\(SwiftName.escaped(property.name)): \(property.type)\(property.isOptional ? "? = nil" : "")"
    }
  }

  /// The table, up to its entries.
  private var endpoint: String {
    let methods = request.methods.map { ".\($0.rawValue)" as Code }
    var arguments: [Code] = [
      .string(request.operation), methods.count == 1 ? methods[0] : .array(methods),
      .string(request.path), "response: \(responseFormat)",
    ]
    if !request.policies.isEmpty { arguments.append("policies: \(Code.array(request.policies))") }
    if !request.errors.isEmpty { arguments.append("errors: \(Code.array(request.errors))") }
    if let servers = request.servers { arguments.append("servers: \(Code.strings(servers))") }
    if !request.omitted.isEmpty { arguments.append("omit: \(Code.strings(request.omitted))") }
    return SwiftLayout(offset: 2).wrap(
      .call("public static let endpoint = Endpoint<Self>", arguments), indent: 2)
  }

  private var responseFormat: Code {
    switch request.responseFormat {
    case .json(let coder, let constraint): .call(".json", [coder?.argument, constraint?.code])
    case .empty: ".empty"
    case .bytes: ".bytes"
    case .byStatus: "responses"
    }
  }

  private var responses: [String] {
    guard case .byStatus(let responses) = request.responseFormat else { return [] }
    return responses.cases.map { response in
      let statuses: Code =
        response.statuses.count == 1
        ? "\(String(response.statuses.lowerBound))"
        : "\(String(response.statuses.lowerBound))..<\(String(response.statuses.upperBound + 1))"
      let name = "Response.\(SwiftName.escaped(response.name))"
      guard let type = response.type else { return "$0.empty(\(statuses.text)) { \(name) }" }
      if response.isBytes { return "$0.bytes(\(statuses.text)) { \(name)($0) }" }
      let coder = response.coder ?? .own(type)
      let call = Code.call("$0.json", [statuses, coder.metatype, response.constraint?.code])
      return SwiftLayout().wrap("\(call) { \(name)($0) }", indent: 4)
    }
  }

  private var methodDocumentation: [String] {
    var lines = request.summary
    if lines.isEmpty { lines = ["/// Sends a ``\(request.name)``."] }
    let described = request.properties.filter { $0.summary != nil }
    if !described.isEmpty {
      lines += ["///", "/// - Parameters:"]
      for property in described {
        lines += DocComment.item("\(property.name): \(property.summary ?? "")", indent: 2)
      }
    }
    return lines + ["///", "/// - Throws: ``APIError``, or `CancellationError`."]
  }

  private var method: String {
    let type = request.responseType ?? .named([request.name, "Response"])
    let result: Code = type == .void ? "" : " -> \(type)"
    let head = Code.call("public func \(SwiftName.escaped(request.methodName))", parameters)
    return SwiftLayout().wrap("\(head) async throws\(result)", indent: 2, trailing: 2)
  }

  /// Whether a parameter stands before the client's own method.
  private var hidesSend: Bool { request.properties.contains { $0.name == "send" } }

  private var call: String {
    let arguments = request.properties.map {
      "\(SwiftName.label($0.name)): \(SwiftName.escaped($0.name))" as Code
    }
    return SwiftLayout().wrap(
      .call(
        "try await \(hidesSend ? "self." : "")send", [.call("\(request.name)", arguments)]), indent: 4)
  }
}

/// A property of a request.
struct RequestPropertyView: TemplateView {
  let names = ["documentation", "declaration", "assignment", "hasGap"]
  private let property: RequestDeclaration.Property
  private let hasGap: Bool

  init(_ property: RequestDeclaration.Property, hasGap: Bool) {
    self.property = property
    self.hasGap = hasGap
  }

  func value(of name: String) -> Any? {
    let swiftName = SwiftName.escaped(property.name)
    return switch name {
    case "documentation": property.documentation
    case "declaration": "public var \(swiftName): \(property.type.text)\(property.isOptional ? "?" : "")"
    case "assignment": "self.\(property.name) = \(swiftName)"
    case "hasGap": hasGap
    default: nil
    }
  }
}

/// The module's error codes.
struct ErrorCodesView: TemplateView {
  let names = ["constants", "allCases", "retryable"]
  var constants: [ErrorCodeView]

  init(_ errors: ErrorNames) { constants = errors.constants.map(ErrorCodeView.init) }

  func value(of name: String) -> Any? {
    switch name {
    case "constants": constants
    case "allCases": list("allCases", constants)
    case "retryable": list("retryable", constants.filter(\.isRetryable))
    default: nil
    }
  }

  private func list(_ name: String, _ constants: [ErrorCodeView]) -> String {
    let elements = constants.map { ".\(SwiftName.escaped($0.constant.name))" as Code }
    return SwiftLayout().wrap("public static let \(name): [Self] = \(Code.array(elements))", indent: 2)
  }
}

/// One error code.
struct ErrorCodeView: TemplateView {
  let names = ["documentation", "declaration"]
  let constant: ErrorNames.Constant
  var isRetryable: Bool { constant.error.isRetryable }

  init(_ constant: ErrorNames.Constant) { self.constant = constant }

  func value(of name: String) -> Any? {
    switch name {
    case "documentation":
      DocComment.lines(
        summary: constant.error.documentation.summary, details: constant.error.documentation.details,
        indent: 2)
    case "declaration": declaration
    default: nil
    }
  }

  private var declaration: String {
    let error = constant.error
    return SwiftLayout().getter(
      "public static var \(SwiftName.escaped(constant.name)): Self",
      .call(
        "Self",
        ["code: \(SwiftLiteral.errorCode(error.code))", "message: \(Code.string(error.message.text))"]),
      indent: 2)
  }
}
