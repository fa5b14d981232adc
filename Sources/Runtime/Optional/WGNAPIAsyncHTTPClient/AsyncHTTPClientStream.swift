#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import WGNAPICompression
  import WGNAPISupport
  import WGNAPITransport

  /// A request in progress whose response is passed on while it arrives.
  ///
  /// Unchecked: all mutable state is behind the lock.
  final class AsyncHTTPClientStream: HTTPClientResponseDelegate, @unchecked Sendable {
    /// The outcome of a request, when its response's head is there.
    let result = AwaitedResult<ExchangeOutcome>()
    private let request: OutgoingRequest
    private let options: TransportOptions
    private let redirects: Int
    /// Closes its connections when it is released.
    private let transport: AsyncHTTPClientTransport
    private let mutex = Mutex()
    private var task: HTTPClient.Task<Void>?
    private var isCancelled = false
    private var channel: BodyChannel?
    private var redirect: (HTTPResponse, OutgoingRequest)?
    /// Waits for the reader.
    private var room: EventLoopPromise<Void>?
    /// Reads the request's body.
    private var upload: Task<Void, Never>?
    private var hasEnded = false
    private var bodyError: (any Error)?
    private let progress = LastProgress()

    init(
      _ request: OutgoingRequest, options: TransportOptions, redirects: Int,
      transport: AsyncHTTPClientTransport
    ) {
      self.request = request
      self.options = options
      self.redirects = redirects
      self.transport = transport
    }

    /// The time since a part of the request's body was sent.
    var timeSinceProgress: Duration { progress.timeSince }

    /// Remembers the task, in order to cancel it.
    func begin(_ task: HTTPClient.Task<Void>) {
      let isCancelled = mutex.withLock { () -> Bool in
        self.task = task
        return self.isCancelled
      }
      if isCancelled { task.cancel() }
    }

    /// Ends the exchange.
    func cancel() {
      let task = mutex.withLock { () -> HTTPClient.Task<Void>? in
        isCancelled = true
        return self.task
      }
      task?.cancel()
    }

    // MARK: The request's body

    /// The request's body in the client's form.
    func body(on loop: any EventLoop) -> HTTPClient.Body? {
      if let bytes = request.body.bytes { return bytes.isEmpty ? nil : .byteBuffer(ByteBuffer(bytes: bytes)) }
      return .stream(contentLength: request.body.length) { [self] writer in
        let promise = loop.makePromise(of: Void.self)
        let upload = Task {
          do {
            try await write(to: writer)
            promise.succeed()
          } catch {
            promise.fail(error)
          }
        }
        let hasEnded = mutex.withLock { () -> Bool in
          self.upload = upload
          return self.hasEnded
        }
        if hasEnded { upload.cancel() }
        return promise.futureResult
      }
    }

    /// Stops reading the request's body: the exchange has ended, and its source may never.
    private func endUpload() {
      let upload = mutex.withLock { () -> Task<Void, Never>? in
        hasEnded = true
        defer { self.upload = nil }
        return self.upload
      }
      upload?.cancel()
    }

    private func write(to writer: HTTPClient.Body.StreamWriter) async throws {
      let next: HTTPRequestBody.NextPortion
      do {
        next = try request.body.openChecked()
      } catch {
        mutex.withLock { bodyError = error }
        throw error
      }
      while true {
        try Task.checkCancellation()
        let portion: [UInt8]?
        do {
          portion = try await next()
        } catch {
          mutex.withLock { bodyError = error }
          throw error
        }
        guard let portion else { return }
        try await writer.write(.byteBuffer(ByteBuffer(bytes: portion))).get()
        progress.report()
      }
    }

    // MARK: The response

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
      do {
        try accept(head)
        return task.eventLoop.makeSucceededVoidFuture()
      } catch {
        return task.eventLoop.makeFailedFuture(error)
      }
    }

    private func accept(_ head: HTTPResponseHead) throws {
      let response = try AsyncHTTPClientTransport.response(head)
      let next = try Redirect.next(
        after: request, status: response.status.code, location: head.headers.first(name: "Location"),
        policy: options.redirects, count: redirects)
      if let next { return mutex.withLock { redirect = (response, next) } }
      let channel = BodyChannel(
        onRoom: { [self] in mutex.withLock { take() }?.succeed() },
        onClose: { [self] in
          cancel()
          mutex.withLock { take() }?.succeed()
        })
      let body = try HTTPResponseBody(
        of: response, to: request.head.method, from: channel, waiting: options.idleTimeout,
        limit: options.responseSizeLimit, decompressedBy: Inflater.self)
      mutex.withLock { self.channel = channel }
      result.finish(.success(.stream(response, body)))
    }

    private func take() -> EventLoopPromise<Void>? {
      defer { room = nil }
      return room
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
      guard let channel = mutex.withLock({ self.channel }) else {
        return task.eventLoop.makeSucceededVoidFuture()
      }
      channel.write([UInt8](buffer.readableBytesView))
      let promise = task.eventLoop.makePromise(of: Void.self)
      mutex.withLock { room = promise }
      // The reader may have made room since.
      if channel.hasRoom() { mutex.withLock { take() }?.succeed() }
      return promise.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
      endUpload()
      if let (response, next) = mutex.withLock({ redirect }) {
        result.finish(.success(.redirect(response, next)))
      } else if let channel = endChannel() {
        channel.end()
      } else {
        throw TransportError.failed(TransportFailure(.invalidResponse))
      }
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) { fail(error) }

    /// Ends the exchange with an error.
    func fail(_ error: any Error) {
      endUpload()
      let bodyError = mutex.withLock { self.bodyError }
      let channel = endChannel()
      let failure = bodyError ?? AsyncHTTPClientTransport.transportError(error, hasResponse: channel != nil)
      channel?.end(failure)
      result.finish(.failure(failure))
      mutex.withLock { take() }?.succeed()
    }

    /// The channel refers to this object.
    private func endChannel() -> BodyChannel? {
      mutex.withLock {
        defer { channel = nil }
        return channel
      }
    }
  }
#endif
