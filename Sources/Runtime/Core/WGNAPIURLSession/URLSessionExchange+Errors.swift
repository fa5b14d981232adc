import Foundation
import WGNAPITransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSessionExchange {
  /// Converts the system's error. Its user info contains the URL, so only domain and code are kept.
  ///
  /// - Parameters:
  ///   - error: The system's error.
  ///   - hasResponse: Whether the head of a response had arrived.
  ///   - isSendable: Whether the request's own URL has a host and the scheme http or https.
  static func transportError(_ error: any Error, hasResponse: Bool, isSendable: Bool) -> any Error {
    let system = error as NSError
    guard system.domain == NSURLErrorDomain else {
      return TransportError.failed(TransportFailure(.other, domain: system.domain, code: system.code))
    }
    let reason: TransportFailure.Reason
    switch URLError.Code(rawValue: system.code) {
    case .timedOut: return TransportError.timedOut
    case .cancelled: return CancellationError()
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: reason = .offline
    case .cannotFindHost, .dnsLookupFailed: reason = .hostNotFound
    case .cannotConnectToHost: reason = .cannotConnect
    // FoundationNetworking's code for most failures, such as a truncated body.
    case .unknown: reason = curlReason(system, hasResponse: hasResponse)
    // FoundationNetworking's code for a connection closed without a response.
    case .badServerResponse:
      let told = curlReason(system, hasResponse: hasResponse)
      reason = told == .other ? .invalidResponse : told
    case .networkConnectionLost: reason = .connectionLost
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      reason = .insecure
    case .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData,
      .zeroByteResource:
      reason = .invalidResponse
    // FoundationNetworking's code for a malformed status line.
    case .badURL where isSendable, .unsupportedURL where isSendable: reason = .invalidResponse
    case .badURL, .unsupportedURL: reason = .invalidRequest
    default: reason = .other
    }
    return TransportError.failed(TransportFailure(reason, domain: system.domain, code: system.code))
  }

  /// Returns the reason given by libcurl's message, the only part of its error that FoundationNetworking keeps.
  private static func curlReason(_ error: NSError, hasResponse: Bool) -> TransportFailure.Reason {
    let words = error.localizedDescription.lowercased()
    func holds(_ any: String...) -> Bool { any.contains { words.contains($0) } }
    // FoundationNetworking itself refuses to take some heads.
    if holds(
      "failed writing header", "header without colon", "nul byte in header", "chunked-encoding", "unencoding")
    {
      return .invalidResponse
    }
    if hasResponse { return .connectionLost }
    // `SSL_read` and `SSL_write` occur after the handshake.
    if holds(
      "empty reply", "recv failure", "send failure", "ssl_read", "ssl_write", "ssl_error_syscall",
      "unexpected eof")
    {
      return .connectionLost
    }
    return holds("ssl", "tls", "certificate") ? .insecure : .other
  }
}
