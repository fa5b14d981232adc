import WGNAPIJSON

/// Decodes a received response as the request's type or as an error.
struct ResponseReading<Request: APIRequest> {
  typealias Envelope = Request.ServiceEnvelope

  struct ReadResponse: ReadContent {
    let value: Request.Response
    let envelope: Envelope?
    let violations: [Violation]
    var memory: Int?

    init(
      _ value: Request.Response, in envelope: Envelope? = nil, violations: [Violation] = [], memory: Int?
    ) {
      (self.value, self.envelope, self.violations, self.memory) = (value, envelope, violations, memory)
    }
  }

  let response: ReceivedResponse

  /// The fields that were asked for; nil for all.
  private var selection: (any SelectedFields)? { response.call.selection }
  private var hasEnvelope: Bool { Envelope.self != NoEnvelope.self }

  /// Decodes the response.
  func read() throws(ResponseRefusal) -> ReadResponse {
    let isSuccess = (200..<300).contains(response.status)
    let content: ResponseFormat<Request.Response>.Content? =
      switch Request.endpoint.response.kind {
      case .fixed(let content): isSuccess ? content : nil
      case .chosen(let choice): try choice.content(of: response)
      }
    switch content {
    case .payload(let format): return try read(format, inEnvelope: isSuccess && hasEnvelope)
    case .body(let format): return ReadResponse(try format.read(response), memory: format.memory)
    case nil: throw try failure()
    }
  }

  private func read(
    _ format: any PayloadFormat<Request.Response>, inEnvelope: Bool
  ) throws(ResponseRefusal) -> ReadResponse {
    if response.body.isEmpty, let empty = format as? EmptyPayload<Request.Response> {
      return ReadResponse(empty.make(), memory: 0)
    }
    return inEnvelope ? try readEnveloped(format) : try readBare(format)
  }

  private func readBare(
    _ format: any PayloadFormat<Request.Response>
  ) throws(ResponseRefusal) -> ReadResponse {
    let content: (value: Request.Response, violations: [Violation])
    let options = response.startDecoding()
    do throws(JSONError) {
      content = try format.read(response.body, selection: selection, options: options)
    } catch {
      throw response.refusal(error)
    }
    let violations = try response.checked(content.violations)
    return ReadResponse(content.value, violations: violations, memory: options.memory?.bytes)
  }

  private func readEnveloped(
    _ format: any PayloadFormat<Request.Response>
  ) throws(ResponseRefusal) -> ReadResponse {
    let content: EnvelopeContent<Envelope, Request.Response>
    let options = response.startDecoding()
    do throws(JSONError) {
      content = try format.read(response.body, in: Envelope.self, selection: selection, options: options)
    } catch {
      throw response.refusal(error)
    }
    if let failure = content.envelope.failure {
      var refusal = ResponseRefusal(.service(response.redacted(failure)))
      refusal.body = content.envelope
      throw refusal
    }
    let value: Request.Response
    do throws(JSONError) {
      value = try content.payload.get()
    } catch {
      throw response.refusal(error)
    }
    let violations = try response.checked(content.violations)
    return ReadResponse(
      value, in: content.envelope, violations: violations, memory: options.memory?.bytes)
  }
}

// Failures.
extension ResponseReading {
  /// Returns the error for a response whose status isn't one of the responses. Throws if the task is cancelled.
  ///
  /// An error in the envelope takes precedence over one in the body.
  private func failure() throws(ResponseRefusal) -> ResponseRefusal {
    let enveloped = failedEnvelope()
    var refusal = ResponseRefusal(
      enveloped.map { .service($0.failure) } ?? .httpStatus(excerpt: response.excerpt))
    refusal.body = enveloped?.envelope
    let format = Request.endpoint.failures.format(for: response.status)
    guard let read = format?.read, !response.body.isEmpty else { return refusal }
    let body = try read(response)
    if let value = body.value {
      refusal.body = value
      refusal.violations = body.violations
    }
    if enveloped == nil {
      refusal.problem = body.problem
      if let failure = body.failure { refusal.kind = .service(response.redacted(failure)) }
    }
    return refusal
  }

  /// Returns the envelope of a response with a failure status if it reports the service's error.
  private func failedEnvelope() -> (envelope: Envelope, failure: ServiceFailure)? {
    guard hasEnvelope, !response.body.isEmpty else { return nil }
    let format = EmptyPayload<Void> { () }
    let content = try? format.read(
      response.body, in: Envelope.self, selection: nil, options: JSONDecoding(validation: .off))
    guard let content, let failure = content.envelope.failure else { return nil }
    return (content.envelope, response.redacted(failure))
  }
}
