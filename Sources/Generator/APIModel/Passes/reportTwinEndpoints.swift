import Diagnostics

extension API {
  /// Reports two endpoints of one method and path whose requests nothing constant tells apart: neither a service nor the tools that
  /// read traffic know which of them a request is for.
  ///
  /// Only in specs: a document can't have such operations.
  public func reportTwinEndpoints(into sink: inout DiagnosticSink) {
    for module in modules where !module.isForeign {
      let forms = RequestForms(module)
      var seen: [String: [RequestForms.Form: Endpoint]] = [:]
      for endpoint in module.endpoints {
        guard let form = forms.form(of: endpoint) else { continue }
        let keys = forms.keys(of: endpoint)
        if let first = keys.lazy.compactMap({ seen[$0]?[form] }).first,
          !needDifferentParameters(first, endpoint)
        {
          sink.append(
            Diagnostic(
              .warning, .indistinctEndpoints,
              "'\(endpoint.operation)' and '\(first.operation)' have the same method and path, and nothing constant or required tells "
                + "their requests apart; make them one endpoint, or give a parameter, a header field or a property of the body of "
                + "each a 'const'", at: endpoint.name.span,
              notes: [.init("the other is here", at: first.name.span)]))
        }
        for key in keys where seen[key]?[form] == nil { seen[key, default: [:]][form] = endpoint }
      }
    }
  }
}

/// Whether each of two endpoints needs a parameter that the other doesn't have.
private func needDifferentParameters(_ first: Endpoint, _ second: Endpoint) -> Bool {
  func names(_ endpoint: Endpoint, _ isIncluded: (Parameter) -> Bool) -> Set<String> {
    Set(endpoint.parameters.filter(isIncluded).map { "\($0.location.rawValue) \($0.name.text)" })
  }
  func isAlone(_ one: Endpoint, _ other: Endpoint) -> Bool {
    !names(one) { $0.isRequired && $0.location != .path }.isSubset(of: names(other) { _ in true })
  }
  return isAlone(first, second) && isAlone(second, first)
}

/// What is the same in all requests of an endpoint.
private struct RequestForms {
  struct Form: Hashable {
    /// The constants, by parameter, header field, or path of a property in the body.
    var constants: [String: Literal] = [:]
    var fields: [String: String] = [:]
    var accepted: String?
    /// The kind of the body, and its media type if it has one.
    var body = ""
  }

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

  /// Nil if the body has several forms, which aren't compared.
  func form(of endpoint: Endpoint) -> Form? {
    var form = Form(accepted: module.acceptedTypes(of: endpoint))
    for parameter in endpoint.parameters {
      let value = parameter.constant(index.resolved(parameter.schema).schema)
      if let value { form.constants["\(parameter.location.rawValue) \(parameter.name.text)"] = value }
    }
    for header in module.constantHeaders(of: endpoint) {
      form.fields[header.name.text.lowercased()] = header.value
    }
    switch endpoint.body {
    case .json(let schema)?:
      form.body = "json"
      return add(schema, to: &form) ? form : nil
    case .form(let schema, _, _, _)?:
      form.body = "form"
      return add(schema, to: &form) ? form : nil
    case .jsonOfType(let schema, let type)?:
      form.body = "json \(type)"
      return add(schema, to: &form) ? form : nil
    case .multipart(let parts)?:
      form.body = "multipart"
      for part in parts {
        guard let schema = part.schema, let value = schema.const ?? index.resolved(schema).schema.const else {
          continue
        }
        form.constants["body /\(part.name.text)"] = value
      }
    case .bytes(let type)?: form.body = "bytes \(type)"
    case .text(let type)?: form.body = "text \(type)"
    case .file(let type)?: form.body = "file \(type)"
    case .alternatives?: return nil
    case nil: break
    }
    return form
  }

  /// Adds the constants in a body. Returns false for a union.
  private func add(_ schema: Schema, to form: inout Form) -> Bool {
    if case .union = index.shape(of: index.resolved(schema).schema) { return false }
    add(schema, at: "body ", depth: 0, to: &form)
    return true
  }

  private func add(_ schema: Schema, at path: String, depth: Int, to form: inout Form) {
    let resolved = index.resolved(schema).schema
    if let value = schema.const ?? resolved.const {
      form.constants[path] = value
    } else if depth < 4, let object = index.flattenedObject(resolved) {
      for property in object.properties where property.isRequired {
        add(property.schema, at: "\(path)/\(property.name.text)", depth: depth + 1, to: &form)
      }
    }
  }
}
