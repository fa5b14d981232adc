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
    private final class Host {
      var running = 0
      /// Those from ``first`` on wait; those before it have begun, and are nil.
      var waiting: [CurlExchange?] = []
      var first = 0
      /// The approximate number of cancelled exchanges in the queue.
      var forgotten = 0

      func next() -> CurlExchange? {
        while first < waiting.count {
          let next = waiting[first]
          waiting[first] = nil
          first += 1
          if first == waiting.count || first >= 256 && first * 2 > waiting.count {
            waiting = waiting.filter { $0 != nil }
            first = 0
          }
          // Cancelled exchanges are still in the queue.
          if let next, !next.result.isThere { return next }
        }
        return nil
      }
    }

    private let places: CurlPlaces
    private var hosts: [String: Host] = [:]

    init(_ places: CurlPlaces) { self.places = places }

    /// Returns true if an exchange can begin at once; otherwise adds it to the queue.
    mutating func enter(_ exchange: CurlExchange) -> Bool {
      let host = hosts[exchange.host] ?? Host()
      hosts[exchange.host] = host
      guard host.running >= places.count(for: exchange) else {
        host.running += 1
        return true
      }
      host.waiting.append(exchange)
      return false
    }

    /// Ends the turn of an exchange, and returns the exchange that can begin now.
    mutating func leave(_ exchange: CurlExchange) -> CurlExchange? {
      guard let host = hosts[exchange.host] else { return nil }
      if let next = host.next() { return next }
      host.running -= 1
      if host.running <= 0 { hosts[exchange.host] = nil }
      return nil
    }

    /// Releases a cancelled exchange. Occasionally removes all of them, because searching for one takes as
    /// long.
    mutating func forget(_ exchange: CurlExchange) {
      guard let host = hosts[exchange.host] else { return }
      host.forgotten += 1
      guard host.forgotten * 2 > host.waiting.count - host.first else { return }
      host.waiting = host.waiting.filter { $0?.result.isThere == false }
      (host.first, host.forgotten) = (0, 0)
    }
  }
#endif
