import APIModel

/// A request type and the client's method for it.
struct RequestView: TemplateView {
  static let fields = TemplateFields<RequestView>([
    .text("name", "the type's name") { $0.request.name },
    .lines("documentation", "the type's documentation comment") { $0.request.documentation },
    .text(
      "conformance",
      "`APIRequest` or a refinement of it: `PaginatedRequest` if responses have pages, `SelectableRequest` if they can be "
        + "restricted to some fields"
    ) { $0.request.conformance },
    .optional("deprecation", "the `@available` attribute") {
      $0.request.deprecation.map(deprecationAttribute)
    },
    .optional(
      "responseType", "`[PlayerMatch]`; missing where the request has a type `Response` of its own"
    ) { view in view.request.responseType.map { view.request.shortened($0).text } },
    .optional("envelope", "the envelope's type; missing for none") { $0.request.envelope },
    .flag("hasErrorCodes", "whether its errors are `ErrorCode`s although it has no envelope") {
      $0.request.hasErrorCodes
    },
    .views("properties", "the parameters") { $0.properties },
    .flag("hasProperties", "whether there are any") { !$0.request.properties.isEmpty },
    .flag("hasMembers", "whether anything comes before the initializer") {
      !$0.request.properties.isEmpty || $0.request.responseType != nil || $0.request.envelope != nil
    },
    .texts("arguments", "the arguments of `Endpoint<Self>(…)`: operation, methods, path, response, …") {
      view in
      EndpointArguments(view.request).all.map(\.text)
    },
    .views("entries", "the entries of the endpoint's table") {
      $0.request.entries.map(EndpointEntryView.init)
    },
    .flag("hasEntries", "whether there are any") { !$0.request.entries.isEmpty },
    .text(
      "responsesHead",
      "the beginning of the format of such responses: `ResponseFormat<Response>.byStatus`, or `.events`"
    ) { ResponseEntries($0.request).head.text },
    .views("responses", "the entries for responses by status, or for events by type") {
      ResponseEntries($0.request).entries.map(ResponseEntryView.init)
    },
    .flag("hasResponses", "whether there are any") { !ResponseEntries($0.request).entries.isEmpty },
    .texts("declarations", "types nested in the request") { $0.declarations },
    .text(
      "owner", "the type that has the method: `Client`, or that of a group, such as `Client.ReposEndpoints`"
    ) {
      $0.request.owner
    },
    .text("errorCode", "the type of the module's error codes: `ErrorCode`") { $0.request.errorCode },
    .text("method", "the name of the client's method, in backticks where needed") {
      SwiftName.escaped($0.request.methodName)
    },
    .optional("result", "the type that the method returns; missing if it returns nothing") { $0.result },
    .text("send", "the function that sends the request: `send`, or `client.send` in a group") { $0.send },
    .lines("methodDocumentation", "the method's documentation comment") { $0.methodDocumentation },
  ])

  let request: RequestDeclaration
  /// The source text of the types nested in the request.
  let declarations: [String]

  init(_ request: RequestDeclaration, declarations: [String]) {
    self.request = request
    self.declarations = declarations
  }

  private var properties: [RequestPropertyView] {
    request.properties.enumerated().map { position, property in
      let isFirst =
        position == 0 && request.responseType == nil && request.envelope == nil
        && !request.hasErrorCodes
      return RequestPropertyView(property, of: request.name, hasGap: !isFirst)
    }
  }

  private var methodDocumentation: [String] {
    var lines = request.summary
    if lines.isEmpty { lines = DocComment.lines(summary: request.route) }
    let more = DocComment.lines(
      summary: nil, details: request.details, remarks: DocComment.paragraph(request.notes), indent: 2)
    if !more.isEmpty { lines += ["///"] + more }
    let described = request.properties.filter { $0.summary != nil }
    if !described.isEmpty {
      // DocC warns about a list of parameters that isn't complete.
      let isComplete = described.count == request.properties.count
      lines += ["///"] + (isComplete ? ["/// - Parameters:"] : [])
      for property in described {
        lines += DocComment.item(property.name, property.summary ?? "", isParameter: isComplete)
      }
    }
    return lines + ["///"] + DocComment.outerItem(throwing)
  }

  /// What the method throws, with the endpoint's own error codes, and the types of its failures' bodies.
  private var throwing: String {
    // It is read while it is sent.
    let hasStreamedBody = request.properties.contains { $0.type == .standard(.requestBody) }
    var text =
      "Throws: `APIError` or `CancellationError`\(hasStreamedBody ? ", or what reading the body throws" : "")."
    if !request.errors.isEmpty {
      text += " Error codes of this endpoint: \(Self.shown(request.errors.map(DocComment.code)))."
    }
    if !request.errorBodies.isEmpty {
      let bodies = request.errorBodies.map { "`\($0.type)` (\($0.statuses.joined(separator: ", ")))" }
      text += " Bodies of failures: \(Self.shown(bodies))."
    }
    return text
  }

  /// The first of a list.
  private static func shown(_ texts: [String]) -> String {
    let most = 10
    let rest = texts.count - most
    return texts.prefix(most).joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
  }

  private var result: String? {
    let type = request.responseType ?? .named([request.name, "Response"])
    return type == .void ? nil : type.text
  }

  private var send: String {
    let name = request.isGrouped ? "client" : "send"
    let isHidden = request.properties.contains { $0.name == name }
    return "\(isHidden ? "self." : "")\(name)\(request.isGrouped ? ".send" : "")"
  }
}

/// A property of a request.
struct RequestPropertyView: TemplateView {
  static let fields = TemplateFields<RequestPropertyView>([
    .text("name", "the property's name, in backticks where needed") { SwiftName.escaped($0.property.name) },
    .text("plainName", "the name without backticks, for `self.name` and texts") { $0.property.name },
    .text("label", "the name as an argument's label, in backticks where needed") {
      SwiftName.label($0.property.name)
    },
    .text("type", "the property's type: `String?`") {
      "\($0.property.type.text)\($0.property.isOptional ? "?" : "")"
    },
    .text("shortType", "the same, as the request itself calls it: `Purpose?`, not `UploadRequest.Purpose?`") {
      "\($0.property.type.relative(to: [$0.request]).text)\($0.property.isOptional ? "?" : "")"
    },
    .flag("isOptional", "whether it may be left out; `type` then ends with `?`") { $0.property.isOptional },
    .lines("documentation", "the property's documentation comment") { $0.property.documentation },
    .flag("hasGap", "whether an empty line belongs before it") { $0.hasGap },
  ])

  private let property: RequestDeclaration.Property
  private let request: String
  private let hasGap: Bool

  init(_ property: RequestDeclaration.Property, of request: String, hasGap: Bool) {
    self.property = property
    self.request = request
    self.hasGap = hasGap
  }
}

/// An entry of an endpoint's table.
struct EndpointEntryView: TemplateView {
  static let fields = TemplateFields<EndpointEntryView>([
    .text("method", "the method of the table's builder: `query`") { $0.entry.method },
    .texts("arguments", "its arguments: `\"search\"`, `\\.search`, `[.minLength(3)]`") {
      $0.entry.arguments.map(\.text)
    },
    .optional(
      "alternative",
      "the case of `Payload` that it writes, in backticks where needed; missing for other entries"
    ) { $0.entry.alternative.map { SwiftName.escaped($0.name) } },
    .flag("isOptional", "whether `Payload` may be left out") { $0.entry.alternative?.isOptional ?? false },
  ])

  private let entry: EndpointEntry

  init(_ entry: EndpointEntry) { self.entry = entry }
}

/// An entry of a response format.
struct ResponseEntryView: TemplateView {
  static let fields = TemplateFields<ResponseEntryView>([
    .text("method", "the method of the format's builder: `json`") { $0.entry.method },
    .texts("arguments", "its arguments: `200`, `[PlayerMatch].self`") { $0.entry.arguments.map(\.text) },
    .flag("hasArguments", "whether there are any") { !$0.entry.arguments.isEmpty },
    .text("result", "the case that the response becomes: `Response.ok`") { $0.entry.result },
    .flag("hasValue", "whether the case has a value") { $0.entry.hasValue },
  ])

  private let entry: ResponseEntry

  init(_ entry: ResponseEntry) { self.entry = entry }
}
