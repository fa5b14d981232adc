import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

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
