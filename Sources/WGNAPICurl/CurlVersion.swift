#if os(Linux)
  import CWGNAPICurl

  /// A version of libcurl.
  package struct CurlVersion: Sendable, Comparable, CustomStringConvertible {
    /// As `LIBCURL_VERSION_NUM` has it: a byte each for major, minor and patch.
    package let number: UInt32

    package init(number: UInt32) { self.number = number }

    /// The oldest that the transport supports; older headers don't compile.
    package static let floor = CurlVersion(number: UInt32(WGNAPI_CURL_FLOOR))

    /// The one that is loaded, which may be older than the headers.
    package static let loaded = CurlVersion(number: wgnapi_curl_version())

    /// Whether the transport works with it.
    var isSupported: Bool { self >= Self.floor }

    /// Why no request is sent with a version that isn't supported.
    package var refusal: String {
      "libcurl \(self) is loaded, but CurlTransport needs \(Self.floor) or later: update libcurl, or pass another "
        + "transport"
    }

    package var description: String { "\(number >> 16 & 0xFF).\(number >> 8 & 0xFF).\(number & 0xFF)" }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }
#endif
