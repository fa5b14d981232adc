#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import WGNAPIRuntime

  /// One request on its way: what has arrived of its response.
  ///
  /// Unchecked: everything that changes does so on the event loop of the client's task.
  final class AsyncHTTPClientExchange: HTTPClientResponseDelegate, @unchecked Sendable {
    /// What a request comes to.
    enum Outcome: Sendable {
      case response(TransportResponse)
      /// A redirect, and the request to send next.
      case redirect(HTTPResponse, OutgoingRequest)
    }

    /// As much of a body as there is room for before any of it has come.
    private static let firstRoom = 1 << 20

    private let request: OutgoingRequest
    private let options: TransportOptions
    private let redirects: Int
    private var response: HTTPResponse?
    private var next: OutgoingRequest?
    private var inflater: Inflater?
    /// The most that the body can come to.
    private var expected: Int
    private var body: [UInt8] = []
    private var dropped = 0

    /// - Parameter redirects: how many have been followed on the way to this request.
    init(_ request: OutgoingRequest, options: TransportOptions, redirects: Int) {
      self.request = request
      self.options = options
      self.redirects = redirects
      expected = options.responseSizeLimit
    }

    /// Whether the head of a response has come. To be asked after the end.
    var hasResponse: Bool { response != nil }

    func didReceiveHead(task: HTTPClient.Task<Outcome>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
      future(task) { try accept(head) }
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Outcome>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
      future(task) { try buffer.withUnsafeReadableBytes { try accept($0) } }
    }

    func didFinishRequest(task: HTTPClient.Task<Outcome>) throws -> Outcome {
      guard let response else { throw TransportError.failed(TransportFailure(.invalidResponse)) }
      if let next { return .redirect(response, next) }
      guard inflater?.isComplete != false else { throw TransportError.failed(TransportFailure(.truncated)) }
      return .response(TransportResponse(response: response, body: body))
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
      // The Content-Length may speak of a body that doesn't come (RFC 9110, section 8.6).
      let isBodiless = request.head.method == .head || status == 304 || status == 204
      let length = isBodiless ? nil : head.headers.first(name: "Content-Length").flatMap { Int($0) }
      if let length, length > options.responseSizeLimit { throw tooLarge }
      var fields = HTTPFields()
      fields.reserveCapacity(head.headers.count)
      for (name, value) in head.headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
      }
      response = HTTPResponse(status: .init(code: status), headerFields: fields)
      guard next == nil else { return }
      if let coding = Self.coding(head) {
        inflater = Inflater(coding)
      } else if let length {
        expected = length
        body.reserveCapacity(min(length, Self.firstRoom))
      }
    }

    private func accept(_ bytes: UnsafeRawBufferPointer) throws {
      guard next == nil else {
        // A redirect's body is of no use, but for the connection that is free after it.
        dropped += bytes.count
        if dropped > options.responseSizeLimit { throw tooLarge }
        return
      }
      guard let inflater else {
        guard body.count + bytes.count <= options.responseSizeLimit else { throw tooLarge }
        makeRoom(for: bytes.count)
        body.append(contentsOf: bytes)
        return
      }
      do {
        try inflater.inflate(bytes, into: &body, limit: options.responseSizeLimit)
      } catch .tooLarge {
        throw tooLarge
      } catch .damaged {
        throw TransportError.failed(TransportFailure(.invalidResponse))
      }
    }

    private var tooLarge: TransportError { .responseTooLarge(limit: options.responseSizeLimit) }

    /// Twice the room, but not more than the body can come to.
    private func makeRoom(for count: Int) {
      let needed = body.count + count
      guard needed > body.capacity else { return }
      body.reserveCapacity(max(needed, min(body.capacity * 2, expected)))
    }

    private static func coding(_ head: HTTPResponseHead) -> Inflater.Coding? {
      let fields = head.headers[canonicalForm: "Content-Encoding"]
      return fields.count == 1 ? fields.first.flatMap { Inflater.Coding(String($0)) } : nil
    }
  }
#endif
