#if AsyncHTTPClient
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import WGNAPITransport

  extension AsyncHTTPClientTransport {
    /// What an error of the client or of SwiftNIO comes to. They may hold host, header fields and addresses, so nothing
    /// but the type's name and a number is kept.
    ///
    /// - Parameter hasResponse: whether the head of a response had come.
    static func transportError(_ error: any Error, hasResponse: Bool) -> any Error {
      switch error {
      case is TransportError, is CancellationError: error
      case let error as HTTPClientError: transportError(error)
      case let error as NIOConnectionError:
        // Where there is an address, the name has been found.
        failure(
          error.connectionErrors.isEmpty && (error.dnsAError ?? error.dnsAAAAError) != nil
            ? .hostNotFound : .cannotConnect, error)
      // The end of the connection where there should be more.
      case HTTPParserError.invalidEOFState: failure(.connectionLost, error)
      case is HTTPParserError, is NIOHTTPDecoderError: failure(.invalidResponse, error)
      case let error as IOError: failure(reason(error), error, code: Int(error.errnoCode))
      case ChannelError.connectTimeout: failure(.cannotConnect, error)
      case is ChannelError: failure(.connectionLost, error)
      default: failure(reason(of: error, hasResponse: hasResponse), error)
      }
    }

    private static func transportError(_ error: HTTPClientError) -> any Error {
      switch error {
      // The client is being shut down. Of a request that was cancelled, nobody waits for this.
      case .cancelled: failure(.connectionLost, error)
      case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout:
        TransportError.timedOut
      case .remoteConnectionClosed, .requestStreamCancelled: failure(.connectionLost, error)
      case .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
        .invalidProxyResponse, .proxyAuthenticationRequired:
        failure(.cannotConnect, error)
      case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody, .bodyLengthMismatch:
        invalidRequest(error)
      // Those with the names and values that they refuse have no equals. The short description leaves them out.
      default:
        ["Invalid header field names", "Invalid header field values", "Unsupported scheme"].contains(
          error.shortDescription) ? invalidRequest(error) : failure(.other, error)
      }
    }

    private static func invalidRequest(_ error: HTTPClientError) -> TransportError {
      let detail = error.shortDescription.lowercased()
      return .failed(
        TransportFailure(
          .invalidRequest, domain: "HTTPClientError", message: "the request can't be sent: \(detail)"))
    }

    private static func failure(
      _ reason: TransportFailure.Reason, _ error: any Error, code: Int = 0
    ) -> TransportError {
      .failed(TransportFailure(reason, domain: "\(type(of: error))", code: code))
    }

    private static func reason(_ error: IOError) -> TransportFailure.Reason {
      switch error.errnoCode {
      case ENETDOWN, ENETUNREACH: .offline
      case ECONNREFUSED, EHOSTUNREACH, EADDRNOTAVAIL, ETIMEDOUT: .cannotConnect
      default: .connectionLost
      }
    }

    /// The reason behind an error of a module that isn't imported for its errors alone.
    private static func reason(of error: any Error, hasResponse: Bool) -> TransportFailure.Reason {
      guard String(reflecting: type(of: error)).hasPrefix("NIOSSL.") else { return .other }
      return hasResponse ? .connectionLost : .insecure
    }
  }
#endif
