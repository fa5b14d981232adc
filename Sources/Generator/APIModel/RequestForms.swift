/// What is the same in all requests of an endpoint.
package struct RequestForms {
  package struct Form: Hashable {
    /// The constants, by parameter, header field, or path of a property in the body.
    package var constants: [String: Literal] = [:]
    var fields: [String: String] = [:]
    var accepted: String?
    /// The kind of the body, and its media type if it has one.
    var body = ""
  }

  private let module: Module
  private let index: SchemaIndex

  package init(_ module: Module) { (self.module, index) = (module, SchemaIndex(module)) }

  /// The methods with the path, in which all parameters are the same; none if the URL is a parameter.
  func keys(of endpoint: Endpoint) -> [String] {
    guard endpoint.urlParameter == nil else { return [] }
    let servers =
      endpoint.otherServer?.text ?? endpoint.servers?.map(\.text).sorted().joined(separator: ",") ?? ""
    let path = endpoint.pathWithoutNames
    return endpoint.methods.map { "\($0.rawValue) \(servers) \(path)" }
  }

  /// Nil if the body has several forms, which aren't compared.
  package func form(of endpoint: Endpoint) -> Form? {
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
    var rest = Self.mostProperties
    add(schema, at: "body ", depth: 0, rest: &rest, to: &form)
    return true
  }

  /// The maximum number of required properties that are visited in a body: nested objects multiply them.
  private static let mostProperties = 1_000

  private func add(_ schema: Schema, at path: String, depth: Int, rest: inout Int, to form: inout Form) {
    rest -= 1
    guard rest > 0 else { return }
    let resolved = index.resolved(schema).schema
    if let value = schema.const ?? resolved.const {
      form.constants[path] = value
    } else if depth < 4, let object = index.flattenedObject(resolved) {
      for property in object.properties where property.isRequired {
        add(
          property.schema, at: "\(path)/\(property.name.text)", depth: depth + 1, rest: &rest, to: &form)
      }
    }
  }
}

extension Endpoint {
  /// The path, in which all parameters are the same: `items/{}`.
  package var pathWithoutNames: String {
    var result = ""
    var rest = path.text.drop { $0 == "/" }
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open] + "{}"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
