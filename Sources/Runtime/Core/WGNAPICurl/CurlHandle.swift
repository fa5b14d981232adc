import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl
  import HTTPTypes

  /// An easy handle of libcurl: a request that is ready to be sent.
  ///
  /// Unchecked: only one thread uses it at a time.
  final class CurlHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    /// Identifies the handle while it exists.
    var number: Int { Int(bitPattern: pointer) }
    /// Whether it can be cancelled during name resolution without waiting for its end (libcurl 7.87).
    private(set) var canAbandonLookups = false
    private var fields: UnsafeMutablePointer<curl_slist>?
    /// The buffer for libcurl's error message, which may contain the request's host.
    private let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Nil if there is no memory left.
    init?() {
      guard let pointer = curl_easy_init() else { return nil }
      self.pointer = pointer
      words.initialize(repeating: 0)
    }

    deinit {
      curl_easy_cleanup(pointer)
      curl_slist_free_all(fields)
      words.deallocate()
    }

    /// libcurl's error message. Inspect it, but don't store it.
    var reason: String {
      String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The system's error number for the last failure to connect; 0 for none.
    var systemError: Int { wgnapi_curl_get_long(pointer, CURLINFO_OS_ERRNO) }

    /// The status of a proxy's response to CONNECT; 0 for none.
    var proxyStatus: Int { wgnapi_curl_get_long(pointer, CURLINFO_HTTP_CONNECTCODE) }

    /// The socket of the request's connection and its local port; nil if the connection isn't kept.
    var connection: (socket: CInt, port: CInt)? {
      let socket = wgnapi_curl_get_socket(pointer)
      return socket < 0
        ? nil : (socket, CInt(truncatingIfNeeded: wgnapi_curl_get_long(pointer, CURLINFO_LOCAL_PORT)))
    }

    /// Makes libcurl use a new connection.
    func connectAnew() { set(CURLOPT_FRESH_CONNECT, 1) }

    /// Configures the handle for a request.
    func prepare(
      _ request: OutgoingRequest, _ configuration: CurlTransport.Configuration
    ) throws(TransportError) {
      try set(CURLOPT_URL, request.url)
      // HTTP/1.1 is the only version known to be safe with any server.
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      set(CURLOPT_PATH_AS_IS, 1)
      set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
      set(CURLOPT_NOSIGNAL, 1)
      wgnapi_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, words.baseAddress)
      canAbandonLookups = wgnapi_curl_abandon_lookups(pointer) != 0
      // The loop enforces time limits. This is libcurl's maximum.
      set(CURLOPT_CONNECTTIMEOUT, Int(CInt.max) / 1_000)
      // The head of a proxy's response isn't part of the server's response.
      set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      // Without a proxy, libcurl uses the environment's.
      if let proxy = configuration.proxy {
        try set(CURLOPT_PROXY, proxy)
        try set(CURLOPT_NOPROXY, "")
      }
      // Decompression, which a few bytes can keep busy for long, must not run on the thread that all requests
      // share.
      set(CURLOPT_HTTP_CONTENT_DECODING, 0)
      if let file = configuration.certificateAuthorities {
        // Replace both the system's file and its folder.
        for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { try set(option, file) }
        for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { wgnapi_curl_set_text(pointer, option, nil) }
      }
      try setMethod(request)
      try setFields(request)
    }

    private func setMethod(_ request: OutgoingRequest) throws(TransportError) {
      let method = request.head.method
      guard method != .head else {
        set(CURLOPT_NOBODY, 1)
        return
      }
      // If the method gives a body a meaning, send one, even if it is empty (RFC 9110, section 8.6).
      if request.body.bytes == nil, !request.body.isEmpty {
        // Without a length, libcurl sends chunks.
        set(CURLOPT_UPLOAD, 1)
        wgnapi_curl_set_size(pointer, CURLOPT_INFILESIZE_LARGE, request.body.length ?? -1)
      } else if let body = request.body.isEmpty ? [] : request.body.bytes,
        !body.isEmpty || [.post, .put, .patch].contains(method)
      {
        wgnapi_curl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
        let code = body.withUnsafeBytes {
          wgnapi_curl_set_pointer(
            pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(pointer))
        }
        try check(code)
      }
      if method != .get || !request.body.isEmpty { try set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
    }

    private func setFields(_ request: OutgoingRequest) throws(TransportError) {
      let given = request.head.headerFields
      for field in given {
        // libcurl itself sets the length of the body, its framing, and whether to wait for an interim
        // response.
        let name = field.name
        if name != .contentLength, name != .transferEncoding, name != .expect { try append(field) }
      }
      if !given.contains(.acceptEncoding) { try append("Accept-Encoding: \(ContentCoding.accepted)") }
      // Remove the fields that libcurl would add.
      if !given.contains(.accept) { try append("Accept:") }
      if !given.contains(.contentType) { try append("Content-Type:") }
      try append("Expect:")
      wgnapi_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, fields)
    }

    /// Appends bytes, because values may not be valid text (RFC 9110, section 5.5). A C string ends at a
    /// zero.
    private func append(_ field: HTTPField) throws(TransportError) {
      var line = field.name.rawName.bytes
      field.withUnsafeBytesOfValue { value in
        line.add(value.isEmpty ? ";" : ": ")
        line.append(contentsOf: value)
      }
      line.append(0)
      let longer = line.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { curl_slist_append(fields, $0.baseAddress) }
      }
      guard let longer else { throw Self.failure(CURLE_OUT_OF_MEMORY) }
      fields = longer
    }

    private func append(_ line: String) throws(TransportError) {
      guard let longer = curl_slist_append(fields, line) else { throw Self.failure(CURLE_OUT_OF_MEMORY) }
      fields = longer
    }

    private func set(_ option: CURLoption, _ value: Int) {
      wgnapi_curl_set_long(pointer, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) throws(TransportError) {
      try check(wgnapi_curl_set_text(pointer, option, value))
    }

    private func check(_ code: CURLcode) throws(TransportError) {
      if code != CURLE_OK { throw Self.failure(code) }
    }

    private static func failure(_ code: CURLcode) -> TransportError {
      .failed(TransportFailure(.other, domain: CurlExchange.domain, code: Int(code.rawValue)))
    }
  }

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
