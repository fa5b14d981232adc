#if os(Linux)
  /// Sees to it that no exchange keeps the thread for itself.
  ///
  /// libcurl reads what a proxy answers to CONNECT for as long as there is more, in one call, byte by byte, and asks after
  /// each byte whether to go on.
  ///
  /// Unchecked: used on the loop's thread.
  final class CurlTurn: @unchecked Sendable {
    /// In one call libcurl asks a few hundred times at most of a response, however large.
    private static let limit = 100_000

    private var exchange: ObjectIdentifier?
    private var count = 0

    /// Begins another call of libcurl.
    func begin() { exchange = nil }

    /// Whether an exchange may go on, after all that it has had since others were asked.
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
