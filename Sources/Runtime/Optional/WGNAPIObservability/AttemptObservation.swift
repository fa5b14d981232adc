import HTTPTypes
import Tracing
import WGNAPIClient

/// Reports a span of kind client, metrics and a log entry for each attempt.
struct AttemptObservation: APIMiddleware {
  let settings: Observability

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let (call, facts) = (request.call, RequestAttributes(request))
    let tracer = settings.currentTracer
    let span = tracer.startSpan(facts.spanName, ofKind: .client)
    describe(request, facts, in: span)
    let traced = carrying(span.context, request)
    let meters = AttemptMeters(facts, factory: settings.currentMetrics)
    meters.begin(requestSize: Self.bodySize(of: request))
    let start = call.clock.uptime
    do {
      let response = try await ServiceContext.withValue(span.context) { try await next(traced) }
      let (duration, end) = (call.clock.uptime - start, DefaultTracerClock.now)
      // This decodes the response, whose time doesn't count.
      let outcome = Outcome(response).ofAttempt
      let size = Self.bodySize(of: response)
      if let size { span.attributes["http.response.body.size"] = size }
      finish(span, outcome, at: end)
      meters.end(outcome, after: duration, responseSize: size)
      log(request, facts, outcome, after: duration)
      return response
    } catch {
      let (duration, outcome) = (call.clock.uptime - start, Outcome(error))
      finish(span, outcome, at: DefaultTracerClock.now)
      meters.end(outcome, after: duration, responseSize: nil)
      log(request, facts, outcome, after: duration)
      throw error
    }
  }

  /// Returns the request with the context of its span in header fields.
  private func carrying(_ context: ServiceContext, _ request: MiddlewareRequest) -> MiddlewareRequest {
    guard settings.propagatesContext else { return request }
    var request = request
    var fields = request.httpRequest.headerFields
    if let tracer = settings.tracer {
      tracer.inject(context, into: &fields, using: HTTPFieldsInjector())
    } else {
      InstrumentationSystem.instrument.inject(context, into: &fields, using: HTTPFieldsInjector())
    }
    request.httpRequest.headerFields = fields
    return request
  }

  private func describe(_ request: MiddlewareRequest, _ facts: RequestAttributes, in span: any Span) {
    guard span.isRecording else { return }
    span.updateAttributes { attributes in
      attributes["http.request.method"] = facts.method
      attributes["http.request.method_original"] = facts.originalMethod
      attributes["server.address"] = facts.address
      attributes["server.port"] = facts.port
      attributes["url.scheme"] = facts.scheme
      attributes["url.template"] = facts.template
      attributes["url.full"] = request.call.redactedURL
      attributes["http.request.body.size"] = Self.bodySize(of: request)
      if request.attempt > 1 { attributes["http.request.resend_count"] = request.attempt - 1 }
    }
  }

  private func finish(_ span: any Span, _ outcome: Outcome, at end: DefaultTracerClock.Timestamp) {
    span.updateAttributes { attributes in
      attributes["http.response.status_code"] = outcome.status
      attributes["error.type"] = outcome.errorType
      attributes["wgnapi.service.code"] = outcome.serviceCode
    }
    if outcome.isFailure {
      span.setStatus(SpanStatus(code: .error, message: outcome.error?.description))
    }
    span.end(at: end)
  }

  private func log(
    _ request: MiddlewareRequest, _ facts: RequestAttributes, _ outcome: Outcome, after duration: Duration
  ) {
    settings.log(request, facts, outcome, after: duration, isCall: false)
  }

  private static func bodySize(of request: MiddlewareRequest) -> Int? {
    guard let stream = request.streamedBody else { return request.body.count }
    return stream.length.map { Int(clamping: $0) }
  }

  /// The size as sent, according to the server, which is smaller for a compressed body; otherwise the size of the body; nil for
  /// a stream.
  private static func bodySize(of response: MiddlewareResponse) -> Int? {
    guard response.stream == nil else { return nil }
    let sent = response.httpResponse.headerFields[.contentLength].flatMap { Int($0) } ?? -1
    return sent >= 0 ? sent : response.body.count
  }
}

/// Writes the context of a trace to header fields.
struct HTTPFieldsInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
    guard let name = HTTPField.Name(key) else { return }
    fields[name] = value
  }
}
