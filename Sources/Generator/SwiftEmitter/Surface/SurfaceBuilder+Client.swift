import APIModel
import Diagnostics

/// What a module has once: its client, servers, error codes and envelopes.
extension SurfaceBuilder {
  mutating func addClient(_ errors: ErrorNames) {
    let pieces = ModulePieces(
      module: module, names: names, policies: PolicyExpression(errors: errors, module: module))
    let client = pieces.client(into: &sink)
    let server = SwiftType.named(names.common.server)
    add(
      SurfaceType(
        path: [names.common.client], identity: .client, kind: .client,
        members: members(of: client.view, server), span: module.name.span))
    add(client.declarations, as: nil, at: nil, in: module.name.span)
    imports.formUnion(client.imports)
    let servers = pieces.servers(into: &sink)
    imports.formUnion(servers.imports)
    addServers(servers, server)
    addGroups()
    addErrorCodes(errors)
    let envelopes = EnvelopeNames(module)
    for envelope in module.envelopes where envelopes.isUsed(envelope) {
      addEnvelope(envelope, of: pieces, as: envelopes.name(envelope.name.text), errors)
    }
  }

  // MARK: Client

  private func members(of view: ClientView, _ server: SwiftType) -> [SurfaceMember] {
    let credential = SwiftType.runtime("any CredentialProvider")
    var parameters = [
      SurfaceParameter(identity: "server", name: "server", type: server)
    ]
    var copies: [SurfaceMember] = [
      copy("server", SurfaceParameter(identity: "server", name: "server", type: server)),
      copy(
        "options",
        SurfaceParameter(
          identity: "options", name: "options", type: .runtime("CallOptions"))),
    ]
    let listed = view.initializerOrder
    for parameter in listed {
      switch parameter {
      case .parameter(let own):
        let surface = SurfaceParameter(
          identity: "parameter \(own.wireName)", name: own.name,
          type: own.isOptional ? .optional(own.type) : own.type, defaultValue: own.isOptional ? "nil" : nil,
          span: own.span)
        parameters.append(surface)
        if own.isOptional, !own.isSecret { copies.append(copy(surface.identity, surface)) }
      case .credential(let own):
        let surface = SurfaceParameter(
          identity: "credential \(own.wireName)", name: own.name,
          type: own.isOptional ? .optional(credential) : credential,
          defaultValue: own.isOptional ? "nil" : nil,
          span: own.span)
        parameters.append(surface)
        copies.append(copy(surface.identity, surface))
      }
    }
    parameters.append(
      SurfaceParameter(
        identity: "configuration", name: "configuration", type: .runtime("ClientConfiguration"),
        defaultValue: ".init()"))
    return [
      SurfaceMember(
        kind: .initializer, identity: "init", name: "init", parameters: parameters, span: module.name.span)
    ] + copies
  }

  private func copy(_ identity: String, _ parameter: SurfaceParameter) -> SurfaceMember {
    var parameter = parameter
    parameter.defaultValue = nil
    return SurfaceMember(
      kind: .method, identity: "with \(identity)", name: "with", type: .named(names.common.client),
      parameters: [parameter], span: parameter.span)
  }

  // MARK: Servers

  private mutating func addServers(_ view: ServersView, _ type: SwiftType) {
    var parameters = [SurfaceParameter(identity: "url", name: "url", type: .string)]
    if !view.servers.isEmpty {
      parameters.append(SurfaceParameter(identity: "like", name: "like", type: type))
    }
    for (server, name) in view.named {
      parameters.append(
        SurfaceParameter(
          identity: "server \(server.name.text)", name: name, type: .optional(.string), defaultValue: "nil",
          span: server.name.span))
    }
    var members = [
      SurfaceMember(kind: .initializer, identity: "init", name: "init", parameters: parameters),
      SurfaceMember(kind: .constant, identity: "all", name: "all", type: .array(type)),
    ]
    for server in view.servers where server.variables.isEmpty {
      members.append(
        SurfaceMember(
          kind: .constant, identity: "server \(server.url)", name: SwiftName.server(server), type: type,
          isDeprecated: server.documentation.deprecation != nil, span: server.name.span))
    }
    let listed = Set(view.values.map(\.type))
    for template in view.templates {
      let parameters = template.variables.map { variable in
        SurfaceParameter(
          identity: "variable \(variable.wireName)", name: variable.name,
          type: listed.contains(variable.type) ? .named([names.common.server, variable.type]) : .string,
          defaultValue: variable.defaultValue?.text, span: template.server.name.span)
      }
      members.append(
        SurfaceMember(
          kind: .function, identity: "server \(template.server.url)",
          name: SwiftName.server(template.server), type: type, parameters: parameters,
          span: template.server.name.span))
    }
    add(
      SurfaceType(
        path: [names.common.server], identity: .server, kind: .server, members: members,
        span: module.servers.first?.name.span ?? module.name.span))
    for values in view.values {
      add(
        SurfaceType(
          path: [names.common.server, values.type], identity: .serverValues(values.type),
          kind: .closedEnumeration,
          members: DeclarationSurface.rawValue(.string, isFailable: true)
            + values.cases.map { value in
              SurfaceMember(kind: .enumerationCase, identity: "value \(value.value)", name: value.name)
            }, span: module.servers.first?.name.span))
    }
  }

  // MARK: Groups

  private mutating func addGroups() {
    let groups = EndpointGroups(module).groups
    for group in groups {
      add(
        SurfaceType(
          path: [names.common.client, group.type], identity: .group(group.path.map(\.text)), kind: .group,
          members: [
            SurfaceMember(
              kind: .property, identity: "group", name: group.name,
              type: .named([names.common.client, group.type]),
              owner: [names.common.client] + (group.parent.map { [$0] } ?? []),
              receiver: ["client"] + SwiftName.groups(group.path.dropLast()), span: group.path.last?.span)
          ], span: group.path.last?.span))
    }
  }

  // MARK: Errors and envelopes

  private mutating func addErrorCodes(_ errors: ErrorNames) {
    let constants = errors.constants.map { constant in
      SurfaceMember(
        kind: .constant, identity: "code \(constant.error.code.text) \(constant.error.message.text)",
        name: constant.name, type: .named(errors.type), span: constant.error.message.span)
    }
    add(
      SurfaceType(
        path: [errors.type], identity: .errorCodes, kind: .errorCodes, members: constants,
        span: module.name.span))
  }

  private mutating func addEnvelope(
    _ envelope: Envelope, of pieces: ModulePieces, as name: String, _ errors: ErrorNames
  ) {
    let declarations = pieces.lower(envelope, as: name, into: &sink)
    for (position, declaration) in declarations.enumerated() {
      imports.formUnion(declaration.imports)
      var type = DeclarationSurface(declaration).type
      if position == 0 {
        type.identity = .envelope(envelope.name.text)
        type.kind = .envelope
        type.span = envelope.name.span
        type.members.removeAll { $0.kind == .conformance }
      }
      add(type)
    }
  }
}
