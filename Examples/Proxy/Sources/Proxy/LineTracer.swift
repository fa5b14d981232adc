import Tracing

/// A tracer that keeps a line for each ended span and sends the W3C's Trace Context, for servers without a system that
/// collects spans.
struct LineTracer: Tracer {
  let spans: Spans

  init(_ spans: Spans) { self.spans = spans }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> LineSpan {
    let parent = context()
    return LineSpan(
      operationName, kind, TraceContext(childOf: parent.traceContext), parent,
      instant().nanosecondsSinceEpoch, spans)
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let trace = context.traceContext else { return }
    injector.inject("00-\(trace.trace)-\(trace.span)-01", forKey: "traceparent", into: &carrier)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {
    let parts = extractor.extract(key: "traceparent", from: carrier)?.split(separator: "-") ?? []
    guard parts.count == 4, parts[1].utf8.count == 32, parts[2].utf8.count == 16 else { return }
    context.traceContext = TraceContext(trace: String(parts[1]), span: String(parts[2]))
  }
}

/// The IDs of a trace and a span.
struct TraceContext: Sendable {
  let trace: String
  let span: String

  init(trace: String, span: String) {
    self.trace = trace
    self.span = span
  }

  init(childOf parent: TraceContext?) {
    trace = parent?.trace ?? Self.digits() + Self.digits()
    span = Self.digits()
  }

  private static func digits() -> String {
    let text = String(UInt64.random(in: 1 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

private enum TraceContextKey: ServiceContextKey {
  typealias Value = TraceContext
}

extension ServiceContext {
  var traceContext: TraceContext? {
    get { self[TraceContextKey.self] }
    set { self[TraceContextKey.self] = newValue }
  }
}
