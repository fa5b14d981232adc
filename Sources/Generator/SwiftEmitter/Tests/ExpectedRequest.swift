import APIModel
import CallComposing
import SchemaValues

/// Requests that are composed from the representation alone, to check what the generated code and the runtime compose.
struct ExpectedRequest {
  let module: Module
  let endpoint: Endpoint
  let server: TestServer

  /// The lines of a request, in the format of `APIClient.composedLines(of:)`.
  static func lines(
    _ endpoint: Endpoint, _ arguments: CallArguments, _ client: TestClient, on server: TestServer,
    _ module: Module, _ index: SchemaIndex, fields: [(name: String, texts: [String])] = []
  ) -> [String] {
    let request = ExpectedRequest(module: module, endpoint: endpoint, server: server)
    let destination = CallDestination(
      base: request.base, otherServer: request.otherServer, credentials: request.credentials)
    let composer = CallComposer(endpoint, of: module, index, to: destination) { fileType($1) }
    return lines(of: composer.composed(client.completing(arguments, fields: fields, of: module)))
  }

  private static func lines(of call: ComposedCall) -> [String] {
    let (content, type) = text(of: call.body)
    var fields = call.headers
    if let type, !fields.contains(where: { $0.name.lowercased() == "content-type" }) {
      fields.append(("Content-Type", type))
    }
    let sorted = fields.enumerated().sorted {
      ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset)
    }
    let lines = ["\(call.method) \(call.url)"] + sorted.map { "\($0.element.name): \($0.element.value)" }
    guard !content.isEmpty else { return lines }
    return lines + [""]
      + content.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  private static func text(of body: ComposedCall.Body) -> (text: String, mediaType: String?) {
    switch body {
    case .none: ("", nil)
    case .form(let pairs): (ComposedCall.joined(pairs), "application/x-www-form-urlencoded")
    case .bytes(let bytes, let type, _): (String(decoding: bytes, as: UTF8.self), type)
    case .parts(let parts):
      (MultipartText(parts: parts).text, "multipart/form-data; boundary=\(MultipartText.boundary)")
    }
  }

  /// The type of the tests' file, whose name ends with `.txt`.
  private static func fileType(_ described: String?) -> String {
    guard let described else { return "application/octet-stream" }
    let types = described.split(separator: ",").map { String($0.drop { $0 == " " }) }
    if types.count == 1, !described.contains("*") { return described }
    if types.contains(where: { ["*/*", "text/*", "text/plain"].contains($0) }) { return "text/plain" }
    if let first = types.first(where: { !$0.contains("*") }) { return first }
    let usual = ["image/*": "image/png", "audio/*": "audio/mpeg", "video/*": "video/mp4"]
    return types.lazy.compactMap { usual[$0] }.first ?? "application/octet-stream"
  }

  // MARK: Servers and credentials

  /// The base URL in its canonical form, with the credentials in the base path in braces.
  private var base: String {
    // The address of another server is complete.
    let address = server.url(otherServer)
    let basePath = otherServer == nil ? module.basePath : ""
    let parts = address.split(separator: "/", omittingEmptySubsequences: true)
    let segments = parts.dropFirst(2) + basePath.split(separator: "/")
    return "\(parts.first.map { $0.lowercased() } ?? "")//\(parts.dropFirst().first ?? "")/"
      + segments.map { "\($0)/" }.joined()
  }

  private var otherServer: OtherServer? {
    endpoint.otherServer.flatMap { name in module.otherServers.first { $0.name.text == name.text } }
  }

  /// The credentials of the request. The client has all of them, so the first of the longest alternatives is used.
  private var credentials: [CredentialDefinition] {
    let alternatives: [[CredentialUse]] =
      switch endpoint.policies.authentication {
      case .credentials(let own): own
      case nil: module.authentication ?? []
      case .some: []
      }
    let secrets = otherServer?.secrets.map(\.text)
    let usable = alternatives.filter { $0.allSatisfy { secrets?.contains($0.name.text) ?? true } }
    let longest = usable.map(\.count).max()
    let uses = usable.first { $0.count == longest } ?? []
    return uses.compactMap { use in module.credentials.first { $0.name.text == use.name.text } }
  }
}

extension TestClient {
  /// Adds the client's parameters and credentials to the arguments of a call.
  func completing(
    _ arguments: CallArguments, fields: [(name: String, texts: [String])] = [], of module: Module
  ) -> CallArguments {
    var arguments = arguments
    arguments.fields = fields
    for (position, parameter) in module.clientParameters.enumerated() {
      arguments.client[position] = parameters.first { $0.0.name == parameter.name }?.1
    }
    for credential in module.credentials {
      arguments.credentials[credential.name.text] =
        if case .basic = credential.scheme { "user:password" } else { Self.secret(of: credential) }
    }
    return arguments
  }
}
