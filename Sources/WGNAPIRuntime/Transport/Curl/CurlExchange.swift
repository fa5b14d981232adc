#if os(Linux)
  import CWGNAPICurl
  import HTTPTypes

  /// One request on its way: what has arrived of its response.
  ///
  /// Unchecked: everything that changes does so on the loop's thread, but for the result.
  final class CurlExchange: @unchecked Sendable {
    /// What a request comes to.
    enum Outcome: Sendable {
      case response(TransportResponse)
      /// A redirect, and the request to send next.
      case redirect(HTTPResponse, OutgoingRequest)
    }

    /// As much of a body as there is room for before any of it has come.
    private static let firstRoom = 1 << 20
    /// Those that a server may be asked twice without another effect (RFC 9110, section 9.2.2).
    private static let idempotent: [HTTPRequest.Method] = [.get, .head, .put, .delete, .options, .trace]

    let result = AwaitedResult<Outcome>()
    let handle: CurlHandle
    /// What the exchanges that share connections have in common.
    let host: String
    let deadline: ContinuousClock.Instant
    private let request: OutgoingRequest
    private let options: TransportOptions
    private let redirects: Int
    private var head = CurlHead()
    private var next: OutgoingRequest?
    /// Why the response isn't read to its end.
    private var refusal: TransportError?
    private var body: [UInt8] = []
    /// The most that the body can come to.
    private var expected: Int
    private var dropped = 0
    private var sendings = 0
    /// Whether the host's name may still be looked up.
    private var isLookingUp = true
    /// The connections that are kept; nil where it isn't asked for them any more.
    private var connections: CurlConnections?
    /// Whether it is to be sent by a new connection, because the kept one is of no use. Nothing has been sent yet.
    private(set) var needsNewConnection = false

    /// - Parameters:
    ///   - handle: has taken the request.
    ///   - redirects: how many have been followed on the way to this request.
    init(
      _ request: OutgoingRequest, handle: CurlHandle, options: TransportOptions, redirects: Int,
      deadline: ContinuousClock.Instant
    ) {
      self.request = request
      self.handle = handle
      host = "\(request.head.scheme ?? "") \(request.head.authority ?? "")"
      self.options = options
      self.redirects = redirects
      self.deadline = deadline
      expected = options.responseSizeLimit
      let own = Unmanaged.passUnretained(self).toOpaque()
      wgnapi_curl_set_function(handle.pointer, CURLOPT_HEADERFUNCTION, takeLine)
      wgnapi_curl_set_pointer(handle.pointer, CURLOPT_HEADERDATA, own)
      wgnapi_curl_set_function(handle.pointer, CURLOPT_WRITEFUNCTION, takeBody)
      wgnapi_curl_set_pointer(handle.pointer, CURLOPT_WRITEDATA, own)
      if !handle.canAbandonLookups { wgnapi_curl_ask_before_connecting(handle.pointer, openSocket, own) }
      if wgnapi_curl_can_ask_before_sending() != 0 {
        wgnapi_curl_ask_before_sending(handle.pointer, askWhetherToSend, own)
      } else if !Self.idempotent.contains(request.head.method) {
        handle.connectAnew()
      }
    }

    /// Whether it must be left to itself when it is given up, as far as its next step: the thread would wait for a name.
    var mustBeLeftAlone: Bool {
      isLookingUp && !handle.canAbandonLookups && wgnapi_curl_can_ask_before_sending() != 0
    }

    /// Is about to be sent, perhaps by one of these connections.
    func begin(_ connections: CurlConnections) { self.connections = connections }

    /// Is about to be sent by a new connection.
    func beginAnew() {
      connections = nil
      needsNewConnection = false
      sendings = 0
      isLookingUp = true
      handle.connectAnew()
    }

    /// Ends the exchange, as libcurl says that the request ended.
    func complete(_ code: CURLcode) {
      result.finish(Result { () throws(TransportError) in try outcome(code) }.mapError { $0 })
    }

    private func outcome(_ code: CURLcode) throws(TransportError) -> Outcome {
      if let refusal { throw refusal }
      guard code == CURLE_OK else { throw transportError(code) }
      // libcurl is content with a head that breaks off.
      guard head.isComplete else { throw .failed(TransportFailure(.connectionLost)) }
      let response = HTTPResponse(status: .init(code: head.status), headerFields: head.fields)
      if let next { return .redirect(response, next) }
      return .response(TransportResponse(response: response, body: body))
    }

    /// Whether the request may be sent now, by the connection with a local port.
    fileprivate func maySend(port: CInt) -> Bool {
      isLookingUp = false
      guard !result.isThere else { return false }
      sendings += 1
      if sendings == 1, let connections, !connections.isQuiet(port: port) {
        needsNewConnection = true
        return false
      }
      // libcurl sends again what went to a connection that was kept and is closed without an answer.
      return sendings == 1 || Self.idempotent.contains(request.head.method)
    }

    /// Whether a connection may be made.
    fileprivate func mayConnect() -> Bool {
      isLookingUp = false
      return !result.isThere
    }

    /// Takes a line of the head, or of trailers; false where there is no use in more.
    fileprivate func accept(line: UnsafeRawBufferPointer) -> Bool {
      do {
        if try head.accept(line) { try acceptHead() }
        return true
      } catch let error as TransportError {
        refusal = error
      } catch {
        refusal = .failed(TransportFailure(.invalidResponse))
      }
      return false
    }

    private func acceptHead() throws(TransportError) {
      next = try Redirect.next(
        after: request, status: head.status, location: head.fields[.location], policy: options.redirects,
        count: redirects)
      // The Content-Length may speak of a body that doesn't come (RFC 9110, section 8.6).
      let isBodiless = request.head.method == .head || head.status == 304 || head.status == 204
      guard !isBodiless, let length = head.fields[.contentLength].flatMap({ Int($0) }) else { return }
      if length > options.responseSizeLimit { throw tooLarge }
      // Where the body is compressed, the field speaks of what travels.
      guard next == nil, head.fields[.contentEncoding] == nil, length > 0 else { return }
      expected = length
      body.reserveCapacity(min(length, Self.firstRoom))
    }

    /// Takes a portion of the body; false where there is no use in more.
    fileprivate func accept(body portion: UnsafeRawBufferPointer) -> Bool {
      // A redirect's body is of no use, but for the connection that is free after it.
      let count = next == nil ? body.count : dropped
      guard count + portion.count <= options.responseSizeLimit else {
        refusal = tooLarge
        return false
      }
      if next == nil { append(portion) } else { dropped += portion.count }
      return true
    }

    private func append(_ portion: UnsafeRawBufferPointer) {
      let needed = body.count + portion.count
      // Twice the room, but not more than the body can come to.
      if needed > body.capacity { body.reserveCapacity(max(needed, min(body.capacity * 2, expected))) }
      body.append(contentsOf: portion)
    }

    private var tooLarge: TransportError { .responseTooLarge(limit: options.responseSizeLimit) }
  }

  private func exchange(_ value: UnsafeMutableRawPointer?) -> CurlExchange? {
    value.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
  }

  private let takeLine: curl_write_callback = { bytes, size, count, value in
    let portion = UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Anything but the number of bytes ends the request.
    return exchange(value)?.accept(line: portion) == true ? portion.count : 0
  }

  private let takeBody: curl_write_callback = { bytes, size, count, value in
    let portion = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return exchange(value)?.accept(body: portion) == true ? portion.count : 0
  }

  private let openSocket: curl_opensocket_callback = { value, _, address in
    guard let address, exchange(value)?.mayConnect() == true else { return CURL_SOCKET_BAD }
    return wgnapi_curl_make_socket(address)
  }

  private let askWhetherToSend:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, CInt, CInt
    ) -> CInt = { value, _, _, _, port in exchange(value)?.maySend(port: port) == true ? 0 : 1 }
#endif
