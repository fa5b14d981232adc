import Tracing
import WGNAPIClient

/// Reports a span of kind internal, a metric and a log entry for each call, even if the cache answers it.
struct CallObservation: APIMiddleware {
  let settings: Observability

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let call = request.call
    let tracer = settings.currentTracer
    let span = tracer.startSpan("\(call.api).\(call.operation)", ofKind: .internal)
    describe(request, in: span)
    let start = call.clock.uptime
    return try await ServiceContext.withValue(span.context) {
      do {
        let response = try await next(request)
        finish(request, span, Outcome(response), after: call.clock.uptime - start)
        return response
      } catch {
        finish(request, span, Outcome(error), after: call.clock.uptime - start)
        throw error
      }
    }
  }

  private func describe(_ request: MiddlewareRequest, in span: any Span) {
    guard span.isRecording else { return }
    let call = request.call
    span.updateAttributes { attributes in
      attributes["wgnapi.api"] = call.api
      attributes["wgnapi.operation"] = call.operation
      attributes["wgnapi.server"] = call.server.name
      attributes["wgnapi.request.id"] = call.requestID
      attributes["url.template"] = call.urlTemplate
    }
  }

  // Called within the span's context, from which loggers take the trace's ID.
  private func finish(
    _ request: MiddlewareRequest, _ span: any Span, _ outcome: Outcome, after duration: Duration
  ) {
    CallMeters(factory: settings.currentMetrics).end(request.call, outcome, after: duration)
    settings.log(request, RequestAttributes(request), outcome, after: duration, isCall: true)
    span.updateAttributes { attributes in
      attributes["http.response.status_code"] = outcome.status
      attributes["error.type"] = outcome.errorType
      attributes["wgnapi.service.code"] = outcome.serviceCode
      attributes["wgnapi.origin"] = outcome.origin?.rawValue
      attributes["wgnapi.stale_reason"] = outcome.staleReason
      if outcome.age > .zero { attributes["wgnapi.age"] = outcome.age.inSeconds }
    }
    if outcome.isFailure {
      if let error = outcome.error { span.recordError(error) }
      span.setStatus(SpanStatus(code: .error, message: outcome.error?.description))
    }
    span.end()
  }
}
