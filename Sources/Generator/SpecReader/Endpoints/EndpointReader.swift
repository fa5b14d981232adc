import APIModel
import Diagnostics
import SpecYAML

/// A module's settings for all of its endpoints.
struct EndpointContext {
  var servers: Set<String> = []
  var allServers: [Server] = []
  var otherServers: [OtherServer] = []
  var clientParameters: [ReadParameter] = []
  var headers: [ConstantHeader] = []
  var envelope: Name?
  var policies = WrittenPolicies()
  var credentials: [CredentialDefinition] = []
  /// The names in braces in the module's base path.
  var basePlaceholders: Set<String> = []
  /// The module's errors and those of the libraries it imports.
  var errors: [ErrorCase] = []
  /// The errors that mean too many requests.
  var limitErrors: [Policies.ErrorReference] = []
  /// Whether the module has limits that requests count toward.
  var hasLimits = false
}

/// Reads the endpoints of one folder.
struct EndpointReader {
  let schemas: SchemaReader
  var folder: SpecFolder { schemas.folder }
  var report: Report { schemas.report }
  var errors: ErrorReader { ErrorReader(folder: folder, report: report) }

  static let endpointKeys =
    Endpoint.Method.allCases.map(\.rawValue) + [
      "group", "methods", "path", "summary", "docs", "deprecated", "swiftName", "server", "servers", "omit",
      "headers", "parameters", "body", "requires", "response", "responses", "failures", "envelope",
      "errors", "pagination", "weight",
    ] + PolicyReader.defaultablePolicies

  private static let authenticationHint =
    "'authentication' names the credentials that the endpoint needs, which 'credentials' under 'module' defines"

  private static let endpointHints = [
    "description": "an endpoint has a 'summary' and 'docs'",
    "title": "an endpoint has a 'summary' and 'docs'",
    "operationId": "an endpoint's name is its key under 'endpoints'",
    "header":
      "a header of the request is one of the 'parameters', with 'in: header', or a constant under 'headers'",
    "host": "write 'server: https://…' if the endpoint is at another place than the module's servers",
    "baseURL": "write 'server: https://…' if the endpoint is at another place than the module's servers",
    "form": "a form field is one of the 'parameters', with 'in: form'",
    "tags": "write 'group: name'", "tag": "write 'group: name'",
    "url": "write the path after the method, as in 'get: path'",
    "method": "write 'get: path', or 'methods' and 'path'",
    "security": authenticationHint, "auth": authenticationHint, "authorization": authenticationHint,
    "credentials": authenticationHint, "bearer": authenticationHint, "apiKey": authenticationHint,
    "requestBody": "write 'body: type', or 'body: {form: type}' and the like",
    "returns": "write 'response: type'", "result": "write 'response: type'",
    "output": "write 'response: type'",
    "scopes": "write 'authentication: {name: [scopes]}', with the name of a credential",
  ]

  func endpoint(_ definition: Definition, in module: EndpointContext) -> Endpoint? {
    guard
      let fields = Fields(
        definition.node, what: "an endpoint", keys: Self.endpointKeys, hints: hints(for: definition.node),
        form: "{get: path, response: type}", report: report)
    else { return nil }
    let isElsewhere = isURLParameter(in: fields)
    let context = isElsewhere ? module.elsewhere : module
    let (methods, pathNode) = methodsAndPath(fields, of: definition)
    var endpoint = Endpoint(
      name: definition.ownName, methods: methods,
      path: Name(
        encodedPath(PathPlaceholders.withoutOperators(pathNode?.text ?? "")),
        span: pathNode?.occurrence ?? definition.name.span),
      span: definition.node.occurrence)
    endpoint.group = definition.group
    endpoint.swiftName = fields.swiftName()
    endpoint.documentation = fields.documentation()
    let server = isElsewhere ? nil : readServer(fields, in: context, into: &endpoint)
    endpoint.servers = fields["servers"].map { servers($0, among: context.servers) }
    readBody(fields, into: &endpoint)

    if let node = fields["headers"] {
      endpoint.constantHeaders = HeaderReader(report: report).headers(
        node, of: "the endpoint '\(definition.name.text)'")
    }
    let client = isElsewhere ? [] : omit(fields, from: context, into: &endpoint)
    let template = pathNode.map {
      report.pathPlaceholders($0, for: "the path", allowsParameters: true) ?? PathPlaceholders()
    }
    let names = readParameters(
      fields, template: template, client: client, credentials: context.credentials, into: &endpoint)
    endpoint.requirements = fields["requires"].map { requirements($0, names: names, of: endpoint) } ?? []
    readResponses(fields, in: context, into: &endpoint)
    readFailures(fields, into: &endpoint)
    if let errors = fields["errors"] {
      endpoint.errors = self.errors.errorCases(errors)
      self.errors.checkDuplicates(of: endpoint.errors)
    }
    readPolicies(fields, names: names, in: context, into: &endpoint)
    if let server {
      checkSecrets(of: endpoint, at: server, client: client, span: fields.keySpan("server"))
    }
    if isElsewhere { leaveModule(module, fields, &endpoint) }
    HeaderReader(report: report).check(
      endpoint.constantHeaders, beside: endpoint.parameters + client.map(\.parameter),
      credentials: context.credentials, authentication: endpoint.policies.authentication,
      key: endpoint.policies.idempotencyKey)
    checkReportedErrors(fields, of: endpoint)
    return endpoint
  }

  /// Hints for keys that an endpoint doesn't have, such as statuses.
  private func hints(for node: YAMLNode) -> [String: String] {
    let statuses = (node.entries ?? []).map(\.name).filter { Report.isStatus($0) }
    return Self.endpointHints.merging(FailureReader.hints) { first, _ in first }.merging(
      statuses.map {
        (
          $0,
          "what is answered with a status is under 'responses', and what a failure's body is under 'failures'"
        )
      }
    ) { first, _ in first }
  }

  private func methodsAndPath(_ fields: Fields, of definition: Definition)
    -> (methods: [Endpoint.Method], path: YAMLNode?)
  {
    let place = "the endpoint '\(definition.name.text)'"
    let present = Endpoint.Method.allCases.filter { fields[$0.rawValue] != nil }
    guard let list = fields["methods"] else {
      if fields["path"] != nil {
        report.error(
          .misplacedKey, "'path' belongs beside 'methods'; with one method write 'get: path'",
          at: fields.keySpan("path"))
      }
      fields.requireAtMostOne(of: present.map(\.rawValue), in: place)
      if let method = present.first { return ([method], fields[method.rawValue]) }
      let known = Endpoint.Method.allCases.map(\.rawValue)
      if fields["path"] == nil, fields.misspelled.isDisjoint(with: known + ["methods"]) {
        report.error(.missingKey, "\(place) needs one of \(alternatives(known))", at: definition.name.span)
      }
      // What follows is meant for the method that was meant.
      return ([Endpoint.Method.allCases.first { fields.misspelled.contains($0.rawValue) } ?? .get], nil)
    }
    if let first = present.first {
      fields.requireAtMostOne(of: [first.rawValue, "methods"], in: place)
    }
    fields.require("path", in: place)
    var methods: [Endpoint.Method] = []
    for name in report.names(list, of: "methods", for: "'methods'") {
      if let method = Endpoint.Method(rawValue: name.text) {
        methods.append(method)
      } else {
        let known = Endpoint.Method.allCases.map(\.rawValue)
        let lowered = name.text.lowercased()
        report.error(
          .invalidValue, "a method must be \(alternatives(known)), not '\(abbreviate(name.text))'",
          at: name.span,
          suggestion: known.contains(lowered) ? lowered : report.suggestion(for: name.text, in: known))
      }
    }
    if list.items?.isEmpty == true {
      report.error(.valueOutOfRange, "'methods' is empty, but needs at least one", at: list.occurrence)
    }
    return (methods.isEmpty ? [.get] : methods, fields["path"])
  }

  private func servers(_ node: YAMLNode, among servers: Set<String>) -> [Name] {
    let texts = node.items?.compactMap(\.text) ?? [node.text ?? ""]
    if let url = texts.first(where: { $0.contains("://") }) {
      report.error(
        .unknownServer,
        "'servers' lists those of the module's servers that have the endpoint; write 'server: \(abbreviate(url))' if it "
          + "is at another place", at: node.occurrence)
      return []
    }
    return report.names(node, of: "servers", for: "'servers'").filter { name in
      if servers.contains(name.text) { return true }
      report.unknown(.unknownServer, "server", name, among: servers)
      return false
    }
  }

  /// - Returns: the client parameters that remain.
  private func omit(_ fields: Fields, from context: EndpointContext, into endpoint: inout Endpoint)
    -> [ReadParameter]
  {
    let client = context.clientParameters
    guard let node = fields["omit"] else { return client }
    var names = ParameterNames()
    for parameter in client {
      names.add(
        label: parameter.label.text, wireName: parameter.parameter.name.text, definedAt: parameter.label.span)
    }
    for header in context.headers { names.add(label: header.name.text, wireName: header.name.text) }
    for name in report.names(node, of: "parameters", for: "'omit'") {
      let header = context.headers.first { $0.name.text.lowercased() == name.text.lowercased() }
      if let header, !client.contains(where: { $0.label.text == name.text }) {
        endpoint.omittedHeaders.append(Name(header.name.text, span: name.span))
      } else if let wireName = names.resolve(name, of: "the module's client", report) {
        endpoint.omittedClientParameters.append(wireName)
      }
    }
    return client.filter { !endpoint.omits($0.parameter) }
  }

  /// Groups of parameters (`requires`).
  private func requirements(_ node: YAMLNode, names: ParameterNames, of endpoint: Endpoint) -> [Endpoint
    .Requirement]
  {
    let required = Set(endpoint.parameters.filter(\.isRequired).map(\.name.text))
    return report.list(node, of: "groups of parameters", for: "'requires'").compactMap { item in
      let kinds = ["atLeastOne", "exactlyOne"]
      guard let fields = Fields(item, what: "a group of 'requires'", keys: kinds, report: report) else {
        return nil
      }
      let present = fields.requireAtMostOne(of: kinds, in: "a group of 'requires'")
      guard let key = present.first, let kind = Endpoint.Requirement.Kind(rawValue: key),
        let list = fields[key]
      else {
        report.error(.missingKey, "a group of 'requires' needs \(alternatives(kinds))", at: item.startSpan)
        return nil
      }
      let group = report.names(list, of: "parameters", for: "'\(key)'")
      let parameters = group.compactMap {
        names.resolve($0, of: "the endpoint '\(endpoint.operation)'", report)
      }
      if let count = list.items?.count, count < 2 {
        report.error(
          .valueOutOfRange, "'\(key)' needs at least two parameters to choose from", at: list.occurrence)
      }
      for name in parameters where required.contains(name.text) {
        report.error(
          .conflictingKeys, "'\(name.text)' is always required, so there is nothing to choose", at: name.span)
      }
      return Endpoint.Requirement(kind: kind, parameters: parameters)
    }
  }
}
