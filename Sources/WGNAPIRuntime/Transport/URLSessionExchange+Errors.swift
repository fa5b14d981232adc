import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSessionExchange {
  /// What the system's error comes to. Its user info holds the URL, so nothing but domain and code is kept.
  static func transportError(_ error: any Error) -> any Error {
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
    case .networkConnectionLost: reason = .connectionLost
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      reason = .insecure
    case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData,
      .zeroByteResource:
      reason = .invalidResponse
    case .badURL, .unsupportedURL: reason = .invalidRequest
    default: reason = .other
    }
    return TransportError.failed(TransportFailure(reason, domain: system.domain, code: system.code))
  }
}
