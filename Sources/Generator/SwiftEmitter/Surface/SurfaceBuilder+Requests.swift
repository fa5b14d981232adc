import APIModel
import Diagnostics

/// Requests, and the client's methods that send them.
extension SurfaceBuilder {
  mutating func addRequests(_ errors: ErrorNames) {
    let common = EndpointLowering(of: module, names: names, errors: errors)
    let forms = RequestForms(module)
    for endpoint in module.endpoints {
      var lowering = common
      let request = lowering.lower(endpoint)
      sink.append(contentsOf: lowering.schemas.sink)
      add(
        SurfaceType(
          path: [request.name], identity: .endpoint(endpoint.identity(forms)), kind: .request,
          members: members(of: request, endpoint),
          failureBodies: common.failureBodies(of: endpoint, own: request.errorBodies), span: endpoint.span))
      add(request.declarations, as: nil, at: nil, in: endpoint.span)
      imports.formUnion(request.imports)
    }
  }

  private func members(of request: RequestDeclaration, _ endpoint: Endpoint) -> [SurfaceMember] {
    let parameters = request.properties.map { property in
      SurfaceParameter(
        identity: property.place, name: property.name,
        type: property.isOptional ? .optional(property.type) : property.type,
        defaultValue: property.isOptional ? "nil" : nil, span: property.span ?? endpoint.span)
    }
    var members = parameters.map { parameter in
      SurfaceMember(
        kind: .property, identity: parameter.identity, name: parameter.name, type: parameter.type,
        isMutable: true, span: parameter.span)
    }
    members.append(
      SurfaceMember(
        kind: .initializer, identity: "init", name: "init", parameters: parameters, span: endpoint.span))
    func add(_ name: String, _ type: SwiftType?) {
      guard let type else { return }
      members.append(
        SurfaceMember(kind: .associatedType, identity: name, name: name, type: type, span: endpoint.span))
    }
    let result = request.responseType ?? .named([request.name, "Response"])
    add("Response", request.responseType)
    add("ServiceEnvelope", request.envelope.map(SwiftType.named))
    for conformance in request.refinements {
      members.append(
        SurfaceMember(kind: .conformance, identity: conformance, name: conformance, span: endpoint.span))
    }
    members.append(
      SurfaceMember(
        kind: .method, identity: "call", name: request.methodName, type: result == .void ? nil : result,
        parameters: parameters, isThrowing: true, owner: request.owner.split(separator: ".").map(String.init),
        receiver: ["client"] + SwiftName.groups(endpoint.group),
        isDeprecated: request.deprecation != nil, span: endpoint.span))
    return members
  }
}

extension Endpoint {
  /// What it is on the wire.
  fileprivate func identity(_ forms: RequestForms) -> EndpointIdentity {
    let constants = forms.form(of: self)?.constants ?? [:]
    return EndpointIdentity(
      methods: methods.map { $0.rawValue.uppercased() }, path: urlParameter == nil ? pathWithoutNames : "",
      shownPath: path.text, operation: operation,
      constants: constants.map { "\($0.key) \($0.value)" }.sorted())
  }
}
