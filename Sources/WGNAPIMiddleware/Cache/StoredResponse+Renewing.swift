import HTTPTypes
import WGNAPIClient
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredResponse {
  /// Whether the server can be asked if it still holds. After a redirect it can't: validators are those of another URL.
  var hasValidator: Bool {
    redirectLifetime == nil && (headers.contains(.eTag) || headers.contains(.lastModified))
  }

  /// The fields that ask for it only if it has changed (RFC 9111, section 4.3.1), byte for byte as the validators came.
  var conditions: [HTTPField] {
    [(HTTPField.Name.eTag, HTTPField.Name.ifNoneMatch), (.lastModified, .ifModifiedSince)].compactMap {
      validator, condition in
      headers.first { $0.name == validator }?.withUnsafeBytesOfValue {
        HTTPField(name: condition, lenientValue: Array($0))
      }
    }
  }

  /// Whether a 304 with these fields speaks of this response (RFC 9111, section 4.3.4): an entity tag decides, else the
  /// date of the last change. One without either is taken for the answer to the question that was asked.
  ///
  /// Tags are compared weakly, as the server does (RFC 9110, section 13.1.2): with compression, some send `W/"a"` first and
  /// `"a"` in the 304.
  func isConfirmed(by fields: HTTPFields) -> Bool {
    guard hasValidator else { return false }
    if let tag = Self.tag(fields) {
      return Self.tag(headers).map { Self.opaque($0) == Self.opaque(tag) } ?? false
    }
    guard let date = fields[.lastModified] else { return true }
    return headers[.lastModified] == date
  }

  /// Byte by byte, as a tag need not be text (RFC 9110, section 8.8.3).
  private static func tag(_ fields: HTTPFields) -> [UInt8]? {
    fields[fields: .eTag].first?.withUnsafeBytesOfValue { Array($0) }
  }

  private static func opaque(_ tag: [UInt8]) -> ArraySlice<UInt8> {
    tag.starts(with: "W/".utf8) ? tag.dropFirst(2) : tag[...]
  }

  /// The same after a 304: with the fields that came with it (RFC 9111, section 3.2).
  ///
  /// - Parameters:
  ///   - fields: those of the 304 that are kept.
  ///   - digest: gives the digest of the request's fields of a name.
  func renewed(
    by fields: HTTPFields, _ requestDate: Date, _ responseDate: Date, digest: (String) -> String
  ) -> StoredResponse {
    var headers = headers
    // They tell how old the response was then. Where the 304 says nothing of it, it is new.
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
  /// Those that are kept: not what concerns the connection (RFC 9111, section 3.1), what is no longer true of a
  /// decompressed body, or what holds a secret.
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

  /// The digests of the request's fields that `Vary` names, by their lower-case names. Those that are part of the key are
  /// the same wherever the answer is found: a digest of a token, say, is of no use.
  func varying(_ digest: (String) -> String) -> [String: String] {
    let names = list(.vary).filter { $0 == "*" || !CacheKey.includes(fieldNamed: $0) }
    return names.isEmpty ? [:] : Dictionary(names.map { ($0, digest($0)) }) { first, _ in first }
  }

  /// Whether a response with these fields may be the answer to another request than the one that it answers (RFC 9111,
  /// sections 4, 4.1 and 5.2.2).
  var allowsReuse: Bool {
    let control = CacheControl(self)
    return !control.noStore && !control.noCache && !list(.vary).contains("*")
  }

  /// The names in a field that lists some, in lower case.
  private func list(_ name: HTTPField.Name) -> [String] {
    guard contains(name) else { return [] }
    return self[values: name].flatMap { $0.split(separator: ",") }.map {
      $0.lowercased().filter { $0 != " " && $0 != "\t" }
    }
  }
}
