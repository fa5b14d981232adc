import APIModel
import SchemaValues

/// Where a request goes, and the credentials that are sent there.
package struct CallDestination {
  private(set) var base: String
  private(set) var otherServer: OtherServer?
  private(set) var credentials: [CredentialDefinition]

  /// A server.
  ///
  /// - Parameters:
  ///   - base: the base URL, with a slash at its end. It may contain credentials in braces.
  ///   - otherServer: the other server of the spec that the endpoint is at.
  package init(base: String, otherServer: OtherServer?, credentials: [CredentialDefinition]) {
    self.base = base
    self.otherServer = otherServer
    self.credentials = credentials
  }
}

/// Composes requests from the representation, as generated clients do.
package struct CallComposer {
  /// The longest URL of a GET request that may also be sent as POST: the default of `ClientConfiguration`, written again because
  /// generated tests compare clients with this composer.
  private static let longestURL = 8000

  private let endpoint: Endpoint
  private let module: Module
  private let index: SchemaIndex
  private let destination: CallDestination
  private let mediaType: (CallFile, String?) -> String

  private var arguments = CallArguments()
  private var call: ComposedCall
  private var form: [ComposedCall.Pair]?
  private var cookies: [String] = []

  /// A composer for an endpoint.
  ///
  /// - Parameter mediaType: the media type that is sent with a file, from the described one, which may be a range.
  package init(
    _ endpoint: Endpoint, of module: Module, _ index: SchemaIndex, to destination: CallDestination,
    mediaType: @escaping (CallFile, String?) -> String
  ) {
    self.endpoint = endpoint
    self.module = module
    self.index = index
    self.destination = destination
    self.mediaType = mediaType
    call = ComposedCall(method: "GET", address: destination.base)
  }

  /// The request with these arguments.
  package func composed(_ arguments: CallArguments) -> ComposedCall {
    func composed(_ method: Endpoint.Method) -> ComposedCall {
      var composer = self
      composer.arguments = arguments
      composer.compose(method)
      return composer.call
    }
    let method = endpoint.methods.first ?? .get
    let first = composed(method)
    guard method == .get, endpoint.methods.contains(.post), first.url.utf8.count > Self.longestURL else {
      return first
    }
    return composed(.post)
  }

  private mutating func compose(_ method: Endpoint.Method) {
    call.method = method.isUsual ? method.rawValue.uppercased() : method.rawValue
    let queryIsForm = method == .post && endpoint.methods.contains(.get)
    let formIsQuery = !method.allowsBody
    if queryIsForm || (!formIsQuery && endpoint.parameters.contains { $0.location == .form }) { form = [] }
    for (position, parameter) in endpoint.parameters.enumerated() {
      guard let value = arguments.parameters[position] else { continue }
      let text = StyledText(parameter: parameter, value: value)
      switch parameter.location {
      case .path, .url: break
      case .query: add(text.pairs, toForm: queryIsForm)
      case .form: add(text.pairs, toForm: !formIsQuery)
      case .header: call.headers += text.texts.map { (parameter.name.text, $0) }
      case .cookie: cookies += text.pairs.map { "\($0.name)=\($0.value)" }
      }
    }
    let separator = endpoint.policies.partial?.separator ?? ","
    for (name, texts) in arguments.fields {
      add([(percentEncoded(name), percentEncoded(texts.joined(separator: separator)))], toForm: form != nil)
    }
    addToken()
    addBody()
    addClientParameters()
    for credential in destination.credentials { add(credential) }
    if let key = arguments.idempotencyKey, let name = endpoint.policies.idempotencyKey {
      addHeader(name, key)
    }
    addAddress()
    for header in module.constantHeaders(of: endpoint) { addHeader(header.name.text, header.value) }
    if let accepted = module.acceptedTypes(of: endpoint) { addHeader("Accept", accepted) }
    if !cookies.isEmpty { addHeader("Cookie", cookies.joined(separator: "; ")) }
    if let form { call.body = .form(form) }
  }

  private mutating func add(_ pairs: [ComposedCall.Pair], toForm isForm: Bool) {
    if isForm { form?.append(contentsOf: pairs) } else { call.query += pairs }
  }

  /// Adds a field that parameters may override.
  private mutating func addHeader(_ name: String, _ value: String) {
    guard !call.headers.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
    call.headers.append((name, value))
  }

  private mutating func addToken() {
    guard let token = arguments.token else { return }
    if case .header(let name) = endpoint.policies.authentication {
      call.headers.append((name, token))
    } else {
      call.headers.append(("Authorization", "Bearer \(token)"))
    }
  }

  private mutating func addClientParameters() {
    for (position, parameter) in module.indexedClientParameters(of: endpoint) where isSent(parameter) {
      guard let value = arguments.client[position] else { continue }
      let text = StyledText(parameter: parameter, value: value)
      switch parameter.location {
      case .header: call.headers += text.texts.map { (parameter.name.text, $0) }
      case .cookie: cookies += text.pairs.map { "\($0.name)=\($0.value)" }
      default: add(text.pairs, toForm: form != nil)
      }
    }
  }

  /// Another server gets only the secrets that it lists.
  private func isSent(_ parameter: Parameter) -> Bool {
    guard let otherServer = destination.otherServer,
      parameter.isSecret || index.containsSecret(parameter.schema)
    else { return true }
    return otherServer.secrets.contains { $0.text == parameter.name.text }
  }

  private mutating func add(_ credential: CredentialDefinition) {
    let text = arguments.credentials[credential.name.text] ?? ""
    switch credential.scheme {
    case .bearer, .oauth2: addHeader("Authorization", "Bearer \(text)")
    case .basic: addHeader("Authorization", "Basic \(base64(text))")
    case .apiKey(let place, let name, let prefix):
      let pair = (name: percentEncoded(name.text), value: percentEncoded(text))
      switch place {
      case .header: addHeader(name.text, (prefix ?? "") + text)
      case .cookie: if !isGiven(name.text, [.cookie]) { cookies.append("\(pair.name)=\(pair.value)") }
      case .form: if !isGiven(name.text, [.form, .query]) { add([pair], toForm: form != nil) }
      case .query: if !isGiven(name.text, [.form, .query]) { add([pair], toForm: false) }
      case .path: break
      }
    }
  }

  /// Whether a parameter of the request is in the place of a credential.
  private func isGiven(_ name: String, _ locations: Set<Parameter.Location>) -> Bool {
    arguments.parameters.keys.contains { position in
      let parameter = endpoint.parameters[position]
      return parameter.name.text == name && locations.contains(parameter.location)
    }
  }

  // MARK: URL

  private mutating func addAddress() {
    let whole = endpoint.parameters.firstIndex { $0.location == .url }
    if let whole, let value = arguments.parameters[whole] {
      let parts = value.text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      call.address = parts.first.map(String.init) ?? ""
      // As it was written.
      let pairs = parts.count > 1 ? parts[1].split(separator: "&", omittingEmptySubsequences: false) : []
      let own = pairs.map { pair -> ComposedCall.Pair in
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(sides.first ?? ""), sides.count > 1 ? String(sides[1]) : "")
      }
      call.query = own + call.query
      return
    }
    var values: [String: String] = [:]
    for (position, value) in arguments.parameters where endpoint.parameters[position].location == .path {
      let parameter = endpoint.parameters[position]
      values[parameter.name.text] = StyledText(parameter: parameter, value: value).texts.joined(
        separator: ",")
    }
    for credential in destination.credentials {
      guard let name = credential.pathName else { continue }
      let parts = (arguments.credentials[credential.name.text] ?? "").split(
        separator: ":", omittingEmptySubsequences: false)
      values[name] = parts.map { percentEncoded(String($0)) }.joined(separator: ":")
    }
    let filled = Self.filled(destination.base, values)
    call.address = filled + Self.filled(endpoint.path.text[...], values)
    let path = filled.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    call.basePath = path.count > 3 ? "/\(path[3])" : "/"
  }

  private static func filled(_ template: some StringProtocol, _ values: [String: String]) -> String {
    var result = ""
    var rest = String(template)[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      // `{+file}` keeps slashes.
      let name = String(rest[rest.index(after: open)..<close].drop { $0 == "+" })
      result += rest[..<open] + (values[name] ?? "")
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  // MARK: Bodies

  private mutating func addBody() {
    switch (endpoint.body(arguments.alternative), arguments.body) {
    // To clients, null is no body.
    case (_, .value(.null)): break
    case (.json, .value(let value)): set(Array(value.json.utf8), "application/json")
    case (.jsonOfType(_, let type), .value(let value)): set(Array(value.json.utf8), type)
    case (.form(let schema, let lists, let objects, let fields), .value(.object(let members))):
      let nested = NestedFormText(lists: lists, objects: objects)
      let pairs = members.flatMap { member -> [ComposedCall.Pair] in
        if let field = fields.first(where: { $0.name.text == member.name }) {
          return StyledText(parameter: field.parameter(schema), value: member.value).pairs
        }
        return nested.fields(of: member.value, named: member.name).map {
          (percentEncoded($0.name), percentEncoded($0.value))
        }
      }
      form = (form ?? []) + pairs
    case (.text(let type), .text(let text)): set(Array(text.utf8), "\(type); charset=utf-8")
    case (.bytes(let type), .text(let text)): set(Array(text.utf8), type)
    case (.bytes(let type), .file(let file)): set(file.bytes, type, file)
    case (.file(let type), .file(let file)): set(file.bytes, mediaType(file, type), file)
    case (.multipart(let parts), _):
      call.body = .parts(parts.indices.flatMap { self.parts(parts[$0], $0) })
      form = nil
    default: break
    }
  }

  private mutating func set(_ bytes: [UInt8], _ mediaType: String, _ file: CallFile? = nil) {
    call.body = .bytes(bytes, mediaType: mediaType, file: file)
    form = nil
  }

  private func parts(_ part: Endpoint.Part, _ position: Int) -> [ComposedCall.Part] {
    let name = part.name.text
    func text(_ name: String, _ text: String, _ type: String?) -> ComposedCall.Part {
      ComposedCall.Part(name: name, bytes: Array(text.utf8), mediaType: type)
    }
    switch (part.content, arguments.parts[position]) {
    case (.file(let type, _), .files(let files)):
      return files.map { file in
        ComposedCall.Part(name: name, bytes: file.bytes, mediaType: mediaType(file, type), file: file)
      }
    case (.value(let schema), .value(let value)):
      if let style = part.style {
        let field = StyledField(name: part.name, style: style).parameter(schema)
        return StyledText(parameter: field, value: value, isPart: true).pairs.map {
          text($0.name, $0.value, part.mediaType)
        }
      }
      if value.isNested { return [text(name, value.json, part.mediaType ?? "application/json")] }
      return value.texts.map { text(name, $0, part.mediaType) }
    default: return []
    }
  }
}
