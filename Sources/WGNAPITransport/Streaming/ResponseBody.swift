import HTTPTypes
import WGNAPISupport

/// A response's body as it arrives: portions of bytes, decompressed.
///
/// It can be read once, by one task. The server is slowed down to the speed of the reader, so that memory stays bounded
/// whatever the size. Leaving the loop ends the exchange, and so does releasing the body.
public struct ResponseBody: AsyncSequence, Sendable {
  /// A portion, never empty.
  public typealias Element = [UInt8]

  private let source: Source

  /// Creates a body that is in memory, such as one of a test.
  public init(_ bytes: [UInt8]) { self.init(RequestBody.bytes(bytes)) }

  /// Creates a body of portions from elsewhere, such as one of a test.
  public init<Portions: AsyncSequence & Sendable>(_ portions: Portions) where Portions.Element == [UInt8] {
    self.init(RequestBody.portions(portions))
  }

  /// Creates a body whose portions are those of a request's body.
  private init(_ body: RequestBody) {
    // Opened by the first read.
    source = Source(open: { try body.open() }, close: {})
  }

  /// Creates a body from a transport's channel.
  ///
  /// - Parameters:
  ///   - response: The head.
  ///   - method: The request's method.
  ///   - patience: The maximum time to wait for each portion; nil for any time.
  ///   - limit: The maximum number of bytes, decompressed.
  ///   - isDecoded: Whether the system decompresses the bytes.
  /// - Throws: ``TransportError`` if the body can't be decoded.
  package init(
    of response: HTTPResponse, to method: HTTPRequest.Method, from channel: BodyChannel,
    waiting patience: Duration?,
    limit: Int, isDecoded: Bool = false
  ) throws(TransportError) {
    let fields = response.isBodiless(to: method) ? [:] : response.headerFields
    if !isDecoded { try ContentCoding.requirePlainTransfer(fields) }
    let coding = isDecoded ? nil : try ContentCoding.of(fields)
    source = Source(
      open: {
        let reading = StreamedReading(channel, coding, patience: patience, limit: limit)
        return { try await reading.next() }
      }, close: channel.close)
  }

  /// Returns the iterator. Releasing an iterator that has begun to read ends the exchange.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: Reader(source)) }

  /// Reads the portions of a body.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader

    /// Returns the next portion; nil at the end.
    ///
    /// - Throws: ``TransportError``, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> [UInt8]? { try await reader.next() }
  }

  /// What the copies of an iterator share.
  fileprivate final class Reader {
    private let source: Source
    /// Whether there may be more than has been read.
    private var isInside = false

    init(_ source: Source) { self.source = source }

    deinit { if isInside { source.leave() } }

    func next() async throws -> [UInt8]? {
      isInside = false
      let portion = try await source.next()
      isInside = portion != nil
      return portion
    }
  }

  /// Ends the exchange.
  package func close() { source.close() }

  /// Reads the whole body.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: ``TransportError``, and `CancellationError` when the task is cancelled.
  public func collected(upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await portion in self {
      guard portion.count <= limit - bytes.count else { throw TransportError.responseTooLarge(limit: limit) }
      bytes += portion
    }
    return bytes
  }

  /// What all copies of a body share.
  ///
  /// Unchecked: one task reads at a time; another one gets an error.
  fileprivate final class Source: @unchecked Sendable {
    let close: @Sendable () -> Void
    private let open: @Sendable () throws -> RequestBody.NextPortion
    private let mutex = Mutex()
    private var isBusy = false
    private var isLeft = false
    private var reading: RequestBody.NextPortion?

    init(
      open: @escaping @Sendable () throws -> RequestBody.NextPortion, close: @escaping @Sendable () -> Void
    ) {
      self.open = open
      self.close = close
    }

    deinit { close() }

    /// Ends the exchange, because the reader has left before the end.
    func leave() {
      mutex.withLock { isLeft = true }
      close()
    }

    func next() async throws -> [UInt8]? {
      let (isFree, wasLeft) = mutex.withLock { () -> (Bool, Bool) in
        guard !isBusy, !isLeft else { return (!isBusy, isLeft) }
        isBusy = true
        return (true, false)
      }
      guard !wasLeft else { throw TransportError.failed(Self.leftBefore) }
      guard isFree else { throw TransportError.failed(BodyChannel.twoReaders) }
      defer { mutex.withLock { isBusy = false } }
      // Stored once: a closure that is taken from an optional, and stored there again, is wrapped each time.
      if reading == nil { reading = try open() }
      guard let reading else { return nil }
      while let portion = try await reading() {
        if !portion.isEmpty { return portion }
      }
      return nil
    }

    private static let leftBefore = TransportFailure(
      .other, message: "the response's body can be read only once, and a loop has been left before its end")
  }
}

/// A response whose body is read as it arrives.
public struct StreamedResponse: Sendable {
  /// The status and the header fields.
  public var response: HTTPResponse
  /// The body.
  public var body: ResponseBody
  /// The redirects that were followed, in order.
  public var redirects: [HTTPResponse]

  /// Creates a response.
  public init(response: HTTPResponse, body: ResponseBody, redirects: [HTTPResponse] = []) {
    self.response = response
    self.body = body
    self.redirects = redirects
  }
}

extension Transport {
  /// Sends a request without streaming: the request's body is collected first, and the response's arrives as one
  /// portion. Transports for tests need no more.
  public func stream(
    _ request: HTTPRequest, body: RequestBody, options: TransportOptions
  ) async throws -> StreamedResponse {
    var bytes: [UInt8] = []
    let next = try body.open()
    while let portion = try await next() { bytes += portion }
    let whole = try await send(request, body: bytes, options: options)
    return StreamedResponse(
      response: whole.response, body: ResponseBody(whole.body), redirects: whole.redirects)
  }
}
