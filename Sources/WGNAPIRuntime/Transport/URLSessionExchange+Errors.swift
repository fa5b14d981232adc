import Foundation

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
    // What FoundationNetworking says of a body that breaks off.
    case .unknown where hasResponse: reason = .connectionLost
    case .networkConnectionLost: reason = .connectionLost
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      reason = .insecure
    case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData,
      .zeroByteResource:
      reason = .invalidResponse
    // FoundationNetworking's word for a malformed status line.
    case .badURL where isSendable, .unsupportedURL where isSendable: reason = .invalidResponse
    case .badURL, .unsupportedURL: reason = .invalidRequest
    default: reason = .other
    }
    return TransportError.failed(TransportFailure(reason, domain: system.domain, code: system.code))
  }
}
