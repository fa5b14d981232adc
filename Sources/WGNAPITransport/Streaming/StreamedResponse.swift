import HTTPTypes

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
