import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl

  /// The thread on which libcurl sends and receives, with its connections.
  ///
  /// Unchecked: all state that other threads use is behind the lock.
  final class CurlLoop: @unchecked Sendable {
    private enum Command {
      case start(CurlExchange)
      case giveUp(CurlExchange)
      case goOn(CurlExchange)
      case end
    }

    private static let longestWait: CInt = 3_600_000
    /// Whether libcurl is ready.
    static let hasBegun =
      CurlVersion.loaded.isSupported && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let multi: UnsafeMutableRawPointer?
    private let mutex = Mutex()
    private var commands: [Command] = []
    private var hasThread = false
    /// The number of checks since the thread's last iteration.
    private var questions = 0
    /// An action to run when the thread ends.
    private var afterwards: (@Sendable () -> Void)?

    // State that only the thread uses.
    private let connections = CurlConnections()
    private let turn = CurlTurn()
    private var queue: CurlQueue
    private var running: [Int: CurlExchange] = [:]
    private var isEnding = false

    init(_ places: CurlPlaces) {
      queue = CurlQueue(places)
      multi = Self.hasBegun ? curl_multi_init() : nil
      // The maximum number of idle connections.
      if let multi { wgnapi_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64) }
    }

    func start(_ exchange: CurlExchange) { add(.start(exchange)) }

    /// Ends an exchange whose result nobody waits for any more.
    func giveUp(_ exchange: CurlExchange) { add(.giveUp(exchange)) }

    /// Continues an exchange that waited for its reader, or for its body.
    func goOn(_ exchange: CurlExchange) { add(.goOn(exchange)) }

    /// Closes the connections and ends the thread, which then calls `afterwards`.
    func end(_ afterwards: @escaping @Sendable () -> Void = {}) {
      let hasThread = mutex.withLock {
        self.afterwards = afterwards
        return self.hasThread
      }
      if hasThread { return add(.end) }
      // Without a thread, it happens here.
      curl_multi_cleanup(multi)
      afterwards()
    }

    /// Asks the thread for an iteration; returns false if it was asked twice and hasn't made one. After the
    /// machine has slept, a single check means nothing.
    func isComingRound() -> Bool {
      mutex.withLock {
        guard hasThread else { return true }
        if questions == 0 { curl_multi_wakeup(multi) }
        questions += 1
        return questions <= 2
      }
    }

    private func add(_ command: Command) {
      let needsThread = mutex.withLock { () -> Bool in
        commands.append(command)
        // With the lock held, so that the thread can't have taken the command, after which it may end.
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

    /// Fails the commands that no thread handles.
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
      wgnapi_curl_name_thread("CurlTransport")
      Self.blockSIGPIPE()
      while true {
        let batch = mutex.withLock { () -> [Command] in
          defer { commands.removeAll(keepingCapacity: true) }
          questions = 0
          return commands
        }
        for command in batch { perform(command) }
        turn.begin()
        var count: CInt = 0
        curl_multi_perform(multi, &count)
        completeAll()
        if isEnding { break }
        // Wait for bytes or a wake-up; sleep if that fails, to avoid a busy loop.
        if curl_multi_poll(multi, nil, 0, Self.longestWait, nil) != CURLM_OK { usleep(1_000) }
      }
      // Nobody waits for these exchanges any more; readers of streams do.
      for (_, exchange) in running { exchange.abandon() }
      for (_, exchange) in running { curl_multi_remove_handle(multi, exchange.handle.pointer) }
      curl_multi_cleanup(multi)
      mutex.withLock { afterwards }?()
    }

    /// Blocks SIGPIPE. Older versions of OpenSSL write to closed connections in a way that would stop the
    /// process.
    private static func blockSIGPIPE() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    @inline(never)
    private func perform(_ command: Command) {
      switch command {
      case .start(let exchange):
        // It may have been cancelled in the meantime.
        guard !exchange.result.isThere else { return }
        if queue.enter(exchange) { begin(exchange) }
      case .giveUp(let exchange):
        // An exchange that can't be stopped ends by itself, and is completed then.
        if running[exchange.handle.number] == nil {
          queue.forget(exchange)
        } else if !exchange.mustBeLeftAlone {
          leave(exchange)
        }
      case .goOn(let exchange):
        if running[exchange.handle.number] === exchange {
          curl_easy_pause(exchange.handle.pointer, CURLPAUSE_CONT)
        }
      case .end: isEnding = true
      }
    }

    @inline(never)
    private func begin(_ exchange: CurlExchange) {
      guard exchange.begin(connections, turn) else { return leave(exchange) }
      running[exchange.handle.number] = exchange
      guard curl_multi_add_handle(multi, exchange.handle.pointer) == CURLM_OK else {
        exchange.complete(CURLE_FAILED_INIT)
        return leave(exchange)
      }
    }

    @inline(never)
    private func leave(_ exchange: CurlExchange) {
      if running.removeValue(forKey: exchange.handle.number) != nil {
        curl_multi_remove_handle(multi, exchange.handle.pointer)
      }
      if let next = queue.leave(exchange) { begin(next) }
    }

    private func completeAll() {
      var left: CInt = 0
      while let message = curl_multi_info_read(multi, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
          let exchange = running[Int(bitPattern: handle)]
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
  }

  /// Prevents an exchange from monopolizing the thread.
  ///
  /// libcurl reads a proxy's response to CONNECT byte by byte in one call, as long as there is data, and asks
  /// after each byte whether to continue.
  ///
  /// Unchecked: used only on the loop's thread.
  final class CurlTurn: @unchecked Sendable {
    /// The maximum number of questions per call. For a response of any size, libcurl asks a few hundred times
    /// at most.
    private static let limit = 100_000

    private var exchange: ObjectIdentifier?
    private var count = 0

    /// Begins another call of libcurl.
    func begin() { exchange = nil }

    /// Returns whether an exchange can continue, given its questions since others were asked.
    func allows(_ exchange: CurlExchange) -> Bool {
      let identifier = ObjectIdentifier(exchange)
      if self.exchange != identifier {
        self.exchange = identifier
        count = 0
      }
      count += 1
      return count <= Self.limit
    }
  }
#endif
