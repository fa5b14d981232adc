#if AsyncHTTPClient
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import WGNAPITransport

  extension AsyncHTTPClientTransport {
    /// Converts an error of the client or of SwiftNIO. Such errors may contain host, header fields and
    /// addresses, so only the name of the type and a number are kept.
    ///
    /// - Parameter hasResponse: Whether the head of a response had arrived.
    static func transportError(_ error: any Error, hasResponse: Bool) -> any Error {
      switch error {
      case is TransportError, is CancellationError: error
      case let error as HTTPClientError: transportError(error)
      case let error as NIOConnectionError:
        // If there is an address, the host name was found.
        failure(
          error.connectionErrors.isEmpty && (error.dnsAError ?? error.dnsAAAAError) != nil
            ? .hostNotFound : .cannotConnect, error)
      // The connection ended too early.
      case HTTPParserError.invalidEOFState: failure(.connectionLost, error)
      case is HTTPParserError, is NIOHTTPDecoderError: failure(.invalidResponse, error)
      case let error as IOError: failure(reason(error), error, code: Int(error.errnoCode))
      case let error as NIOSSLError: failure(reason(error, hasResponse: hasResponse), error)
      case ChannelError.connectTimeout: failure(.cannotConnect, error)
      case is ChannelError: failure(.connectionLost, error)
      default: failure(reason(of: error, hasResponse: hasResponse), error)
      }
    }

    private static func transportError(_ error: HTTPClientError) -> any Error {
      switch error {
      // The client is being shut down. If the request was cancelled instead, nobody waits for this error.
      case .cancelled: failure(.connectionLost, error)
      case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout:
        TransportError.timedOut
      case .remoteConnectionClosed, .requestStreamCancelled: failure(.connectionLost, error)
      case .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
        .invalidProxyResponse, .proxyAuthenticationRequired:
        failure(.cannotConnect, error)
      case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody, .bodyLengthMismatch:
        invalidRequest(error)
      // Errors with rejected names and values can't be compared. Their short description omits these.
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

    private static func reason(_ error: NIOSSLError, hasResponse: Bool) -> TransportFailure.Reason {
      // A connection that ends before TLS has said anything about it.
      if case .handshakeFailed(.sslError(let errors)) = error, errors == [.eofDuringHandshake] {
        return .connectionLost
      }
      return hasResponse ? .connectionLost : .insecure
    }

    /// Returns the reason for other errors of TLS, of which there are several types.
    private static func reason(of error: any Error, hasResponse: Bool) -> TransportFailure.Reason {
      guard String(reflecting: type(of: error)).hasPrefix("NIOSSL.") else { return .other }
      return hasResponse ? .connectionLost : .insecure
    }
  }
#endif
