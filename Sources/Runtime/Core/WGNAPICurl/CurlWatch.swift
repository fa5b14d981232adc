import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  /// Watches the thread that handles requests. If libcurl doesn't return from a call, for whatever reason, a
  /// new thread takes its place.
  ///
  /// Deadlines and cancellation don't depend on the thread.
  ///
  /// Unchecked: all mutable state is behind the lock.
  final class CurlWatch: @unchecked Sendable {
    /// The maximum number of blocked threads. Each keeps its connections and the responses in progress.
    static let limit = 4
    /// The error for requests that were in progress on a blocked thread.
    static let stuck = TransportFailure(
      .connectionLost, message: "a call of libcurl didn't return, and the request was abandoned")

    private let places: CurlPlaces
    private let patience: Duration
    private let deadlines = Deadlines()
    private let mutex = Mutex()
    private var loop: CurlLoop
    /// The exchanges of the current loop.
    private var exchanges: [Int: CurlExchange] = [:]
    private var stuckCount = 0
    private var isWatching = false

    /// - Parameter patience: The maximum duration of a call of libcurl. Exceeding it is detected within half
    ///   as much time again.
    init(places: CurlPlaces, patience: Duration) {
      self.places = places
      self.patience = patience
      loop = CurlLoop(places)
    }

    /// Closes the connections and ends the thread.
    func end() { mutex.withLock { loop }.end() }

    /// Returns a handle for a request. Handles aren't reused, because libcurl before 8.1.1 may read freed
    /// memory if the second response of a handle begins with a continuation line.
    ///
    /// - Throws: ``TransportError`` if the loaded libcurl is too old, or there is no memory left.
    func handle() throws(TransportError) -> CurlHandle {
      guard CurlLoop.hasBegun, let handle = CurlHandle() else {
        let version = CurlVersion.loaded
        let why = version.isSupported ? "libcurl couldn't be started" : version.refusal
        throw .failed(TransportFailure(.other, message: why))
      }
      return handle
    }

    /// Sends a request and returns its outcome before the deadline. A stream's outcome is there when its head is; the
    /// deadline is later by as much as its body takes to be sent.
    func run(
      _ exchange: CurlExchange, until deadline: ContinuousClock.Instant
    ) async throws -> CurlExchange.Outcome {
      let time = deadline - .now
      guard time > .zero else { throw TransportError.timedOut }
      let expiry = StreamDeadline(deadlines)
      expiry.expire(after: time) {
        // A body that is being sent is progress.
        let rest = exchange.timeSinceProgress.map { exchange.options.timeout - $0 } ?? .zero
        if rest > .zero, !exchange.result.isThere { return rest }
        exchange.result.finish(.failure(TransportError.timedOut))
        return nil
      }
      defer { expiry.remove() }
      do {
        let outcome = try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in
            if exchange.result.begin(continuation) { start(exchange) }
          }
        } onCancel: {
          exchange.result.finish(.failure(CancellationError()))
        }
        // A stream goes on.
        if case .stream = outcome {} else { forget(exchange) }
        return outcome
      } catch {
        // Here instead of where the exchange was ended: that may be after the loop has forgotten it.
        giveUp(exchange)
        throw error
      }
    }

    private func start(_ exchange: CurlExchange) {
      let (isRefused, isFirst) = mutex.withLock { () -> (Bool, Bool) in
        guard stuckCount < Self.limit else { return (true, false) }
        exchanges[exchange.number] = exchange
        loop.start(exchange)
        defer { isWatching = true }
        return (false, !isWatching)
      }
      if isRefused {
        let failure = TransportFailure(
          .other, message: "\(Self.limit) calls of libcurl haven't returned, so no more are made")
        exchange.result.finish(.failure(TransportError.failed(failure)))
      }
      if isFirst { watch() }
    }

    /// Ends an exchange whose result, or whose stream, nobody waits for any more.
    func giveUp(_ exchange: CurlExchange) {
      mutex.withLock {
        if exchanges.removeValue(forKey: exchange.number) != nil { loop.giveUp(exchange) }
      }
    }

    /// Continues an exchange that waited for its reader, or for its body.
    func goOn(_ exchange: CurlExchange) {
      mutex.withLock {
        if exchanges[exchange.number] != nil { loop.goOn(exchange) }
      }
    }

    /// Forgets an exchange that has ended.
    func forget(_ exchange: CurlExchange) {
      mutex.withLock { _ = exchanges.removeValue(forKey: exchange.number) }
    }

    private func watch() {
      _ = deadlines.add(after: patience / 2) { [weak self] in self?.look() }
    }

    /// Checks whether the thread responds.
    private func look() {
      let (goesOn, left) = mutex.withLock { () -> (Bool, [CurlExchange]) in
        guard !exchanges.isEmpty else {
          isWatching = false
          return (false, [])
        }
        guard !loop.isComingRound() else { return (true, []) }
        defer { exchanges = [:] }
        stuckCount += 1
        loop.end { [weak self] in self?.comeBack() }
        loop = CurlLoop(places)
        return (true, exchanges.map { $0.value })
      }
      for exchange in left { exchange.abandon() }
      if goesOn { watch() }
    }

    private func comeBack() {
      mutex.withLock { stuckCount -= 1 }
    }
  }
#endif
