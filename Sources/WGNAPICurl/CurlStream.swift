import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  import HTTPTypes

  /// What an exchange needs in order to stream: the way to the reader of the response's body, and the request's body.
  ///
  /// Unchecked: all mutable state is behind the lock.
  final class CurlStream: @unchecked Sendable {
    /// The request's body; nil if libcurl has it as a whole.
    let upload: CurlUpload?
    /// Its connections are used as long as somebody reads.
    private let transport: CurlTransport
    private let watch: CurlWatch
    private let mutex = Mutex()
    /// The way to the reader, from the head to the end of the response.
    private var channel: BodyChannel?
    private var hasHead = false

    init(_ transport: CurlTransport, watch: CurlWatch, body: RequestBody) {
      self.transport = transport
      self.watch = watch
      upload = body.bytes == nil ? CurlUpload(body) : nil
    }

    /// Whether the head has arrived and nobody reads the body any more; nil before the head.
    var isClosed: Bool? {
      let (hasHead, channel) = mutex.withLock { (self.hasHead, self.channel) }
      return hasHead ? channel?.isClosed ?? true : nil
    }

    /// Begins the body of a response.
    func begin(
      _ response: HTTPResponse, to method: HTTPRequest.Method, of exchange: CurlExchange
    ) throws(TransportError) -> ResponseBody {
      let channel = BodyChannel(
        onRoom: { [watch] in watch.goOn(exchange) },
        onClose: { [self] in
          upload?.stop()
          watch.giveUp(exchange)
          // The channel refers to the exchange.
          mutex.withLock { self.channel = nil }
        })
      let body = try ResponseBody(
        of: response, to: method, from: channel, waiting: exchange.options.idleTimeout,
        limit: exchange.options.responseSizeLimit)
      mutex.withLock { (self.channel, hasHead) = (channel, true) }
      return body
    }

    /// Returns whether the portion has been passed on; nil if nobody reads. If not, the exchange is continued when there
    /// is room.
    func accept(_ portion: UnsafeRawBufferPointer) -> Bool? {
      guard let channel = mutex.withLock({ self.channel }), !channel.isClosed else { return nil }
      guard channel.hasRoom() else { return false }
      channel.write([UInt8](portion))
      return true
    }

    /// Ends the body of an exchange; returns false if there is none yet.
    func end(_ error: (any Error)?, of exchange: CurlExchange) -> Bool {
      let (channel, hadHead) = mutex.withLock { () -> (BodyChannel?, Bool) in
        defer { self.channel = nil }
        return (self.channel, hasHead)
      }
      channel?.end(error)
      if hadHead { watch.forget(exchange) }
      return hadHead
    }

    /// Ends libcurl's waiting for the request's body, which may stall.
    func stopWaiting(for exchange: CurlExchange) { if upload != nil { watch.goOn(exchange) } }

    /// Begins to read the request's body.
    func startUpload(for exchange: CurlExchange) {
      upload?.start { [weak exchange, watch] in
        if let exchange { watch.goOn(exchange) }
      }
    }
  }
#endif
