import APIModel
import Diagnostics
import SpecReader
import SwiftEmitter

/// A file of specs that is about to be written.
public struct ConvertedFile: Sendable, Hashable {
  /// Below the specs folder.
  public var path: String
  public var text: String

  /// What its lines were written from.
  private(set) var origins: LineOrigins

  /// - Parameter origins: what its lines were written from; by default, nothing that users know.
  package init(path: String, text: String, origins: LineOrigins? = nil) {
    (self.path, self.text) = (path, text)
    self.origins = origins ?? LineOrigins(.unknown(file: path))
  }
}

/// Writes a module in the spec language. The names in Swift have been resolved.
package struct ModuleWriter {
  let module: Module
  package let schemas: SchemaWriter
  package let endpoints: EndpointWriter

  /// - Parameters:
  ///   - keepsNames: Whether to keep names that the language allows, even if their Swift names differ.
  ///   - usualEnvelope: The envelope that endpoints have without saying so; nil for none.
  ///   - hasComments: Whether what is documented is said in comments, and not in the documentation of generated code.
  package init(
    _ module: Module, keepsNames: Bool = false, usualEnvelope: String? = nil, hasComments: Bool = false
  ) {
    self.module = module
    let names = Self.schemaNames(module, keepsNames: keepsNames)
    schemas = SchemaWriter(names: names, hasComments: hasComments)
    endpoints = EndpointWriter(schemas: schemas, module: module, usualEnvelope: usualEnvelope)
  }

  /// What schemas are called in the spec: as in the document, where the language allows it.
  private static func schemaNames(_ module: Module, keepsNames: Bool) -> [String: String] {
    var names: [String: String] = [:]
    var taken: Set<String> = []
    for schema in module.schemas {
      let swiftName = schema.swiftTypeName
      let own = schema.name.text
      // As the type of a response or a body, these words mean something else.
      let isUsable =
        isUsableName(own) && !["text", "file"].contains(own)
        && (keepsNames || usualTypeName(own) == swiftName)
      names[own] = isUsable && taken.insert(own).inserted ? own : asciiName(swiftName, else: "Schema", &taken)
    }
    return names
  }

  /// A name that the language allows, for one that it may not: definitions have names of ASCII letters and digits.
  static func asciiName(_ name: String, else stem: String, _ taken: inout Set<String>) -> String {
    if isUsableName(name), taken.insert(name).inserted { return name }
    let letters = String(name.unicodeScalars.filter { $0.isASCII }.map(Character.init))
    let base = isUsableName(letters) ? letters : stem
    var free = base
    var number = 1
    while !taken.insert(free).inserted {
      number += 1
      free = "\(base)\(number)"
    }
    return free
  }

  private func groupName(_ group: [Name]) -> String {
    group.map(\.text).joined(separator: ".")
  }

  /// An endpoint with what it is called in the spec: as in the document, where the language allows it.
  private func entry(_ endpoint: Endpoint, _ taken: inout Set<String>) -> (String, SpecValue) {
    var endpoint = endpoint
    let method = endpoint.swiftMethodName
    var plain = endpoint
    plain.swiftName = nil
    let own = endpoint.name.text
    if isUsableName(own), !own.contains("."), plain.swiftMethodName == method, taken.insert(own).inserted {
      endpoint.swiftName = nil
      return (own, endpoints.value(endpoint))
    }
    let name = Self.asciiName(method, else: "endpoint", &taken)
    endpoint.swiftName = name == method ? nil : Name(method, span: endpoint.name.span)
    return (name, endpoints.value(endpoint))
  }

  // MARK: Files

  /// - Parameter renamed: Collects the names that differ from the document's.
  func files(_ renamed: inout RenamedNames) -> [ConvertedFile] {
    for schema in module.schemas {
      renamed.add(.schema, schema.name, schemas.names[schema.name.text] ?? schema.name.text)
    }
    var files = [file("module", [("module", moduleValue)] + definitions + webhooks, originsOfModule)]
    var groups: [(group: [Name], list: [Endpoint])] = []
    for endpoint in module.endpoints {
      if let known = groups.firstIndex(where: { $0.group.map(\.text) == endpoint.group.map(\.text) }) {
        groups[known].list.append(endpoint)
      } else {
        groups.append((endpoint.group, [endpoint]))
      }
    }
    var taken: Set<String> = ["module", "schemas"]
    for (group, list) in groups {
      var names: Set<String> = []
      let path = groupName(group)
      var name = path.isEmpty ? "endpoints" : path.replacing(".", with: "-").lowercased()
      while !taken.insert(name).inserted { name += "-group" }
      let entries = list.map { entry($0, &names) }
      for (endpoint, entry) in zip(list, entries) where endpoint.operationID != nil {
        renamed.add(.endpoint, endpoint.name, entry.0)
      }
      files.append(
        file(
          name,
          [
            ("group", path.isEmpty ? nil : .text(path)),
            ("endpoints", .map(entries.map { ($0.0, Optional($0.1)) })),
          ],
          ["endpoints": Dictionary(zip(entries.map(\.0), list.map(\.span))) { first, _ in first }]))
    }
    let named = module.schemas.map { schema in
      (schemas.names[schema.name.text] ?? schema.name.text, Optional(value(of: schema)))
    }
    let spans = Dictionary(zip(named.map(\.0), module.schemas.map(\.name.span))) { first, _ in first }
    if !named.isEmpty { files.append(file("schemas", [("schemas", .map(named))], ["schemas": spans])) }
    return files
  }

  package func value(of schema: NamedSchema) -> SpecValue {
    let own = schemas.names[schema.name.text] ?? schema.name.text
    var inner = schema.schema
    let type = schema.swiftTypeName
    inner.swiftName = usualTypeName(own) == type ? nil : Name(type, span: schema.name.span)
    return schemas.value(inner)
  }

  // MARK: The module

  package var moduleValue: SpecValue {
    let words = module.documentation
    var value = SpecValue.map([
      ("summary", words.summary.flatMap(SpecValue.words)), ("docs", words.details.flatMap(SpecValue.words)),
      ("access", module.access == .public ? nil : .text(module.access.rawValue)),
      ("initializers", module.initializers == .all ? nil : .text(module.initializers.rawValue)),
      ("basePath", module.basePath.isEmpty ? nil : .text(module.basePath)),
      ("servers", servers),
      ("otherServers", otherServers),
      ("headers", module.constantHeaders.isEmpty ? nil : Self.headers(module.constantHeaders)),
      ("parameters", clientParameters),
      ("credentials", credentials),
      ("authentication", module.authentication.map(PolicyWriter(module: module).uses)),
      ("envelope", endpoints.usualEnvelope.map(SpecValue.text)),
      ("failures", module.failures.isEmpty ? nil : endpoints.failures(module.failures)),
      ("types", types),
      ("groups", groups),
      ("limits", limits), ("tokenFlow", tokenFlow), ("webhooks", webhookPlace),
    ])
    for key in ["servers", "credentials", "failures"] { value.raiseOnlyComment(at: key) }
    return value
  }

  private var types: SpecValue? {
    let formats = module.formatTypes.map { ($0.name.text, Optional(SchemaWriter.ownType($0.type))) }
    let value = SpecValue.map([
      ("prefix", module.typePrefix.map { .text($0.text) }),
      ("formats", formats.isEmpty ? nil : .map(formats)),
    ])
    return value.entries.isEmpty ? nil : value
  }

  /// What a server is called in the spec.
  static func serverName(_ name: Name) -> String { name.text }

  private var servers: SpecValue? {
    guard !module.servers.isEmpty else { return module.endpoints.isEmpty ? nil : .text("none") }
    return .map(
      module.servers.map { server in
        let variables = server.variables.map { variable in
          (
            variable.name.text,
            Optional(
              SpecValue.map([
                ("enum", variable.values.isEmpty ? nil : .texts(variable.values.map(\.text))),
                ("default", variable.defaultValue.map(SpecValue.text)),
                ("summary", variable.documentation.summary.map(SpecValue.text)),
                ("docs", variable.documentation.details.map(SpecValue.text)),
              ]))
          )
        }
        let words = schemas.documentation(server.documentation)
        let value = SpecValue.map([
          ("url", .text(server.url)), ("summary", words.summary.map(SpecValue.text)),
          ("deprecated", SchemaWriter.deprecation(words.deprecation)),
          ("variables", variables.isEmpty ? nil : .map(variables)),
        ])
        return .init(
          key: Self.serverName(server.name),
          value: value.entries.count == 1 ? .text(server.url) : value,
          comment: schemas.comment(server.documentation))
      })
  }

  private var otherServers: SpecValue? {
    let named = module.otherServers.filter(\.isNamed)
    return named.isEmpty ? nil : .map(named.map { ($0.name.text, Self.otherServer($0)) })
  }

  static func otherServer(_ server: OtherServer) -> SpecValue {
    let url = server.addresses.first { $0.server == nil }?.url
    let urls = server.addresses.compactMap { address in
      address.server.map { (serverName($0), Optional(SpecValue.text(address.url))) }
    }
    return .map([
      ("url", urls.isEmpty ? url.map(SpecValue.text) : nil), ("urls", urls.isEmpty ? nil : .map(urls)),
      ("secrets", server.secrets.isEmpty ? nil : .texts(server.secrets.map(\.text))),
      ("summary", server.documentation.summary.map(SpecValue.text)),
      ("docs", server.documentation.details.map(SpecValue.text)),
    ])
  }

  static func headers(_ headers: [ConstantHeader]) -> SpecValue {
    .map(headers.map { ($0.name.text, .text($0.value)) })
  }

  private var credentials: SpecValue? {
    guard !module.credentials.isEmpty else { return nil }
    return .map(
      module.credentials.map { credential in
        var list: [(String, SpecValue?)]
        switch credential.scheme {
        case .bearer: list = [("scheme", .text("bearer"))]
        case .basic: list = [("scheme", .text("basic"))]
        case .apiKey(let place, let name, let prefix):
          list = [
            ("scheme", .text("apiKey")), (place.rawValue, .text(name.text)),
            ("prefix", prefix.map(SpecValue.text)),
          ]
        case .oauth2 where credential.isImplicit: list = [("scheme", .text("bearer"))]
        case .oauth2(let flows):
          list = [
            ("scheme", .text("oauth2")), ("authorizationURL", flows.authorizationURL.map(SpecValue.text)),
            ("tokenURL", flows.tokenURL.map(SpecValue.text)),
            ("deviceURL", flows.deviceURL.map(SpecValue.text)),
            ("scopes", flows.scopes.isEmpty ? nil : .texts(flows.scopes.map(\.text))),
          ]
        }
        let words = schemas.documentation(credential.documentation)
        list += [
          ("refusals", refusals(of: credential)), ("summary", words.summary.map(SpecValue.text)),
          ("docs", words.details.map(SpecValue.text)),
          ("swiftName", credential.swiftName.map { .text($0.text) }),
        ]
        return .init(
          key: credential.name.text, value: .map(list), comment: schemas.comment(credential.documentation))
      })
  }

  private var groups: SpecValue? {
    let described = module.groups.filter { $0.documentation.summary != nil }
    guard !described.isEmpty else { return nil }
    // Once groups are listed, all of them have to be.
    var list = described.map { group in
      (
        groupName(group.path),
        Optional(
          SpecValue.map([
            ("summary", group.documentation.summary.map(SpecValue.text)),
            ("docs", group.documentation.details.map(SpecValue.text)),
          ]))
      )
    }
    for endpoint in module.endpoints where !endpoint.group.isEmpty {
      let name = groupName(endpoint.group)
      if !list.contains(where: { $0.0 == name }) { list.append((name, .map([] as [(String, SpecValue?)]))) }
    }
    return .map(list)
  }

  private var limits: SpecValue? {
    let rates = module.limits.map { limit in
      (limit.scope.rawValue, Optional(SpecValue.text(rate(limit.count, per: limit.seconds))))
    }
    let value = SpecValue.map(
      rates + [
        ("errors", PolicyWriter(module: module).errors(module.limitErrors)),
        ("headers", module.limitFields.map(limitFields)),
      ])
    return value.entries.isEmpty ? nil : value
  }

  private func rate(_ count: Int, per seconds: Int) -> String {
    "\(count)/\(TimeUnit(rawValue: seconds)?.symbol ?? "s")"
  }

  /// The header fields with which the service says how much of a limit is left.
  private func limitFields(_ fields: RateLimitFields) -> SpecValue {
    let scope: [(String, SpecValue?)] = [
      ("scope", fields.scope == .application ? nil : .text(fields.scope.rawValue))
    ]
    if let used = fields.used { return .map([("used", .text(used.field))] + scope) }
    guard let names = fields.names else { return .text("standard") }
    var entries: [(String, SpecValue?)]
    switch names.count {
    case .remaining(let field, let limit):
      entries = [("remaining", .text(field)), ("limit", limit.map(SpecValue.text))]
    case .usage(let field): entries = [("usage", .text(field))]
    }
    switch names.renewal {
    case .reset(let field, let unit): entries += [("reset", .text(field)), ("resetIs", .text(unit.rawValue))]
    case .restores(let count, let seconds): entries.append(("restores", .text(rate(count, per: seconds))))
    }
    return .map(entries + scope)
  }

  // MARK: Webhooks

  /// Where messages have the names of their events.
  private var webhookPlace: SpecValue? {
    let place: SpecValue? =
      switch module.webhooks?.place {
      case .field(let name)?: .map([("header", .text(name.text))])
      case .property(let path)?: .map([("property", .text(path.components.joined(separator: ".")))])
      case .elsewhere?, nil: nil
      }
    let value = SpecValue.map([
      ("event", place), ("signature", module.webhooks?.signature.map(Self.signature)),
    ])
    return value.entries.isEmpty ? nil : value
  }

  var webhooks: [(String, SpecValue?)] {
    guard let webhooks = module.webhooks, !webhooks.events.isEmpty else { return [] }
    let events = webhooks.events.map { event in
      (
        event.name.text,
        Optional(
          SpecValue.map([
            (
              "payload",
              event.payload.map { event.isForm ? .map([("form", schemas.value($0))]) : schemas.value($0) }
                ?? .text("empty")
            ),
            ("summary", event.documentation.summary.map(SpecValue.text)),
            ("docs", event.documentation.details.map(SpecValue.text)),
            ("deprecated", SchemaWriter.deprecation(event.documentation.deprecation)),
            ("swiftName", event.swiftName.map { .text($0.text) }),
          ]))
      )
    }
    return [("webhooks", .map(events))]
  }
}
