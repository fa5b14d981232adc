import APIModel
import SwiftEmitter

/// The schemas of a module's types and of their members, by their Swift names.
struct DescribedTypes {
  let index: SchemaIndex
  private let module: Module
  private let types: [[String]: SurfaceType]
  private(set) var schemas: [[String]: Schema] = [:]
  /// The schemas in the cases of enumerations of responses, bodies and events, in order.
  private var cases: [[String]: [Schema?]] = [:]
  private var fields: [[String]: [ResponseHeader]] = [:]
  /// The objects among the schemas, with everything that they are composed of.
  private var objects: [[String]: FlatObject] = [:]

  init(_ module: Module, _ surface: ModuleSurface, _ index: SchemaIndex) {
    self.module = module
    self.index = index
    types = Dictionary(surface.types.map { ($0.path, $0) }) { first, _ in first }
    let named = Dictionary(module.schemas.map { ($0.name.text, $0.schema) }) { first, _ in first }
    let slices = Dictionary(module.slices.map { ($0.name.text, $0) }) { first, _ in first }
    let envelopes = Dictionary(module.envelopes.map { ($0.name.text, $0) }) { first, _ in first }
    let endpoints = Dictionary(module.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    for type in surface.types {
      switch type.identity {
      case .schema(let name): named[name].map { assign($0, to: type.path) }
      case .envelope(let name): envelopes[name].map { assign($0.schema, to: type.path) }
      case .slice(let name): slices[name].flatMap { named[$0.base.text] }.map { assign($0, to: type.path) }
      case .endpoint(let identity): endpoints[identity.operation].map { visit($0, type) }
      case .client: visitClient(type)
      case .events: visitEvents(type)
      default: break
      }
    }
  }

  // MARK: Members

  /// What a type's members are in the spec.
  func members(of type: SurfaceType) -> DescribedMembers {
    if let cases = cases[type.path] { return DescribedMembers(cases: cases) }
    if let fields = fields[type.path] { return DescribedMembers(fields: fields) }
    return schemas[type.path].map { DescribedMembers(of: $0, object: objects[type.path], in: index) }
      ?? DescribedMembers(cases: [])
  }

  // MARK: Places

  private mutating func assign(_ schema: Schema, to path: [String]) {
    guard let type = types[path], schemas[path] == nil else { return }
    schemas[path] = schema
    let own = index.resolved(schema).schema
    if case .object = index.shape(of: own) { objects[path] = index.flattenedObject(own) }
    let members = members(of: type)
    for (position, member) in type.members.enumerated() {
      guard let value = member.type, let inner = members.schema(of: member, at: position) else { continue }
      visit(value, inner)
    }
  }

  /// Assigns a schema to the Swift type of its values, if the type has no name in the spec.
  private mutating func visit(_ type: SwiftType, _ schema: Schema) {
    switch type {
    case .optional(let wrapped): visit(wrapped, schema)
    case .array(let element):
      let own = index.resolved(schema).schema
      if let items = own[.items] { visit(element, items) }
    case .dictionary(_, let value):
      let own = index.resolved(schema).schema
      if let additional = own[.additionalProperties] ?? own.object.patternProperties.first?.schema {
        visit(value, additional)
      }
    case .stream(_, let element?): visit(element, schema)
    case .named(let path) where types[path]?.identity == nil: assign(schema, to: path)
    default: break
    }
  }

  // MARK: Requests

  private mutating func visit(_ endpoint: Endpoint, _ request: SurfaceType) {
    for member in request.members where member.kind == .property {
      guard let type = member.type, let schema = Self.schema(of: member.identity, endpoint) else { continue }
      visit(type, schema)
    }
    if case .alternatives(let alternatives)? = endpoint.body {
      assign(cases: alternatives.map { $0.body.schemas.first }, to: request.path + ["Payload"])
    }
    visitResponse(of: endpoint, request)
    if !endpoint.headers.isEmpty {
      let path = request.path + ["ResponseHeaders"]
      fields[path] = endpoint.headers
      for member in types[path]?.members ?? [] {
        let header = endpoint.headers.first { "field \($0.name.text.lowercased())" == member.identity }
        if let type = member.type, let header { visit(type, header.schema) }
      }
    }
    visit(endpoint.failures, request)
  }

  private mutating func visitResponse(of endpoint: Endpoint, _ request: SurfaceType) {
    let own = request.path + ["Response"]
    let result = request.members.first { $0.identity == "Response" }?.type ?? .named(own)
    if types[own]?.kind == .cases {
      assign(cases: endpoint.responses.map(\.payload.schema), to: own)
    } else if let response = endpoint.responses.first {
      if case .events(let events) = response.payload {
        let schemas = (events.types.map(\.content) + [events.others].compactMap(\.self)).map(\.schema)
        if case .stream(_, .named(let path)?) = result { assign(cases: schemas, to: path) }
      } else if let schema = response.payload.schema {
        visit(result, schema)
      }
    }
  }

  private mutating func assign(cases schemas: [Schema?], to path: [String]) {
    guard let type = types[path] else { return }
    cases[path] = schemas
    for (member, schema) in zip(type.members, schemas) {
      if let type = member.type, let schema { visit(type, schema) }
    }
  }

  /// The schema of a request's property; nil for a file, a token and the like.
  static func schema(of identity: String, _ endpoint: Endpoint) -> Schema? {
    if identity == "body" {
      if case .alternatives? = endpoint.body { return nil }
      return endpoint.body?.schemas.first
    }
    if case .multipart(let parts)? = endpoint.body,
      let part = parts.first(where: { "part \($0.name.text)" == identity })
    {
      return part.schema
    }
    return endpoint.parameters.first { "\($0.location.rawValue) \($0.name.text)" == identity }?.schema
  }

  // MARK: Failures, events

  /// Unnamed bodies of failures are nested in the request or in the client, and named after their statuses.
  private mutating func visit(_ failures: [Failure], _ owner: SurfaceType) {
    for failure in failures {
      guard let schema = failure.payload.schema else { continue }
      visit(.named(owner.path + [failureTypeName(failure.statuses)]), schema)
      if let items = index.resolved(schema).schema[.items] {
        visit(.named(owner.path + [failureTypeName(failure.statuses) + "Element"]), items)
      }
    }
  }

  private mutating func visitClient(_ client: SurfaceType) {
    for parameter in client.members.first(where: { $0.kind == .initializer })?.parameters ?? [] {
      let found = module.clientParameters.first { "parameter \($0.name.text)" == parameter.identity }
      if let found { visit(parameter.type, found.schema) }
    }
    visit(module.failures, client)
  }

  private mutating func visitEvents(_ events: SurfaceType) {
    let payloads = (module.webhooks?.events ?? []).map(\.payload)
    assign(cases: payloads, to: events.path)
  }
}
