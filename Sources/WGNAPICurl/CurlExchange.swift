import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl
  import HTTPTypes

  /// One request on its way: what has arrived of its response.
  ///
  /// Unchecked: everything that changes does so on the loop's thread, but for the result.
  final class CurlExchange: @unchecked Sendable {
    /// What a request comes to.
    typealias Outcome = ExchangeOutcome

    /// Those that a server may be asked twice without another effect (RFC 9110, section 9.2.2).
    private static let idempotent: [HTTPRequest.Method] = [.get, .head, .put, .delete, .options, .trace]

    let result = AwaitedResult<Outcome>()
    let handle: CurlHandle
    /// What the exchanges that share connections have in common.
    let host: String
    private let request: OutgoingRequest
    private let options: TransportOptions
    private let redirects: Int
    private var head = CurlHead()
    private var next: OutgoingRequest?
    /// Why the response isn't read to its end.
    private var refusal: TransportError?
    private var body: ReceivedBody?
    private var sendings = 0
    /// Whether the host's name may still be looked up.
    private var isLookingUp = true
    /// The connections that are kept; nil where it isn't asked for them any more.
    private var connections: CurlConnections?
    /// Whose turn it is on the thread.
    private var turn: CurlTurn?
    private let mutex = Mutex()
    /// Whether libcurl has it; nil where it never will. Behind the lock.
    private var hasBegun: Bool? = false
    /// Whether it is to be sent by a new connection, because the kept one is of no use. Nothing has been sent yet.
    private(set) var needsNewConnection = false

    /// - Parameters:
    ///   - handle: has taken the request.
    ///   - redirects: how many have been followed on the way to this request.
    init(
      _ request: OutgoingRequest, handle: CurlHandle, options: TransportOptions, redirects: Int
    ) {
      self.request = request
      self.handle = handle
      host = "\(request.head.scheme ?? "") \(request.head.authority ?? "")"
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
    }

    /// Whether it must be left to itself when it is given up, as far as its next step: the thread would wait for a name.
    var mustBeLeftAlone: Bool {
      isLookingUp && !handle.canAbandonLookups && wgnapi_curl_can_ask_before_sending() != 0
    }

    /// Is about to be sent, perhaps by one of these connections; false if it isn't to be any more.
    func begin(_ connections: CurlConnections, _ turn: CurlTurn) -> Bool {
      self.connections = connections
      self.turn = turn
      return mutex.withLock {
        if hasBegun != nil { hasBegun = true }
        return hasBegun != nil
      }
    }

    /// Ends the exchange without libcurl, whose thread doesn't come back.
    func abandon() {
      let wasBegun = mutex.withLock { () -> Bool in
        defer { if hasBegun == false { hasBegun = nil } }
        return hasBegun == true
      }
      // Where nothing was sent, the same request goes to another thread.
      result.finish(wasBegun ? .failure(TransportError.failed(CurlWatch.stuck)) : .success(.notSent))
    }

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
      if let next { return .redirect(head.response, next) }
      guard let body else { throw .failed(TransportFailure(.invalidResponse)) }
      return .response(head.response, body)
    }

    /// Whether it may go on; asked by libcurl now and then, and after each byte that a proxy answers to CONNECT.
    fileprivate func mayGoOn() -> Bool {
      // Giving up would wait for the name that is looked up.
      if mustBeLeftAlone { return true }
      return !result.isThere && turn?.allows(self) != false
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
      body = try ReceivedBody(
        of: head.response, to: request.head.method, limit: options.responseSizeLimit,
        next == nil ? .decompress : .drop)
    }

    /// Takes a portion of the body; false where there is no use in more.
    fileprivate func accept(body portion: UnsafeRawBufferPointer) -> Bool {
      // It may have been given up since libcurl began to read.
      guard !result.isThere else { return false }
      do throws(TransportError) {
        try body?.append(portion)
        return true
      } catch {
        refusal = error
        return false
      }
    }
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
#endif
