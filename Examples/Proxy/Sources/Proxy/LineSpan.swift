import Synchronization
import Tracing

/// The ended spans.
final class Spans: Sendable {
  struct Ended: Sendable {
    let name: String
    let kind: SpanKind
    let context: TraceContext
    let parent: String?
    let milliseconds: UInt64
    let attributes: [String: String]
  }

  private let ended = Mutex<[Ended]>([])

  var all: [Ended] { ended.withLock { $0 } }

  func add(_ span: Ended) { ended.withLock { $0.append(span) } }
}

/// A span of ``LineTracer``.
final class LineSpan: Span {
  private struct State {
    var name: String
    var attributes: SpanAttributes = [:]
    var hasEnded = false
  }

  let context: ServiceContext
  private let kind: SpanKind
  private let trace: TraceContext
  private let parent: String?
  private let start: UInt64
  private let spans: Spans
  private let state: Mutex<State>

  init(
    _ name: String, _ kind: SpanKind, _ trace: TraceContext, _ parent: ServiceContext, _ start: UInt64,
    _ spans: Spans
  ) {
    var context = parent
    context.traceContext = trace
    self.context = context
    self.kind = kind
    self.trace = trace
    self.parent = parent.traceContext?.span
    self.start = start
    self.spans = spans
    state = Mutex(State(name: name))
  }

  var operationName: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  var attributes: SpanAttributes {
    get { state.withLock { $0.attributes } }
    set { state.withLock { $0.attributes = newValue } }
  }

  var isRecording: Bool { state.withLock { !$0.hasEnded } }

  func setStatus(_ status: SpanStatus) {}
  func addEvent(_ event: SpanEvent) {}
  func addLink(_ link: SpanLink) {}
  func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {}

  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    let end = instant().nanosecondsSinceEpoch
    let last = state.withLock { state -> State? in
      defer { state.hasEnded = true }
      return state.hasEnded ? nil : state
    }
    guard let last else { return }
    spans.add(
      Spans.Ended(
        name: last.name, kind: kind, context: trace, parent: parent,
        milliseconds: end > start ? (end - start) / 1_000_000 : 0, attributes: last.attributes.texts))
  }
}

extension SpanAttributes {
  /// The values as text.
  fileprivate var texts: [String: String] {
    var texts: [String: String] = [:]
    forEach { texts[$0] = "\($1)" }
    return texts
  }
}
