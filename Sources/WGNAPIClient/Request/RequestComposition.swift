import HTTPTypes
import WGNAPIJSON
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
  private(set) var path = ""
  private(set) var redactedPath = ""
  private(set) var query: [Field] = []
  private(set) var headers: [Field] = []
  /// Header fields with the same values in every request, which ``headers`` override.
  private(set) var constants: [HTTPField] = []
  private(set) var body = BodyContent()
  /// How the parts of a multipart body are written.
  let partForm: (any BodyForm)?
  private(set) var cookies: [String] = []
  private(set) var redaction: Redaction
  private(set) var selection: FieldSelection?
  let accept: String?
  /// Whether a value may contain slashes, or begin with a dot that isn't its own.
  private var mayChangeSegments = false

  /// - Parameters:
  ///   - request: The request to compose.
  ///   - parameters: The client's common parameters.
  ///   - credentials: The client's credentials that it contains.
  ///   - basePath: The API's base path if it contains a credential.
  ///   - headers: The API's header fields.
  ///   - redaction: The redaction of the secrets of `parameters`; nil to create it.
  ///   - method: One of the endpoint's methods; nil means the preferred one.
  init<Request: APIRequest>(
    of request: Request, parameters: [ClientParameter] = [], credentials: [PlacedCredential] = [],
    basePath: PathTemplate? = nil, headers: [ConstantHeader] = [], redaction: Redaction? = nil,
    method: HTTPRequest.Method? = nil
  ) {
    let endpoint = Request.endpoint
    self.method = method ?? endpoint.methods.preferred
    self.redaction = redaction ?? Redaction(of: parameters)
    accept = endpoint.accept
    partForm = endpoint.partForm
    if !endpoint.methods.contains(self.method) {
      refuse("method", "method", "the endpoint doesn't accept \(self.method.rawValue)")
    }
    var own: [EncodedParameter] = []
    own.reserveCapacity(endpoint.parameters.count)
    for parameter in endpoint.parameters {
      if let encoded = parameter.encoded(of: request) { own.append(encoded) }
    }
    addConstants(of: endpoint, headers)
    if partForm != nil { body.parts = [] }
    add(own, methods: endpoint.methods, hasForm: endpoint.hasForm)
    if let batch = endpoint.facts.batch, Request.Response.self is any MergeableResponse.Type {
      suggestBatches(of: batch.parameter)
    }
    for parameter in parameters where !endpoint.omit.contains(parameter.name) {
      if !own.contains(where: { $0.json != nil && $0.name == parameter.name }) { add(parameter) }
    }
    for credential in credentials { add(credential, beside: own) }
    if let basePath { fillPath(basePath, [], credentials) }
    fillPath(endpoint.template, own, credentials)
    for group in endpoint.requirements {
      let present = group.names.filter { name in own.contains { $0.json != nil && $0.name == name } }
      if let problem = group.problem(given: present) { refuse("", "\(group.rule)", problem) }
    }
    if endpoint.isRestricted, let restricted = request as? any RestrictedRequest {
      selection = restricted.selection
      violations += restricted.fieldViolations
    }
  }

  /// The body as sent.
  var bodyBytes: [UInt8] {
    guard let form = body.form else { return body.bytes ?? [] }
    var bytes: [UInt8] = []
    PercentEncoding.encode(form, into: &bytes)
    return bytes
  }

  /// Returns this composition, or throws if it has violations.
  func checked(_ operation: String) throws(APIError) -> RequestComposition {
    try check(operation, server: nil)
    return self
  }

  func check(_ operation: String, server: String?) throws(APIError) {
    guard !violations.isEmpty else { return }
    throw APIError(
      .invalidRequest(redaction(violations, withholding: .nothing)), operation: operation, server: server)
  }

  private mutating func refuse(_ name: String, _ keyword: String, _ message: String) {
    let location = name.isEmpty ? "" : "/\(name)"
    violations.append(
      Violation(instanceLocation: location, keyword: keyword, message: message, byteOffset: 0))
  }
}

extension RequestComposition {
  /// Adds advice to the violation of a list that is too long for one request.
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

// The place of each parameter.
extension RequestComposition {
  private mutating func add(_ parameters: [EncodedParameter], methods: RequestMethods, hasForm: Bool) {
    // If both methods are allowed, a query can be sent as a form; if the method has no body, a form is sent
    // as a query.
    let queryIsForm = method == .post && methods.contains(.get)
    let formIsQuery = method == .get || method == .head
    if queryIsForm || !formIsQuery && hasForm { body.form = [] }
    for parameter in parameters {
      violations += parameter.violations
      guard let value = parameter.json else { continue }
      if parameter.isSecret { redaction.add(parameter) }
      let fields =
        parameter.styled?.map {
          Field(name: $0.name, value: $0.value, isSecret: parameter.isSecret, encoded: $0.encoded)
        }
        ?? parameter.joined.map {
          let value = parameter.prefix.isEmpty ? $0 : parameter.prefix + $0
          return Field(name: parameter.name, value: value, isSecret: parameter.isSecret)
        }
      switch parameter.location {
      case .path: break
      case .query where queryIsForm, .form where !formIsQuery: body.form?.append(contentsOf: fields)
      case .query, .form: query += fields
      case .header:
        for field in fields {
          addHeader(Field(name: parameter.name, value: field.value, isSecret: field.isSecret))
        }
      case .cookie:
        for field in fields { addCookie(field.name, field.value, encoded: field.encoded) }
      case .body, .part: addBody(parameter, value)
      }
    }
    if body.form?.isEmpty == false, body.isOther {
      refuse("body", "body", "a request has either a form or another body, not both")
    }
    if body.isOther { body.form = nil }
  }

  private mutating func addBody(_ parameter: EncodedParameter, _ value: [UInt8]) {
    guard let form = parameter.form else {
      body.bytes = value
      return
    }
    do throws(JSONError) {
      try form.add(value, of: parameter, to: &body)
    } catch {
      refuse(parameter.name, "form", parameter.isSecret ? "can't be sent as a form" : error.message)
    }
  }

  private mutating func add(_ parameter: ClientParameter) {
    violations += parameter.violations
    guard let text = parameter.text else { return }
    let field = Field(name: parameter.name, value: text, isSecret: parameter.isSecret)
    switch parameter.location {
    case .automatic where body.form != nil: body.form?.append(field)
    case .automatic, .query: query.append(field)
    case .header: addHeader(field)
    case .cookie: addCookie(field.name, field.value)
    }
  }

  private mutating func addCookie(_ name: String, _ value: String, encoded: String? = nil) {
    cookies.append("\(PercentEncoding.encode(name))=\(encoded ?? PercentEncoding.encode(value))")
  }

  /// A parameter of the request overrides a credential in the same place.
  private mutating func add(_ credential: PlacedCredential, beside own: [EncodedParameter]) {
    for secret in credential.secrets { redaction.add(secret) }
    func isFree(_ name: String, _ locations: ParameterLocation...) -> Bool {
      !own.contains {
        $0.json != nil && locations.contains($0.location)
          && ($0.location == .header ? $0.name.lowercased() == name.lowercased() : $0.name == name)
      }
    }
    func field(_ name: String) -> Field { Field(name: name, value: credential.text, isSecret: true) }
    switch credential.place {
    case .header(let name, let prefix) where isFree(name, .header):
      addHeader(Field(name: name, value: prefix + credential.text, isSecret: true))
    case .cookie(let name) where isFree(name, .cookie):
      addCookie(name, credential.text)
    case .form(let name) where isFree(name, .form, .query) && body.form != nil:
      body.form?.append(field(name))
    case .form(let name) where isFree(name, .form, .query),
      .query(let name) where isFree(name, .query, .form):
      query.append(field(name))
    case .header, .cookie, .form, .query, .path: break
    }
  }

  private mutating func addHeader(_ field: Field) {
    if checkedName(field.name, field.value) != nil { headers.append(field) }
  }

  /// Returns the name of a field that can be sent; nil, refused, if it can't.
  private mutating func checkedName(_ text: String, _ value: String) -> HTTPField.Name? {
    guard let name = HTTPField.Name(text), !name.isFraming else {
      refuse(text, "header", "isn't a valid name of a header field")
      return nil
    }
    // Values must have no line breaks, no NUL, and no surrounding white space (RFC 9110, section 5.5).
    guard HTTPField.isValidValue(value) else {
      refuse(text, "header", problem(ofInvalid: value))
      return nil
    }
    return name
  }

  private mutating func addConstants<Request>(of endpoint: Endpoint<Request>, _ common: [ConstantHeader]) {
    guard !common.isEmpty || !endpoint.headers.isEmpty else { return }
    let omitted = endpoint.omit.map { $0.lowercased() }
    for header in common where !omitted.contains(header.name.lowercased()) {
      // The API's media type is that of JSON; an endpoint that answers with others has said so.
      let isOther = header.name.lowercased() == "accept" && endpoint.accept != "application/json"
      if !isOther { addConstant(header) }
    }
    for header in endpoint.headers { addConstant(header) }
  }

  private mutating func addConstant(_ header: ConstantHeader) {
    guard let name = checkedName(header.name, header.value) else { return }
    constants.removeAll { $0.name == name }
    constants.append(HTTPField(name: name, value: header.value))
  }

  private func problem(ofInvalid value: String) -> String {
    if value == "Bearer " { return "the token is empty" }
    let isPadded =
      value.hasPrefix(" ") || value.hasPrefix("\t") || value.hasSuffix(" ") || value.hasSuffix("\t")
    return isPadded
      ? "a header field can't begin or end with white space"
      : "a header field can't contain line breaks or control characters"
  }
}

// The path.
extension RequestComposition {
  /// Replaces `{name}` with values. The text in between comes from the API description and is used unchanged.
  private mutating func fillPath(
    _ template: PathTemplate, _ parameters: [EncodedParameter], _ credentials: [PlacedCredential]
  ) {
    for part in template.parts {
      switch part {
      case .text(let text):
        path += text
        redactedPath += text
      case .parameter(let name):
        if let credential = credentials.first(where: { $0.place == .path(name) }) {
          append(credential, for: name)
        } else {
          appendSegment(name, parameters.first { $0.location == .path && $0.name == name })
        }
      }
    }
    if let problem = template.problem { refuse("path", "path", problem) }
    if mayChangeSegments, violations.isEmpty { checkSegments() }
  }

  /// Refuses a path that values with slashes or dots would lead elsewhere. URL parsers remove dot segments (RFC 3986,
  /// section 5.2.4), and some servers ignore what follows a semicolon or merge slashes.
  private mutating func checkSegments() {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    let isElsewhere = segments.contains { segment in
      let name = segment.prefix { $0 != ";" }
      return name == "." || name == ".."
    }
    if isElsewhere || segments.dropLast().contains("") {
      refuse("path", "path", "a value in the path can't have an empty text, '.' or '..' as a part")
    }
    mayChangeSegments = false
  }

  private mutating func append(_ credential: PlacedCredential, for name: String) {
    guard !credential.text.isEmpty, credential.text != ".", credential.text != ".." else {
      return refuse(name, "path", "an empty text, '.' or '..' can't be a credential in a path")
    }
    // Telegram's tokens contain colons, which a path may contain (RFC 3986, section 3.3).
    path += credential.text.split(separator: ":", omittingEmptySubsequences: false)
      .map { PercentEncoding.encode(String($0)) }.joined(separator: ":")
    redactedPath += Redaction.mark
  }

  private mutating func appendSegment(_ name: String, _ parameter: EncodedParameter?) {
    guard let parameter, parameter.json != nil else {
      if parameter?.violations.isEmpty ?? true {
        refuse(name, "required", "the path needs a value")
      }
      return
    }
    if let styled = parameter.styled { return append(styled, of: parameter) }
    // A style that can't say the value has said so.
    if parameter.texts.isEmpty, !parameter.violations.isEmpty { return }
    let value = parameter.prefix + parameter.texts.joined(separator: parameter.separator ?? ",")
    // URL parsers remove dot segments (RFC 3986, section 5.2.4), and would call another endpoint.
    guard !value.isEmpty, value != ".", value != ".." else {
      return refuse(name, "path", "a value in the path can't be empty, '.' or '..'")
    }
    path += PercentEncoding.encode(value)
    redactedPath += parameter.isSecret ? Redaction.mark : PercentEncoding.encode(value)
  }
}

extension RequestComposition {
  private mutating func append(_ styled: [ParameterStyle.Field], of parameter: EncodedParameter) {
    let text = styled.map(\.encoded).joined()
    guard !text.isEmpty else {
      return refuse(parameter.name, "path", "a value in the path can't be empty")
    }
    mayChangeSegments = true
    path += text
    redactedPath += parameter.isSecret ? Redaction.mark : text
  }
}
