#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import WGNAPICompression
  import WGNAPITransport

  /// A request in progress, with the part of its response that has arrived.
  ///
  /// Unchecked: it changes only on the event loop of the client's task.
  final class AsyncHTTPClientExchange: HTTPClientResponseDelegate, @unchecked Sendable {
    /// The outcome of a request.
    typealias Outcome = ExchangeOutcome

    private let request: OutgoingRequest
    private let options: TransportOptions
    private let redirects: Int
    private var response: HTTPResponse?
    private var next: OutgoingRequest?
    private var body: ReceivedBody?

    /// - Parameter redirects: The number of redirects followed before this request.
    init(_ request: OutgoingRequest, options: TransportOptions, redirects: Int) {
      self.request = request
      self.options = options
      self.redirects = redirects
    }

    /// Whether the head of a response has arrived. Read it only after the end.
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

    /// Returns a future; an error closes the connection.
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
      let response = try AsyncHTTPClientTransport.response(head)
      next = try Redirect.next(
        after: request, status: response.status.code, location: head.headers.first(name: "Location"),
        policy: options.redirects, count: redirects)
      body = try ReceivedBody(
        of: response, to: request.head.method, limit: options.responseSizeLimit,
        next == nil ? .decompress(Inflater.self) : .drop)
      self.response = response
    }
  }
#endif
