#if os(Linux)
  /// Whose turn it is: as many exchanges with the same host as there may be connections to it, the others in order. libcurl
  /// would take a look at all of them each time, and forget those who wait when their time has come.
  struct CurlQueue {
    private struct Host {
      var running = 0
      var waiting: ArraySlice<CurlExchange> = []
      /// About as many of those were given up.
      var forgotten = 0
    }

    let connectionsPerHost: Int
    private var hosts: [String: Host] = [:]

    init(connectionsPerHost: Int) {
      self.connectionsPerHost = max(connectionsPerHost, 1)
    }

    /// Whether it is an exchange's turn at once; else it waits.
    mutating func enter(_ exchange: CurlExchange) -> Bool {
      var host = hosts.removeValue(forKey: exchange.host) ?? Host()
      defer { hosts[exchange.host] = host }
      guard host.running >= connectionsPerHost else {
        host.running += 1
        return true
      }
      host.waiting.append(exchange)
      return false
    }

    /// Takes an exchange's turn away; the exchange whose turn it is now.
    mutating func leave(_ exchange: CurlExchange) -> CurlExchange? {
      guard var host = hosts.removeValue(forKey: exchange.host) else { return nil }
      defer { if host.running > 0 { hosts[exchange.host] = host } }
      while let next = host.waiting.popFirst() {
        // Those that were given up stay where they are.
        if !next.result.isThere { return next }
      }
      host.running -= 1
      return nil
    }

    /// Lets an exchange go that was given up: now and then all of these, since looking for one takes as long.
    mutating func forget(_ exchange: CurlExchange) {
      guard var host = hosts.removeValue(forKey: exchange.host) else { return }
      host.forgotten += 1
      if host.forgotten * 2 > host.waiting.count {
        host.waiting.removeAll { $0.result.isThere }
        host.forgotten = 0
      }
      hosts[exchange.host] = host
    }
  }
#endif
