import CallComposing
import HTTPTypes
import WGNAPISecrets
import WGNAPITransport

#if os(Linux)
  import WGNAPICurl
#else
  import WGNAPIURLSession
#endif

/// Sends requests with the runtime's transport.
package struct CallSender: Sendable {
  package var transport: any HTTPTransport
  /// The maximum time for a response; for a stream, for each portion of it.
  package var timeout: Duration
  /// The maximum size of a body in bytes, decompressed.
  package var limit: Int
  package var userAgent: String

  package init(transport: any HTTPTransport, timeout: Duration, limit: Int, userAgent: String) {
    self.transport = transport
    self.timeout = timeout
    self.limit = limit
    self.userAgent = userAgent
  }

  /// The transport that clients use, too.
  package static func makeTransport() -> any HTTPTransport {
    #if os(Linux)
      CurlTransport()
    #else
      URLSessionTransport()
    #endif
  }

  /// A response whose body hasn't been read.
  struct Begun {
    var response: RawResponse
    var body: HTTPResponseBody
  }

  /// Sends a request, and waits for the head of its response.
  ///
  /// - Parameters:
  ///   - followsRedirects: whether redirects on the same host are followed.
  ///   - isEndless: whether the response is a stream, which may have any size.
  func begin(_ call: ComposedCall, followsRedirects: Bool, isEndless: Bool) async throws -> Begun {
    let (body, mediaType) = Self.body(of: call)
    var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
    guard let method = HTTPRequest.Method(call.method), let end = call.url.firstRange(of: "://") else {
      throw CallRefusal("the request can't be sent: its method or its URL isn't valid")
    }
    let rest = call.url[end.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    request.method = method
    request.scheme = String(call.url[..<end.lowerBound])
    request.authority = String(authority)
    request.path = path.hasPrefix("/") ? String(path) : "/\(path)"
    for header in call.headers {
      guard let name = HTTPField.Name(header.name) else {
        throw CallRefusal("'\(header.name)' isn't a valid name of a header field")
      }
      request.headerFields.append(HTTPField(name: name, value: header.value))
    }
    if let mediaType, request.headerFields[.contentType] == nil {
      request.headerFields[.contentType] = mediaType
    }
    if request.headerFields[.userAgent] == nil { request.headerFields[.userAgent] = userAgent }
    let options = TransportOptions(
      timeout: timeout, responseSizeLimit: isEndless ? .max : limit,
      redirects: followsRedirects ? .sameHost : .none, idleTimeout: timeout)
    let received = try await transport.stream(request, body: .bytes(body), options: options)
    var response = RawResponse(status: received.response.status.code, headers: [], body: [])
    response.headers = received.response.headerFields.map { ($0.name.rawName, $0.value) }
    response.redirects = received.redirects.map { ($0.status.code, $0.headerFields[.location] ?? "") }
    return Begun(response: response, body: received.body)
  }

  /// Reads the body, within the limits of size and time.
  func portions(of begun: Begun, isEndless: Bool, _ each: ([UInt8]) async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + timeout
    for try await portion in begun.body {
      if !isEndless, ContinuousClock.now > deadline { throw TransportError.timedOut }
      guard try await each(portion) else { return }
    }
  }

  /// Why there is no response.
  func message(_ error: any Error) -> String {
    switch error {
    case TransportError.timedOut:
      return "no complete response within \(timeout.components.seconds) s; see --timeout"
    case TransportError.responseTooLarge(let limit):
      return "the response is larger than \(limit) bytes; see --limit"
    case TransportError.redirected(let target):
      return
        "the response is a redirect to \(SecretFinder().cleaned(target).text), which isn't followed, because it leads elsewhere or in a circle"
    case is CancellationError: return "the call was interrupted"
    case TransportError.failed(let failure): return RuntimeText.sentence(failure)
    default: return "\(error)"
    }
  }
}
