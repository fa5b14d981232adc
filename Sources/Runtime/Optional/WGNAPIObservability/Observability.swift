import Logging  // Missing? Enable the trait of the package: .package(url: …/wgnapi-gen, traits: ["Observability"])
import Metrics
import Tracing
import WGNAPIClient

/// Spans, metrics and log entries of a client's calls, named per OpenTelemetry's semantic conventions for HTTP clients.
///
/// ```swift
/// ClientConfiguration(middleware: Client.middleware.observed(by: Observability(logger: logger)))
/// ```
///
/// A call and its attempts are observed separately, because a call may be answered by the cache, or take several
/// attempts. No signal contains a secret: URLs and messages are those of `APIError`, in which secrets are `<redacted>`, and
/// header fields and bodies are left out. The dimensions of metrics have few values: they contain the template of the URL's
/// path, never the URL.
public struct Observability: Sendable {
  /// The tracer; nil for that of `InstrumentationSystem`.
  public var tracer: (any Tracer)?
  /// The factory of metrics; nil for that of `MetricsSystem`.
  public var metrics: (any MetricsFactory)?
  /// The log; nil for none.
  public var logger: Logger?
  /// The levels of log entries.
  public var levels: Levels
  /// Whether requests carry the trace's context in header fields such as `traceparent`, as the tracer writes them.
  public var propagatesContext: Bool

  /// Creates the settings.
  ///
  /// - Parameters:
  ///   - logger: The log; nil for none.
  ///   - levels: The levels of log entries.
  ///   - tracer: The tracer; nil for that of `InstrumentationSystem`.
  ///   - metrics: The factory of metrics; nil for that of `MetricsSystem`.
  ///   - propagatesContext: Whether requests carry the trace's context in header fields.
  public init(
    logger: Logger? = nil, levels: Levels = Levels(), tracer: (any Tracer)? = nil,
    metrics: (any MetricsFactory)? = nil, propagatesContext: Bool = true
  ) {
    self.logger = logger
    self.levels = levels
    self.tracer = tracer
    self.metrics = metrics
    self.propagatesContext = propagatesContext
  }

  /// The levels of log entries.
  public struct Levels: Hashable, Sendable {
    /// The level of a call that was answered, by the server or the cache.
    public var answeredCall: Logger.Level
    /// The level of a call that failed.
    public var failedCall: Logger.Level
    /// The level of a cancelled call or attempt.
    public var cancellation: Logger.Level
    /// The level of an attempt that was answered.
    public var answeredAttempt: Logger.Level
    /// The level of an attempt that failed. The call may still be answered by a later one, or by the cache.
    public var failedAttempt: Logger.Level

    /// Creates levels.
    public init(
      answeredCall: Logger.Level = .info, failedCall: Logger.Level = .error,
      cancellation: Logger.Level = .debug, answeredAttempt: Logger.Level = .debug,
      failedAttempt: Logger.Level = .warning
    ) {
      self.answeredCall = answeredCall
      self.failedCall = failedCall
      self.cancellation = cancellation
      self.answeredAttempt = answeredAttempt
      self.failedAttempt = failedAttempt
    }
  }

  /// Observes calls; the first middleware of a client.
  public var calls: any APIMiddleware { CallObservation(settings: self) }

  /// Observes attempts; the last middleware of a client. Its header fields differ each time, so it must come after the
  /// cache.
  public var attempts: any APIMiddleware { AttemptObservation(settings: self) }

  var currentTracer: any Tracer { tracer ?? InstrumentationSystem.tracer }

  var currentMetrics: any MetricsFactory { metrics ?? MetricsSystem.factory }
}

extension [any APIMiddleware] {
  /// Returns these middlewares with the observation of calls before them and that of attempts after them.
  public func observed(by observability: Observability = Observability()) -> [any APIMiddleware] {
    [observability.calls] + self + [observability.attempts]
  }
}
