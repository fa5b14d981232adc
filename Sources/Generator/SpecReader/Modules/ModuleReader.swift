import APIModel
import Diagnostics
import SpecYAML

/// Reads a folder: a library, or a module with its endpoints and slices.
struct ModuleReader {
  let schemas: SchemaReader
  /// Whether a document says what the endpoints are.
  var isBesideDocument = false
  var folder: SpecFolder { schemas.folder }
  var report: Report { schemas.report }

  private static let libraryKeys = ["library", "summary", "docs", "import", "formats", "failures"]
  static let moduleKeys =
    libraryKeys + [
      "name", "access", "initializers", "basePath", "servers", "otherServers", "headers", "parameters",
      "envelope",
      "limits", "tokenFlow",
      "credentials", "groups", "types", "webhooks",
    ] + PolicyReader.defaultablePolicies

  private static let credentialHint =
    "what proves who asks is under 'credentials', as in 'token: {scheme: bearer}', and 'authentication' says which of "
    + "them endpoints need"

  private static let hints = [
    "description": "a module has a 'summary' and 'docs'", "baseURL": "a module has 'servers'",
    "security": credentialHint, "securitySchemes": credentialHint, "auth": credentialHint,
    "authorization": credentialHint, "apiKey": credentialHint, "bearer": credentialHint,
    "basic": credentialHint, "oauth2": credentialHint,
    "group": "a file's 'group', at its top, is that of its endpoints; 'groups' describes the module's groups",
    "prefix": "write 'types: {prefix: …}'", "namespace": "write 'types: {prefix: …}'",
    "tags": "'groups' describes the module's groups",
  ]

  /// Checks the settings of a library. Its definitions have been read.
  func readLibrary() {
    for section in [Section.endpoints, .slices, .webhooks] {
      for definition in folder.definitions[section] ?? [] {
        report.error(
          .libraryContent,
          "the library \(folder.name) can't have \(section.rawValue): it doesn't become a Swift module",
          at: definition.name.span)
      }
    }
    guard let node = folder.moduleNode else { return }
    let hints = Dictionary(
      uniqueKeysWithValues: Set(Self.moduleKeys).subtracting(Self.libraryKeys).map {
        ($0, "only a module can have it")
      })
    guard let fields = Fields(node, what: "a library", keys: Self.libraryKeys, hints: hints, report: report)
    else {
      return
    }
    _ = fields.boolean("library")
    _ = fields.documentation()
    schemas.checkFormatsChoice(fields)
    folder.failures = fields["failures"].flatMap(readFailures) ?? []
  }

  private func readFailures(_ node: YAMLNode) -> [Failure]? {
    FailureReader(schemas: schemas).failures(node)
  }

  /// Adds the failures of the libraries for statuses of which neither the module nor an earlier library says anything.
  private func addFailures(of fields: Fields, to module: inout Module) {
    if let node = fields["failures"] {
      guard let own = readFailures(node) else { return }
      module.failures = own
    }
    for failure in folder.libraries().flatMap(\.failures)
    where !module.failures.contains(where: { $0.statuses == failure.statuses }) {
      module.failures.append(failure)
    }
  }

  /// Reads the module, its endpoints and slices. Nil if nothing in the folder could be read.
  func readModule() -> Module? {
    var module = Module(name: Name(folder.name, span: folder.moduleNode?.startSpan ?? folder.span))
    var context = EndpointContext()
    context.errors = folder.errors + folder.libraries().flatMap(\.errors)
    module.errors = context.errors
    let fields = folder.moduleNode.flatMap {
      Fields(
        $0, what: "a module", keys: Self.moduleKeys,
        hints: Self.hints.merging(FailureReader.hints) { first, _ in first },
        report: report)
    }
    if let fields { read(fields, into: &module, &context) }
    report.checkModuleName(module.name)
    if module.servers.isEmpty, let endpoint = folder.definitions[.endpoints]?.first, fields?["servers"] == nil
    {
      let place = folder.moduleNode == nil ? "in module.yaml" : "here, as in 'servers: {main: https://…}'"
      report.error(
        .missingKey, "the module \(folder.name) has endpoints, but no servers; write them \(place)",
        at: folder.moduleKeySpan ?? endpoint.name.span)
    }
    let endpoints = EndpointReader(schemas: schemas)
    for definition in endpoints.wellIndented(folder.definitions[.endpoints] ?? []) {
      if let endpoint = endpoints.endpoint(definition, in: context) { module.endpoints.append(endpoint) }
    }
    module.otherServers += folder.inlineServers
    checkGroups(of: module, isListed: fields?["groups"] != nil)
    if module.initializers == .requests, module.endpoints.isEmpty, !isBesideDocument {
      report.error(
        .keywordMismatch,
        "'initializers: requests' would leave out every initializer, because the module has no endpoints; leave it out",
        at: fields?.keySpan("initializers"))
    }
    checkReportedErrors(of: module)
    completeRetries(of: &module, in: context)
    module.limitErrors = endpoints.errors.resolveErrors(
      module.limitErrors, among: module.errors + module.endpoints.flatMap(\.errors))
    for index in module.credentials.indices {
      module.credentials[index].refusalErrors = endpoints.errors.resolveErrors(
        module.credentials[index].refusalErrors, among: module.errors + module.endpoints.flatMap(\.errors))
    }
    module.webhooks = WebhookReader(schemas: schemas).webhooks(fields?["webhooks"])
    module.slices = SliceReader(schemas: schemas).readSlices()
    collectDefinitions(into: &module)
    return module
  }

  /// Checked here because the representation has parameters only where endpoints use them.
  func reportUnusedParameters() {
    // A misspelled name elsewhere may mean it.
    guard !report.sink.hasErrors else { return }
    for definition in folder.unusedParameters {
      report.warning(
        .unusedDefinition, "parameter '\(definition.name.text)' is not used by any endpoint",
        at: definition.name.span)
    }
  }

  func read(_ fields: Fields, into module: inout Module, _ context: inout EndpointContext) {
    for entry in fields.node.mapping?.entries ?? [] {
      module.keySpans[entry.name] = entry.key.occurrence
    }
    if let name = fields.name("name") { module.name = name }
    _ = fields.boolean("library")
    module.documentation = fields.documentation()
    if let node = fields["access"], let access = report.choice(node, of: AccessLevel.self, for: "access") {
      module.access = access
    }
    if let node = fields["initializers"],
      let initializers = report.choice(node, of: InitializerScope.self, for: "initializers")
    {
      module.initializers = initializers
    }
    schemas.checkFormatsChoice(fields)
    module.credentials = fields["credentials"].map(CredentialReader(report: report).credentials) ?? []
    context.credentials = module.credentials
    if let node = fields["basePath"], node.text?.isEmpty != true || node.scalar == nil,
      let template = report.pathPlaceholders(
        node, for: "'basePath'", allowsParameters: !module.credentials.isEmpty), let path = node.text
    {
      checkBasePath(template, of: module)
      context.basePlaceholders = Set(template.parameters.map(\.text))
      module.basePath = encodedPath(path.hasByteSuffix("/") ? path : path + "/")
    }
    readTypes(fields, into: &module)
    module.groups = fields["groups"].map(groups) ?? []
    module.servers = servers(fields)
    context.servers = Set(module.servers.map(\.name.text))
    context.allServers = module.servers
    context.clientParameters = clientParameters(fields)
    if let node = fields["otherServers"] {
      module.otherServers = OtherServerReader(
        report: report, servers: module.servers, credentials: module.credentials,
        parameters: context.clientParameters
      ).otherServers(node)
      context.otherServers = module.otherServers
    }
    module.clientParameters = context.clientParameters.map(\.labelled)
    context.envelope = EnvelopeReader(schemas: schemas).envelopeName(fields) ?? nil
    addFailures(of: fields, to: &module)
    context.policies = PolicyReader(report: report).policies(fields)
    checkModulePolicies(context.policies, module.credentials)
    readHeaders(fields, into: &module, &context)
    if case .credentials(let uses) = context.policies.authentication { module.authentication = uses }
    if case .inherited = context.policies.partial {
      report.error(
        .invalidValue,
        "'partial: true' uses the module's policy, and this is the module; write the policy as a mapping",
        at: fields.keySpan("partial"))
    }
    readLimits(fields, into: &module)
    context.limitErrors = module.limitErrors
    context.hasLimits = !module.limits.isEmpty || module.limitFields != nil
    if !isBesideDocument { module.tokenFlow = fields["tokenFlow"].flatMap(tokenFlow) }
  }

  private func readHeaders(
    _ fields: Fields, into module: inout Module, _ context: inout EndpointContext
  ) {
    guard let node = fields["headers"] else { return }
    let reader = HeaderReader(report: report)
    module.constantHeaders = reader.headers(node, of: "the module")
    context.headers = module.constantHeaders
    var key: String?
    if case .header(let name) = context.policies.idempotencyKey { key = name }
    reader.check(
      module.constantHeaders, beside: module.clientParameters, credentials: module.credentials,
      authentication: context.policies.authentication, key: key)
  }

  /// The base path may contain credentials, and nothing else in braces.
  private func checkBasePath(_ template: PathPlaceholders, of module: Module) {
    let names = module.credentials.compactMap(\.pathName)
    for name in template.parameters where template.reserved.contains(name.text) {
      report.error(
        .pathParameter, "'{+\(abbreviate(name.text))}' is a credential, which can't contain slashes",
        at: name.span)
    }
    for name in template.parameters where !names.contains(name.text) {
      report.error(
        .pathParameter,
        "'{\(abbreviate(name.text))}' in the base path isn't the name of a credential with 'path'",
        at: name.span, suggestion: report.suggestion(for: name.text, in: names))
    }
  }

  private func servers(_ fields: Fields) -> [Server] {
    // Only apps know the URL.
    guard let node = fields["servers"], node.text != "none" else { return [] }
    var servers: [Server] = []
    for entry in report.entries(node, for: "'servers'", areWireNames: true, form: form(ofServers: node)) {
      let name = Name(entry.name, span: entry.key.occurrence)
      guard report.checkDefinitionName(name, of: "a server") else { continue }
      var server = Server(name: name, url: "")
      var url: YAMLNode? = entry.value
      if entry.value.mapping != nil {
        guard
          let parts = Fields(
            entry.value, what: "a server", keys: ["url", "summary", "deprecated", "variables"], report: report
          )
        else { continue }
        parts.require("url", in: "a server")
        server.documentation = parts.documentation()
        url = parts["url"]
        if let node = parts["variables"] {
          let variables = ServerVariableReader(report: report)
          server.variables = variables.variables(node)
          server.url = url.flatMap { variables.url($0, server.variables) } ?? "https://invalid.invalid/"
          servers.append(server)
          continue
        }
      }
      server.url = url.flatMap { report.serverURL($0) } ?? "https://invalid.invalid/"
      servers.append(server)
    }
    if node.entries?.isEmpty == true {
      report.error(.valueOutOfRange, "'servers' is empty, but needs at least one", at: node.occurrence)
    }
    return servers
  }

  /// The form to write, `{main: https://…}`, with the URL that was found.
  private func form(ofServers node: YAMLNode) -> String {
    let url = node.items?.first?.text ?? node.text ?? ""
    return "{main: \(url.isEmpty ? "https://…" : abbreviate(url))}"
  }

  private func clientParameters(_ fields: Fields) -> [ReadParameter] {
    guard let node = fields["parameters"] else { return [] }
    if node.mapping != nil {
      report.mismatch(
        node, expected: "a list of names", for: "'parameters'",
        hint: "a client's parameters are defined under the top-level key 'parameters'")
      return []
    }
    var parameters: [ReadParameter] = []
    for name in report.names(node, of: "names", for: "'parameters'") {
      guard let parameter = folder.takeParameter(named: name, report) else {
        report.unknown(
          .unknownParameter, "parameter", name,
          among: folder.visibleNames(in: .parameters), notes: folder.notImported(name.text, in: .parameters))
        continue
      }
      if [.path, .url].contains(parameter.parameter.location) {
        let place = parameter.parameter.location == .url ? "the URL" : "part of the path"
        report.error(.pathParameter, "a client parameter can't be \(place)", at: name.span)
      }
      if let span = parameter.style.span {
        report.error(
          .keywordMismatch, "a parameter of the client is a scalar or a list with commas, and has no style",
          at: span)
      }
      parameters.append(parameter)
    }
    return parameters
  }

  /// A module's policies may name any parameter that is defined under `parameters`, because they apply to endpoints
  /// that have it.
  private func checkModulePolicies(_ policies: WrittenPolicies, _ credentials: [CredentialDefinition]) {
    var names = ParameterNames()
    for label in folder.visibleNames(in: .parameters) {
      names.add(
        label: label, wireName: folder.parameter(named: label)?.parameter.name.text ?? label,
        definedAt: folder.definition(label, in: .parameters)?.name.span)
    }
    let endpoints = folder.definitions[.endpoints] ?? []
    for entry in endpoints.flatMap({ $0.node["parameters"]?.entries ?? [] }) {
      let label = MarkedName(entry.name).name
      names.add(label: label, wireName: entry.value["name"]?.text ?? label)
    }
    if case .parameter(let name) = policies.authentication {
      _ = names.resolve(name, of: "the module", report)
    }
    if case .credentials(let uses) = policies.authentication {
      _ = CredentialReader(report: report).check(uses, among: credentials)
    }
    if case .allowedWithKeyParameter(let parameter) = policies.queue {
      let node = folder.moduleNode?["queue"]?["key"]?["parameter"]
      _ = names.resolve(Name(parameter, span: node?.occurrence ?? folder.span), of: "the module", report)
    }
  }

  private func readLimits(_ fields: Fields, into module: inout Module) {
    let scopes = [RateLimit.Scope.application, .address]
    guard let node = fields["limits"],
      let limits = Fields(
        node, what: "'limits'", keys: scopes.map(\.rawValue) + ["errors", "headers"],
        form: "{application: \(node.text.flatMap { $0.isEmpty ? nil : abbreviate($0) } ?? "10/s")}",
        report: report)
    else { return }
    module.limits = scopes.compactMap { scope in
      limits[scope.rawValue].flatMap { report.rate($0, for: "'\(scope.rawValue)'") }.map {
        RateLimit(scope: scope, count: $0.count, seconds: $0.seconds)
      }
    }
    module.limitFields = limits["headers"].flatMap {
      PolicyReader(report: report).rateLimitFields($0, beside: module.limits)
    }
    guard let errors = limits["errors"] else { return }
    module.limitErrors = report.names(errors, of: "errors", for: "'errors'").map { .init(message: $0) }
  }

  /// The prefix of all type names, and the user's types for formats and models.
  private func readTypes(_ fields: Fields, into module: inout Module) {
    let keys = ["prefix", "formats"] + (isBesideDocument ? [] : ["models"])
    let place =
      isBesideDocument
      ? "your own type for a schema goes below the schema's name under the file's 'types', as 'swift'"
      : "your own type for a schema goes on the schema, as 'swift'"
    guard let node = fields["types"],
      let types = Fields(
        node, what: "'types'", keys: keys,
        hints: ["namespace": "write 'prefix'", "schemas": place, "models": place],
        form: "{prefix: \(node.text.map(abbreviate) ?? "Shop")}", report: report)
    else { return }
    module.typePrefix = types.swiftName("prefix", isType: true)
    module.formatTypes = types["formats"].map(schemas.formatTypes) ?? []
    module.modelTypes = types["models"].map(schemas.modelTypes) ?? []
  }

  func tokenFlow(_ node: YAMLNode) -> TokenFlow? {
    guard
      let flow = Fields(node, what: "'tokenFlow'", keys: ["login", "prolongate", "logout"], report: report)
    else { return nil }
    let pagination = PaginationReader(schemas: schemas)
    func endpoint(_ key: String) -> Name? {
      flow.name(key).flatMap { pagination.checkEndpoint($0) ? $0 : nil }
    }
    return TokenFlow(login: endpoint("login"), prolongate: endpoint("prolongate"), logout: endpoint("logout"))
  }
}
