import HTTPTypes
import WGNAPISupport

/// A response's body as it arrives: portions of bytes, decompressed.
///
/// It can be read once, by one task. The server is slowed down to the speed of the reader, so that memory stays bounded
/// whatever the size. Leaving the loop ends the exchange, and so does releasing the body.
public struct HTTPResponseBody: AsyncSequence, Sendable {
  /// A portion, never empty.
  public typealias Element = [UInt8]

  private let source: Source

  /// Creates a body that is in memory, such as one of a test.
  public init(_ bytes: [UInt8]) { self.init(HTTPRequestBody.bytes(bytes)) }

  /// Creates a body of portions from elsewhere, such as one of a test.
  public init<Portions: AsyncSequence & Sendable>(_ portions: Portions) where Portions.Element == [UInt8] {
    self.init(HTTPRequestBody.portions(portions))
  }

  /// Creates a body whose portions are those of a request's body.
  private init(_ body: HTTPRequestBody) {
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
  ///   - decompressor: What decompresses the bytes; nil if the system does.
  /// - Throws: ``TransportError`` if the body can't be decoded.
  package init(
    of response: HTTPResponse, to method: HTTPRequest.Method, from channel: BodyChannel,
    waiting patience: Duration?,
    limit: Int, decompressedBy decompressor: (any Decompressor.Type)?
  ) throws(TransportError) {
    let fields = response.isBodiless(to: method) ? [:] : response.headerFields
    try ContentCoding.requirePlainTransfer(fields)
    if decompressor == nil { try ContentCoding.requireOne(fields) }
    // RFC 9110, section 15.3.6.
    let isDropped = response.status == .resetContent
    let coding = decompressor == nil || isDropped ? nil : try ContentCoding.of(fields)
    source = Source(
      open: {
        let reading = StreamedReading(
          channel, coding.flatMap { decompressor?.init($0) }, patience: patience, limit: limit,
          isDropped: isDropped)
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
    private let open: @Sendable () throws -> HTTPRequestBody.NextPortion
    private let mutex = Mutex()
    private var isBusy = false
    private var isLeft = false
    private var reading: HTTPRequestBody.NextPortion?

    init(
      open: @escaping @Sendable () throws -> HTTPRequestBody.NextPortion,
      close: @escaping @Sendable () -> Void
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
  public var body: HTTPResponseBody
  /// The redirects that were followed, in order.
  public var redirects: [HTTPResponse]

  /// Creates a response.
  public init(response: HTTPResponse, body: HTTPResponseBody, redirects: [HTTPResponse] = []) {
    self.response = response
    self.body = body
    self.redirects = redirects
  }
}

extension HTTPTransport {
  /// Sends a request without streaming: the request's body is collected first, and the response's arrives as one
  /// portion. Transports for tests need no more.
  public func stream(
    _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
  ) async throws -> StreamedResponse {
    var bytes: [UInt8] = []
    let next = try body.openChecked()
    while let portion = try await next() { bytes += portion }
    let whole = try await send(request, body: bytes, options: options)
    return StreamedResponse(
      response: whole.response, body: HTTPResponseBody(whole.body), redirects: whole.redirects)
  }
}

/// Reads a channel, decompresses its bytes and enforces the limits.
///
/// It decompresses in small steps, one for each portion that the reader asks for, because a few bytes may become many.
final class StreamedReading {
  /// The largest portion to decompress in one step, in bytes.
  private static let portion = 64 << 10
  /// The largest number of compressed bytes in a row without output, such as an endless file name in a header.
  private static let barrenLimit = 1 << 20

  private let channel: BodyChannel
  private let inflater: (any Decompressor)?
  private let patience: Duration?
  private let limit: Int
  /// Whether the body is only read, because the response has none.
  private let isDropped: Bool
  private var count = 0
  /// The maximum number of bytes to drop before the connection is closed.
  private static let mostDropped = 64 << 10
  /// The number of compressed bytes since the last output.
  private var barrenCount = 0
  /// Compressed bytes, of which those before `place` have been read.
  private var compressed: [UInt8] = []
  private var place = 0
  private var hasEnded = false

  init(
    _ channel: BodyChannel, _ inflater: (any Decompressor)?, patience: Duration?, limit: Int, isDropped: Bool
  ) {
    self.channel = channel
    self.inflater = inflater
    self.patience = patience
    self.limit = limit
    self.isDropped = isDropped
  }

  func next() async throws -> [UInt8]? {
    do {
      while let portion = try await nextPortion() {
        guard portion.count <= limit - count else { throw TransportError.responseTooLarge(limit: limit) }
        count += portion.count
        if !isDropped { return portion }
        // Closing the connection costs less than reading bytes after a status without a body.
        guard count <= Self.mostDropped else {
          channel.close()
          return nil
        }
      }
      return nil
    } catch {
      channel.close()
      throw error
    }
  }

  private func nextPortion() async throws -> [UInt8]? {
    guard let inflater else { return try await channel.next(waiting: patience) }
    // One time limit for all of it: compressed bytes without output aren't progress.
    let end = patience.map { ContinuousClock.now + $0 }
    while true {
      if place < compressed.count || hasEnded {
        let portion = try step(inflater)
        if !portion.isEmpty { return portion }
        guard barrenCount <= Self.barrenLimit else {
          throw TransportError.failed(
            TransportFailure(
              .invalidResponse, message: "a megabyte of the response's compressed body has no content"))
        }
      }
      if hasEnded {
        guard inflater.isComplete else {
          throw TransportError.failed(
            TransportFailure(.truncated, message: "the response's compressed body breaks off"))
        }
        return nil
      }
      guard place >= compressed.count else { continue }
      compressed = try await channel.next(waiting: end.map { max($0 - .now, .zero) }) ?? []
      place = 0
      hasEnded = compressed.isEmpty
    }
  }

  private func step(_ inflater: any Decompressor) throws -> [UInt8] {
    var read = 0
    let portion = try compressed.withUnsafeBytes { bytes in
      try [UInt8](unsafeUninitializedCapacity: Self.portion) { room, written in
        let step: (read: Int, written: Int)
        do throws(DamagedCompression) {
          step = try inflater.step(UnsafeRawBufferPointer(rebasing: bytes[place...]), into: room)
        } catch {
          throw TransportError.failed(
            TransportFailure(.invalidResponse, message: "the response's compressed body is damaged"))
        }
        read = step.read
        written = step.written
      }
    }
    // Data after the end is ignored.
    if read == 0, portion.isEmpty { read = compressed.count - place }
    place += read
    barrenCount = portion.isEmpty ? barrenCount + read : 0
    return portion
  }
}

/// A deadline that moves on while there is progress.
///
/// Unchecked: all mutable state is behind the lock.
package final class StreamDeadline: @unchecked Sendable {
  private let deadlines: Deadlines
  private let mutex = Mutex()
  private var id = 0
  private var isRemoved = false

  package init(_ deadlines: Deadlines) { self.deadlines = deadlines }

  /// Asks `rest`, after this time and then again and again, for the time that is left; nil if none is.
  package func expire(after time: Duration, _ rest: @escaping @Sendable () -> Duration?) {
    mutex.withLock {
      guard !isRemoved else { return }
      id = deadlines.add(after: time) { [weak self] in
        if let time = rest() { self?.expire(after: max(time, .milliseconds(1)), rest) }
      }
    }
  }

  /// Ends it.
  package func remove() {
    let id = mutex.withLock { () -> Int in
      isRemoved = true
      return self.id
    }
    deadlines.remove(id)
  }
}
