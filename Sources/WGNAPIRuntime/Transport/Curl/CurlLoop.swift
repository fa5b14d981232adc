#if os(Linux)
  import CWGNAPICurl
  import Foundation

  /// The thread on which libcurl sends and receives, with the connections it keeps.
  ///
  /// Unchecked: what others than the thread touch is behind the lock.
  final class CurlLoop: @unchecked Sendable {
    private enum Command {
      case start(CurlExchange)
      case giveUp(CurlExchange)
      case end
    }

    /// As many handles are kept for later requests.
    private static let handleLimit = 64
    private static let hasBegun = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let multi: UnsafeMutableRawPointer?
    private let mutex = Mutex()
    private var commands: [Command] = []
    private var handles: [CurlHandle] = []
    private var hasThread = false

    // The thread's own.
    private var exchanges: [UnsafeMutableRawPointer: CurlExchange] = [:]
    private var isEnding = false

    init(connectionsPerHost: Int) {
      multi = Self.hasBegun ? curl_multi_init() : nil
      guard let multi else { return }
      wgnapi_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, max(connectionsPerHost, 1))
      wgnapi_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64)
    }

    /// A handle for a request.
    ///
    /// - Throws: ``TransportError`` where there is no memory left.
    func handle() throws(TransportError) -> CurlHandle {
      let kept = mutex.withLock { handles.popLast() }
      guard multi != nil, let handle = kept ?? CurlHandle() else {
        throw .failed(TransportFailure(.other, message: "libcurl couldn't be started"))
      }
      return handle
    }

    func start(_ exchange: CurlExchange) { add(.start(exchange)) }

    /// Ends an exchange whose result nobody waits for any more.
    func giveUp(_ exchange: CurlExchange) { add(.giveUp(exchange)) }

    /// Closes the connections and lets the thread end.
    func end() {
      // Without a thread nobody else does.
      if mutex.withLock({ hasThread }) { add(.end) } else { curl_multi_cleanup(multi) }
    }

    private func add(_ command: Command) {
      let (isFirst, needsThread) = mutex.withLock { () -> (Bool, Bool) in
        commands.append(command)
        defer { hasThread = true }
        return (commands.count == 1, !hasThread)
      }
      if needsThread {
        Thread.detachNewThread { self.run() }
      } else if isFirst {
        curl_multi_wakeup(multi)
      }
    }

    // MARK: On the thread

    private func run() {
      Thread.current.name = "CurlTransport"
      Self.blockSIGPIPE()
      while true {
        let batch = mutex.withLock { () -> [Command] in
          defer { commands.removeAll(keepingCapacity: true) }
          return commands
        }
        for command in batch { perform(command) }
        var running: CInt = 0
        curl_multi_perform(multi, &running)
        completeAll()
        if isEnding { break }
        let time = expire()
        // Not to be busy with what can't be waited for.
        if curl_multi_poll(multi, nil, 0, time, nil) != CURLM_OK { usleep(1_000) }
      }
      for exchange in Array(exchanges.values) { leave(exchange) }
      curl_multi_cleanup(multi)
    }

    /// Older versions of OpenSSL write to closed connections in a way that would stop the process.
    private static func blockSIGPIPE() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private func perform(_ command: Command) {
      switch command {
      case .start(let exchange):
        // It may have been cancelled on its way here.
        guard !exchange.result.isThere else { return }
        guard exchange.deadline > .now else { return exchange.complete(CURLE_OPERATION_TIMEDOUT) }
        guard curl_multi_add_handle(multi, exchange.handle.pointer) == CURLM_OK else {
          return exchange.complete(CURLE_FAILED_INIT)
        }
        exchanges[exchange.handle.pointer] = exchange
      case .giveUp(let exchange):
        // It may have ended, and its handle have another request.
        if exchanges[exchange.handle.pointer] === exchange { leave(exchange) }
      case .end: isEnding = true
      }
    }

    private func completeAll() {
      var left: CInt = 0
      while let message = curl_multi_info_read(multi, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
          let exchange = exchanges[handle]
        else { continue }
        exchange.complete(message.pointee.data.result)
        leave(exchange)
      }
    }

    /// Ends what has had its time. Gives the milliseconds until the next one has.
    private func expire() -> CInt {
      guard !exchanges.isEmpty else { return 3_600_000 }
      let now = ContinuousClock.now
      var next = now + .seconds(3_600)
      for exchange in Array(exchanges.values) {
        guard exchange.deadline > now else {
          exchange.complete(CURLE_OPERATION_TIMEDOUT)
          leave(exchange)
          continue
        }
        next = min(next, exchange.deadline)
      }
      let parts = (next - now).components
      return CInt(parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000 + 1)
    }

    private func leave(_ exchange: CurlExchange) {
      let handle = exchange.handle
      exchanges[handle.pointer] = nil
      curl_multi_remove_handle(multi, handle.pointer)
      handle.reset()
      mutex.withLock { if handles.count < Self.handleLimit { handles.append(handle) } }
    }
  }
#endif
