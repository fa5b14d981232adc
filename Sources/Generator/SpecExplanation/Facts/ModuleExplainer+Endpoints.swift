import APIModel
import CallComposing
import Diagnostics
import SchemaValues
import SpecCall
import SwiftEmitter

extension ModuleExplainer {
  /// The URL at which a mock server listens by default.
  package static let mockServer = "http://127.0.0.1:8080"

  /// The facts about an endpoint.
  ///
  /// - Parameter mock: the URL of the mock server; nil to leave out the request to try.
  package func facts(of endpoint: Endpoint, mock: String? = nil) -> EndpointFacts {
    let request = requests[endpoint.operation]
    let call = request?.members.first { $0.identity == "call" }
    let example = ExampleCall(of: endpoint, in: examples)
    // Pages show the statement only.
    let program = mock == nil ? example?.program : nil
    let documentation = endpoint.documentation
    return EndpointFacts(
      name: name(of: endpoint), call: "client.\(endpoint.swiftPath)", operation: endpoint.operation,
      operationID: endpoint.operationID, group: endpoint.group.map(\.text), summary: documentation.summary,
      details: documentation.details,
      isDeprecated: documentation.deprecation != nil, deprecation: documentation.deprecation?.message,
      methods: endpoint.methods.map { $0.rawValue.uppercased() },
      path: endpoint.path.text.isEmpty ? "/" : endpoint.path.text,
      signature: call.map(signature) ?? endpoint.swiftPath,
      parameters: (call?.parameters ?? []).map { parameter($0, of: endpoint) } + constants(of: endpoint),
      requirements: requirements(of: endpoint), response: response(of: endpoint, request),
      failures: failures(of: request),
      errors: errors(of: endpoint), behaviour: behaviour(of: endpoint), statement: example?.statement,
      swift: program, curl: example?.curl,
      trial: mock.flatMap { example?.request(to: $0) }.flatMap(TrialFacts.init),
      position: position(endpoint.name.span))
  }

  // MARK: Swift

  /// `searchPlayers(search: String, limit: Int? = nil) async throws -> [PlayerMatch]`
  func signature(_ call: SurfaceMember) -> String {
    let parameters = call.parameters.map { parameter in
      "\(SurfaceText.label(parameter.name)): \(parameter.type.text)\(parameter.hasDefault ? " = nil" : "")"
    }
    let head = SurfaceText.escaped(call.name)
    let tail = " async throws" + (call.type.map { " -> \($0.text)" } ?? "")
    let line = "\(head)(\(parameters.joined(separator: ", ")))\(tail)"
    if line.count <= 100 || parameters.count < 2 { return line }
    return "\(head)(\n  \(parameters.joined(separator: ",\n  "))\n)\(tail)"
  }

  private func parameter(_ parameter: SurfaceParameter, of endpoint: Endpoint) -> ValueFacts {
    let words = parameter.identity.split(separator: " ", maxSplits: 1).map(String.init)
    let place = words.first ?? ""
    let described = endpoint.parameters.first {
      "\($0.location.rawValue) \($0.name.text)" == parameter.identity
    }
    let schema = DescribedTypes.schema(of: parameter.identity, endpoint)
    var facts = value(
      parameter.name, schema, type: parameter.type.text,
      isSecret: described?.isSecret ?? (place == "credential"))
    facts.wireName = words.count > 1 ? words[1] : nil
    facts.place = place == "part" ? "form part" : place
    facts.isOptional = parameter.hasDefault
    facts.isRequired = !parameter.hasDefault
    if place == "credential" { facts.summary = "The credential of this call." }
    if let described, described.isBatched, let most = described.schema.counts[.maxItems] {
      facts.limits.append("More than \(most) are sent in several requests by `.batched()`.")
    }
    if case .multipart(let parts)? = endpoint.body,
      let part = parts.first(where: { "part \($0.name.text)" == parameter.identity })
    {
      facts.summary = facts.summary ?? part.documentation.summary
      facts.details = facts.details ?? part.documentation.details
    }
    if place == "body", facts.summary == nil { facts.summary = Self.summary(of: endpoint.body) }
    return facts
  }

  private static func summary(of body: Endpoint.Body?) -> String? {
    switch body {
    case .json: "The body, in JSON."
    case .jsonOfType(_, let type), .bytes(let type), .text(let type), .file(let type): "The body, `\(type)`."
    case .form: "The body, a form."
    case .alternatives(let all): "The body: \(wordList(all.map { "`\($0.mediaType.text)`" }))."
    case .multipart, nil: nil
    }
  }

  /// The values that are sent with every call, without an argument.
  private func constants(of endpoint: Endpoint) -> [ValueFacts] {
    func facts(
      _ name: String, _ constant: Literal?, _ schema: Schema, in place: String, isSecret: Bool
    ) -> ValueFacts? {
      guard let constant else { return nil }
      var facts = value(name, schema, type: nil, isSecret: isSecret)
      facts.wireName = name
      facts.place = place
      facts.limits = isSecret ? [] : ["Always `\(constant.json)`; it is no argument."]
      return facts
    }
    let parameters = endpoint.parameters.compactMap { parameter in
      facts(
        parameter.name.text, parameter.constant(index.resolved(parameter.schema).schema), parameter.schema,
        in: parameter.location.rawValue, isSecret: parameter.isSecret)
    }
    guard case .multipart(let parts)? = endpoint.body else { return parameters }
    return parameters
      + parts.compactMap { part in
        part.schema.flatMap { schema in
          facts(
            part.name.text, endpoint.constant(part, in: index), schema, in: "form part",
            isSecret: index.containsSecret(schema))
        }
      }
  }

  private func requirements(of endpoint: Endpoint) -> [String] {
    endpoint.requirements.map { requirement in
      let names = requirement.parameters.map { name in
        let found = endpoint.parameters.first { $0.name.text == name.text }
        return "`\(found?.swiftName() ?? name.text)`"
      }
      return "Needs \(requirement.kind == .exactlyOne ? "exactly" : "at least") one of \(wordList(names))."
    }
  }

  // MARK: Responses

  private func response(of endpoint: Endpoint, _ request: SurfaceType?) -> ResponseFacts {
    let declared = request?.members.first { $0.identity == "call" }?.type
    let envelope = request?.members.first { $0.identity == "ServiceEnvelope" }?.type
    let cases = endpoint.responses.map { response in
      let type = response.mediaType?.text ?? response.listedTypes.first
      return ([statusesText(response.statuses)] + [type].compactMap(\.self)).joined(separator: " ")
    }
    let headers = request.map { $0.name + ".ResponseHeaders" }.flatMap { type(named: $0) == nil ? nil : $0 }
    return ResponseFacts(
      type: declared?.text, cases: cases, envelope: envelope?.text, example: responseExample(of: endpoint),
      headers: headers)
  }

  /// The longest example that is shown, in characters.
  private static let longestExample = 3_000

  /// An example of the body of the first response.
  private func responseExample(of endpoint: Endpoint) -> String? {
    for response in endpoint.responses {
      guard let schema = response.payload.schema else { continue }
      if let found = example(schema, module.envelope(of: endpoint)) { return found }
    }
    return nil
  }

  private func example(_ schema: Schema, _ envelope: Envelope?) -> String? {
    // Many endpoints return the same type, or lists of it.
    let inner = schema[.items] ?? schema
    guard inner.reference != nil, inner.examples.isEmpty, schema.examples.isEmpty else {
      return newExample(schema, envelope)
    }
    let key = ExampleKey(schema: schema.withoutPlaces(), envelope: envelope?.name.text)
    if let known = knownExamples[key] { return known }
    let example = newExample(schema, envelope)
    knownExamples[key] = .some(example)
    return example
  }

  private func newExample(_ schema: Schema, _ envelope: Envelope?) -> String? {
    func text(_ payload: Literal) -> String? {
      let whole = envelope.flatMap { responses.success($0, payload) } ?? payload
      let text = PrettyJSON.text(whole)
      return text.utf8.count <= Self.longestExample ? text : nil
    }
    for payload in responses.payloads(schema, in: envelope) { if let text = text(payload) { return text } }
    return shownSamples.sample(of: schema, .minimal).flatMap(text)
  }

  // MARK: Failures

  /// The bodies of failures, by their first statuses.
  private func failures(of request: SurfaceType?) -> [FailureFacts] {
    // Ranges follow the statuses in them, and what stands for all others is last.
    func order(_ statuses: String) -> Int {
      Int(statuses).map { $0 * 2 } ?? statuses.first?.wholeNumberValue.map { $0 * 200 + 199 } ?? .max
    }
    return (request?.failureBodies ?? []).map { body in
      FailureFacts(statuses: body.statuses.sorted { order($0) < order($1) }, type: body.type)
    }.sorted { one, other in
      let (first, second) = (one.statuses.first.map(order) ?? .max, other.statuses.first.map(order) ?? .max)
      return (first, one.type) < (second, other.type)
    }
  }

  private func errors(of endpoint: Endpoint) -> [ErrorFacts] {
    guard let codes = errorCodes else { return [] }
    let isReported =
      endpoint.envelope != nil || !endpoint.errors.isEmpty
      || endpoint.failures(in: module).contains(where: \.paths.hasError)
    let shared = isReported ? module.errors : []
    return endpoint.errors.map { error($0, codes, isShared: false) }.sorted(by: ErrorFacts.areInOrder)
      + shared.map { error($0, codes, isShared: true) }.sorted(by: ErrorFacts.areInOrder)
  }

  /// The error codes of the module and of its endpoints, each once, by code.
  var allErrors: [ErrorFacts] {
    guard let codes = errorCodes else { return [] }
    var seen: Set<String> = []
    return
      (module.errors.map { error($0, codes, isShared: true) }
      + module.endpoints.flatMap(\.errors).map { error($0, codes, isShared: false) })
      .filter { seen.insert($0.name).inserted }.sorted(by: ErrorFacts.areInOrder)
  }

  /// The endpoints that list an error as their own.
  func endpoints(with error: ErrorFacts) -> [EndpointLine] {
    module.endpoints.filter { endpoint in
      endpoint.errors.contains { $0.code.text == error.code && $0.message.text == error.message }
    }.map(line)
  }

  private func error(_ error: ErrorCase, _ codes: ErrorCodes, isShared: Bool) -> ErrorFacts {
    let name = codes.names[error.identity] ?? error.message.text
    return ErrorFacts(
      name: "\(codes.type).\(name)", code: error.code.text, message: error.message.text,
      summary: error.documentation.summary, isRetryable: error.isRetryable, isShared: isShared)
  }

  // MARK: Behaviour

  /// In words, without what every client does by default.
  private func behaviour(of endpoint: Endpoint) -> [String] {
    // Errors are listed with their Swift names.
    let own = EndpointWords.Aspect.allCases.filter { $0 != .errors }.compactMap { aspect -> String? in
      guard let words = words.described(aspect, of: endpoint), !words.isDefault else { return nil }
      guard aspect == .fields, let request = requests[endpoint.operation] else { return words.text }
      return "\(words.text): `client.send(\(request.name)(…), fields: […])`"
    }
    return own + (module.limits.isEmpty ? [] : [ModuleWords(module).limits])
  }
}

extension ErrorFacts {
  /// By code, numbers first, and by message.
  fileprivate static func areInOrder(_ one: Self, _ other: Self) -> Bool {
    (Int(one.code) ?? .max, one.code, one.message) < (Int(other.code) ?? .max, other.code, other.message)
  }
}

extension TrialFacts {
  /// - Returns: nil for a body that isn't text, which can't be typed.
  init?(_ call: ComposedCall) {
    method = call.method
    url = call.url
    headers = call.headers.map { Header(name: $0.name, value: $0.value) }
    // The same bytes with each run.
    let (bytes, type) = CallSender.body(of: call, boundary: "wgnapi-boundary")
    if let type, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers.append(Header(name: "Content-Type", value: type))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    body = text.isEmpty ? nil : text
  }
}
