import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  /// The endpoint's policies, with the module's as defaults.
  ///
  /// A module's `cache` applies to endpoints whose preferred method only reads, except for streams, its `partial` to those that
  /// accept GET and answer with JSON. A module's `queue` or `authentication` that names a parameter applies to endpoints
  /// that have it.
  func readPolicies(
    _ fields: Fields, names: ParameterNames, in context: EndpointContext, into endpoint: inout Endpoint,
    withPagination: Bool = true
  ) {
    let own = PolicyReader(report: report).policies(fields)
    let defaults = context.policies
    endpoint.ownPolicies = Set(PolicyReader.defaultablePolicies.filter { fields[$0] != nil })
    let isReading = endpoint.methods.first == .get || endpoint.methods.first == .head
    let isStream = endpoint.responses.contains { $0.payload.isStream }
    endpoint.policies.cache = isStream ? nil : own.cache ?? (isReading ? defaults.cache : nil)
    endpoint.policies.timeout = own.timeout ?? defaults.timeout
    endpoint.policies.weight = fields.integer("weight", in: 0...1_000_000)
    if endpoint.policies.weight != nil, !context.hasLimits {
      report.error(
        .missingKey, "'weight' counts toward the 'limits' of the module, which has none",
        at: fields.keySpan("weight"))
    }
    endpoint.policies.idempotencyKey = idempotencyKey(
      own.idempotencyKey, default: defaults.idempotencyKey, of: endpoint)
    // What the module's servers are sent, such as a signature, others aren't, unless the endpoint says so.
    endpoint.policies.own = (own.own ?? (endpoint.otherServer == nil ? defaults.own : nil))
      .flatMap { $0.isEmpty ? nil : $0 }
    endpoint.policies.retry = retry(own.retry ?? defaults.retry, of: endpoint)
    if own.retry != nil {
      endpoint.policies.retry?.resolve { errors.resolveErrors($0, among: context.errors + endpoint.errors) }
      checkEffect(of: endpoint.policies.retry, fields, in: context)
    }
    endpoint.policies.partial = partial(
      own.partial ?? (canAnswerPartially(endpoint) ? nil : .off), default: defaults.partial,
      at: fields.keySpan("partial"))
    checkPartial(endpoint, at: fields.keySpan("partial"))
    readQueue(own.queue, default: defaults.queue, fields, names: names, into: &endpoint)
    if case .credentials(let uses) = own.authentication {
      // Undefined names have been reported; the module's default must not hide that.
      let isRight = CredentialReader(report: report).check(uses, among: context.credentials)
      endpoint.policies.authentication = isRight ? own.authentication : nil
    } else {
      readAuthentication(own.authentication, default: defaults.authentication, names: names, into: &endpoint)
    }
    checkPathCredentials(of: endpoint, in: context)
    if withPagination, let node = fields["pagination"] {
      endpoint.policies.pagination = PaginationReader(schemas: schemas).pagination(
        node, in: paginationContext(of: endpoint, names: names))
    }
  }

  private func retry(_ written: WrittenRetry?, of endpoint: Endpoint) -> Policies.Retry? {
    guard let written, !written.isOff else { return nil }
    var retry = written.retry
    retry.isIdempotent =
      written.isIdempotent
      ?? (endpoint.methods.allSatisfy(\.isIdempotent) || endpoint.policies.idempotencyKey != nil)
    return retry
  }

  /// The module's key applies to methods that may have an effect each time they are sent.
  private func idempotencyKey(
    _ own: WrittenKey?, default inherited: WrittenKey?, of endpoint: Endpoint
  ) -> String? {
    switch own {
    case .header(let name): return name
    case .off: return nil
    case nil: break
    }
    guard case .header(let name) = inherited,
      endpoint.methods.contains(where: { $0 == .post || $0 == .patch }),
      !endpoint.methods.contains(.get)
    else { return nil }
    return name
  }

  /// Whether the module's `partial` applies to an endpoint: it only reads, and answers with JSON.
  private func canAnswerPartially(_ endpoint: Endpoint) -> Bool {
    endpoint.methods.contains(.get)
      && endpoint.responses.contains { response in
        guard case .json = response.payload else { return false }
        return response.statuses.overlaps(200...299)
      }
  }

  private func partial(_ own: WrittenPartial?, default inherited: WrittenPartial?, at span: SourceSpan)
    -> Policies.Partial?
  {
    var isInherited = own == nil
    switch own {
    case .policy(let policy): return policy
    case .off: return nil
    case .inherited: isInherited = true
    case nil: break
    }
    if isInherited, case .policy(let policy) = inherited { return policy }
    if own != nil {
      report.error(
        .missingKey, "'partial: true' uses the module's policy, but the module has none", at: span)
    }
    return nil
  }

  /// The policy sends its parameters itself.
  private func checkPartial(_ endpoint: Endpoint, at span: SourceSpan) {
    guard let partial = endpoint.policies.partial else { return }
    let own = [partial.fieldsParameter, partial.extraParameter].compactMap { $0 }
    for parameter in endpoint.parameters where own.contains(parameter.name.text) {
      report.error(
        .duplicateName,
        "'\(parameter.name.text)' is already sent by the policy 'partial'; remove the parameter, or write "
          + "'partial: false'", at: parameter.name.span)
    }
  }

  private func readQueue(
    _ own: Policies.Queue?, default inherited: Policies.Queue?, _ fields: Fields, names: ParameterNames,
    into endpoint: inout Endpoint
  ) {
    guard case .allowedWithKeyParameter(let parameter) = own ?? inherited else {
      endpoint.policies.queue = own ?? inherited
      return
    }
    if let wireName = names.wireName(of: parameter) {
      endpoint.policies.queue = .allowedWithKeyParameter(wireName)
    } else if own != nil {
      let place = fields["queue"]?["key"]?["parameter"]?.occurrence ?? endpoint.span
      _ = names.resolve(Name(parameter, span: place), of: "the endpoint '\(endpoint.operation)'", report)
    }
  }

  /// A credential in the path must be one that the endpoint has.
  private func checkPathCredentials(of endpoint: Endpoint, in context: EndpointContext) {
    let own = report.placeholders(in: endpoint.path.text)
    var sent: Set<String> = []
    if case .credentials(let uses) = endpoint.policies.authentication { sent = uses.indispensable }
    for credential in context.credentials {
      guard case .apiKey(.path, let name, _) = credential.scheme, !sent.contains(credential.name.text),
        own.contains(name.text)
          || endpoint.otherServer == nil && context.basePlaceholders.contains(name.text)
      else { continue }
      let place = own.contains(name.text) ? "the path" : "the module's base path"
      report.error(
        .pathParameter,
        "\(place) contains the credential '\(credential.name.text)', so 'authentication' must name it",
        at: endpoint.path.span)
    }
  }

  private func readAuthentication(
    _ own: Policies.Authentication?, default inherited: Policies.Authentication?, names: ParameterNames,
    into endpoint: inout Endpoint
  ) {
    guard case .parameter(let name) = own ?? inherited else {
      endpoint.policies.authentication = own ?? inherited
      return
    }
    if let wireName = names.wireName(of: name.text) {
      endpoint.policies.authentication = .parameter(Name(wireName, span: name.span))
    } else if own != nil {
      _ = names.resolve(name, of: "the endpoint '\(endpoint.operation)'", report)
    }
  }

  private func paginationContext(of endpoint: Endpoint, names: ParameterNames) -> PaginationContext {
    var payload: Schema?
    for response in endpoint.responses where response.statuses.overlaps(200...299) {
      if case .json(let schema) = response.payload {
        payload = schema
        break
      }
    }
    let anything = Schema(span: endpoint.span)
    var context = PaginationContext(
      parameters: names, shape: payload ?? anything, place: "the response", payload: nil,
      methods: endpoint.methods, body: endpoint.body)
    for parameter in endpoint.parameters { context.parameterSchemas[parameter.name.text] = parameter.schema }
    guard let envelope = endpoint.envelope, let owner = folder.owners[.envelopes]?[envelope.text],
      let shape = owner.envelopeShapes[envelope.text]
    else { return context }
    context.payload = payload ?? anything
    guard owner.envelopes[envelope.text]?.payload == nil else {
      context.shape = shape
      context.place = "the envelope '\(envelope.text)'"
      return context
    }
    context.shape = Schema(span: endpoint.span)
    context.shape.allOf = [shape, payload ?? anything]
    context.place = "the response in the envelope '\(envelope.text)'"
    return context
  }
}
