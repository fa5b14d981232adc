import APIModel
import Diagnostics
import GeneratorKit

/// Writes a module of specs as an OpenAPI document.
struct OpenAPIWriter {
  let module: Module
  let version: OpenAPIVersion
  let index: SchemaIndex
  let schemas: ModelSchemaWriter
  /// The extensions of operations, by their ids.
  let operations: [String: SpecExtension]
  /// The extensions at the root of the document.
  let root: [SpecValue.Entry]
  /// Code that calls operations, by their ids.
  var samples: [String: [CodeSample]] = [:]
  var losses = Losses()
  let tags: EndpointTags
  let paths: OperationPaths
  let envelopes: EnvelopeComponents

  init(
    _ module: Module, version: OpenAPIVersion, root: [SpecValue.Entry], operations: [String: SpecExtension],
    schemas: [String: SpecExtension]
  ) {
    self.module = module
    self.version = version
    self.root = root
    self.operations = operations
    index = SchemaIndex(module)
    self.schemas = ModelSchemaWriter(
      dialect: version == .v31 ? .openAPI31 : .openAPI30, index: index, place: "#/components/schemas/",
      extensions: schemas)
    tags = EndpointTags(module)
    paths = OperationPaths(module)
    envelopes = EnvelopeComponents(module)
  }

  /// The document.
  mutating func document() -> [SpecValue.Entry] {
    var entries: [(String, SpecValue?)] = [
      ("openapi", .text(version.number)), ("info", info), ("servers", servers(module.servers)),
      ("tags", tags.value), ("security", module.authentication.map(requirements)),
    ]
    entries.append(("paths", pathsValue()))
    entries += webhooks()
    entries.append(("components", components()))
    reportLosses()
    return SpecValue.map(entries).entries + root
  }

  private var info: SpecValue {
    let words = module.documentation
    return .map([
      ("title", .text(module.name.text)), ("version", .text("1")),
      ("description", ModelSchemaWriter.description(words)),
    ])
  }

  // MARK: Components

  private mutating func components() -> SpecValue? {
    var definitions = schemas.definitions(module.schemas)
    for (name, envelope) in envelopes.all {
      guard case .map(let entries) = schemas.value(envelope.schema) else { continue }
      let own = SpecValue.Entry(key: "\(SpecExtension.prefix)envelope", value: .text(envelope.name.text))
      definitions.append((name, .map(entries + [own])))
    }
    let failures = module.failures.map { failure in
      (failureName(failure), Optional(response(to: failure)))
    }
    let parameters = module.clientParameters.filter { $0.location != .form }.map {
      (componentName($0), Optional(parameter($0)))
    }
    let schemes = securitySchemes()
    let value = SpecValue.map([
      ("schemas", definitions.isEmpty ? nil : .map(definitions)),
      ("parameters", parameters.isEmpty ? nil : .map(parameters)),
      ("responses", failures.isEmpty ? nil : .map(failures)),
      ("securitySchemes", schemes.isEmpty ? nil : .map(schemes)),
    ])
    return value.entries.isEmpty ? nil : value
  }

  func failureName(_ failure: Failure) -> String { "Failure\(statusKey(failure.statuses))" }

  /// A name that components may have.
  func componentName(_ parameter: Parameter) -> String {
    let name = (parameter.label ?? parameter.name).text
    return String(
      name.unicodeScalars.map { scalar in
        let isUsable =
          scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        return isUsable || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
      })
  }

  // MARK: Servers

  func servers(_ servers: [Server]) -> SpecValue? {
    servers.isEmpty ? nil : .list(servers.map { server($0.url + module.basePath, $0) })
  }

  private func server(_ url: String, _ server: Server) -> SpecValue {
    let words = server.documentation.summary ?? server.name.text
    return self.server(url, words: words, server.variables)
  }

  private func server(_ url: String, words: String?, _ variables: [ServerVariable]) -> SpecValue {
    let secrets = module.credentials.compactMap(\.pathName).filter { url.contains("{\($0)}") }
    var list = variables.filter { url.contains("{\($0.name.text)}") }.map { variable in
      (
        variable.name.text,
        Optional(
          SpecValue.map([
            ("enum", variable.values.isEmpty ? nil : .texts(variable.values.map(\.text))),
            ("default", .text(variable.defaultValue ?? variable.values.first?.text ?? "")),
            ("description", variable.documentation.summary.map(SpecValue.text)),
          ]))
      )
    }
    list += secrets.map { name in
      let words = "A secret, which is a part of the URL."
      return (name, .map([("default", .text("")), ("description", .text(words))]))
    }
    let trimmed = url.hasSuffix("/") ? String(url.dropLast()) : url
    return .map([
      ("url", .text(trimmed)), ("description", words.map(SpecValue.text)),
      ("variables", list.isEmpty ? nil : .map(list)),
    ])
  }

  /// The servers of an operation; nil if they are the document's.
  func servers(of endpoint: Endpoint) -> SpecValue? {
    if let names = endpoint.servers {
      return servers(module.servers.filter { server in names.contains { $0.text == server.name.text } })
    }
    guard let name = endpoint.otherServer,
      let other = module.otherServers.first(where: { $0.name.text == name.text })
    else { return nil }
    var urls: [(String, [ServerVariable])] = []
    for server in module.servers {
      guard let url = other.address(on: server), !urls.contains(where: { $0.0 == url }) else { continue }
      urls.append((url, server.variables))
    }
    if urls.isEmpty { urls = other.addresses.map { ($0.url, []) } }
    return .list(urls.map { server($0.0, words: other.documentation.summary, $0.1) })
  }
}
