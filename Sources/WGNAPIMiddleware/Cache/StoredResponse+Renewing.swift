import HTTPTypes
import WGNAPIClient
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredResponse {
  /// Whether the server can confirm the response. After a redirect it can't, because the validators belong to
  /// another URL.
  var hasValidator: Bool {
    redirectLifetime == nil && (headers.contains(.eTag) || headers.contains(.lastModified))
  }

  /// The header fields that make a request conditional on a change (RFC 9111, section 4.3.1). They repeat the
  /// validators byte for byte.
  var conditions: [HTTPField] {
    var conditions: [HTTPField] = []
    if let tag = headers.bytes(.eTag) { conditions.append(HTTPField(name: .ifNoneMatch, bytes: tag)) }
    if let date = headers.bytes(.lastModified) {
      conditions.append(HTTPField(name: .ifModifiedSince, bytes: date))
    }
    return conditions
  }

  /// Returns whether a 304 with these fields confirms this response (RFC 9111, section 4.3.4): by its entity
  /// tag or, without one, by the date of the last change. A 304 without either refers to the request's
  /// validators.
  ///
  /// Tags are compared weakly, as the server does (RFC 9110, section 13.1.2), because with compression, some
  /// servers send `W/"a"` first and `"a"` in the 304.
  func isConfirmed(by fields: HTTPFields) -> Bool {
    guard hasValidator else { return false }
    if let tag = Self.tag(fields) {
      return Self.tag(headers).map { Self.opaque($0) == Self.opaque(tag) } ?? false
    }
    guard let date = fields.text(.lastModified) else { return true }
    return headers.text(.lastModified) == date
  }

  /// Returns the bytes of the entity tag, which may not be valid text (RFC 9110, section 8.8.3).
  private static func tag(_ fields: HTTPFields) -> [UInt8]? {
    fields.bytes(.eTag)
  }

  private static func opaque(_ tag: [UInt8]) -> ArraySlice<UInt8> {
    tag.count > 1 && tag[0] == UInt8(ascii: "W") && tag[1] == UInt8(ascii: "/") ? tag[2...] : tag[...]
  }

  /// Returns the response updated with the fields of a 304 (RFC 9111, section 3.2).
  ///
  /// - Parameters:
  ///   - fields: The fields of the 304 to store.
  ///   - request: The request's fields.
  func renewed(
    by fields: HTTPFields, _ requestDate: Date, _ responseDate: Date, request: HTTPFields
  ) -> StoredResponse {
    var headers = HTTPFields()
    for field in self.headers where field.name == .contentLength || !fields.contains(field.name) {
      // They describe the age of the old response. A 304 without them means that it is new.
      if field.name != .age, field.name != .date { headers.append(field) }
    }
    for field in fields where field.name != .contentLength { headers.append(field) }
    return StoredResponse(
      status: status, headers: headers, body: body, requestDate: requestDate, responseDate: responseDate,
      varying: headers.varying(in: request))
  }
}

extension HTTPFields {
  /// Returns the fields to store: without those that concern the connection (RFC 9111, section 3.1), no
  /// longer apply to a decompressed body, or contain a secret.
  func kept(_ redaction: Redaction) -> HTTPFields {
    let connection = members(.connection)
    var kept = HTTPFields()
    for field in self {
      let name = field.name
      guard !name.isHopByHop, !name.isSecret, !Self.left.contains(name),
        !connection.contains(name.canonicalName), !redaction.occurs(in: field.value.bytes)
      else { continue }
      kept.append(field)
    }
    return kept
  }

  private static let left: [HTTPField.Name] = [.contentEncoding, .proxyAuthenticate]

  /// Returns digests of the request's fields that `Vary` lists, by their names in lowercase. Fields that are
  /// part of the key are omitted: they are equal wherever the answer is found, so a digest of a token, for
  /// example, would be useless.
  func varying(in request: HTTPFields) -> [String: String] {
    var digests: [String: String] = [:]
    for name in members(.vary) where name == "*" || !CacheKey.includes(fieldNamed: name) {
      digests[name] = request.digest(ofFieldsNamed: name)
    }
    return digests
  }

  /// Returns a digest of the values of the fields with a name.
  @inline(never)
  func digest(ofFieldsNamed name: String) -> String {
    let values = HTTPField.Name(name).map { texts($0) } ?? []
    return SHA256Digest.text(of: values.joined(separator: ",").bytes)
  }

  /// Returns whether a response with these fields can answer other requests than its own (RFC 9111, sections
  /// 4, 4.1 and 5.2.2).
  var allowsReuse: Bool {
    let control = CacheControl(self)
    return !control.noStore && !control.noCache && !members(.vary).contains("*")
  }
}
