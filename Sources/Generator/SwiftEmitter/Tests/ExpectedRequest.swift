import APIModel
import SchemaValues

/// Composes requests from the representation alone, to check what the generated code and the runtime compose.
package struct ExpectedRequest {
  /// The longest URL of a GET request that may also be sent as POST. The clients in the tests use the same limit.
  static let longestURL = 8000

  let module: Module
  let endpoint: Endpoint
  let server: Server
  let client: TestClient
  let arguments: TestArguments
  let index: SchemaIndex

  /// The fields that are asked for, by parameter.
  private var fields: [(name: String, texts: [String])] = []

  /// Of a query or a form, percent-encoded.
  private typealias Field = StyledText.Pair
  private var query: [Field] = []
  private var form: [Field]?
  private var headers: [(name: String, value: String)] = []
  private var cookies: [String] = []
  private var path = ""
  private var body: String?
  private var mediaType = ""

  /// The lines of a request, in the format of `APIClient.composedLines(of:)`.
  static func lines(
    _ endpoint: Endpoint, _ arguments: TestArguments, _ client: TestClient, on server: Server,
    _ module: Module, _ index: SchemaIndex, fields: [(name: String, texts: [String])] = []
  ) -> [String] {
    func composed(_ method: Endpoint.Method) -> ExpectedRequest {
      var request = ExpectedRequest(
        module: module, endpoint: endpoint, server: server, client: client, arguments: arguments, index: index
      )
      request.fields = fields
      request.compose(method)
      return request
    }
    let method = endpoint.methods.first ?? .get
    let first = composed(method)
    if method == .get, endpoint.methods.contains(.post), first.url.utf8.count > longestURL {
      return composed(.post).lines(.post)
    }
    return first.lines(method)
  }

  private init(
    module: Module, endpoint: Endpoint, server: Server, client: TestClient, arguments: TestArguments,
    index: SchemaIndex
  ) {
    self.module = module
    self.endpoint = endpoint
    self.server = server
    self.client = client
    self.arguments = arguments
    self.index = index
  }

  private var url: String {
    if let whole = arguments.parameters.first(where: { endpoint.parameters[$0.key].location == .url }) {
      return whole.value.text
    }
    // The address of another server is complete.
    let address = otherServer?.address(on: server) ?? server.url
    let basePath = otherServer == nil ? Self.filled(module.basePath, pathValues) : ""
    let parts = address.split(separator: "/", omittingEmptySubsequences: true)
    let base = parts.dropFirst(2) + basePath.split(separator: "/")
    var url = "\(parts.first.map { $0.lowercased() } ?? "")//\(parts.dropFirst().first ?? "")/"
    url += base.map { "\($0)/" }.joined() + path
    return query.isEmpty ? url : "\(url)?\(Self.joined(query))"
  }

  private func lines(_ method: Endpoint.Method) -> [String] {
    var fields = headers
    /// Adds a field that parameters and constants may override.
    func add(_ name: String, _ value: String) {
      if !headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
        fields.append((name, value))
      }
    }
    if let accepted = module.acceptedTypes(of: endpoint) { add("Accept", accepted) }
    if !cookies.isEmpty { add("Cookie", cookies.joined(separator: "; ")) }
    let content = form.map(Self.joined) ?? body
    if content != nil {
      add("Content-Type", form == nil ? mediaType : "application/x-www-form-urlencoded")
    }
    let sorted = fields.enumerated().sorted {
      ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset)
    }
    var lines = ["\(method.rawValue.uppercased()) \(url)"]
    lines += sorted.map { "\($0.element.name): \($0.element.value)" }
    guard let content, !content.isEmpty else { return lines }
    return lines + [""]
      + content.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  // MARK: Parts

  private mutating func compose(_ method: Endpoint.Method) {
    let queryIsForm = method == .post && endpoint.methods.contains(.get)
    let formIsQuery = method == .get || method == .head
    if queryIsForm || (!formIsQuery && endpoint.parameters.contains { $0.location == .form }) { form = [] }
    for (position, parameter) in endpoint.parameters.enumerated() {
      guard let value = arguments.parameters[position] else { continue }
      let text = StyledText(parameter: parameter, value: value)
      switch parameter.location {
      case .path, .url: break
      case .query where queryIsForm, .form where !formIsQuery: form?.append(contentsOf: text.pairs)
      case .query, .form: query += text.pairs
      case .header: headers += text.texts.map { (parameter.name.text, $0) }
      case .cookie: cookies += text.pairs.map { "\($0.name)=\($0.value)" }
      }
    }
    let separator = endpoint.policies.partial?.separator ?? ","
    for (name, texts) in fields {
      let text = Self.encoded(texts.joined(separator: separator))
      if form == nil {
        query.append((Self.encoded(name), text))
      } else {
        form?.append((Self.encoded(name), text))
      }
    }
    addToken()
    addBody()
    addClientParameters()
    addCredentials()
    path = Self.filled(endpoint.path.text.drop { $0 == "/" }, pathValues)
    addConstantHeaders()
  }

  private mutating func addToken() {
    guard let token = arguments.token else { return }
    if case .header(let name) = endpoint.policies.authentication {
      headers.append((name, token))
    } else {
      headers.append(("Authorization", "Bearer \(token)"))
    }
  }

  private mutating func addClientParameters() {
    let omitted = Set(endpoint.omittedClientParameters.map(\.text))
    let own = Set(arguments.parameters.keys.map { endpoint.parameters[$0].name.text })
    for (parameter, value) in client.parameters
    where !omitted.contains(parameter.name.text) && !own.contains(parameter.name.text)
      && isSent(parameter)
    {
      let text = StyledText(parameter: parameter, value: value)
      switch parameter.location {
      case .header: headers += text.texts.map { (parameter.name.text, $0) }
      case .cookie: cookies += text.pairs.map { "\($0.name)=\($0.value)" }
      case _ where form != nil: form?.append(contentsOf: text.pairs)
      default: query += text.pairs
      }
    }
  }

  private var otherServer: OtherServer? {
    endpoint.otherServer.flatMap { name in module.otherServers.first { $0.name.text == name.text } }
  }

  /// Another server gets only the secrets that it lists.
  private func isSent(_ parameter: Parameter) -> Bool {
    guard let otherServer, parameter.isSecret || index.containsSecret(parameter.schema) else { return true }
    return otherServer.secrets.contains { $0.text == parameter.name.text }
  }

  /// The credentials of the request. The client has all of them, so the first of the longest alternatives is used.
  private var uses: [CredentialUse] {
    let alternatives: [[CredentialUse]] =
      switch endpoint.policies.authentication {
      case .credentials(let own): own
      case nil: module.authentication ?? []
      case .some: []
      }
    let secrets = otherServer?.secrets.map(\.text)
    let usable = alternatives.filter { $0.allSatisfy { secrets?.contains($0.name.text) ?? true } }
    let longest = usable.map(\.count).max()
    return usable.first { $0.count == longest } ?? []
  }

  private mutating func addCredentials() {
    for use in uses {
      guard let credential = module.credentials.first(where: { $0.name.text == use.name.text }) else {
        continue
      }
      let text = TestClient.secret(of: credential)
      switch credential.scheme {
      case .bearer, .oauth2: addHeader("Authorization", "Bearer \(text)")
      // `user:password` in Base64.
      case .basic: addHeader("Authorization", "Basic dXNlcjpwYXNzd29yZA==")
      case .apiKey(let place, let name, let prefix):
        let field = (name: Self.encoded(name.text), value: Self.encoded(text))
        switch place {
        case .header: addHeader(name.text, (prefix ?? "") + text)
        case .cookie: cookies.append("\(Self.encoded(name.text))=\(text)")
        case .form where form != nil: form?.append(field)
        case .form, .query: query.append(field)
        case .path: break
        }
      }
    }
  }

  /// A parameter of the request overrides a credential.
  private mutating func addHeader(_ name: String, _ value: String) {
    if headers.contains(where: { $0.name.lowercased() == name.lowercased() }) { return }
    headers.append((name, value))
  }

  private mutating func addConstantHeaders() {
    for header in module.constantHeaders(of: endpoint) { addHeader(header.name.text, header.value) }
  }

  private var pathValues: [String: String] {
    var values: [String: String] = [:]
    for (position, value) in arguments.parameters {
      let parameter = endpoint.parameters[position]
      guard parameter.location == .path else { continue }
      values[parameter.name.text] = StyledText(parameter: parameter, value: value).texts.joined(
        separator: ",")
    }
    for use in uses {
      let credential = module.credentials.first { $0.name.text == use.name.text }
      if let credential, let name = credential.pathName { values[name] = TestClient.secret(of: credential) }
    }
    return values
  }

  // MARK: Bodies

  private mutating func addBody() {
    switch (endpoint.body(arguments.alternative), arguments.body) {
    case (.json, .value(let value)): (body, mediaType) = (value.json, "application/json")
    case (.jsonOfType(_, let type), .value(let value)): (body, mediaType) = (value.json, type)
    case (.form(let schema, let lists, let objects, let fields), .value(.object(let members))):
      let nested = NestedFormText(lists: lists, objects: objects)
      form =
        (form ?? [])
        + members.flatMap { member -> [Field] in
          if let field = fields.first(where: { $0.name.text == member.name }) {
            return StyledText(parameter: field.parameter(schema), value: member.value).pairs
          }
          return nested.fields(of: member.value, named: member.name).map {
            (Self.encoded($0.name), Self.encoded($0.value))
          }
        }
    case (.text(let type), .text(let text)): (body, mediaType) = (text, "\(type); charset=utf-8")
    case (.bytes(let type), .text(let text)): (body, mediaType) = (text, type)
    case (.file(let type), .files(let texts)): (body, mediaType) = (texts.first, MultipartText.fileType(type))
    case (.multipart(let parts), _):
      (body, mediaType) = (
        MultipartText(parts: parts, arguments: arguments).text, "multipart/form-data; boundary=BOUNDARY"
      )
    default: break
    }
    if body != nil { form = nil }
  }

  // MARK: Values

  private static func filled(_ template: some StringProtocol, _ values: [String: String]) -> String {
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      // `{+file}` keeps slashes.
      let name = String(rest[rest.index(after: open)..<close].drop { $0 == "+" })
      result += rest[..<open] + (values[name] ?? "")
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func joined(_ fields: [Field]) -> String {
    fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Percent-encoding (RFC 3986, section 2): all but unreserved characters and some others.
  package static func encoded(_ text: String, keeping others: String = "") -> String {
    let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
      .union(others.utf8)
    return text.utf8.map { byte in
      if kept.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}
