import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

// The whole request.
extension RequestComposition {
  /// Returns the HTTP request at `base`.
  ///
  /// - Throws: ``APIError`` of kind `invalidRequest` with all violations.
  func composed(
    at base: BaseURL, operation: String, server: String, userAgent: String? = nil
  ) throws(APIError) -> ComposedRequest {
    try check(operation, server: server)
    var target: [UInt8] = []
    target.append(contentsOf: base.path.utf8)
    target.append(contentsOf: path.utf8)
    if !query.isEmpty {
      target.append(UInt8(ascii: "?"))
      PercentEncoding.encode(query, into: &target)
    }
    var bytes = bodyBytes
    var streamedBody = body.file
    var mediaType = body.mediaType
    if let parts = body.parts, let whole = partForm?.multipart(parts) {
      (streamedBody, mediaType) = whole
    }
    if let whole = streamedBody?.bytes { (bytes, streamedBody) = (whole, nil) }
    var composed = ComposedRequest(
      httpRequest: HTTPRequest(
        method: method, scheme: base.scheme, authority: base.authority,
        path: String(decoding: target, as: UTF8.self), headerFields: headerFields(userAgent, mediaType)),
      body: bytes,
      redacted: RedactedURL(base: base, path: redactedPath, query: query, redaction: redaction),
      selection: selection)
    composed.streamedBody = streamedBody
    return composed
  }

  private func headerFields(_ userAgent: String?, _ mediaType: String) -> HTTPFields {
    var fields = HTTPFields()
    func add(_ name: HTTPField.Name, _ value: String) {
      fields.append(HTTPField(name: name, value: value))
    }
    if body.form != nil {
      add(.contentType, "application/x-www-form-urlencoded")
    } else if body.isOther {
      add(.contentType, mediaType)
    }
    if let accept { add(.accept, accept) }
    if let userAgent, !userAgent.isEmpty { add(.userAgent, userAgent) }
    // One field (RFC 6265, section 5.4): the subscript would make one of each cookie.
    if !cookies.isEmpty { add(.cookie, cookies.joined(separator: "; ")) }
    for constant in constants { fields[constant.name] = constant.value }
    guard !headers.isEmpty else { return fields }
    // A field set by the caller overrides the default one; fields with the same name are kept together.
    var values: [HTTPField.Name: [String]] = [:]
    for header in headers {
      guard let name = HTTPField.Name(header.name) else { continue }
      values[name, default: []].append(header.value)
      fields[values: name] = values[name, default: []]
    }
    return fields
  }
}
