/// Exchanges that are read once and looked at several times, as long as they fit into memory.
///
/// Only one thread at a time may use it.
package final class KeptTraffic: @unchecked Sendable {
  private var exchanges: [TrafficExchange] = []
  private let most: Int
  private var room: Int
  /// Whether everything was kept that says something about an API.
  package private(set) var isComplete = true

  /// - Parameter most: The number of bytes to keep. A quarter more is for exchanges that show something new.
  package init(most: Int = 256 << 20) { (self.most, room) = (most, most) }

  /// Begins anew, because everything is read again.
  package func removeAll() { (exchanges, room, isComplete) = ([], most, true) }

  /// Keeps an exchange. Once there is no room for all of them, keeps only those that show something new.
  package func add(_ exchange: TrafficExchange, isNew: Bool) {
    guard exchange.reasonToLeaveOut == nil else { return }
    // Names, fields and the query are small beside bodies.
    let size = 1000 + exchange.body.bytes.count + exchange.response.bytes.count
    if isComplete, size > room {
      isComplete = false
      room = most / 4
    }
    guard isComplete || isNew, size <= room else { return }
    room -= size
    var exchange = exchange
    exchange.body.pack()
    exchange.response.pack()
    exchanges.append(exchange)
  }

  package func visit(_ body: (TrafficExchange) -> Void) {
    for var exchange in exchanges {
      exchange.body.unpack()
      exchange.response.unpack()
      body(exchange)
    }
  }
}
