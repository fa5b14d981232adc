import Diagnostics

extension API {
  /// Reports two endpoints of one method and path whose requests nothing constant tells apart: neither a service nor the tools that
  /// read traffic know which of them a request is for.
  ///
  /// Only in specs: a document can't have such operations.
  public func reportTwinEndpoints(into sink: inout DiagnosticSink) {
    for module in modules where !module.isForeign {
      let twins = TwinEndpoints(module)
      var seen: [String: [Endpoint]] = [:]
      for endpoint in module.endpoints {
        for key in twins.keys(of: endpoint) {
          if let first = seen[key, default: []].first(where: { !twins.areToldApart($0, endpoint) }) {
            sink.append(
              Diagnostic(
                .warning, .indistinctEndpoints,
                "'\(endpoint.operation)' and '\(first.operation)' have the same method and path, and no constant tells their "
                  + "requests apart; make them one endpoint, or give a parameter, a header field or a property of the body of "
                  + "each a 'const'", at: endpoint.name.span,
                notes: [.init("the other is here", at: first.name.span)]))
            break
          }
        }
        for key in twins.keys(of: endpoint) { seen[key, default: []].append(endpoint) }
      }
    }
  }
}

/// Compares the requests of a module's endpoints.
private struct TwinEndpoints {
  let module: Module
  let index: SchemaIndex

  init(_ module: Module) { (self.module, index) = (module, SchemaIndex(module)) }

  /// The methods with the path, in which all parameters are the same; none if the URL is a parameter.
  func keys(of endpoint: Endpoint) -> [String] {
    guard endpoint.urlParameter == nil else { return [] }
    var path = ""
    var rest = endpoint.path.text.drop { $0 == "/" }
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      path += rest[..<open] + "{}"
      rest = rest[rest.index(after: close)...]
    }
    let servers =
      endpoint.otherServer?.text ?? endpoint.servers?.map(\.text).sorted().joined(separator: ",") ?? ""
    return endpoint.methods.map { "\($0.rawValue) \(servers) \(path)\(rest)" }
  }

  func areToldApart(_ left: Endpoint, _ right: Endpoint) -> Bool {
    if differ(constants(of: left), constants(of: right)) { return true }
    if module.acceptedTypes(of: left) != module.acceptedTypes(of: right) { return true }
    guard let body = left.body, let other = right.body else {
      return (left.body == nil) != (right.body == nil)
    }
    return areToldApart(body, other)
  }

  /// Whether one has a constant that the other lacks, or has with another value.
  private func differ(_ left: [String: String], _ right: [String: String]) -> Bool {
    Set(left.keys).union(right.keys).contains { left[$0] != right[$0] }
  }

  /// The constants that requests have besides their bodies, by their places.
  private func constants(of endpoint: Endpoint) -> [String: String] {
    var found: [String: String] = [:]
    for parameter in endpoint.parameters {
      guard let value = parameter.constant(index.resolved(parameter.schema).schema) else { continue }
      found["\(parameter.location.rawValue) \(parameter.name.text)"] = "\(value)"
    }
    for header in module.constantHeaders(of: endpoint) {
      found["header \(header.name.text.lowercased())"] = header.value
    }
    return found
  }

  private func areToldApart(_ left: Endpoint.Body, _ right: Endpoint.Body) -> Bool {
    switch (left, right) {
    case (.json(let left), .json(let right)), (.form(let left, _, _, _), .form(let right, _, _, _)):
      return differ(constants(of: left, depth: 0), constants(of: right, depth: 0)) || isUnion(left)
        || isUnion(right)
    case (.jsonOfType(let left, let type), .jsonOfType(let right, let other)):
      return type != other || differ(constants(of: left, depth: 0), constants(of: right, depth: 0))
    case (.multipart(let left), .multipart(let right)):
      func constants(_ parts: [Endpoint.Part]) -> [String: String] {
        parts.reduce(into: [:]) { found, part in
          if let schema = part.schema, let value = index.resolved(schema).schema.const ?? schema.const {
            found[part.name.text] = "\(value)"
          }
        }
      }
      return differ(constants(left), constants(right))
    case (.bytes(let type), .bytes(let other)), (.text(let type), .text(let other)): return type != other
    case (.file(let type), .file(let other)): return type != other
    // Other kinds have other media types; what may have several isn't compared.
    default: return true
    }
  }

  private func isUnion(_ schema: Schema) -> Bool {
    if case .union = index.shape(of: index.resolved(schema).schema) { true } else { false }
  }

  /// The constants in a body, by the path of their properties.
  private func constants(of schema: Schema, depth: Int) -> [String: String] {
    let resolved = index.resolved(schema).schema
    if let value = schema.const ?? resolved.const { return ["": "\(value)"] }
    guard depth < 4, let object = index.flattenedObject(resolved) else { return [:] }
    var found: [String: String] = [:]
    for property in object.properties where property.isRequired {
      for (path, value) in constants(of: property.schema, depth: depth + 1) {
        found["\(property.name.text)/\(path)"] = value
      }
    }
    return found
  }
}
