import HTTPTypes
import WGNAPISupport

/// A response's body while it is received, with its limits.
///
/// It is collected in its compressed form, and decompressed by the task that waits for it, so that the bytes
/// of one host are never processed on a thread that other requests need.
package struct ReceivedBody: Sendable {
  /// The maximum capacity to reserve before the body arrives.
  private static let firstRoom = 1 << 20
  /// The number of bytes to decompress in one step.
  private static let portion = 16 << 10
  /// The number of bytes to read or write before yielding and checking the time, in less than a millisecond.
  private static let slice = 256 << 10
  /// The size from which on a limited number of bodies is decompressed at the same time.
  private static let large = 4 << 20

  /// What happens to the bytes that arrive.
  package enum Treatment: Sendable {
    /// They are collected, and decompressed at the end.
    case decompress(any Decompressor.Type)
    /// They are collected. The system has decompressed them already, so the fields describe other bytes.
    case keep
    /// They are dropped: a redirect's body only has to be read for the connection to be free again.
    case drop
  }

  /// Creates its decompressor; nil if it isn't compressed.
  private let decompressor: (@Sendable () -> any Decompressor)?
  private let keepsBytes: Bool
  /// The maximum size of the decompressed body.
  private let sizeLimit: Int
  /// The maximum number of bytes to receive.
  private let arrivalLimit: Int
  /// The expected maximum number of bytes to receive.
  private let expected: Int
  /// The number of bytes that the head announces; nil if it announces none.
  private let declared: Int?
  /// The bytes received so far.
  package private(set) var bytes: [UInt8] = []
  private var count = 0

  /// Checks a response's head.
  ///
  /// - Parameters:
  ///   - response: The head.
  ///   - method: The request's method, which determines whether the response has a body.
  ///   - limit: The maximum size of the decompressed body in bytes.
  ///   - treatment: What happens to the bytes that arrive.
  /// - Throws: ``TransportError`` if the body is known to be too large, or can't be decoded.
  package init(
    of response: HTTPResponse, to method: HTTPRequest.Method, limit: Int, _ treatment: Treatment
  ) throws(TransportError) {
    // The fields may describe a body that isn't sent (RFC 9110, sections 8.4 and 8.6).
    let isBodiless = response.isBodiless(to: method)
    let fields = isBodiless ? [:] : response.headerFields
    sizeLimit = limit
    try ContentCoding.requirePlainTransfer(fields)
    let isReset = response.status == .resetContent
    var isDecompressed = false
    switch treatment {
    case .decompress(let type) where !isReset:
      keepsBytes = true
      let coding = try ContentCoding.of(fields)
      decompressor = if let coding { { type.init(coding) } } else { nil }
    case .keep:
      try ContentCoding.requireOne(fields)
      keepsBytes = !isReset
      decompressor = nil
      isDecompressed = fields.contains(.contentEncoding)
    case .decompress, .drop:
      keepsBytes = false
      decompressor = nil
    }
    // What can't be compressed grows a little by it.
    let (most, overflow) = limit.addingReportingOverflow(limit >> 8 + 4_096)
    let travelLimit = decompressor == nil && !isDecompressed ? limit : overflow ? .max : most
    arrivalLimit = isDecompressed ? limit : travelLimit
    let travelling = fields[.contentLength].flatMap { IntegerText.int($0) }
    if let travelling, travelling > travelLimit { throw .responseTooLarge(limit: limit) }
    declared = isDecompressed ? nil : travelling
    expected = declared ?? arrivalLimit
    if keepsBytes, let declared, declared > 0 { bytes.reserveCapacity(min(declared, Self.firstRoom)) }
  }

  /// Appends a portion.
  ///
  /// - Throws: ``TransportError/responseTooLarge(limit:)`` if it exceeds the limit.
  package mutating func append(_ portion: UnsafeRawBufferPointer) throws(TransportError) {
    guard portion.count <= arrivalLimit - count else { throw .responseTooLarge(limit: sizeLimit) }
    count += portion.count
    guard keepsBytes else { return }
    Self.makeRoom(in: &bytes, for: portion.count, expected: expected)
    bytes.append(contentsOf: portion)
  }

  /// Returns the bytes received, when the transport reports the end.
  ///
  /// - Throws: ``TransportError`` of reason `truncated` if the head announced more.
  package func complete() throws(TransportError) -> [UInt8] {
    if let declared, count < declared { throw .failed(TransportFailure(.truncated)) }
    return bytes
  }

  /// Returns the complete, decompressed body. Call it when everything has been received.
  ///
  /// - Throws: ``TransportError`` if the body can't be decompressed, is too large or the deadline passes, and
  ///   `CancellationError`.
  package func decoded(until deadline: ContinuousClock.Instant) async throws -> [UInt8] {
    let bytes = try complete()
    guard let decompressor, !bytes.isEmpty else { return bytes }
    let inflater = decompressor()
    let turns = Turns.decompression
    var output: [UInt8] = []
    output.reserveCapacity(min(sizeLimit, bytes.count * 4, Self.firstRoom))
    var (place, work) = (0, 0)
    var hasTurn = false
    defer { if hasTurn { turns.end() } }
    while true {
      let (read, written) = try step(inflater, from: place, into: &output)
      // Without input, zlib returns its remaining output.
      if read == 0, written == 0 { break }
      place += read
      work += max(read, written)
      guard work >= Self.slice else { continue }
      work = 0
      try Task.checkCancellation()
      guard ContinuousClock.now < deadline else { throw TransportError.timedOut }
      if hasTurn {
        turns.expire()
        await Task.yield()
      } else if max(place, output.count) >= Self.large {
        try await turns.begin(until: deadline)
        hasTurn = true
      } else {
        await Task.yield()
      }
    }
    guard inflater.isComplete else {
      throw TransportError.failed(
        TransportFailure(.truncated, message: "the response's compressed body ends early"))
    }
    return output
  }

  private func step(
    _ inflater: any Decompressor, from place: Int, into output: inout [UInt8]
  ) throws(TransportError) -> (read: Int, written: Int) {
    var isTooLarge = false
    let result = bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.portion) { room in
        Result { () throws(DamagedCompression) in
          let end = min(place + Self.portion, bytes.count)
          let step = try inflater.step(UnsafeRawBufferPointer(rebasing: bytes[place..<end]), into: room)
          if step.written <= sizeLimit - output.count {
            Self.makeRoom(in: &output, for: step.written, expected: sizeLimit)
            output.append(contentsOf: room[..<step.written])
          } else {
            isTooLarge = true
          }
          return step
        }
      }
    }
    if isTooLarge { throw .responseTooLarge(limit: sizeLimit) }
    guard case .success(let step) = result else {
      throw .failed(
        TransportFailure(.invalidResponse, message: "the response's compressed body is damaged"))
    }
    return step
  }

  /// Doubles the capacity, up to the expected size.
  private static func makeRoom(in bytes: inout [UInt8], for count: Int, expected: Int) {
    let needed = bytes.count + count
    guard needed > bytes.capacity else { return }
    bytes.reserveCapacity(max(needed, min(bytes.capacity * 2, expected)))
  }
}

/// The outcome of a request, for transports that follow redirects themselves.
package enum ExchangeOutcome: Sendable {
  /// A response that has arrived as a whole.
  case response(HTTPResponse, ReceivedBody)
  /// A response whose body is still arriving.
  case stream(HTTPResponse, HTTPResponseBody)
  /// A redirect, and the next request to send.
  case redirect(HTTPResponse, OutgoingRequest)
  /// Nothing was sent, and the same request must be sent again.
  case notSent

  /// Returns the first outcome that is neither a redirect nor a request to send again, and the redirects before it.
  ///
  /// - Parameter exchange: Sends a request. Its last argument is the number of redirects followed so far.
  fileprivate static func last(
    of request: OutgoingRequest, _ exchange: (OutgoingRequest, Int) async throws -> ExchangeOutcome
  ) async throws -> (ExchangeOutcome, redirects: [HTTPResponse]) {
    var outgoing = request
    var redirects: [HTTPResponse] = []
    while true {
      try outgoing.check()
      let outcome = try await exchange(outgoing, redirects.count)
      switch outcome {
      case .response, .stream: return (outcome, redirects)
      case .redirect(let response, let next):
        redirects.append(response)
        outgoing = next
      case .notSent: continue
      }
    }
  }
}

extension TransportResponse {
  /// Returns the response to a request after all redirects.
  ///
  /// - Parameter exchange: Sends a request. Its last argument is the number of redirects followed so far.
  package static func following(
    redirectsOf request: HTTPRequest, body: [UInt8], until deadline: ContinuousClock.Instant,
    _ exchange: (OutgoingRequest, Int) async throws -> ExchangeOutcome
  ) async throws -> TransportResponse {
    let (outcome, redirects) = try await ExchangeOutcome.last(
      of: OutgoingRequest(request, body: body), exchange)
    guard case .response(let response, let body) = outcome else {
      throw TransportError.failed(TransportFailure(.invalidResponse))
    }
    let decoded = try await body.decoded(until: deadline)
    return TransportResponse(response: response, body: decoded, redirects: redirects)
  }
}

extension StreamedResponse {
  /// Returns the response to a request after all redirects.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time without progress.
  ///   - exchange: Sends a request. Its last argument is the number of redirects followed so far.
  package static func following(
    redirectsOf request: HTTPRequest, body: HTTPRequestBody, within timeout: Duration,
    _ exchange: (OutgoingRequest, Int) async throws -> ExchangeOutcome
  ) async throws -> StreamedResponse {
    var outgoing = OutgoingRequest(request, body: body)
    if body.bytes == nil, body.isEmpty {
      // No library reads a body whose announced length is zero.
      try await body.forEachPortion(within: timeout) { _ in }
      outgoing.body = .empty
    }
    let (outcome, redirects) = try await ExchangeOutcome.last(of: outgoing, exchange)
    guard case .stream(let response, let body) = outcome else {
      throw TransportError.failed(TransportFailure(.invalidResponse))
    }
    return StreamedResponse(response: response, body: body, redirects: redirects)
  }
}
