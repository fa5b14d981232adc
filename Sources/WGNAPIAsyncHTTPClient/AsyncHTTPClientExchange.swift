#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import WGNAPITransport

  /// One request on its way: what has arrived of its response.
  ///
  /// Unchecked: everything that changes does so on the event loop of the client's task.
  final class AsyncHTTPClientExchange: HTTPClientResponseDelegate, @unchecked Sendable {
    /// What a request comes to.
    typealias Outcome = ExchangeOutcome

    private let request: OutgoingRequest
    private let options: TransportOptions
    private let redirects: Int
    private var response: HTTPResponse?
    private var next: OutgoingRequest?
    private var body: ReceivedBody?

    /// - Parameter redirects: how many have been followed on the way to this request.
    init(_ request: OutgoingRequest, options: TransportOptions, redirects: Int) {
      self.request = request
      self.options = options
      self.redirects = redirects
    }

    /// Whether the head of a response has come. To be asked after the end.
    var hasResponse: Bool { response != nil }

    func didReceiveHead(task: HTTPClient.Task<Outcome>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
      future(task) { try accept(head) }
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Outcome>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
      future(task) { try buffer.withUnsafeReadableBytes { try body?.append($0) } }
    }

    func didFinishRequest(task: HTTPClient.Task<Outcome>) throws -> Outcome {
      guard let response else { throw TransportError.failed(TransportFailure(.invalidResponse)) }
      if let next { return .redirect(response, next) }
      guard let body else { throw TransportError.failed(TransportFailure(.invalidResponse)) }
      return .response(response, body)
    }

    /// An error gives the connection up.
    private func future(_ task: HTTPClient.Task<Outcome>, _ body: () throws -> Void) -> EventLoopFuture<Void>
    {
      do {
        try body()
        return task.eventLoop.makeSucceededVoidFuture()
      } catch {
        return task.eventLoop.makeFailedFuture(error)
      }
    }

    private func accept(_ head: HTTPResponseHead) throws {
      let status = Int(head.status.code)
      // A status that HTTP doesn't have (three digits) can't be kept by the HTTP types.
      guard (100...999).contains(status) else {
        throw TransportError.failed(TransportFailure(.invalidResponse))
      }
      next = try Redirect.next(
        after: request, status: status, location: head.headers.first(name: "Location"),
        policy: options.redirects, count: redirects)
      var fields = HTTPFields()
      fields.reserveCapacity(head.headers.count)
      for (name, value) in head.headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
      }
      let response = HTTPResponse(status: .init(code: status), headerFields: fields)
      body = try ReceivedBody(
        of: response, to: request.head.method, limit: options.responseSizeLimit,
        next == nil ? .decompress : .drop)
      self.response = response
    }
  }
#endif
