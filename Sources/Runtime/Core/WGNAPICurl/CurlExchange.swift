import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl
  import HTTPTypes
  import WGNAPICompression

  /// A request in progress, with the part of its response that has arrived.
  ///
  /// Unchecked: except for the result, it changes only on the loop's thread.
  final class CurlExchange: @unchecked Sendable {
    /// The outcome of a request.
    typealias Outcome = ExchangeOutcome

    /// The methods for which sending a request twice has the same effect as sending it once (RFC 9110,
    /// section 9.2.2).
    private static let idempotent: [HTTPRequest.Method] = [.get, .head, .put, .delete, .options, .trace]

    let result = AwaitedResult<Outcome>()
    let handle: CurlHandle
    /// Identifies the exchange while it exists.
    var number: Int { Int(bitPattern: ObjectIdentifier(self)) }
    /// The key of exchanges that can share connections.
    let host: String
    let options: TransportOptions
    private let request: OutgoingRequest
    private let redirects: Int
    /// Where the body goes while it arrives; nil if it is collected.
    private let stream: CurlStream?
    private var head = CurlHead()
    private var next: OutgoingRequest?
    /// The reason why the rest of the response isn't read.
    private var refusal: TransportError?
    private var body: ReceivedBody?
    private var sendings = 0
    /// Whether the host's name may still be being resolved.
    private var isLookingUp = true
    /// The idle connections; nil if they aren't checked any more.
    private var connections: CurlConnections?
    /// The turn on the thread.
    private var turn: CurlTurn?
    private let mutex = Mutex()
    /// Whether libcurl has the request; nil if it never will. Behind the lock.
    private var hasBegun: Bool? = false
    /// Whether to use a new connection, because the idle one is unusable. Nothing has been sent yet.
    private(set) var needsNewConnection = false

    /// - Parameters:
    ///   - handle: A handle that has been prepared with the request.
    ///   - redirects: The number of redirects followed before this request.
    ///   - stream: Where the body goes while it arrives; nil to collect it.
    init(
      _ request: OutgoingRequest, handle: CurlHandle, options: TransportOptions, redirects: Int,
      stream: CurlStream? = nil
    ) {
      self.request = request
      self.stream = stream
      self.handle = handle
      host = "\(request.head.scheme ?? "") \(request.head.authority ?? "")\(stream == nil ? "" : " stream")"
      self.options = options
      self.redirects = redirects
      let own = Unmanaged.passUnretained(self).toOpaque()
      wgnapi_curl_set_function(handle.pointer, CURLOPT_HEADERFUNCTION, takeLine)
      wgnapi_curl_set_pointer(handle.pointer, CURLOPT_HEADERDATA, own)
      wgnapi_curl_set_function(handle.pointer, CURLOPT_WRITEFUNCTION, takeBody)
      wgnapi_curl_set_pointer(handle.pointer, CURLOPT_WRITEDATA, own)
      wgnapi_curl_ask_on_progress(handle.pointer, askWhetherToGoOn, own)
      if !handle.canAbandonLookups { wgnapi_curl_ask_before_connecting(handle.pointer, openSocket, own) }
      if wgnapi_curl_can_ask_before_sending() != 0 {
        wgnapi_curl_ask_before_sending(handle.pointer, askWhetherToSend, own)
      } else if !Self.idempotent.contains(request.head.method) {
        handle.connectAnew()
      }
      if stream?.upload != nil {
        wgnapi_curl_set_reader(handle.pointer, giveBody, own)
        // A portion that has been sent on a connection that turns out to be closed can't be had again.
        handle.connectAnew()
      }
    }

    deinit { stream?.upload?.stop() }

    /// Whether the body is passed on while it arrives.
    var isStream: Bool { stream != nil }

    /// The time since a part of the request's body was sent; nil if it isn't a stream.
    var timeSinceProgress: Duration? { stream?.upload?.timeSinceProgress }

    /// Whether nobody waits for the result, or for the rest of the body.
    private var isOver: Bool { stream?.isClosed ?? result.isThere }

    /// Whether a cancelled exchange must continue until its next step, because the thread would wait for name
    /// resolution.
    var mustBeLeftAlone: Bool {
      isLookingUp && !handle.canAbandonLookups && wgnapi_curl_can_ask_before_sending() != 0
    }

    /// Prepares for sending, possibly on one of these connections; returns false if the request must not be
    /// sent any more.
    func begin(_ connections: CurlConnections, _ turn: CurlTurn) -> Bool {
      self.connections = connections
      self.turn = turn
      let isFirst = mutex.withLock { () -> Bool in
        if hasBegun != nil { hasBegun = true }
        return hasBegun != nil
      }
      if isFirst { stream?.startUpload(for: self) }
      return isFirst
    }

    /// Ends the exchange without libcurl, whose thread doesn't return.
    func abandon() {
      let wasBegun = mutex.withLock { () -> Bool in
        defer { if hasBegun == false { hasBegun = nil } }
        return hasBegun == true
      }
      if stream?.end(TransportError.failed(CurlWatch.stuck), of: self) == true { return }
      // If nothing was sent, the same request goes to another thread.
      result.finish(wasBegun ? .failure(TransportError.failed(CurlWatch.stuck)) : .success(.notSent))
    }

    /// Prepares for sending on a new connection.
    func beginAnew() {
      connections = nil
      needsNewConnection = false
      sendings = 0
      isLookingUp = true
      handle.connectAnew()
    }

    /// Ends the exchange with libcurl's result.
    func complete(_ code: CURLcode) {
      defer { stream?.upload?.stop() }
      let uploadError = stream?.upload?.error
      if let stream, stream.isClosed != nil {
        // libcurl says only that it was asked to stop.
        let error = code == CURLE_OK ? nil : uploadError ?? transportError(code)
        _ = stream.end(refusal ?? error, of: self)
        return
      }
      if let uploadError {
        result.finish(.failure(uploadError))
        return
      }
      result.finish(Result { () throws(TransportError) in try outcome(code) }.mapError { $0 })
    }

    private func outcome(_ code: CURLcode) throws(TransportError) -> Outcome {
      if let refusal { throw refusal }
      guard code == CURLE_OK else { throw transportError(code) }
      // libcurl accepts an incomplete head.
      guard head.isComplete else { throw .failed(TransportFailure(.connectionLost)) }
      if let next { return .redirect(head.response, next) }
      guard let body else { throw .failed(TransportFailure(.invalidResponse)) }
      return .response(head.response, body)
    }

    /// Returns whether to continue. libcurl asks from time to time, and after each byte of a proxy's response
    /// to CONNECT.
    fileprivate func mayGoOn() -> Bool {
      // Stopping now would wait for name resolution.
      if mustBeLeftAlone { return true }
      return !isOver && turn?.allows(self) != false
    }

    /// Returns whether the request can be sent now, on the connection with a local port.
    fileprivate func maySend(port: CInt) -> Bool {
      isLookingUp = false
      guard !result.isThere else { return false }
      sendings += 1
      if sendings == 1, let connections, !connections.isQuiet(port: port) {
        needsNewConnection = true
        return false
      }
      // libcurl resends a request if an idle connection is closed without a response.
      return sendings == 1 || Self.idempotent.contains(request.head.method)
    }

    /// Returns whether to connect.
    fileprivate func mayConnect() -> Bool {
      isLookingUp = false
      return !result.isThere
    }

    /// Handles a line of the head or of trailers; returns false if no more data is needed.
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
      try head.response.checkHead()
      next = try Redirect.next(
        after: request, status: head.status, location: head.fields[.location], policy: options.redirects,
        count: redirects)
      if let stream, next == nil {
        let body = try stream.begin(head.response, to: request.head.method, of: self)
        result.finish(.success(.stream(head.response, body)))
        // libcurl stops sending after an error, but not if it waits for the body's next bytes.
        if head.status >= 400 { stream.stopWaiting(for: self) }
        return
      }
      body = try ReceivedBody(
        of: head.response, to: request.head.method, limit: options.responseSizeLimit,
        next == nil ? .decompress(Inflater.self) : .drop)
    }

    /// Handles a portion of the body. Returns its size, one of libcurl's codes to get it again later, or another number
    /// if no more data is needed.
    fileprivate func accept(body portion: UnsafeRawBufferPointer) -> Int {
      // The exchange may have been cancelled since libcurl began to read.
      guard !isOver else { return 0 }
      if let stream, stream.isClosed != nil {
        guard let isAccepted = stream.accept(portion) else { return 0 }
        return isAccepted ? portion.count : Int(CURL_WRITEFUNC_PAUSE)
      }
      do throws(TransportError) {
        try body?.append(portion)
        return portion.count
      } catch {
        refusal = error
        return 0
      }
    }

    /// Writes the next bytes of the request's body into `room`; returns their number, or one of libcurl's codes.
    fileprivate func give(into room: UnsafeMutableRawBufferPointer) -> Int {
      stream?.upload?.read(into: room) ?? Int(CURL_READFUNC_ABORT)
    }
  }

  private func exchange(_ value: UnsafeMutableRawPointer?) -> CurlExchange? {
    value.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
  }

  private let takeLine: curl_write_callback = { bytes, size, count, value in
    let portion = UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Any value other than the number of bytes ends the request.
    return exchange(value)?.accept(line: portion) == true ? portion.count : 0
  }

  private let takeBody: curl_write_callback = { bytes, size, count, value in
    // Any value other than the number of bytes ends the request, or pauses it.
    let portion = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return exchange(value)?.accept(body: portion) ?? 0
  }

  private let giveBody: curl_read_callback = { bytes, size, count, value in
    exchange(value)?.give(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
      ?? Int(CURL_READFUNC_ABORT)
  }

  private let askWhetherToGoOn: curl_xferinfo_callback = { value, _, _, _, _ in
    exchange(value)?.mayGoOn() == false ? 1 : 0
  }

  private let openSocket: curl_opensocket_callback = { value, _, address in
    guard let address, exchange(value)?.mayConnect() == true else { return CURL_SOCKET_BAD }
    return wgnapi_curl_make_socket(address)
  }

  private let askWhetherToSend:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, CInt, CInt
    ) -> CInt = { value, _, _, _, port in exchange(value)?.maySend(port: port) == true ? 0 : 1 }

  extension CurlExchange {
    /// The error domain.
    static let domain = "libcurl"

    /// Converts libcurl's code. Its message may contain host and addresses, so only the code is kept.
    func transportError(_ code: CURLcode) -> TransportError {
      if code == CURLE_OPERATION_TIMEDOUT { return .timedOut }
      return .failed(TransportFailure(reason(code), domain: Self.domain, code: Int(code.rawValue)))
    }

    private func reason(_ code: CURLcode) -> TransportFailure.Reason {
      // There is no code for a proxy that refuses.
      let proxyStatus = handle.proxyStatus
      guard proxyStatus == 0 || (200..<300).contains(proxyStatus) else { return .cannotConnect }
      return switch code {
      case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
      case CURLE_COULDNT_CONNECT:
        [ENETDOWN, ENETUNREACH].contains(CInt(truncatingIfNeeded: handle.systemError))
          ? .offline : .cannotConnect
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .cannotConnect
      // There is no separate code for a connection that ends here.
      case CURLE_SSL_CONNECT_ERROR:
        says("recv failure", "send failure", "ssl_error_syscall", "unexpected eof")
          ? .connectionLost : .insecure
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
        .insecure
      // There is no code for invalid chunks, either.
      case CURLE_RECV_ERROR: says("chunk") ? .invalidResponse : .connectionLost
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND,
        CURLE_ABORTED_BY_CALLBACK:
        .connectionLost
      // Invalid heads, and transfer codings that libcurl doesn't support. A bad argument is a field without a
      // colon; out of memory is a line that is too long, for which newer versions have a code.
      case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR, CURLE_WEIRD_SERVER_REPLY,
        CURLE_UNSUPPORTED_PROTOCOL,
        CURLE_BAD_FUNCTION_ARGUMENT, CURLE_OUT_OF_MEMORY, Self.tooLarge:
        .invalidResponse
      case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .invalidRequest
      default: .other
      }
    }

    /// `CURLE_TOO_LARGE` of libcurl 8.6 and newer.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Returns whether libcurl's message contains one of these texts.
    private func says(_ any: String...) -> Bool {
      let words = handle.reason.lowercased()
      return any.contains { words.contains($0) }
    }
  }
#endif
