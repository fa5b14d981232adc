import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// The parts of a request by their places in HTTP, with all violations.
struct RequestComposition {
  /// A name and a value before percent-encoding.
  struct Field {
    let name: String
    let value: String
    let isSecret: Bool
    /// The value after percent-encoding, if it isn't encoded as a whole.
    var encoded: String?
  }

  let method: HTTPRequest.Method
  private(set) var violations: [Violation] = []
  /// The endpoint's path, filled in and percent-encoded.
  var path = ""
  var redactedPath = ""
  private(set) var query: [Field] = []
  private(set) var headers: [Field] = []
  /// Header fields with the same values in every request, which ``headers`` override.
  private(set) var constants: [Field] = []
  private(set) var body = BodyContent()
  /// How the parts of a multipart body are written.
  let partForm: (any BodyWriter)?
  private(set) var cookies: [String] = []
  private(set) var redaction: Redaction
  private(set) var selection: (any SelectedFields)?
  /// The whole URL, if it is a parameter.
  private(set) var url: BaseURL?
  /// The scheme of the client's server.
  private let scheme: String
  let accept: String?
  /// Whether a value may contain slashes, or begin with a dot that isn't its own.
  var mayChangeSegments = false
  /// The parameters without a text in the path, and where it would be.
  var emptyValues: [(name: String, place: Int)] = []

  /// - Parameters:
  ///   - request: The request to compose.
  ///   - context: What the client adds.
  ///   - method: One of the endpoint's methods; nil means the preferred one.
  init<Request: APIRequest>(
    of request: Request, _ context: CompositionContext = CompositionContext(),
    method: HTTPRequest.Method? = nil
  ) {
    let endpoint = Request.endpoint
    var own: [EncodedParameter] = []
    own.reserveCapacity(endpoint.parameters.count)
    for parameter in endpoint.parameters {
      if let encoded = parameter.encoded(of: request) { own.append(encoded) }
    }
    self.init(own, endpoint.facts, context, method)
    if !violations.isEmpty { addAdvice(for: Request.self) }
    if endpoint.isRestricted, let restricted = request as? any RestrictedRequest {
      selection = restricted.selection
      violations += restricted.fieldViolations
    }
  }

  private init(
    _ own: [EncodedParameter], _ facts: EndpointFacts, _ context: CompositionContext,
    _ method: HTTPRequest.Method?
  ) {
    self.method = method ?? facts.methods.preferred
    redaction = context.redaction ?? Redaction(of: context.parameters)
    accept = facts.accept
    scheme = context.base.scheme
    partForm = facts.partForm
    if let problem = facts.methods.problem(with: self.method) { refuse("method", "method", problem) }
    addConstants(facts, context.headers)
    if partForm != nil { body.parts = [] }
    add(own, facts)
    for parameter in context.parameters
    where !facts.omit.has(parameter.name) && !Self.isGiven(parameter.name, in: own) {
      add(parameter)
    }
    for credential in context.credentials { add(credential, beside: own) }
    if let basePath = context.basePath { fillPath(basePath, [], context.credentials) }
    if !facts.isElsewhere {
      fillPath(facts.template, own, context.credentials)
    } else if url == nil, violations.isEmpty {
      refuse("", "url", "the URL is missing")
    }
    for group in facts.requirements {
      let present = group.names.filter { Self.isGiven($0, in: own) }
      if let problem = group.problem(given: present) { refuse("", group.rule.name, problem) }
    }
  }

  @inline(never)
  private static func isGiven(_ name: String, in parameters: [EncodedParameter]) -> Bool {
    for parameter in parameters where parameter.name == name && parameter.json != nil { return true }
    return false
  }

  /// The body as sent.
  var bodyBytes: [UInt8] {
    guard let form = body.form else { return body.bytes ?? [] }
    var bytes: [UInt8] = []
    PercentEncoding.encode(form, into: &bytes)
    return bytes
  }

  func check(_ operation: String, server: String?) throws(APIError) {
    guard !violations.isEmpty else { return }
    throw APIError(
      .invalidRequest(redaction(violations, withholding: nil)), operation: operation, server: server)
  }

  @inline(never)
  mutating func refuse(_ name: String, _ keyword: String, _ message: String) {
    let location = name.isEmpty ? "" : "/\(name)"
    violations.append(
      Violation(instanceLocation: location, keyword: keyword, message: message, byteOffset: 0))
  }
}

extension RequestComposition {
  /// Adds what the endpoint's policies advise to the violations.
  private mutating func addAdvice<Request: APIRequest>(for request: Request.Type) {
    let policies = Request.endpoint.policies.values
    for index in violations.indices {
      let violation = violations[index]
      for advice in policies.lazy.compactMap({ $0.advice(on: violation, in: request) }).prefix(1) {
        violations[index] = violation.with(
          instanceLocation: violation.instanceLocation, message: "\(violation.message); \(advice)")
      }
    }
  }
}

// The place of each parameter.
extension RequestComposition {
  private mutating func add(_ parameters: [EncodedParameter], _ facts: EndpointFacts) {
    // If both methods are allowed, a query can be sent as a form; if the method has no body, a form is sent
    // as a query.
    let queryIsForm = method == .post && facts.methods.contains(.get)
    let formIsQuery = method == .get || method == .head || method == .trace
    if queryIsForm || !formIsQuery && facts.hasForm { body.form = [] }
    for parameter in parameters {
      if !parameter.violations.isEmpty { violations += parameter.violations }
      guard let value = parameter.json else { continue }
      if parameter.hasSecrets { redaction.add(parameter) }
      switch parameter.location {
      case .path: break
      case .url: addURL(parameter)
      case .body, .part: addBody(parameter, value)
      case .query: for field in parameter.fields { add(field, toForm: queryIsForm) }
      case .form: for field in parameter.fields { add(field, toForm: !formIsQuery) }
      case .header:
        for field in parameter.fields { addHeader(parameter.name, field.value, isSecret: field.isSecret) }
      case .cookie:
        for field in parameter.fields { addCookie(field.name, field.value, encoded: field.encoded) }
      }
    }
    if body.form?.isEmpty == false, body.isOther {
      refuse("body", "body", "a request has either a form or another body, not both")
    }
    if body.isOther { body.form = nil }
  }

  @inline(never)
  private mutating func add(_ field: Field, toForm isForm: Bool) {
    if isForm {
      body.form?.append(field)
    } else {
      query.append(field)
    }
  }

  /// Takes a URL that may come from anybody: it is checked as a base URL is, and may not do without TLS where the
  /// client's server has it.
  @inline(never)
  private mutating func addURL(_ parameter: EncodedParameter) {
    guard parameter.violations.isEmpty, let text = parameter.texts.first else { return }
    var url = BaseURL(scheme: "", authority: "", path: "/")
    if let problem = BaseURL.parse(whole: text, &url) {
      refuse(parameter.name, "url", problem)
    } else if url.scheme == "http", scheme == "https" {
      refuse(parameter.name, "url", "the URL must begin with https://, as that of the client's server does")
    }
    // Services repeat parts of a URL in their errors: its path, and the signature in its query.
    redaction.add(url.path)
    let path = url.path.beginning { $0 == UInt8(ascii: "?") }
    addPart(path)
    for pair in url.path.rest(after: path.utf8.count).parts(at: UInt8(ascii: "&")) {
      let name = pair.beginning { $0 == UInt8(ascii: "=") }
      addPart(pair.rest(after: name.utf8.count + 1))
    }
    redactedPath = Redaction.mark
    self.url = url
  }

  /// Takes a part of a whole URL for a secret, unless it is so short that it may be an ordinary word.
  private mutating func addPart(_ part: String) {
    guard part.utf8.count >= 8 else { return }
    redaction.add(part)
    if let decoded = PercentEncoding.decode(part.bytes) { redaction.add(decoded) }
  }

  private mutating func addBody(_ parameter: EncodedParameter, _ value: [UInt8]) {
    guard let form = parameter.facts.form else {
      body.bytes = value
      return
    }
    do throws(JSONError) {
      try form.add(value, of: parameter, to: &body)
    } catch {
      let message = parameter.message(error, general: "can't be sent as a form") { json throws(JSONError) in
        var other = BodyContent()
        try form.add(json, of: parameter, to: &other)
      }
      refuse(parameter.name, "form", message)
    }
  }

  @inline(never)
  private mutating func add(_ parameter: ClientParameter) {
    violations += parameter.violations
    guard let text = parameter.text else { return }
    switch parameter.location {
    case .automatic, .query:
      add(
        Field(name: parameter.name, value: text, isSecret: parameter.isSecret),
        toForm: parameter.location == .automatic && body.form != nil)
    case .header: addHeader(parameter.name, text, isSecret: parameter.isSecret)
    case .cookie: addCookie(parameter.name, text)
    }
  }

  @inline(never)
  private mutating func addCookie(_ name: String, _ value: String, encoded: String? = nil) {
    cookies.append(PercentEncoding.encode(name) + "=" + (encoded ?? PercentEncoding.encode(value)))
  }

  /// A parameter of the request overrides a credential in the same place.
  @inline(never)
  private mutating func add(_ credential: PlacedCredential, beside own: [EncodedParameter]) {
    for secret in credential.secrets { redaction.add(secret) }
    let text = credential.text
    switch credential.place {
    case .header(let name, let prefix):
      let isTaken = own.contains {
        $0.location == .header && $0.json != nil && $0.name.lowercased() == name.lowercased()
      }
      if !isTaken { addHeader(name, prefix + text, isSecret: true) }
    case .cookie(let name):
      if isFree(name, .cookie, .cookie, own) { addCookie(name, text) }
    case .form(let name):
      guard isFree(name, .form, .query, own) else { return }
      add(Field(name: name, value: text, isSecret: true), toForm: body.form != nil)
    case .query(let name):
      guard isFree(name, .form, .query, own) else { return }
      add(Field(name: name, value: text, isSecret: true), toForm: false)
    case .path: break
    }
  }

  private func isFree(
    _ name: String, _ location: ParameterLocation, _ other: ParameterLocation, _ own: [EncodedParameter]
  ) -> Bool {
    for parameter in own
    where parameter.name == name && parameter.json != nil
      && (parameter.location == location || parameter.location == other)
    {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func addHeader(_ name: String, _ value: String, isSecret: Bool) {
    if isField(name, value) { headers.append(Field(name: name, value: value, isSecret: isSecret)) }
  }

  /// Returns whether a field can be sent; otherwise, it is refused.
  @inline(never)
  private mutating func isField(_ text: String, _ value: String) -> Bool {
    guard let name = HTTPField.Name(text), !name.isFraming else {
      refuse(text, "header", "isn't a valid name of a header field")
      return false
    }
    // Values must have no line breaks, no NUL, and no surrounding white space (RFC 9110, section 5.5).
    guard HTTPField.isValidValue(value) else {
      refuse(text, "header", problem(ofInvalid: value))
      return false
    }
    return true
  }

  private mutating func addConstants(_ facts: EndpointFacts, _ common: [ConstantHeader]) {
    for header in common {
      let name = header.name.lowercased()
      // The API's media type is that of JSON; an endpoint that answers with others has said so.
      let isOther = name == "accept" && facts.accept != "application/json"
      if !isOther, !facts.omittedHeaders.has(name) { addConstant(header) }
    }
    for header in facts.headers { addConstant(header) }
  }

  private mutating func addConstant(_ header: ConstantHeader) {
    guard isField(header.name, header.value) else { return }
    constants.append(Field(name: header.name, value: header.value, isSecret: false))
  }

  private func problem(ofInvalid value: String) -> String {
    if value == "Bearer " { return "the token is empty" }
    return value.trimmed().isSame(value)
      ? "a header field can't contain line breaks or control characters"
      : "a header field can't begin or end with white space"
  }
}

// The whole request.
extension RequestComposition {
  /// Returns the HTTP request at `base`.
  ///
  /// - Throws: ``APIError`` of kind `invalidRequest` with all violations.
  func composed(
    at base: BaseURL, operation: String, server: String, userAgent: String? = nil
  ) throws(APIError) -> ComposedRequest {
    try check(operation, server: server)
    let base = url ?? base
    var target = (base.path + path).bytes
    if !query.isEmpty {
      target.add("?")
      PercentEncoding.encode(query, into: &target)
    }
    var bytes = bodyBytes
    var streamedBody = body.file
    var mediaType = body.mediaType
    if let parts = body.parts, let whole = partForm?.multipart(parts) {
      (streamedBody, mediaType) = whole
    }
    if let whole = streamedBody?.bytes { (bytes, streamedBody) = (whole, nil) }
    var composed = ComposedRequest(
      httpRequest: HTTPRequest(
        method: method, scheme: base.scheme, authority: base.authority,
        path: String(repairing: target), headerFields: headerFields(userAgent, mediaType)),
      body: bytes,
      redacted: RedactedURL(
        base: url == nil ? base : BaseURL(scheme: base.scheme, authority: base.authority, path: "/"),
        path: redactedPath, query: query, redaction: redaction),
      selection: selection)
    composed.streamedBody = streamedBody
    return composed
  }

  private func headerFields(_ userAgent: String?, _ mediaType: String) -> HTTPFields {
    var fields = HTTPFields()
    if body.form != nil {
      fields.add(.contentType, "application/x-www-form-urlencoded")
    } else if body.isOther {
      fields.add(.contentType, mediaType)
    }
    if let accept { fields.add(.accept, accept) }
    if let userAgent, !userAgent.isEmpty { fields.add(.userAgent, userAgent) }
    // One field (RFC 6265, section 5.4): the subscript would make one of each cookie.
    if !cookies.isEmpty { fields.add(.cookie, cookies.joined(separator: "; ")) }
    for constant in constants {
      if let name = HTTPField.Name(constant.name) { fields.replace(name, constant.value) }
    }
    // A field set by the caller overrides the default one; all that it sets of a name are sent.
    var own: [HTTPField.Name] = []
    for header in headers {
      guard let name = HTTPField.Name(header.name) else { continue }
      if own.contains(name) {
        fields.add(name, header.value)
      } else {
        fields.replace(name, header.value)
        own.append(name)
      }
    }
    return fields
  }
}

/// What a client adds to its requests.
struct CompositionContext {
  var base = BaseURL(scheme: "", authority: "", path: "/")
  /// The client's common parameters.
  var parameters: [ClientParameter] = []
  /// The client's credentials that the request contains.
  var credentials: [PlacedCredential] = []
  /// The API's base path if it contains a credential.
  var basePath: PathTemplate?
  /// The API's header fields.
  var headers: [ConstantHeader] = []
  /// The redaction of the secrets of ``parameters``; nil to create it.
  var redaction: Redaction?
}
