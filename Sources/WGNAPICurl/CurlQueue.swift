#if os(Linux)
  /// How many exchanges with the same host run at the same time.
  struct CurlPlaces: Sendable {
    private let requests: Int
    private let streams: Int

    init(_ configuration: CurlTransport.Configuration) {
      requests = max(configuration.connectionsPerHost, 1)
      streams = max(configuration.streamsPerHost, 1)
    }

    func count(for exchange: CurlExchange) -> Int { exchange.isStream ? streams : requests }
  }

  /// A queue of exchanges by host: as many run at the same time as there may be connections to the host; the
  /// others wait in order. libcurl's own queue would check all of them each time, and forget those that wait
  /// when their time has come.
  struct CurlQueue {
    private struct Host {
      var running = 0
      var waiting: ArraySlice<CurlExchange> = []
      /// The approximate number of cancelled exchanges in the queue.
      var forgotten = 0
    }

    private let places: CurlPlaces
    private var hosts: [String: Host] = [:]

    init(_ places: CurlPlaces) { self.places = places }

    /// Returns true if an exchange can begin at once; otherwise adds it to the queue.
    mutating func enter(_ exchange: CurlExchange) -> Bool {
      var host = hosts.removeValue(forKey: exchange.host) ?? Host()
      defer { hosts[exchange.host] = host }
      guard host.running >= places.count(for: exchange) else {
        host.running += 1
        return true
      }
      host.waiting.append(exchange)
      return false
    }

    /// Ends the turn of an exchange, and returns the exchange that can begin now.
    mutating func leave(_ exchange: CurlExchange) -> CurlExchange? {
      guard var host = hosts.removeValue(forKey: exchange.host) else { return nil }
      defer { if host.running > 0 { hosts[exchange.host] = host } }
      while let next = host.waiting.popFirst() {
        // Cancelled exchanges are still in the queue.
        if !next.result.isThere { return next }
      }
      host.running -= 1
      return nil
    }

    /// Releases a cancelled exchange. Occasionally removes all of them, because searching for one takes as
    /// long.
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
