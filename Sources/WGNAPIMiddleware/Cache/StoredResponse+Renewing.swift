import HTTPTypes
import WGNAPIClient
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
    [(HTTPField.Name.eTag, HTTPField.Name.ifNoneMatch), (.lastModified, .ifModifiedSince)].compactMap {
      validator, condition in
      headers.first { $0.name == validator }?.withUnsafeBytesOfValue {
        HTTPField(name: condition, lenientValue: Array($0))
      }
    }
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
    guard let date = fields[.lastModified] else { return true }
    return headers[.lastModified] == date
  }

  /// Returns the bytes of the entity tag, which may not be valid text (RFC 9110, section 8.8.3).
  private static func tag(_ fields: HTTPFields) -> [UInt8]? {
    fields[fields: .eTag].first?.withUnsafeBytesOfValue { Array($0) }
  }

  private static func opaque(_ tag: [UInt8]) -> ArraySlice<UInt8> {
    tag.starts(with: "W/".utf8) ? tag.dropFirst(2) : tag[...]
  }

  /// Returns the response updated with the fields of a 304 (RFC 9111, section 3.2).
  ///
  /// - Parameters:
  ///   - fields: The fields of the 304 to store.
  ///   - digest: Returns the digest of the request's fields with a name.
  func renewed(
    by fields: HTTPFields, _ requestDate: Date, _ responseDate: Date, digest: (String) -> String
  ) -> StoredResponse {
    var headers = headers
    // They describe the age of the old response. A 304 without them means that it is new.
    headers[.age] = nil
    headers[.date] = nil
    for name in Set(fields.map { $0.name }) where name != .contentLength {
      headers[fields: name] = Array(fields[fields: name])
    }
    return StoredResponse(
      status: status, headers: headers, body: body, requestDate: requestDate, responseDate: responseDate,
      varying: headers.varying(digest))
  }
}

extension HTTPFields {
  /// Returns the fields to store: without those that concern the connection (RFC 9111, section 3.1), no
  /// longer apply to a decompressed body, or contain a secret.
  func kept(_ redaction: Redaction) -> HTTPFields {
    let connection = list(.connection)
    var kept = HTTPFields()
    for field in self {
      let name = field.name
      guard !name.isHopByHop, !name.isSecret, !Self.left.contains(name),
        !connection.contains(name.canonicalName), !redaction.occurs(in: Array(field.value.utf8))
      else { continue }
      kept.append(field)
    }
    return kept
  }

  private static let left: [HTTPField.Name] = [.contentEncoding, .proxyAuthenticate]

  /// Returns digests of the request's fields that `Vary` lists, by their names in lowercase. Fields that are
  /// part of the key are omitted: they are equal wherever the answer is found, so a digest of a token, for
  /// example, would be useless.
  func varying(_ digest: (String) -> String) -> [String: String] {
    let names = list(.vary).filter { $0 == "*" || !CacheKey.includes(fieldNamed: $0) }
    return names.isEmpty ? [:] : Dictionary(names.map { ($0, digest($0)) }) { first, _ in first }
  }

  /// Returns whether a response with these fields can answer other requests than its own (RFC 9111, sections
  /// 4, 4.1 and 5.2.2).
  var allowsReuse: Bool {
    let control = CacheControl(self)
    return !control.noStore && !control.noCache && !list(.vary).contains("*")
  }

  /// Returns the names in a list field, in lowercase.
  private func list(_ name: HTTPField.Name) -> [String] {
    guard contains(name) else { return [] }
    return self[values: name].flatMap { $0.split(separator: ",") }.map {
      $0.lowercased().filter { $0 != " " && $0 != "\t" }
    }
  }
}
