import HTTPTypes
import WGNAPIClient
import WGNAPISupport
import WGNAPITransport

extension ClientConfiguration {
  /// Returns this configuration with a recording in the place of its transport, which the recording uses to send
  /// requests.
  public func using(_ recording: Recording) -> ClientConfiguration {
    var result = self
    result.transport = RecordingTransport(recording: recording, transport: transport)
    return result
  }
}

/// Responses from a recording, or sends and records.
private struct RecordingTransport: CallTransport {
  /// The call that a request belongs to; nil for requests of credential providers.
  @TaskLocal private static var call: CallContext?

  let recording: Recording
  let transport: any HTTPTransport

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    // Stubs answer as a middleware.
    if let transport = transport as? any CallTransport {
      return try await transport.send(request, next: next)
    }
    return try await Self.$call.withValue(request.call) { try await next(request) }
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    try Task.checkCancellation()
    let call = Self.call
    let sent = RecordedRequest(request, body: body)
    if let response = try recording.response(sent, for: call) { return try limited(response, options) }
    let received = try await transport.send(request, body: body, options: options)
    try recording.record(sent, received, for: call)
    return received
  }

  func stream(
    _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
  ) async throws -> StreamedResponse {
    try Task.checkCancellation()
    let call = Self.call
    let bytes = try await bytes(of: body)
    let sent = RecordedRequest(request, body: bytes)
    if let recorded = try recording.response(sent, for: call) {
      let limited = try limited(recorded, options)
      return StreamedResponse(
        response: limited.response, body: HTTPResponseBody(limited.body), redirects: limited.redirects)
    }
    var received = try await transport.stream(request, body: .bytes(bytes), options: options)
    let (recording, response, redirects) = (self.recording, received.response, received.redirects)
    received.body = HTTPResponseBody(
      RecordedStream(body: received.body) { body in
        // An error is added to the recording's problems, because the reader of the stream may be gone.
        try? recording.record(
          sent, TransportResponse(response: response, body: body, redirects: redirects), for: call)
      })
    return received
  }

  private func limited(
    _ response: TransportResponse, _ options: TransportOptions
  ) throws(TransportError) -> TransportResponse {
    guard response.body.count <= options.responseSizeLimit else {
      throw .responseTooLarge(limit: options.responseSizeLimit)
    }
    return response
  }

  private func bytes(of body: HTTPRequestBody) async throws -> [UInt8] {
    if let bytes = body.bytes { return bytes }
    var bytes: [UInt8] = []
    let next = try body.open()
    while let portion = try await next() { bytes += portion }
    return bytes
  }
}

/// The portions of a body, which are recorded when its reader has reached the end or has stopped.
private struct RecordedStream: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  let body: HTTPResponseBody
  let record: @Sendable ([UInt8]) -> Void

  func makeAsyncIterator() -> Iterator {
    Iterator(portions: body.makeAsyncIterator(), kept: Kept(record))
  }

  struct Iterator: AsyncIteratorProtocol {
    var portions: HTTPResponseBody.AsyncIterator
    let kept: Kept

    mutating func next() async throws -> [UInt8]? {
      do {
        let portion = try await portions.next()
        if let portion { kept.bytes += portion } else { kept.end() }
        return portion
      } catch {
        kept.record = nil
        throw error
      }
    }
  }

  /// The portions that have been read. The incomplete response of a failed exchange isn't recorded.
  final class Kept {
    var bytes: [UInt8] = []
    var record: (@Sendable ([UInt8]) -> Void)?

    init(_ record: @escaping @Sendable ([UInt8]) -> Void) { self.record = record }

    deinit { end() }

    func end() {
      record?(bytes)
      record = nil
    }
  }
}
