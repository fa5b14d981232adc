/// The header fields of answers.
struct HeadersView: TemplateView {
  static let fields = TemplateFields<HeadersView>(
    HeadView.fields.within { $0.head } + [
      .views("headers", "the fields") { $0.headers.map(FieldView.init) }
    ])

  var head: HeadView
  var headers: [Declaration.HeaderField]

  struct FieldView: TemplateView {
    static let fields = TemplateFields<FieldView>([
      .lines("documentation", "the property's documentation comment") { $0.field.documentation },
      .text("declaration", "the head of the property: `public var xTotalCount: Int`") {
        "public var \(SwiftName.escaped($0.field.name)): \($0.field.type.text)\($0.field.isRequired ? "" : "?")"
      },
      .text(
        "value", "the expression that decodes the field: `try reader.value(\"X-Total-Count\", as: Int.self)`"
      ) {
        $0.value
      },
    ])

    private let field: Declaration.HeaderField

    init(_ field: Declaration.HeaderField) { self.field = field }

    private var value: String {
      let method =
        field.isList
        ? field.isRequired ? "list" : "optionalList" : field.isRequired ? "value" : "optional"
      return Code.call(
        "try reader.\(method)",
        [.string(field.wireName), (field.coder ?? .own(field.type)).argument, field.constraint?.code]
      ).text
    }
  }
}

/// The cases of a `Response` that depends on the status code.
struct ResponsesView: TemplateView {
  static let fields = TemplateFields<ResponsesView>(
    HeadView.fields.within { $0.head } + [
      .views("cases", "the possible answers") { $0.responses.cases.map(CaseView.init) }
    ])

  var head: HeadView
  var responses: Declaration.ResponsesByStatus

  struct CaseView: TemplateView {
    static let fields = TemplateFields<CaseView>([
      .text("name", "the case's name") { SwiftName.escaped($0.response.name) },
      .optional("type", "the type of its value; missing if there is no body") { $0.response.type?.text },
    ])

    private let response: Declaration.ResponsesByStatus.Case

    init(_ response: Declaration.ResponsesByStatus.Case) { self.response = response }
  }
}

/// A request type and the client's method for it.
struct RequestView: TemplateView {
  static let fields = TemplateFields<RequestView>([
    .text("name", "the type's name") { $0.request.name },
    .lines("documentation", "the type's documentation comment") { $0.request.documentation },
    .text(
      "conformance",
      "`APIRequest` or a refinement of it: `PaginatedRequest` if answers have pages, `SelectableRequest` if they can be "
        + "restricted to some fields"
    ) { $0.request.conformance },
    .optional("deprecation", "the `@available` attribute") {
      $0.request.deprecation.map(deprecationAttribute)
    },
    .optional(
      "responseType", "`[PlayerMatch]`; missing where the request has a type `Response` of its own"
    ) { $0.request.responseType?.text },
    .optional("envelope", "the envelope's type; missing for none") { $0.request.envelope },
    .flag("hasErrorCodes", "whether its errors are `ErrorCode`s although it has no envelope") {
      $0.request.hasErrorCodes
    },
    .views("properties", "the parameters") { $0.properties },
    .flag("hasProperties", "whether there are any") { !$0.request.properties.isEmpty },
    .flag("hasMembers", "whether anything comes before the initializer") {
      !$0.request.properties.isEmpty || $0.request.responseType != nil || $0.request.envelope != nil
    },
    .text("initializer", "the initializer's signature") { view in
      Code.call("public init", view.parameters).text
    },
    .lines("initializerDocumentation", "the initializer's documentation comment") { view in
      DocComment.initializer(isRequired: view.request.properties.map { !$0.isOptional })
    },
    .text("endpoint", "`public static let endpoint = Endpoint<Self>(…)`, up to its entries") { $0.endpoint },
    .texts("entries", "the endpoint's entries: `$0.query(\"search\", \\.search, [.minLength(3)])`") { view in
      view.request.entries.map { $0.text }
    },
    .flag("hasEntries", "whether there are any") { !$0.request.entries.isEmpty },
    .text(
      "responsesHead",
      "the beginning of the format of such responses: `ResponseFormat<Response>.byStatus`, or `.events`"
    ) { $0.responsesHead.text },
    .texts("responses", "the entries for responses by status, or for events by type") { $0.responses },
    .flag("hasResponses", "whether there are any") { !$0.responses.isEmpty },
    .texts("declarations", "types nested in the request") { $0.declarations },
    .text(
      "owner", "the type that has the method: `Client`, or that of a group, such as `Client.ReposEndpoints`"
    ) {
      $0.request.owner
    },
    .text("errorCode", "the type of the module's error codes: `ErrorCode`") { $0.request.errorCode },
    .text("method", "the signature of the client's method") { $0.method },
    .lines("methodDocumentation", "the method's documentation comment") { $0.methodDocumentation },
    .text("call", "the method's body") { $0.call },
  ])

  var request: RequestDeclaration
  /// The source text of the types nested in the request.
  var declarations: [String]

  init(_ request: RequestDeclaration, declarations: [String]) {
    self.request = request
    self.declarations = declarations
  }

  private var properties: [RequestPropertyView] {
    request.properties.enumerated().map { position, property in
      let isFirst =
        position == 0 && request.responseType == nil && request.envelope == nil
        && !request.hasErrorCodes
      return RequestPropertyView(property, hasGap: !isFirst)
    }
  }

  private var parameters: [Code] {
    request.properties.map { property in
      "\(SwiftName.escaped(property.name)): \(property.type)\(property.isOptional ? "? = nil" : "")"
    }
  }

  /// The beginning of the table, up to its entries.
  private var endpoint: String {
    let methods = request.methods.map { method in
      method.isUsual ? ".\(method.rawValue)" as Code : .call(".other", [.string(method.rawValue)])
    }
    var arguments: [Code] = [
      .string(request.operation), methods.count == 1 ? methods[0] : .array(methods),
      .string(request.path), "response: \(responseFormat)",
    ]
    if let failures = request.failures { arguments.append("failures: \(failures)") }
    if !request.policies.isEmpty { arguments.append("policies: \(Code.array(request.policies))") }
    if !request.errors.isEmpty { arguments.append("errors: \(Code.array(request.errors))") }
    if let server = request.server { arguments.append("server: \(Code.string(server))") }
    if let servers = request.servers { arguments.append("servers: \(Code.strings(servers))") }
    if !request.omitted.isEmpty { arguments.append("omit: \(Code.strings(request.omitted))") }
    if !request.headers.isEmpty {
      arguments.append("headers: \(Code.dictionary(request.headers.map { ($0.0, Code.string($0.1)) }))")
    }
    return Code.call("public static let endpoint = Endpoint<Self>", arguments).text
  }

  private var responseFormat: Code {
    switch request.responseFormat {
    case .json(let coder, let constraint, let type):
      .call(
        ".json", [type.map { "type: \(Code.string($0))" }, coder?.argument, constraint?.code])
    case .empty: ".empty"
    case .bytes(let type): type.map { .call(".bytes", [.string($0)]) } ?? ".bytes"
    case .text(let type): type.map { .call(".text", [.string($0)]) } ?? ".text"
    case .decoded(let codec, let type):
      .call(".decoded", [type.map { .string($0) }, "as: \(codec).self"])
    case .byStatus, .eventTypes: "responses"
    case .byteStream: ".stream"
    case .textEvents(let end): .call(".textEvents", [until(end)])
    case .stream(let stream, let coder, let constraint, let skips):
      switch stream {
      case .events(let end):
        .call(".events", [coder.argument, constraint?.code, until(end), unreadable(skips)])
      case .lines: .call(".lines", [coder.argument, constraint?.code, unreadable(skips)])
      case .sequence: .call(".sequence", [coder.argument, constraint?.code, unreadable(skips)])
      }
    }
  }

  private func until(_ end: String?) -> Code? { end.map { "until: \(Code.string($0))" } }
  private func unreadable(_ skips: Bool) -> Code? { skips ? "unreadable: .skip" : nil }

  private var responsesHead: Code {
    guard case .eventTypes(_, let end, let skips) = request.responseFormat else {
      return "ResponseFormat<Response>.byStatus"
    }
    let arguments = [until(end), unreadable(skips)].compactMap(\.self)
    let head: Code = "ResponseFormat<Response>.events"
    return arguments.isEmpty ? head : .call(head, arguments)
  }

  private var responses: [String] {
    if case .eventTypes(let entries, _, _) = request.responseFormat {
      return entries.map { $0.text }
    }
    guard case .byStatus(let responses) = request.responseFormat else { return [] }
    return responses.cases.map { response in
      let statuses = statusesArgument(response.statuses)
      let mediaType = response.mediaType.map { "type: \(Code.string($0))" as Code }
      let name = "Response.\(SwiftName.escaped(response.name))"
      guard let type = response.type else { return "$0.empty(\(statuses.text)) { \(name) }" }
      if case .decoded(let codec) = response.form {
        let call = Code.call("$0.decoded", [statuses, "\(codec).self", mediaType])
        return ("\(call) { \(name)($0) }" as Code).text
      }
      if response.form != .json {
        let call = Code.call(response.form == .bytes ? "$0.bytes" : "$0.text", [statuses, mediaType])
        return ("\(call) { \(name)($0) }" as Code).text
      }
      let coder = response.coder ?? .own(type)
      let call = Code.call("$0.json", [statuses, coder.metatype, response.constraint?.code, mediaType])
      return ("\(call) { \(name)($0) }" as Code).text
    }
  }

  private var methodDocumentation: [String] {
    var lines = request.summary
    if lines.isEmpty { lines = ["/// Sends a ``\(request.name)``."] }
    if request.properties.contains(where: { !$0.documentation.isEmpty }) {
      lines += ["///", "/// - Parameters:"]
      for property in request.properties {
        lines += DocComment.item("\(property.name): \(property.summary)", indent: 2)
      }
    }
    return lines + ["///", "/// - Throws: `APIError`, or `CancellationError`."]
  }

  private var method: String {
    let type = request.responseType ?? .named([request.name, "Response"])
    let result: Code = type == .void ? "" : " -> \(type)"
    let head = Code.call("public func \(SwiftName.escaped(request.methodName))", parameters)
    return ("\(head) async throws\(result)" as Code).text
  }

  /// The receiver of the request: the client, or the group's client.
  private var send: Code {
    let name = request.isGrouped ? "client" : "send"
    let isHidden = request.properties.contains { $0.name == name }
    return "\(isHidden ? "self." : "")\(name)\(request.isGrouped ? ".send" : "")"
  }

  private var call: String {
    let arguments = request.properties.map {
      "\(SwiftName.label($0.name)): \(SwiftName.escaped($0.name))" as Code
    }
    return Code.call(
      "try await \(send)", [.call("\(request.name)", arguments)]
    ).text
  }
}

/// A property of a request.
struct RequestPropertyView: TemplateView {
  static let fields = TemplateFields<RequestPropertyView>([
    .lines("documentation", "the property's documentation comment") { $0.property.documentation },
    .text("declaration", "the stored property: `public var search: String`") {
      "public var \($0.swiftName): \($0.property.type.text)\($0.property.isOptional ? "?" : "")"
    },
    .text("assignment", "its line in the initializer: `self.search = search`") {
      "self.\($0.property.name) = \($0.swiftName)"
    },
    .flag("hasGap", "whether an empty line belongs before it") { $0.hasGap },
  ])

  private let property: RequestDeclaration.Property
  private let hasGap: Bool
  private var swiftName: String { SwiftName.escaped(property.name) }

  init(_ property: RequestDeclaration.Property, hasGap: Bool) {
    self.property = property
    self.hasGap = hasGap
  }
}

/// The module's error codes.
struct ErrorCodesView: TemplateView {
  static let fields = TemplateFields<ErrorCodesView>([
    .text("name", "the type's name") { $0.name },
    .views("constants", "the codes") { $0.constants },
    .text("allCases", "a whole declaration `public static let allCases: [Self] = […]`") {
      $0.list("allCases", $0.constants)
    },
    .text("retryable", "likewise, for those after which a request is worth another try") {
      $0.list("retryable", $0.constants.filter(\.isRetryable))
    },
  ])

  let name: String
  var constants: [ErrorCodeView]

  init(_ errors: ErrorNames) {
    name = errors.type
    constants = errors.constants.map(ErrorCodeView.init)
  }

  private func list(_ name: String, _ constants: [ErrorCodeView]) -> String {
    let elements = constants.map { ".\(SwiftName.escaped($0.constant.name))" as Code }
    return ("public static let \(name): [Self] = \(Code.array(elements))" as Code).text
  }
}

/// One error code.
struct ErrorCodeView: TemplateView {
  static let fields = TemplateFields<ErrorCodeView>([
    .lines("documentation", "the constant's documentation comment") { view in
      DocComment.lines(
        summary: view.constant.error.documentation.summary,
        details: view.constant.error.documentation.details,
        indent: 2)
    },
    .text("declaration", "the constant: `public static var searchNotSpecified: Self { … }`") {
      $0.declaration
    },
  ])

  let constant: ErrorNames.Constant
  var isRetryable: Bool { constant.error.isRetryable }

  init(_ constant: ErrorNames.Constant) { self.constant = constant }

  private var declaration: String {
    let error = constant.error
    let value = Code.call(
      "Self", ["code: \(SwiftLiteral.errorCode(error.code))", "message: \(Code.string(error.message.text))"])
    return "public static var \(SwiftName.escaped(constant.name)): Self { \(value.text) }"
  }
}
