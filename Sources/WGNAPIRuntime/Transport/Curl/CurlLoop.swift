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

    private static let longestWait = Duration.seconds(3_600)
    private static let hasBegun = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let multi: UnsafeMutableRawPointer?
    private let mutex = Mutex()
    private var commands: [Command] = []
    private var hasThread = false

    // The thread's own.
    private let connections = CurlConnections()
    private var queue: CurlQueue
    private var running: [UnsafeMutableRawPointer: CurlExchange] = [:]
    /// No exchange is due before this; it may be that none is.
    private var nextDeadline = ContinuousClock.now
    private var isEnding = false

    init(connectionsPerHost: Int) {
      queue = CurlQueue(connectionsPerHost: connectionsPerHost)
      multi = Self.hasBegun ? curl_multi_init() : nil
      // The most connections that are kept while nobody needs them.
      if let multi { wgnapi_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64) }
    }

    /// A handle for a request: a new one for each, because libcurl before 8.1.1 may read what it has freed where the second
    /// response to a handle begins with the continuation of a line.
    ///
    /// - Throws: ``TransportError`` where there is no memory left.
    func handle() throws(TransportError) -> CurlHandle {
      guard multi != nil, let handle = CurlHandle() else {
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
      let needsThread = mutex.withLock { () -> Bool in
        commands.append(command)
        // With the lock held, so that nobody has taken the command yet, which may be the last one.
        if hasThread, commands.count == 1 { curl_multi_wakeup(multi) }
        defer { hasThread = true }
        return !hasThread
      }
      if needsThread, !startThread() { failAll() }
    }

    private func startThread() -> Bool {
      let own = Unmanaged.passRetained(self)
      let isStarted = wgnapi_curl_start_thread(
        { value in
          value.map { Unmanaged<CurlLoop>.fromOpaque($0).takeRetainedValue().run() }
          return nil
        }, own.toOpaque())
      if isStarted == 0 { own.release() }
      return isStarted != 0
    }

    /// Ends what nobody works at.
    private func failAll() {
      let left = mutex.withLock { () -> [Command] in
        hasThread = false
        defer { commands = [] }
        return commands
      }
      for case .start(let exchange) in left {
        let failure = TransportFailure(.other, message: "no thread could be started for libcurl")
        exchange.result.finish(.failure(TransportError.failed(failure)))
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
        // Before anything is sent: some have no time at all.
        expire()
        var count: CInt = 0
        curl_multi_perform(multi, &count)
        completeAll()
        if isEnding { break }
        wait()
      }
      // Nobody waits for any of them any more.
      for exchange in running.values { curl_multi_remove_handle(multi, exchange.handle.pointer) }
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
        nextDeadline = min(nextDeadline, exchange.deadline)
        if queue.enter(exchange) { begin(exchange) }
      case .giveUp(let exchange):
        if running[exchange.handle.pointer] != nil { leaveUnfinished(exchange) }
      case .end: isEnding = true
      }
    }

    private func begin(_ exchange: CurlExchange) {
      exchange.begin(connections)
      running[exchange.handle.pointer] = exchange
      guard curl_multi_add_handle(multi, exchange.handle.pointer) == CURLM_OK else {
        exchange.complete(CURLE_FAILED_INIT)
        return leave(exchange)
      }
    }

    private func leave(_ exchange: CurlExchange) {
      running[exchange.handle.pointer] = nil
      curl_multi_remove_handle(multi, exchange.handle.pointer)
      if let next = queue.leave(exchange) { begin(next) }
    }

    /// What can't be left ends by itself, and is completed then.
    private func leaveUnfinished(_ exchange: CurlExchange) {
      if !exchange.mustBeLeftAlone { leave(exchange) }
    }

    private func completeAll() {
      var left: CInt = 0
      while let message = curl_multi_info_read(multi, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
          let exchange = running[handle]
        else { continue }
        complete(exchange, message.pointee.data.result)
      }
    }

    private func complete(_ exchange: CurlExchange, _ code: CURLcode) {
      if exchange.needsNewConnection {
        curl_multi_remove_handle(multi, exchange.handle.pointer)
        exchange.beginAnew()
        if curl_multi_add_handle(multi, exchange.handle.pointer) == CURLM_OK { return }
      }
      connections.keep(exchange.handle)
      exchange.complete(code)
      leave(exchange)
    }

    /// Ends what has had its time.
    private func expire() {
      let now = ContinuousClock.now
      guard nextDeadline <= now else { return }
      nextDeadline = now + Self.longestWait
      func isDue(_ exchange: CurlExchange) -> Bool {
        guard exchange.deadline > now else { return true }
        nextDeadline = min(nextDeadline, exchange.deadline)
        return false
      }
      queue.filterWaiting { exchange in
        let isDue = isDue(exchange)
        if isDue { exchange.complete(CURLE_OPERATION_TIMEDOUT) }
        return !isDue && !exchange.result.isThere
      }
      for exchange in Array(running.values) where isDue(exchange) {
        exchange.complete(CURLE_OPERATION_TIMEDOUT)
        leaveUnfinished(exchange)
      }
    }

    /// Waits for bytes, for a deadline, or to be woken.
    private func wait() {
      let parts = (nextDeadline - .now).components
      let milliseconds = max(parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000 + 1, 0)
      // Not to be busy with what can't be waited for.
      if curl_multi_poll(multi, nil, 0, CInt(milliseconds), nil) != CURLM_OK { usleep(1_000) }
    }
  }
#endif
