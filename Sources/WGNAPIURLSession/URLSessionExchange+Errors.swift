import Foundation
import WGNAPITransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSessionExchange {
  /// What the system's error comes to. Its user info holds the URL, so nothing but domain and code is kept.
  ///
  /// - Parameters:
  ///   - error: the system's.
  ///   - hasResponse: whether the head of a response had come.
  ///   - isSendable: whether the request's own URL is one of http or https, with a host.
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
    // What FoundationNetworking says of most failures, such as a body that breaks off.
    case .unknown: reason = hasResponse ? .connectionLost : curlReason(system) ?? .other
    // And of a connection that is closed without a response.
    case .badServerResponse: reason = curlReason(system) ?? .invalidResponse
    case .networkConnectionLost: reason = .connectionLost
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      reason = .insecure
    case .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData,
      .zeroByteResource:
      reason = .invalidResponse
    // FoundationNetworking's word for a malformed status line.
    case .badURL where isSendable, .unsupportedURL where isSendable: reason = .invalidResponse
    case .badURL, .unsupportedURL: reason = .invalidRequest
    default: reason = .other
    }
    return TransportError.failed(TransportFailure(reason, domain: system.domain, code: system.code))
  }

  /// The reason by libcurl's words, the only thing that FoundationNetworking keeps of it; nil where they don't tell.
  private static func curlReason(_ error: NSError) -> TransportFailure.Reason? {
    let words = error.localizedDescription.lowercased()
    func holds(_ any: String...) -> Bool { any.contains { words.contains($0) } }
    // `SSL_read` and `SSL_write` come after the handshake.
    if holds(
      "empty reply", "recv failure", "send failure", "ssl_read", "ssl_write", "ssl_error_syscall",
      "unexpected eof")
    {
      return .connectionLost
    }
    return holds("ssl", "tls", "certificate") ? .insecure : nil
  }
}
