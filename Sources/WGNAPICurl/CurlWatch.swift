import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  /// Watches over the thread that requests go to: where libcurl doesn't come back from a call, whatever keeps it, a new
  /// thread takes its place.
  ///
  /// A deadline holds without the thread, and a cancellation, too.
  ///
  /// Unchecked: everything that changes is behind the lock.
  final class CurlWatch: @unchecked Sendable {
    /// As many threads may be stuck. Each keeps its connections and the responses on their way.
    static let limit = 4
    /// What a request that was on its way fails with.
    static let stuck = TransportFailure(
      .connectionLost, message: "libcurl didn't come back from a call, and the request was given up")

    private let connectionsPerHost: Int
    private let patience: Duration
    private let deadlines = Deadlines()
    private let mutex = Mutex()
    private var loop: CurlLoop
    /// Those that the loop has.
    private var exchanges: [ObjectIdentifier: CurlExchange] = [:]
    private var stuckCount = 0
    private var isWatching = false

    /// - Parameter patience: how long a call of libcurl may take; half as much later it is noticed at the latest.
    init(connectionsPerHost: Int, patience: Duration) {
      self.connectionsPerHost = connectionsPerHost
      self.patience = patience
      loop = CurlLoop(connectionsPerHost: connectionsPerHost)
    }

    /// Closes the connections and lets the thread end.
    func end() { mutex.withLock { loop }.end() }

    /// A handle for a request: a new one for each, because libcurl before 8.1.1 may read what it has freed where the second
    /// response to a handle begins with the continuation of a line.
    ///
    /// - Throws: ``TransportError`` where libcurl is too old, or there is no memory left.
    func handle() throws(TransportError) -> CurlHandle {
      guard CurlLoop.hasBegun, let handle = CurlHandle() else {
        let version = CurlVersion.loaded
        let why = version.isSupported ? "libcurl couldn't be started" : version.refusal
        throw .failed(TransportFailure(.other, message: why))
      }
      return handle
    }

    /// Sends a request; what it comes to is there by the deadline.
    func run(
      _ exchange: CurlExchange, until deadline: ContinuousClock.Instant
    ) async throws -> CurlExchange.Outcome {
      let time = deadline - .now
      guard time > .zero else { throw TransportError.timedOut }
      let id = deadlines.add(after: time) {
        exchange.result.finish(.failure(TransportError.timedOut))
      }
      defer {
        deadlines.remove(id)
        mutex.withLock { _ = exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
      }
      do {
        return try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in
            if exchange.result.begin(continuation) { start(exchange) }
          }
        } onCancel: {
          exchange.result.finish(.failure(CancellationError()))
        }
      } catch {
        // Here, and not by who ended it: that may be too late, when the exchange isn't among those of the loop any more.
        giveUp(exchange)
        throw error
      }
    }

    private func start(_ exchange: CurlExchange) {
      let (isRefused, isFirst) = mutex.withLock { () -> (Bool, Bool) in
        guard stuckCount < Self.limit else { return (true, false) }
        exchanges[ObjectIdentifier(exchange)] = exchange
        loop.start(exchange)
        defer { isWatching = true }
        return (false, !isWatching)
      }
      if isRefused {
        let failure = TransportFailure(
          .other, message: "\(Self.limit) calls of libcurl haven't come back, and no more are made")
        exchange.result.finish(.failure(TransportError.failed(failure)))
      }
      if isFirst { watch() }
    }

    /// Ends an exchange whose result nobody waits for any more.
    private func giveUp(_ exchange: CurlExchange) {
      mutex.withLock {
        if exchanges[ObjectIdentifier(exchange)] != nil { loop.giveUp(exchange) }
      }
    }

    private func watch() {
      _ = deadlines.add(after: patience / 2) { [weak self] in self?.look() }
    }

    /// Looks whether the thread comes round.
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
        loop = CurlLoop(connectionsPerHost: connectionsPerHost)
        return (true, Array(exchanges.values))
      }
      for exchange in left { exchange.abandon() }
      if goesOn { watch() }
    }

    private func comeBack() {
      mutex.withLock { stuckCount -= 1 }
    }
  }
#endif
