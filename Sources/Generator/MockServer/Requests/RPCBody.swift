import APIModel
import SchemaValues

/// A body of JSON-RPC: one call, or a batch of them (JSON-RPC 2.0, section 6).
struct RPCBody {
  private static let mostCalls = 1000

  private enum Content {
    case call(RPCCallBody)
    case batch([Literal])
    case neither(Problem)
  }

  /// Why a body is neither a call nor a batch.
  struct Problem {
    /// A code of JSON-RPC 2.0 (section 5.1).
    let code: Int
    let message: String

    /// The response to the whole body, whose call isn't known.
    func response(at place: String) -> MockResponse {
      var result = MockResponse.json(
        RPCCallBody.error(code, message, id: .null), status: 200, summary: "\(place): refused")
      result.add("Mock-Problem", message)
      return result
    }
  }

  private let content: Content

  init(_ bytes: [UInt8]) {
    do {
      let value = try JSONText.value(of: bytes)
      if case .array(let calls) = value {
        content = .batch(calls)
      } else if let call = RPCCallBody(value) {
        content = .call(call)
      } else {
        content = .neither(Problem(code: -32600, message: Self.notACall))
      }
    } catch {
      // JSON that is too much to read is JSON, so there is no parse error (section 5.1).
      content = .neither(Problem(code: error.isLimit ? -32600 : -32700, message: "the body \(error)"))
    }
  }

  private static let notACall = "this isn't a call: it needs a 'method'"

  /// Why there are no calls to answer; nil if there are.
  var problem: Problem? {
    if case .neither(let problem) = content { problem } else { nil }
  }

  /// - Parameters:
  ///   - place: the path, for the summary.
  ///   - isMarked: whether calls say that they are JSON-RPC 2.0, so that a refusal is a JSON-RPC error.
  ///   - respond: answers one call, whose body it gets, as if there were no other.
  func response(
    at place: String, isMarked: Bool, _ respond: (RPCCallBody) -> MockResponse
  ) -> MockResponse {
    switch content {
    case .call(let call):
      let result = respond(call)
      return isMarked && call.isRefused(result) ? call.refusal(result) : call.completed(result)
    case .batch(let calls): return batch(calls, at: place, respond)
    case .neither(let problem): return problem.response(at: place)
    }
  }

  private func batch(
    _ calls: [Literal], at place: String, _ respond: (RPCCallBody) -> MockResponse
  ) -> MockResponse {
    guard (1...Self.mostCalls).contains(calls.count) else {
      let problem = calls.isEmpty ? "the batch is empty" : "a batch has at most \(Self.mostCalls) calls here"
      return Problem(code: -32600, message: problem).response(at: place)
    }
    var problems: [String] = []
    var warnings: [String] = []
    var refused: [MockResponse] = []
    let responses = calls.compactMap { element -> Literal? in
      guard let call = RPCCallBody(element) else {
        problems.append("an element of the batch isn't a call")
        return RPCCallBody.error(-32600, Self.notACall, id: .null)
      }
      let response = call.completed(respond(call))
      if let problem = response.header("Mock-Problem") { problems.append(problem) }
      if let warning = response.header("Mock-Warning") { warnings.append(warning) }
      if response.refusesWholeRequest { refused.append(response) }
      return call.element(response)
    }
    // What is wrong with the request as a whole isn't wrong with each call.
    if refused.count == calls.count { return refused[0] }
    let summary = "\(place): a batch of \(calls.count) \(calls.count == 1 ? "call" : "calls")"
    var whole =
      responses.isEmpty
      ? MockResponse(status: 204, summary: summary)
      : MockResponse.json(.array(responses), status: 200, summary: summary)
    for (name, texts) in [("Mock-Problem", problems), ("Mock-Warning", warnings)] where !texts.isEmpty {
      whole.add(name, texts.prefix(5).joined(separator: "; "))
    }
    return whole
  }
}

/// One call of JSON-RPC.
struct RPCCallBody {
  let method: String
  let value: Literal
  private let id: Literal?
  private let isNotification: Bool

  /// Nil if a value isn't a call.
  init?(_ value: Literal) {
    guard case .object(let members) = value, case .string(let method)? = value.part(at: [.key("method")])
    else { return nil }
    self.value = value
    self.method = method
    id = members.first { $0.name == "id" }?.value
    // In version 1, a notification has the ID null, and calls that aren't JSON-RPC may have no ID at all.
    isNotification = id == nil && value.part(at: [.key("jsonrpc")]) == .string("2.0")
  }

  /// The response with the ID of the call; nothing to a notification that the spec accepts.
  func completed(_ response: MockResponse) -> MockResponse {
    if isNotification, response.header("Mock-Problem") == nil, response.status < 300 {
      var nothing = MockResponse(status: 204, summary: response.summary)
      if let warning = response.header("Mock-Warning") { nothing.add("Mock-Warning", warning) }
      return nothing
    }
    guard let id, let body = try? JSONText.value(of: response.body), let changed = Self.with(id, in: body)
    else {
      return response
    }
    var response = response
    response.pieces = [Array(changed.json.utf8)]
    return response
  }

  private static func with(_ id: Literal, in body: Literal) -> Literal? {
    guard isResponse(body), case .object(var members) = body else { return nil }
    if let place = members.firstIndex(where: { $0.name == "id" }) {
      members[place].value = id
    } else {
      let place = members.first?.name == "jsonrpc" ? 1 : 0
      members.insert(.init(name: "id", value: id), at: place)
    }
    return .object(members)
  }

  /// Whether a response is one of JSON-RPC, and not another API's, or a description of a problem in another form.
  private static func isResponse(_ body: Literal) -> Bool {
    guard case .object(let members) = body else { return false }
    return members.contains { ["jsonrpc", "result"].contains($0.name) }
  }

  /// Whether a call is refused in a form that the spec doesn't describe.
  func isRefused(_ response: MockResponse) -> Bool {
    response.isUndescribed && response.header("Mock-Problem") != nil && !response.isOfWholeRequest
  }

  /// The refusal of a call alone, as it is in a batch.
  func refusal(_ response: MockResponse) -> MockResponse {
    guard let error = element(response) else { return response }
    var refusal = MockResponse.json(error, status: 200, summary: response.summary)
    for (name, value) in response.headers where name.hasPrefix("Mock-") { refusal.add(name, value) }
    return refusal
  }

  /// The response as an element of a batch's response; nil for none.
  func element(_ response: MockResponse) -> Literal? {
    if response.status == 204, isNotification { return nil }
    let body = try? JSONText.value(of: response.body)
    if let body, Self.isResponse(body) { return body }
    let problem = response.header("Mock-Problem")
    let isUnknown = problem?.hasPrefix("body \(RPCMethod.pointer): ") ?? false
    var message = problem ?? reasonPhrase(response.status)
    if problem == nil, case .string(let detail)? = body?.part(at: [.key("detail")]) { message = detail }
    return Self.error(problem == nil ? -32603 : isUnknown ? -32601 : -32602, message, id: id ?? .null)
  }

  static func error(_ code: Int, _ message: String, id: Literal) -> Literal {
    .object([
      .init(name: "jsonrpc", value: .string("2.0")), .init(name: "id", value: id),
      .init(
        name: "error",
        value: .object([
          .init(name: "code", value: .number(NumberText("\(code)"))),
          .init(name: "message", value: .string(message)),
        ])),
    ])
  }
}
