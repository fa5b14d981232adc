import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension CurlExchange {
    /// Whose codes a failure has.
    static let domain = "libcurl"

    /// What libcurl's code comes to. Its words may hold host and addresses, so only the code is kept.
    func transportError(_ code: CURLcode) -> TransportError {
      if code == CURLE_OPERATION_TIMEDOUT { return .timedOut }
      return .failed(TransportFailure(reason(code), domain: Self.domain, code: Int(code.rawValue)))
    }

    private func reason(_ code: CURLcode) -> TransportFailure.Reason {
      // A proxy that doesn't want to has no code of its own.
      let proxyStatus = handle.proxyStatus
      guard proxyStatus == 0 || (200..<300).contains(proxyStatus) else { return .cannotConnect }
      return switch code {
      case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
      case CURLE_COULDNT_CONNECT:
        [ENETDOWN, ENETUNREACH].contains(CInt(truncatingIfNeeded: handle.systemError))
          ? .offline : .cannotConnect
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .cannotConnect
      // The end of the connection has no code of its own here.
      case CURLE_SSL_CONNECT_ERROR:
        says("recv failure", "send failure", "ssl_error_syscall", "unexpected eof")
          ? .connectionLost : .insecure
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
        .insecure
      // What is wrong with chunks has none either.
      case CURLE_RECV_ERROR: says("chunk") ? .invalidResponse : .connectionLost
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND,
        CURLE_ABORTED_BY_CALLBACK:
        .connectionLost
      // Heads that are none, or speak of transfer codings that libcurl doesn't have. A bad argument is a field without a colon; out of memory is
      // a line that is too long, which newer versions have a code for.
      case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR, CURLE_WEIRD_SERVER_REPLY,
        CURLE_UNSUPPORTED_PROTOCOL,
        CURLE_BAD_FUNCTION_ARGUMENT, CURLE_OUT_OF_MEMORY, Self.tooLarge:
        .invalidResponse
      case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .invalidRequest
      default: .other
      }
    }

    /// Of libcurl 8.6 and newer: `CURLE_TOO_LARGE`.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Whether libcurl's words hold one of these.
    private func says(_ any: String...) -> Bool {
      let words = handle.reason.lowercased()
      return any.contains { words.contains($0) }
    }
  }
#endif
