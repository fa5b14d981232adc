import HTTPTypes

/// A request taken apart into what travels where, with everything that is wrong with it.
struct RequestComposition {
  /// A name and value that aren't percent-encoded yet.
  struct Field {
    let name: String
    let value: String
    let isSecret: Bool
  }

  let method: HTTPRequest.Method
  private(set) var violations: [Violation] = []
  /// The endpoint's path, filled in and percent-encoded.
  private(set) var path = ""
  private(set) var redactedPath = ""
  private(set) var query: [Field] = []
  private(set) var form: [Field]?
  private(set) var headers: [Field] = []
  private(set) var json: [UInt8]?
  private var mediaType = "application/json"
  private var cookies: [String] = []
  private(set) var redaction = Redaction()
  private(set) var selection: FieldSelection?
  private let accept: String?

  init<Request: APIRequest>(
    of request: Request, parameters: [ClientParameter] = [], method: HTTPRequest.Method? = nil
  ) {
    let endpoint = Request.endpoint
    let own = endpoint.parameters.map { $0.encoded(of: request) }
    self.method = method ?? endpoint.methods.preferred
    accept = endpoint.response.accept
    if !endpoint.methods.contains(self.method) {
      refuse("method", "method", "the endpoint doesn't answer to \(self.method.rawValue)")
    }
    let given = Set(own.lazy.filter { $0.json != nil }.map { $0.name })
    let common = parameters.filter { !given.contains($0.name) && !endpoint.omit.contains($0.name) }
    add(own, methods: endpoint.methods)
    if let batch = endpoint.policies.batch, Request.Response.self is any MergeableResponse.Type {
      suggestBatches(of: batch.parameter)
    }
    add(common)
    fillPath(endpoint.path, own)
    for group in endpoint.requirements {
      let present = group.names.filter(given.contains)
      if let problem = group.problem(given: present) { refuse("", "\(group.rule)", problem) }
    }
    if let restricted = request as? any RestrictedRequest {
      selection = restricted.fields.selection
      violations += restricted.fieldViolations
    }
  }

  /// The body as it travels.
  var bodyBytes: [UInt8] {
    if let form { return Array(PercentEncoding.encode(pairs: form.map { ($0.name, $0.value) }).utf8) }
    return json ?? []
  }

  /// This composition, unless something is wrong with it.
  func checked(_ operation: String, server: String? = nil) throws(APIError) -> RequestComposition {
    guard violations.isEmpty else {
      throw APIError(
        .invalidRequest(redaction(violations, withholds: false)), operation: operation, server: server)
    }
    return self
  }

  private mutating func refuse(_ name: String, _ keyword: String, _ message: String) {
    let location = name.isEmpty ? "" : "/\(name)"
    violations.append(
      Violation(instanceLocation: location, keyword: keyword, message: message, byteOffset: 0))
  }
}

extension RequestComposition {
  /// Says how a list can be sent that is too long for one request.
  private mutating func suggestBatches(of name: String) {
    violations = violations.map { violation in
      guard violation.keyword == "maxItems", violation.instanceLocation == "/\(name)" else {
        return violation
      }
      return violation.with(
        instanceLocation: violation.instanceLocation, message: "\(violation.message); batched() splits it")
    }
  }
}

// Where each parameter goes.
extension RequestComposition {
  private mutating func add(_ parameters: [EncodedParameter], methods: RequestMethods) {
    // A query may be sent as a form where both methods are allowed; a method without a body sends a form as
    // query.
    let queryIsForm = method == .post && methods.contains(.get)
    let formIsQuery = method == .get || method == .head
    if queryIsForm || !formIsQuery && parameters.contains(where: { $0.location == .form }) { form = [] }
    for parameter in parameters {
      violations += parameter.violations
      guard let value = parameter.json else { continue }
      if parameter.isSecret { hide(parameter) }
      let fields = parameter.joined.map {
        Field(name: parameter.name, value: parameter.prefix + $0, isSecret: parameter.isSecret)
      }
      switch parameter.location {
      case .path: break
      case .query where queryIsForm, .form where !formIsQuery: form?.append(contentsOf: fields)
      case .query, .form: query += fields
      case .header: for field in fields { addHeader(field) }
      case .cookie:
        for field in fields { cookies.append(PercentEncoding.encode(pairs: [(field.name, field.value)])) }
      case .body:
        json = value
        if let type = parameter.mediaType { mediaType = type }
      }
    }
    if form?.isEmpty == false, json != nil {
      refuse("body", "body", "a request has either a form or another body, not both")
    }
    if json != nil { form = nil }
  }

  private mutating func add(_ parameters: [ClientParameter]) {
    for parameter in parameters {
      if let problem = parameter.problem { refuse(parameter.name, "encoding", problem) }
      guard let text = parameter.text else { continue }
      if parameter.isSecret { redaction.add(text) }
      let field = Field(name: parameter.name, value: text, isSecret: parameter.isSecret)
      switch parameter.location {
      case .automatic where form != nil: form?.append(field)
      case .automatic, .query: query.append(field)
      case .header: addHeader(field)
      }
    }
  }

  private mutating func hide(_ parameter: EncodedParameter) {
    for text in parameter.texts + parameter.joined { redaction.add(text) }
    if let json = parameter.json, parameter.location == .body {
      redaction.add(String(decoding: json, as: UTF8.self))
    }
  }

  private mutating func addHeader(_ field: Field) {
    guard let name = HTTPField.Name(field.name), !Self.isFraming(name) else {
      return refuse(field.name, "header", "it can't be the name of a header field")
    }
    // What HTTP allows in a value (RFC 9110, section 5.5): no line breaks, no NUL, no white space around it.
    guard HTTPField.isValidValue(field.value) else {
      return refuse(field.name, "header", "a header field can't hold line breaks or control characters")
    }
    headers.append(field)
  }

  /// Fields that say how the message is sent, which are the transport's own.
  private static func isFraming(_ name: HTTPField.Name) -> Bool {
    ["host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"]
      .contains(name.canonicalName)
  }
}

// The path.
extension RequestComposition {
  /// Fills `{name}` in; what stands between is taken as it is, being the API description's.
  private mutating func fillPath(_ template: String, _ parameters: [EncodedParameter]) {
    var rest = template.drop { $0 == "/" }
    while let open = rest.firstIndex(of: "{") {
      appendLiteral(rest[..<open])
      guard let close = rest[open...].firstIndex(of: "}") else {
        return refuse("path", "path", "the endpoint's path has a '{' without '}'")
      }
      let name = String(rest[rest.index(after: open)..<close])
      appendSegment(name, parameters.first { $0.location == .path && $0.name == name })
      rest = rest[rest.index(after: close)...]
    }
    appendLiteral(rest)
  }

  private mutating func appendLiteral(_ text: Substring) {
    guard text.utf8.allSatisfy(PercentEncoding.isPathByte) else {
      return refuse("path", "path", "the endpoint's path holds a character that must be percent-encoded")
    }
    path += text
    redactedPath += text
  }

  private mutating func appendSegment(_ name: String, _ parameter: EncodedParameter?) {
    guard let parameter, parameter.json != nil else {
      if parameter?.violations.isEmpty ?? true {
        refuse(name, "required", "the path needs a value")
      }
      return
    }
    let value = parameter.prefix + parameter.texts.joined(separator: parameter.separator ?? ",")
    // URL parsers take dot segments away (RFC 3986, section 5.2.4), and would call another endpoint.
    guard !value.isEmpty, value != ".", value != ".." else {
      return refuse(name, "path", "an empty text, '.' or '..' can't stand in a path")
    }
    path += PercentEncoding.encode(value)
    redactedPath += parameter.isSecret ? Redaction.mark : PercentEncoding.encode(value)
  }
}

// The whole request.
extension RequestComposition {
  /// The HTTP request at `base`.
  ///
  /// - Throws: ``APIError`` of kind `invalidRequest` with everything that is wrong.
  func composed(
    at base: BaseURL, operation: String, server: String, userAgent: String? = nil
  ) throws(APIError) -> ComposedRequest {
    let valid = try checked(operation, server: server)
    let encoded = PercentEncoding.encode(pairs: valid.query.map { ($0.name, $0.value) })
    let target = base.path + valid.path + (valid.query.isEmpty ? "" : "?\(encoded)")
    var request = HTTPRequest(
      method: method, scheme: base.scheme, authority: base.authority, path: target)
    if form != nil {
      request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    } else if json != nil {
      request.headerFields[.contentType] = mediaType
    }
    if let accept { request.headerFields[.accept] = accept }
    if let userAgent { request.headerFields[.userAgent] = userAgent }
    if !cookies.isEmpty { request.headerFields[.cookie] = cookies.joined(separator: "; ") }
    var values: [HTTPField.Name: [String]] = [:]
    for header in headers {
      guard let name = HTTPField.Name(header.name) else { continue }
      values[name, default: []].append(header.value)
      request.headerFields[values: name] = values[name, default: []]
    }
    return ComposedRequest(
      httpRequest: request, body: bodyBytes, redactedURL: redactedURL(at: base), redaction: redaction,
      selection: selection)
  }

  private func redactedURL(at base: BaseURL) -> String {
    let pairs = query.map { field in
      let value = field.isSecret ? Redaction.mark : redaction(PercentEncoding.encode(field.value))
      return "\(PercentEncoding.encode(field.name))=\(value)"
    }
    let path = "\(base.scheme)://\(base.authority)\(base.path)\(redaction(redactedPath))"
    return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }
}
