#if os(Linux)
  /// Prevents an exchange from monopolizing the thread.
  ///
  /// libcurl reads a proxy's answer to CONNECT byte by byte in one call, as long as there is data, and asks
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
