import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  import HTTPTypes
  import WGNAPICompression

  /// A response's head, parsed line by line (RFC 9112).
  struct CurlHead {
    /// The maximum number of continuation lines. Appending one takes time proportional to the length of the
    /// value.
    private static let foldLimit = 100

    struct Malformed: Error {}

    /// The status; 0 before it is known.
    private(set) var status = 0
    private(set) var fields = HTTPFields()
    /// Whether the head is complete. Later lines are trailers, which are ignored.
    private(set) var isComplete = false
    /// The response without its body.
    var response: HTTPResponse { HTTPResponse(status: .init(code: status), headerFields: fields) }
    private var size = 0
    private var folds = 0
    private var informationalCount = 0

    /// Parses a line with its line ending; returns true if it completes the head.
    mutating func accept(_ line: UnsafeRawBufferPointer) throws(Malformed) -> Bool {
      size += line.count
      guard size <= HeadLimits.size else { throw Malformed() }
      guard !isComplete else { return false }
      var line = line[...]
      while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        line = line.dropLast()
      }
      if line.isEmpty { return try end() }
      if status == 0 {
        guard Array(line.prefix(5)).has("HTTP/", at: 0) else { throw Malformed() }
        status = try Self.status(line)
        fields = HTTPFields()
      } else {
        try acceptField(line)
      }
      return false
    }

    private mutating func end() throws(Malformed) -> Bool {
      switch HeadKind(status: status) {
      case .final: isComplete = true
      case .informational:
        informationalCount += 1
        guard informationalCount <= HeadLimits.informational else { throw Malformed() }
        status = 0
      case .invalid: throw Malformed()
      }
      return isComplete
    }

    private static func status(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) -> Int {
      let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") }
      guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw Malformed() }
      return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    private mutating func acceptField(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
      if let first = line.first, Self.isBlank(first) {
        // A continuation line of a value (RFC 9112, section 5.2).
        folds += 1
        guard let last = fields.indices.last, folds <= Self.foldLimit else { throw Malformed() }
        let value = fields[last].withUnsafeBytesOfValue { Array($0) } + [UInt8(ascii: " ")] + Self.value(line)
        fields[last] = HTTPField(name: fields[last].name, lenientValue: value)
        return
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
      else { throw Malformed() }
      // As bytes, because the value may not be valid text (RFC 9110, section 5.5).
      fields.append(HTTPField(name: name, lenientValue: Self.value(line[line.index(after: colon)...])))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
      var bytes = bytes.drop(while: isBlank)
      while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
      return bytes
    }
  }

  /// The two streams of an exchange: the channel to the reader of the response's body, and the request's body.
  ///
  /// Unchecked: all mutable state is behind the lock.
  final class CurlStream: @unchecked Sendable {
    /// The request's body; nil if libcurl has it as a whole.
    let upload: CurlUpload?
    /// Its connections are used as long as somebody reads.
    private let transport: CurlTransport
    private let watch: CurlWatch
    private let mutex = Mutex()
    /// The channel to the reader, from the head to the end of the response.
    private var channel: BodyChannel?
    private var hasHead = false

    init(_ transport: CurlTransport, watch: CurlWatch, body: HTTPRequestBody) {
      self.transport = transport
      self.watch = watch
      upload = body.bytes == nil && !body.isEmpty ? CurlUpload(body) : nil
    }

    /// Whether the head has arrived and nobody reads the body any more; nil before the head.
    var isClosed: Bool? {
      let (hasHead, channel) = mutex.withLock { (self.hasHead, self.channel) }
      return hasHead ? channel?.isClosed ?? true : nil
    }

    /// Begins the body of a response.
    func begin(
      _ response: HTTPResponse, to method: HTTPRequest.Method, of exchange: CurlExchange
    ) throws(TransportError) -> HTTPResponseBody {
      let channel = BodyChannel(
        onRoom: { [watch] in watch.goOn(exchange) },
        onClose: { [self] in
          upload?.stop()
          watch.giveUp(exchange)
          // The channel refers to the exchange.
          mutex.withLock { self.channel = nil }
        })
      let body = try HTTPResponseBody(
        of: response, to: method, from: channel, waiting: exchange.options.idleTimeout,
        limit: exchange.options.responseSizeLimit, decompressedBy: Inflater.self)
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

    /// Stops libcurl from waiting for the request's body, which may stall.
    func stopWaiting(for exchange: CurlExchange) { if upload != nil { watch.goOn(exchange) } }

    /// Begins to read the request's body.
    func startUpload(for exchange: CurlExchange) {
      upload?.start { [weak exchange, watch] in
        if let exchange { watch.goOn(exchange) }
      }
    }
  }
#endif
