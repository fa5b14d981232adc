import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
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
    var target = (base.path + path).bytes
    if !query.isEmpty {
      target.add("?")
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
        path: String(repairing: target), headerFields: headerFields(userAgent, mediaType)),
      body: bytes,
      redacted: RedactedURL(base: base, path: redactedPath, query: query, redaction: redaction),
      selection: selection)
    composed.streamedBody = streamedBody
    return composed
  }

  private func headerFields(_ userAgent: String?, _ mediaType: String) -> HTTPFields {
    var fields = HTTPFields()
    if body.form != nil {
      fields.add(.contentType, "application/x-www-form-urlencoded")
    } else if body.isOther {
      fields.add(.contentType, mediaType)
    }
    if let accept { fields.add(.accept, accept) }
    if let userAgent, !userAgent.isEmpty { fields.add(.userAgent, userAgent) }
    // One field (RFC 6265, section 5.4): the subscript would make one of each cookie.
    if !cookies.isEmpty { fields.add(.cookie, cookies.joined(separator: "; ")) }
    for constant in constants {
      if let name = HTTPField.Name(constant.name) { fields.replace(name, constant.value) }
    }
    // A field set by the caller overrides the default one; all that it sets of a name are sent.
    var own: [HTTPField.Name] = []
    for header in headers {
      guard let name = HTTPField.Name(header.name) else { continue }
      if own.contains(name) {
        fields.add(name, header.value)
      } else {
        fields.replace(name, header.value)
        own.append(name)
      }
    }
    return fields
  }
}
