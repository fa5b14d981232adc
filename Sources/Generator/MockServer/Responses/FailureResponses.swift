import APIModel
import SchemaValues

/// Responses to requests that fail, in the form that the spec describes.
struct FailureResponses {
  let module: Module
  let samples: SampleMaker

  private var checker: ValueChecker { samples.checker }

  // MARK: Refusals

  /// Refuses a request.
  func refusal(of endpoint: Endpoint, _ problems: [Problem]) -> MockResponse {
    let summary = "refused: \(problems.prefix(3).map(\.summary).joined(separator: "; "))"
    var response = problems.lazy.compactMap { inEnvelope(endpoint, $0, summary) }.first
    // Without credentials, nothing else matters.
    let status = problems.first { $0.status == 401 }?.status ?? problems.first?.status ?? 400
    if response == nil { response = byStatus(endpoint, status, problems.detail, summary) }
    var result = response ?? .problem(status: status, problems.detail, problems: problems, summary: summary)
    result.add("Mock-Problem", problems.detail)
    return result
  }

  /// An error in the endpoint's envelope.
  private func inEnvelope(_ endpoint: Endpoint, _ problem: Problem, _ summary: String) -> MockResponse? {
    guard let envelope = module.envelope(of: endpoint),
      let choice = ErrorChoice(errors: endpoint.errors + module.errors).error(for: problem),
      let body = ResponseSamples(samples).failure(
        envelope, choice.error, message: choice.message, field: problem.name,
        rejected: problem.value.map { .string($0) } ?? .null)
    else { return nil }
    return .json(body, status: status(of: endpoint), summary: summary)
  }

  /// A status that a failure describes, and nothing narrower; nil if there is none.
  private func status(of failure: Failure, _ endpoint: Endpoint) -> Int? {
    ([400, 500] + Array(400...599) + [failure.statuses.lowerBound]).first { status in
      // What 'responses' describes is no failure.
      guard failure.statuses.contains(status),
        case .undescribed = endpoint.response(status: status, contentType: nil)
      else { return false }
      return endpoint.failure(status: status, in: module) == failure
    }
  }

  /// Failures in envelopes have the status of other responses.
  private func status(of endpoint: Endpoint) -> Int {
    let statuses = endpoint.responses.map { $0.listedStatus ?? $0.statuses.lowerBound }
    return statuses.first { (200..<300).contains($0) } ?? 200
  }

  // MARK: Failures by status

  /// The failure that the spec describes for a status or a similar one; nil if it describes none.
  private func byStatus(
    _ endpoint: Endpoint, _ status: Int, _ words: String, _ summary: String
  ) -> MockResponse? {
    let similar = [400: [422], 401: [403], 415: [400, 422], 406: [400]][status] ?? []
    let failures = endpoint.failures(in: module)
    for candidate in [status] + similar {
      if let found = failures.narrowest(for: candidate).first(where: { !$0.isDefault }) {
        return response(found, candidate, words: words, summary)
      }
    }
    return failures.first(where: \.isDefault).flatMap { response($0, status, words: words, summary) }
  }

  /// - Parameter words: the message to put in the body; nil for an example's.
  private func response(_ failure: Failure, _ status: Int, words: String?, _ summary: String) -> MockResponse?
  {
    let type = failure.listedTypes.first
    switch failure.payload {
    case .json(let schema):
      let example = failure.examples.first { checker.isAccepted($0.value, schema) }?.value
      guard var body = (words == nil ? example : nil) ?? samples.sample(of: schema) ?? example else {
        return nil
      }
      if let words { body = withWords(words, body, schema, failure.paths) }
      // RFC 9457, section 3.1.2
      if body != example,
        failure.listedTypes.contains(where: { MediaType($0).essence == "application/problem+json" }),
        let changed = body.replacing([.key("status")], with: .number(NumberText("\(status)"))),
        checker.isAccepted(changed, schema)
      {
        body = changed
      }
      let json = failure.listedTypes.first { MediaType($0).isJSON }
      return .json(body, status: status, mediaType: json ?? "application/json", summary: summary)
    case .text:
      let text = failure.examples.first?.value.text
      let bytes = Array((words ?? text ?? reasonPhrase(status)).utf8)
      return MockResponse(
        status: status, headers: [("Content-Type", type ?? "text/plain")], pieces: [bytes], summary: summary)
    case .empty, .bytes, .byteStream, .stream, .events:
      return MockResponse(
        status: status, headers: type.map { [("Content-Type", $0)] } ?? [], summary: summary)
    }
  }

  /// The body with a message, wherever it has a place for one.
  private func withWords(_ words: String, _ body: Literal, _ schema: Schema, _ paths: FailurePaths) -> Literal
  {
    var places: [[ValueStep]] = []
    if let path = paths.message { places.append(body.steps(to: path)) }
    for name in ["message", "detail", "error_description", "description", "title", "error", "msg"] {
      places += [[.key(name)], [.key("error"), .key(name)]]
    }
    for place in places {
      guard case .string? = body.part(at: place), let changed = body.replacing(place, with: .string(words)),
        checker.isAccepted(changed, schema)
      else { continue }
      return changed
    }
    return body
  }

  // MARK: Failures that a request asks for

  /// A failure with a status, which a request asks for.
  func failure(of endpoint: Endpoint, status: Int) -> MockResponse {
    let summary = "asked for status \(status)"
    if status >= 300, let failure = endpoint.failure(status: status, in: module),
      let result = response(failure, status, words: nil, summary)
    {
      return result
    }
    if status < 200 || status == 204 || status == 304 {
      return MockResponse(status: status, summary: summary)
    }
    return .problem(status: status, "the spec describes no response with this status", summary: summary)
  }

  /// A failure with an error of the service, which a request asks for by message or code.
  func failure(of endpoint: Endpoint, code: String) -> MockResponse {
    let errors = endpoint.errors + module.errors
    let summary = "asked for an error"
    guard let choice = ErrorChoice(errors: errors).error(named: code) else {
      if let status = Int(code), (400...599).contains(status) { return failure(of: endpoint, status: status) }
      let known = ErrorChoice(errors: errors).names
      let shown = known.prefix(30).joined(separator: ", ")
      let others = known.count > 30 ? " and \(known.count - 30) others" : ""
      let rest = known.isEmpty ? "the spec lists none for it" : "its errors are: \(shown)\(others)"
      return .problem(
        status: 400, "the endpoint has no error of this name; \(rest)", summary: summary)
    }
    if let envelope = module.envelope(of: endpoint),
      let body = ResponseSamples(samples).failure(envelope, choice.error, message: choice.message)
    {
      return .json(body, status: status(of: endpoint), summary: summary)
    }
    return inFailureBody(endpoint, choice, summary)
      ?? .problem(status: 400, choice.message, summary: summary)
  }

  /// The body of a failure with a place for an error's code or message.
  private func inFailureBody(
    _ endpoint: Endpoint, _ choice: ErrorChoice.Choice, _ summary: String
  ) -> MockResponse? {
    for failure in endpoint.failures(in: module) where failure.paths.hasError {
      guard case .json(let schema) = failure.payload, let status = status(of: failure, endpoint),
        var body = samples.sample(of: schema)
      else { continue }
      let code = choice.error.code.text
      let values: [(FieldPath?, [Literal])] = [
        (failure.paths.code, Int(code).map { [.number(NumberText("\($0)"))] } ?? []),
        (failure.paths.code, [.string(code)]), (failure.paths.message, [.string(choice.message)]),
      ]
      for (path, candidates) in values {
        guard let path else { continue }
        let steps = body.steps(to: path)
        for candidate in candidates {
          guard let changed = body.replacing(steps, with: candidate), checker.isAccepted(changed, schema)
          else {
            continue
          }
          body = changed
        }
      }
      return .json(body, status: status, summary: summary)
    }
    return nil
  }

  // MARK: Random failures

  /// A failure that may pass.
  func breakdown(of endpoint: Endpoint) -> MockResponse {
    let summary = "failed on purpose"
    for failure in endpoint.failures(in: module)
    where !failure.isDefault && failure.statuses.lowerBound >= 500 {
      guard let status = status(of: failure, endpoint),
        let result = response(failure, status, words: nil, summary)
      else { continue }
      return result
    }
    if let error = (endpoint.errors + module.errors).first(where: \.isRetryable),
      let envelope = module.envelope(of: endpoint),
      let body = ResponseSamples(samples).failure(envelope, error)
    {
      return .json(body, status: status(of: endpoint), summary: summary)
    }
    var result = MockResponse.problem(status: 503, "the mock server fails on purpose", summary: summary)
    result.add("Retry-After", "1")
    return result
  }
}

extension Failure {
  /// Whether it is for all statuses that no other failure describes.
  fileprivate var isDefault: Bool { statuses == Endpoint.Response.otherStatuses }
}
