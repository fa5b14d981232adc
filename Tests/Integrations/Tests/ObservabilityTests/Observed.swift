import FlyingFox
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import TestSupport
import Tracing
import WGNAPICache
import WGNAPIObservability
import WGNAPIRetry
import WGNAPIRuntime
import WOT

/// Everything that a client reports, in memory.
struct Observed {
  static let secret = "s3cret-application"

  let tracer = InMemoryTracer()
  let metrics = TestMetrics()
  let log: InMemoryLogHandler = {
    var log = InMemoryLogHandler()
    log.logLevel = .trace
    return log
  }()

  var settings: Observability {
    Observability(logger: Logger(label: "test") { _ in log }, tracer: tracer, metrics: metrics)
  }

  /// Returns a client of a server whose middlewares are observed. It waits for nothing.
  func client(
    _ server: APIServer, cache: ResponseCache? = nil, transport: (any HTTPTransport)? = nil
  ) -> Client {
    let middleware = [any APIMiddleware].standard(
      cache: cache, retry: Retry(baseDelay: .zero), limiter: nil)
    var configuration = ClientConfiguration(middleware: middleware.observed(by: settings))
    if let transport { configuration.transport = transport }
    return Client(
      server: Server(url: server.baseURL, like: .eu), applicationID: Self.secret,
      configuration: configuration)
  }

  /// The ended spans of calls, then those of attempts.
  var spans: (calls: [FinishedInMemorySpan], attempts: [FinishedInMemorySpan]) {
    let all = tracer.finishedSpans
    return (all.filter { $0.kind == .internal }, all.filter { $0.kind == .client })
  }

  /// Everything as text.
  var text: String {
    var lines: [String] = []
    for span in tracer.finishedSpans {
      lines.append(span.operationName)
      lines += span.attributes.pairs.map { "\($0.name): \($0.value)" }
      lines += span.events.map { "\($0)" } + [span.status?.message ?? ""]
      lines += span.errors.map { "\($0.error) \(String(reflecting: $0.error))" }
    }
    for entry in log.entries {
      lines += ["\(entry.level) \(entry.message) \(entry.metadata)"]
      if let error = entry.error { lines += ["\(error)", String(reflecting: error)] }
    }
    return (lines + ["\(metrics)"]).joined(separator: "\n")
  }
}

extension SpanAttributes {
  /// The names and the values.
  var pairs: [(name: String, value: SpanAttribute)] {
    var pairs: [(String, SpanAttribute)] = []
    forEach { pairs.append(($0, $1)) }
    return pairs
  }
}

/// Answers one after the other, the last one again and again, and keeps the requests' header fields.
actor Script {
  private var responses: [FlyingFox.HTTPResponse]
  private(set) var received: [FlyingFox.HTTPHeaders] = []

  init(_ responses: FlyingFox.HTTPResponse...) { self.responses = responses }

  func response(_ request: FlyingFox.HTTPRequest) -> FlyingFox.HTTPResponse {
    received.append(request.headers)
    return responses.count > 1 ? responses.removeFirst() : responses[0]
  }
}

extension FlyingFox.HTTPResponse {
  static let players = json(#"{"status":"ok","meta":{"count":0},"data":[]}"#)
}
