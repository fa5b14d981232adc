import APIModel
import Diagnostics
import SchemaValues

/// The state of a server, which must not be used by several threads at once.
final class MockState {
  private let modules: [MockedModule]
  let routes: RouteTable
  private let options: MockOptions
  private var random: UInt64
  /// The most parameters that a response calls unknown.
  private static let mostWarnings = 10
  /// The most methods of JSON-RPC that a response lists.
  private static let mostMethods = 30

  init(_ modules: [Module], mounts: [String], options: MockOptions) {
    self.modules = modules.map { MockedModule($0) }
    self.options = options
    routes = RouteTable(modules, mounts: mounts)
    random = options.seed
  }

  func response(to request: MockRequest) -> MockResponse {
    if options.allowsOrigins, let result = CrossOrigin.preflight(request) { return result }
    var result = routed(request)
    if options.allowsOrigins { CrossOrigin.allow(request, &result) }
    return result
  }

  private func routed(_ request: MockRequest) -> MockResponse {
    let matches = routes.matches(request.path)
    guard !matches.isEmpty else { return notFound(request) }
    let fitting = matches.filter { $0.route.methods.contains(request.method) }
    guard !fitting.isEmpty else {
      var methods: [String] = []
      for method in matches.flatMap(\.route.methods) where !methods.contains(method) {
        methods.append(method)
      }
      let list = methods.joined(separator: ", ")
      var result = MockResponse.problem(
        status: 405, "this path has no such method; it has: \(list)",
        summary: "\(matches[0].route.pattern.text): no such method")
      result.add("Allow", list)
      return result
    }
    guard let calls = rpcCalls(request, fitting) else { return response(to: request, fitting) }
    let place = fitting[0].route.pattern.text
    if let problem = calls.body.problem {
      let refused = response(to: request, fitting)
      return refused.isOfWholeRequest ? refused : problem.response(at: place)
    }
    return calls.body.response(at: place, isMarked: calls.isMarked) { call in
      var request = request
      request.body = Array(call.value.json.utf8)
      let named = fitting.enumerated().filter { place, _ in
        calls.methods[place]?.contains(call.method) ?? false
      }
      let others = fitting.enumerated().filter { place, _ in calls.methods[place] == nil }
      let meant = named.isEmpty ? others : named
      if !meant.isEmpty { return response(to: request, meant.map(\.element)) }
      let refused = response(to: request, fitting)
      return refused.isOfWholeRequest
        ? refused
        : unknownMethod(call.method, of: calls.methods.compactMap(\.self).flatMap(\.self), fitting[0])
    }
  }

  /// Refuses a call whose method no endpoint has.
  private func unknownMethod(
    _ method: String, of known: [String], _ match: RouteTable.Match
  ) -> MockResponse {
    let module = modules[match.route.module]
    let shown = Literal.string(String(method.prefix(100))).json
    let hint = closestMatch(to: String(method.prefix(100)), in: known).map { "; did you mean '\($0)'?" } ?? ""
    let list = known.prefix(Self.mostMethods).joined(separator: ", ")
    let rest = known.count > Self.mostMethods ? " and \(known.count - Self.mostMethods) others" : ""
    let problem = Problem(
      place: .body, pointer: RPCMethod.pointer, keyword: "enum",
      message: "no endpoint here has the method \(shown)\(hint); the methods are \(list)\(rest)")
    var response = module.failures.refusal(of: module.module.endpoints[match.route.endpoint], [problem])
    response.summary = "\(match.route.pattern.text): no such method of JSON-RPC"
    return response
  }

  /// The calls in a body, if all endpoints that it may be for are called by JSON-RPC, and the methods that each one names.
  private func rpcCalls(
    _ request: MockRequest, _ matches: [RouteTable.Match]
  ) -> (body: RPCBody, methods: [[String]?], isMarked: Bool)? {
    guard request.method == "POST" else { return nil }
    let methods = matches.map { modules[$0.route.module].rpcMethods[$0.route.endpoint] }
    let known = methods.compactMap(\.self)
    guard known.count == methods.count else { return nil }
    let body = RPCBody(request.body)
    // Other services have bodies with a method, too.
    let isMarked = known.allSatisfy(\.isMarked)
    if body.problem != nil, !isMarked { return nil }
    return (body, known.map(\.names), isMarked)
  }

  private func notFound(_ request: MockRequest) -> MockResponse {
    let path = visibleText(String(percentDecoded(request.path, plusIsSpace: false).prefix(200)))
    var detail = "no endpoint has the path '\(path)'"
    if let nearest = routes.nearest(to: request.path) {
      detail += "; the nearest is '\(nearest.path)' (\(nearest.methods.joined(separator: ", ")))"
    }
    // A mistyped path may contain a credential.
    let hasSecrets = modules.contains { $0.module.credentials.contains { $0.pathName != nil } }
    return .problem(
      status: 404, detail, summary: hasSecrets ? "no such path" : "\(path): no such path")
  }

  // MARK: Endpoints

  /// Several endpoints may share a path: the request is for the first that accepts it.
  private func response(to request: MockRequest, _ matches: [RouteTable.Match]) -> MockResponse {
    let preferences = Preferences(request.values(of: "Prefer"))
    let accepted = AcceptedTypes(request.header("Accept"))
    var best: MockResponse?
    for match in matches {
      let module = modules[match.route.module]
      let endpoint = module.module.endpoints[match.route.endpoint]
      var result: MockResponse
      if options.failRate > 0, nextRandom() < options.failRate {
        result = module.failures.breakdown(of: endpoint)
      } else {
        let reading = module.reading(of: request, match.route.endpoint, match.values)
        result = self.response(endpoint, module, reading, accepted, preferences)
      }
      result.summary = "\(match.route.pattern.text) \(endpoint.operation): \(result.summary)"
      if request.method == "HEAD" { result.pieces = [] }
      if result.status < 400, result.header("Mock-Problem") == nil { return result }
      // A request with another media type is probably for another endpoint.
      if best.map({ Self.isOfOtherType($0) && !Self.isOfOtherType(result) }) ?? true { best = result }
    }
    return best ?? notFound(request)
  }

  private static func isOfOtherType(_ response: MockResponse) -> Bool {
    response.status == 406 || response.status == 415
  }

  private func response(
    _ endpoint: Endpoint, _ module: MockedModule, _ reading: RequestReading, _ accepted: AcceptedTypes,
    _ preferences: Preferences
  ) -> MockResponse {
    var result: MockResponse
    var problems = reading.problems
    let warnings = Array(reading.warnings.prefix(Self.mostWarnings))
    if options.unknownParameters == .refuse { problems += warnings }
    if let code = preferences.code {
      result = module.failures.failure(of: endpoint, code: code)
    } else if let status = preferences.status {
      result =
        module.successes.response(
          endpoint, reading, accepted, status: status, example: preferences.example ?? options.example)
        ?? module.failures.failure(of: endpoint, status: status)
    } else if !problems.isEmpty {
      result = module.failures.refusal(of: endpoint, problems)
      if result.status == 401 { result.add("WWW-Authenticate", module.challenges(of: endpoint)) }
    } else {
      result =
        module.successes.response(
          endpoint, reading, accepted, example: preferences.example ?? options.example)
        ?? MockResponse(status: 200, summary: "answered")
    }
    if let applied = preferences.applied { result.add("Preference-Applied", applied) }
    if options.unknownParameters == .warn, !warnings.isEmpty {
      result.add("Mock-Warning", warnings.detail)
    }
    return result
  }

  /// From 0 to 1 (SplitMix64).
  private func nextRandom() -> Double {
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}

/// A module with its checks and its responses.
final class MockedModule {
  let module: Module
  /// The module with requests that accept only listed values.
  private let closed: Module
  private let values: TextValue
  private let readOnly: ReadOnlyKeys
  /// The methods of JSON-RPC, by the indices of endpoints.
  let rpcMethods: [Int: RPCMethod]
  let successes: SuccessResponses
  let failures: FailureResponses

  init(_ module: Module) {
    self.module = module
    closed = module.closingRequests()
    let index = SchemaIndex(module)
    var methods: [Int: RPCMethod] = [:]
    for (place, endpoint) in module.endpoints.enumerated() { methods[place] = RPCMethod(of: endpoint, index) }
    rpcMethods = methods
    values = TextValue(ValueChecker(SchemaIndex(closed)))
    readOnly = ReadOnlyKeys(module)
    let samples = SampleMaker(
      ValueChecker(SchemaIndex(module)), keepsDeprecated: module.origin == .document, keepsWritten: true)
    successes = SuccessResponses(module, samples)
    failures = FailureResponses(module: module, samples: samples)
  }

  func reading(of request: MockRequest, _ endpoint: Int, _ pathValues: [String: String]) -> RequestReading {
    check(request, endpoint, pathValues).run()
  }

  private func check(_ request: MockRequest, _ endpoint: Int, _ pathValues: [String: String]) -> RequestCheck
  {
    RequestCheck(
      module: closed, endpoint: closed.endpoints[endpoint], values: values, readOnly: readOnly,
      request: request,
      pathValues: pathValues)
  }

  /// The schemes that `WWW-Authenticate` must name.
  func challenges(of endpoint: Endpoint) -> String {
    let check = CredentialCheck(
      module: module, endpoint: endpoint, request: MockRequest("GET", "/"), pathValues: [:], pairs: [])
    let schemes = check.missing()?.challenges ?? []
    return schemes.isEmpty ? "ApiKey" : schemes.joined(separator: ", ")
  }
}
