import APIModel
import Diagnostics

/// The parts that a module has once: its envelope, client and servers.
struct ModulePieces {
  let module: Module
  let names: TypeNames
  let policies: PolicyExpression

  /// The declarations of an envelope's type and of its nested types.
  func lower(_ envelope: Envelope, as name: String, into sink: inout DiagnosticSink) -> [Declaration] {
    var lowering = SchemaLowering(names: names)
    lowering.declareObject(envelope.schema, as: Place(name: name))
    sink.append(contentsOf: lowering.sink)
    return lowering.takeDeclarations()
  }

  /// An envelope's type and its nested types.
  func envelope(
    _ envelope: Envelope, as name: String, renderer: DeclarationRenderer, templates: TemplateLibrary,
    into sink: inout DiagnosticSink
  ) -> (declarations: [String], imports: Imports) {
    let declarations = lower(envelope, as: name, into: &sink)
    guard let own = declarations.first, case .structure(let structure) = own.kind else { return ([], []) }
    for property in structure.properties where unusableEnvelopeNames.contains(property.name) {
      sink.error(
        .nameCollision,
        "every envelope already has a member '\(property.name)'; set 'swiftName' on the property",
        at: envelope.schema.object.properties.first { $0.name.text == property.wireName }?.name.span
          ?? envelope.name.span)
    }
    let failure = envelope.failure.map { FailureExpression(names: names, envelope: envelope, failure: $0) }
    failure?.check(into: &sink)
    if let written = envelope.failure { failure?.check(written, into: &sink) }
    let view = EnvelopeView(
      StructureView(
        structure, of: own, conformance: "ResponseEnvelope", isTuple: false),
      payloadKey: envelope.payload?.text ?? "",
      errorCode: names.common.errorCode, failure: failure,
      condition: envelope.failure.flatMap { failure?.condition($0) })
    let text = templates.render(view, with: .envelope, into: &sink)
    let nested = declarations.dropFirst().map { renderer.render($0, into: &sink) }
    return ([text] + nested, Imports(of: declarations.map(\.imports)))
  }

  /// The servers, with unique names.
  func servers(into sink: inout DiagnosticSink) -> ServersView {
    var scope = NameScope("two servers", remedy: "rename one of them")
    for server in module.servers { scope.claim(SwiftName.server(server), for: server.name, into: &sink) }
    let templates = ServerTemplate.templates(of: module, into: &sink)
    var arguments = NameScope(
      "two other servers", reserving: [["core", "like", "server", "url"]], remedy: "rename one of them")
    var otherNames: [String: String] = [:]
    for other in module.otherServers where other.isNamed {
      let name = SwiftName.member(other.name.text)
      arguments.claim(name, for: other.name, into: &sink)
      otherNames[other.name.text] = name
    }
    return ServersView(
      name: names.common.server, servers: module.servers, templates: templates.servers,
      values: templates.values, otherServers: module.otherServers, otherNames: otherNames)
  }

  /// The client's type and its nested types.
  func client(into sink: inout DiagnosticSink) -> (
    view: ClientView, declarations: [Declaration], imports: Imports
  ) {
    var lowering = SchemaLowering(names: names)
    var scope = NameScope(
      "two parameters of the client", reserving: names.reserved(beside: unusableClientParameterNames))
    let parameters = module.clientParameters.map { parameter in
      let name = SwiftName.member(
        (parameter.label ?? parameter.name).text, override: parameter.schema.swiftName?.text,
        avoiding: unusableClientParameterNames)
      scope.claim(name, for: parameter.schema.swiftName ?? parameter.label ?? parameter.name, into: &sink)
      let use = lowering.sentUse(
        parameter.schema, in: Place(name: names.common.client).property(name, avoiding: names.all))
      let isSecret = parameter.isSecret || names.index.containsSecret(parameter.schema)
      return ClientView.Parameter(
        name: name, wireName: parameter.name.text, type: use.type, coder: use.coder,
        constraint: use.constraint, isOptional: !parameter.isRequired || parameter.schema.defaultValue != nil,
        isSecret: isSecret,
        location: [.header, .cookie].contains(parameter.location) ? parameter.location : nil,
        summary: parameter.schema.documentation.summary, span: parameter.name.span)
    }
    let indispensable = module.authentication?.indispensable ?? []
    let credentials = module.credentials.map { credential in
      let name = SwiftName.credential(credential)
      scope.claim(name, for: credential.swiftName ?? credential.name, into: &sink)
      return ClientView.Credential(
        name: name, wireName: credential.name.text, summary: credential.documentation.summary,
        isOptional: !indispensable.contains(credential.name.text), span: credential.name.span)
    }
    let failures = FailureLowering(names: names, enclosing: [names.common.client]).lower(
      endpointsTakeFailures ? module.failures : [], by: &lowering)
    sink.append(contentsOf: lowering.sink)
    let view = ClientView(
      module: module, parameters: parameters, credentials: credentials, policies: policies.shared,
      limits: policies.limits(of: module), middleware: PolicyExpression.middleware(of: module),
      failures: failures.expressions,
      authentication: CredentialExpression(errors: policies.errors).arguments(of: module))
    let declarations = lowering.takeDeclarations()
    let imports =
      parameters.map(\.type.imports) + parameters.compactMap(\.constraint?.code.imports)
      + parameters.compactMap(\.coder?.imports) + view.middleware.map(\.imports) + view.limits.map(\.imports)
      + policies.shared.map(\.expression.imports)
    return (view, declarations, Imports(of: imports + [failures.imports] + declarations.map(\.imports)))
  }

  private var endpointsTakeFailures: Bool { module.endpoints.contains(where: \.sharesFailures) }
}
