import APIModel
import Diagnostics
import SpecYAML

private let reservedModuleNames: Set<String> = [
  "CWGNAPICurl", "CWGNAPIZlib", "CoreFoundation", "Darwin", "Dispatch", "ECMARegex", "Foundation",
  "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "Glibc", "HTTPTypes",
  "HTTPTypesFoundation", "Musl", "Swift", "Synchronization", "WGNAPIAsyncHTTPClient", "WGNAPIChains",
  "WGNAPIClient", "WGNAPICurl", "WGNAPIFeeds", "WGNAPIFormats", "WGNAPIJSON", "WGNAPIMiddleware",
  "WGNAPIPages", "WGNAPIPartial", "WGNAPIRuntime", "WGNAPIStore", "WGNAPISupport", "WGNAPITransport",
  "WGNAPIURLSession", "_Concurrency", "main", "os",
]

/// Reads what a folder is: a library, or a module with its endpoints and slices.
struct ModuleReader {
  let schemas: SchemaReader
  var folder: SpecFolder { schemas.folder }
  private var report: Report { schemas.report }

  private static let libraryKeys = ["library", "summary", "docs", "import", "formats"]
  static let moduleKeys =
    libraryKeys + [
      "name", "basePath", "servers", "parameters", "envelope", "limits", "tokenFlow",
    ] + PolicyReader.defaultablePolicies

  /// Checks what a library says of itself. Its definitions have been read.
  func readLibrary() {
    for section in [Section.endpoints, .slices] {
      for definition in folder.definitions[section] ?? [] {
        report.error(
          .libraryContent,
          "the library \(folder.name) can't have \(section.rawValue): it makes no Swift module",
          at: definition.name.span)
      }
    }
    guard let node = folder.moduleNode else { return }
    let hints = Dictionary(
      uniqueKeysWithValues: Set(Self.moduleKeys).subtracting(Self.libraryKeys).map {
        ($0, "that is for a module")
      })
    guard let fields = Fields(node, what: "a library", keys: Self.libraryKeys, hints: hints, report: report)
    else {
      return
    }
    _ = fields.boolean("library")
    _ = fields.documentation()
    schemas.checkFormatsChoice(fields)
  }

  /// Reads the module, its endpoints and slices. Nil where the folder holds nothing that could be read.
  func readModule() -> Module? {
    var module = Module(name: Name(folder.name, span: folder.moduleNode?.startSpan ?? folder.span))
    var context = EndpointContext()
    context.errors = folder.errors + folder.libraries().flatMap(\.errors)
    module.errors = context.errors
    let fields = folder.moduleNode.flatMap {
      Fields(
        $0, what: "a module", keys: Self.moduleKeys,
        hints: ["description": "a module has a 'summary' and 'docs'", "baseURL": "a module has 'servers'"],
        report: report)
    }
    if let fields { read(fields, into: &module, &context) }
    checkName(of: module)
    if module.servers.isEmpty, let endpoint = folder.definitions[.endpoints]?.first, fields?["servers"] == nil
    {
      let tail = folder.moduleNode == nil ? "; write them in module.yaml" : ""
      report.error(
        .missingKey, "the module \(folder.name) has endpoints, but no servers\(tail)",
        at: fields.map { _ in module.name.span } ?? endpoint.name.span)
    }
    let endpoints = EndpointReader(schemas: schemas)
    for definition in folder.definitions[.endpoints] ?? [] {
      if let endpoint = endpoints.endpoint(definition, in: context) { module.endpoints.append(endpoint) }
    }
    if let errors = context.policies.retry?.retry.errors {
      let resolved = endpoints.errors.resolveErrors(
        errors, among: module.errors + module.endpoints.flatMap(\.errors))
      // The endpoints took the module's policy before its errors were known.
      for index in module.endpoints.indices where module.endpoints[index].policies.retry?.errors == errors {
        module.endpoints[index].policies.retry?.errors = resolved
      }
    }
    module.limitErrors = endpoints.errors.resolveErrors(
      module.limitErrors, among: module.errors + module.endpoints.flatMap(\.errors))
    module.slices = SliceReader(schemas: schemas).readSlices()
    collectDefinitions(into: &module)
    return module
  }

  private func read(_ fields: Fields, into module: inout Module, _ context: inout EndpointContext) {
    if let name = fields.name("name") { module.name = name }
    _ = fields.boolean("library")
    module.documentation = fields.documentation()
    schemas.checkFormatsChoice(fields)
    if let node = fields["basePath"], node.text?.isEmpty != true || node.scalar == nil,
      report.pathTemplate(node, for: "'basePath'", allowsParameters: false) != nil, let path = node.text
    {
      module.basePath = path.hasByteSuffix("/") ? path : path + "/"
    }
    module.servers = servers(fields)
    context.servers = Set(module.servers.map(\.name.text))
    context.clientParameters = clientParameters(fields)
    module.clientParameters = context.clientParameters.map(\.labelled)
    context.envelope = EnvelopeReader(schemas: schemas).envelopeName(fields) ?? nil
    context.policies = PolicyReader(report: report).policies(fields)
    checkModulePolicies(context.policies)
    if case .inherited = context.policies.partial {
      report.error(
        .invalidValue, "'partial: true' takes over the module's policy, which would be here",
        at: fields.keySpan("partial"))
    }
    readLimits(fields, into: &module)
    module.tokenFlow = tokenFlow(fields)
  }

  private func servers(_ fields: Fields) -> [Server] {
    guard let node = fields["servers"] else { return [] }
    var servers: [Server] = []
    for entry in report.entries(node, for: "'servers'") {
      let name = Text(text: entry.name, span: entry.key.occurrence)
      guard report.checkDefinitionName(name, of: "a server") else { continue }
      var server = Server(name: Name(name.text, span: name.span), url: "")
      var url: YAMLNode? = entry.value
      if entry.value.mapping != nil {
        guard
          let parts = Fields(
            entry.value, what: "a server", keys: ["url", "summary", "deprecated"], report: report)
        else { continue }
        parts.require("url", in: "a server")
        server.documentation = parts.documentation()
        url = parts["url"]
      }
      server.url = url.flatMap(report.serverURL) ?? "https://invalid.invalid/"
      servers.append(server)
    }
    if node.entries?.isEmpty == true {
      report.error(.valueOutOfRange, "'servers' is empty, but needs at least one", at: node.occurrence)
    }
    return servers
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
      guard let parameter = folder.parameter(named: name.text) else {
        report.unknown(
          .unknownParameter, "parameter", Text(text: name.text, span: name.span),
          among: folder.visibleNames(in: .parameters), notes: folder.notImported(name.text, in: .parameters))
        continue
      }
      if parameter.parameter.location == .path {
        report.error(.pathParameter, "a parameter of the client can't stand in the path", at: name.span)
      }
      parameters.append(parameter)
    }
    return parameters
  }

  /// A module's policies may name any parameter that is defined under `parameters`, since they serve
  /// endpoints that have it.
  private func checkModulePolicies(_ policies: WrittenPolicies) {
    var names = ParameterNames()
    for label in folder.visibleNames(in: .parameters) {
      names.add(label: label, wireName: folder.parameter(named: label)?.parameter.name.text ?? label)
    }
    let endpoints = folder.definitions[.endpoints] ?? []
    for entry in endpoints.flatMap({ $0.node["parameters"]?.entries ?? [] }) {
      let label = MarkedName(entry.name).name
      names.add(label: label, wireName: entry.value["name"]?.text ?? label)
    }
    if case .parameter(let name) = policies.authentication {
      _ = names.resolve(name, of: "the module", report)
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
        node, what: "'limits'", keys: scopes.map(\.rawValue) + ["errors", "headers"], report: report)
    else { return }
    module.limits = scopes.compactMap { scope in
      limits[scope.rawValue].flatMap { report.rate($0, for: "'\(scope.rawValue)'") }.map {
        RateLimit(scope: scope, count: $0.count, seconds: $0.seconds)
      }
    }
    module.limitFields = limits["headers"].flatMap { PolicyReader(report: report).rateLimitFields($0) }
    guard let errors = limits["errors"] else { return }
    module.limitErrors = report.names(errors, of: "errors", for: "'errors'").map { .init(message: $0) }
    if scopes.allSatisfy({ limits[$0.rawValue] == nil }), limits["headers"] == nil {
      report.error(
        .missingKey, "'errors' needs a limit beside it: 'application', 'address' or 'headers'",
        at: limits.keySpan("errors"))
    }
  }

  private func tokenFlow(_ fields: Fields) -> TokenFlow? {
    guard let node = fields["tokenFlow"],
      let flow = Fields(node, what: "'tokenFlow'", keys: ["login", "prolongate", "logout"], report: report)
    else { return nil }
    let pagination = PaginationReader(schemas: schemas)
    func endpoint(_ key: String) -> Name? {
      flow.name(key).flatMap { pagination.checkEndpoint($0) ? $0 : nil }
    }
    return TokenFlow(login: endpoint("login"), prolongate: endpoint("prolongate"), logout: endpoint("logout"))
  }

  /// The name is written after `import` in Swift and names a folder.
  private func checkName(of module: Module) {
    let name = Text(text: module.name.text, span: module.name.span)
    guard report.checkSafe(name, kind: "the name of a module") else { return }
    if reservedModuleNames.contains(name.text) {
      report.error(
        .reservedName,
        "'\(name.text)' is the name of a module that generated code uses or the system has", at: name.span)
    } else if reservedTypeNames.contains(name.text) || swiftKeywords.contains(name.text) {
      report.error(
        .reservedName,
        "'\(name.text)' can't be the name of a module: Swift, or a type that generated code uses, has it, and "
          + "'\(name.text).Client' would be looked for there; 'name' under 'module' sets another, and '--module' that "
          + "of a single file", at: name.span)
    } else if !name.text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") })
      || !isDefinitionName(name.text)
    {
      report.error(
        .invalidName,
        "'\(abbreviate(name.text))' can't be the name of a Swift module: write letters, digits and '_', "
          + "beginning with a letter; 'name' under 'module' sets another than the folder's", at: name.span)
    }
  }
}
