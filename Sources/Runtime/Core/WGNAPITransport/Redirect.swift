import HTTPTypes
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request with its body, in the form to send.
package struct OutgoingRequest: Sendable {
  package var head: HTTPRequest
  package var body: HTTPRequestBody

  package init(_ head: HTTPRequest, body: HTTPRequestBody) {
    self.head = head
    self.body = body
  }

  package init(_ head: HTTPRequest, body: [UInt8]) { self.init(head, body: .bytes(body)) }

  /// The URL as unchecked text.
  package var url: String {
    (head.scheme ?? "") + "://" + (head.authority ?? "") + (head.path ?? "/")
  }
}

/// The rules for redirects, shared by all transports; see ``RedirectPolicy``.
package enum Redirect {
  /// The maximum number of consecutive redirects.
  package static let limit = 5

  /// The statuses of redirects (RFC 9110, section 15.4).
  package static let statuses = [301, 302, 303, 307, 308]

  /// The fields that describe a body, removed when the body is.
  private static let bodyFields: [HTTPField.Name] =
    [.contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .lastModified]
    + ["Digest", "Content-Digest"].compactMap { HTTPField.Name($0) }

  /// Returns the request that a response asks for (RFC 9110, section 15.4); nil if it isn't a redirect, or
  /// one that isn't followed.
  ///
  /// - Parameters:
  ///   - request: The request that the response answers.
  ///   - status: The response's status.
  ///   - location: The response's `Location` field.
  ///   - policy: The redirects to follow.
  ///   - count: The number of redirects followed so far.
  /// - Throws: ``TransportError/redirected(to:)`` if the target isn't allowed.
  package static func next(
    after request: OutgoingRequest, status: Int, location: String?, policy: RedirectPolicy, count: Int
  ) throws(TransportError) -> OutgoingRequest? {
    guard policy != .none, statuses.contains(status), let location,
      let source = URL(string: request.url), let target = Self.location(location, from: source)
    else { return nil }
    let leaves = !isSame(source, target)
    guard count < limit, let authority = authority(of: target)?.text,
      !leaves || mayLeave(request.head.method, source, target, policy),
      var next = self.request(request, to: target)
    else { throw .redirected(to: place(target)) }
    if leaves {
      next.head.authority = authority
      next.head.headerFields = publicFields(of: next.head.headerFields)
      next.body = .empty
    }
    if becomesGet(request.head.method, status) {
      next.head.method = .get
      next.body = .empty
      for name in bodyFields { next.head.headerFields[name] = nil }
    } else if !next.body.isReplayable {
      throw .redirected(to: place(target))
    }
    return next
  }

  /// Returns whether a redirect to another host is followed.
  package static func mayLeave(
    _ method: HTTPRequest.Method, _ source: URL, _ target: URL, _ policy: RedirectPolicy
  ) -> Bool {
    let schemes = (source.scheme?.lowercased(), target.scheme?.lowercased())
    return policy == .otherHosts && [.get, .head].contains(method) && authority(of: target)?.hasUser == false
      && (schemes.1 == "https" || schemes == ("http", "http"))
  }

  /// Returns the fields that another host may get: those that can't contain secrets.
  package static func publicFields(of fields: HTTPFields) -> HTTPFields {
    fields.filter { isPublic($0.name.canonicalName) }
  }

  /// Returns whether another host may get the field with a name in lower case.
  package static func isPublic(_ name: String) -> Bool {
    ["accept", "accept-encoding", "accept-language", "if-range", "range", "user-agent"].contains(name)
  }

  /// Returns whether a URL has a host and port as a client's base URL may have them, besides user information.
  package static func isReachable(_ url: URL) -> Bool { authority(of: url) != nil }

  /// Returns the host and port, and whether there is user information, which might be secret; nil if a client's base URL
  /// couldn't have them. They are read from the text, because `URL` has no port where that is too large.
  private static func authority(of url: URL) -> (text: String, hasUser: Bool)? {
    let whole = url.absoluteString
    let scheme = whole.beginning { $0 == UInt8(ascii: ":") }.utf8.count
    guard whole.bytes.has("://", at: scheme) else { return nil }
    let parts = whole.rest(after: scheme + 3).beginning { "/?#".has($0) }.parts(at: UInt8(ascii: "@"))
    guard var text = parts.last, parts.count <= 2 else { return nil }
    // The port may be empty (RFC 3986, section 3.2.3).
    if text.utf8.last == UInt8(ascii: ":") { text.removeLast() }
    return Authority.problem(text) == nil ? (text, parts.count > 1) : nil
  }

  /// Returns the request with the URL in a field such as `Content-Location`; nil if that is on another host.
  package static func request(_ request: OutgoingRequest, at field: String) -> OutgoingRequest? {
    guard let source = URL(string: request.url), let target = location(field, from: source),
      isSame(source, target)
    else { return nil }
    return self.request(request, to: target)
  }

  private static func request(_ request: OutgoingRequest, to target: URL) -> OutgoingRequest? {
    guard let parts = URLComponents(url: target, resolvingAgainstBaseURL: true) else { return nil }
    var result = request
    // Keep the authority: it is the same, and the target's may contain a user.
    result.head.scheme = target.scheme?.lowercased()
    let path = parts.percentEncodedPath
    result.head.path = (path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    return result
  }

  private static func becomesGet(_ method: HTTPRequest.Method, _ status: Int) -> Bool {
    switch status {
    case 303: method != .head
    case 301, 302: method == .post
    default: false
    }
  }

  /// Returns the URL in a `Location` field (RFC 9110, section 10.2.2); nil if it is invalid.
  package static func location(_ field: String, from source: URL?) -> URL? {
    URL(string: escapingInvalid(field), relativeTo: source)?.absoluteURL
  }

  /// Returns a URL with percent-encoded characters where it has some that no URL may have, as services write them. What is encoded
  /// already stays: `URL` would encode the percent signs, too.
  private static func escapingInvalid(_ field: String) -> String {
    let bytes = Array(field.utf8)
    let valid = Set("-._~:/?#@!$&'()*+,;=".utf8)
    // The brackets of an IPv6 address.
    let isAbsolute = field.contains("://") || field.hasPrefix("//")
    var slashes = 0
    var text = ""
    for (place, byte) in bytes.enumerated() {
      if "/?#".utf8.contains(byte) { slashes += byte == UInt8(ascii: "/") ? 1 : 3 }
      let isBracket = isAbsolute && slashes < 3 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]"))
      let isEscape =
        byte == UInt8(ascii: "%") && place + 2 < bytes.count
        && bytes[(place + 1)...(place + 2)].allSatisfy { isHexadecimal($0) }
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
      if isPlain || isEscape || isBracket || valid.contains(byte) || byte < 0x20 || byte == 0x7F {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF) && byte < 0x80
  }

  /// Returns whether host and port are equal, and the scheme doesn't change from https to http.
  package static func isSame(_ source: URL, _ target: URL) -> Bool {
    func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
    let schemes = (source.scheme?.lowercased(), target.scheme?.lowercased())
    let isUpgrade = schemes == ("http", "https") && source.port == nil && target.port == nil
    return source.host?.lowercased() == target.host?.lowercased()
      && (isUpgrade || schemes.0 == schemes.1 && port(source) == port(target))
  }

  /// Returns a redirect's target without user, query and fragment, which may repeat secrets.
  package static func place(_ url: URL?) -> String {
    guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return "nowhere"
    }
    parts.query = nil
    parts.fragment = nil
    parts.user = nil
    parts.password = nil
    return parts.string ?? "an unreadable URL"
  }
}

extension HTTPField.Name {
  /// Whether the field is about one connection and is never passed on or kept (RFC 9110, section 7.6.1).
  package var isHopByHop: Bool { Self.hopByHop.has(canonicalName) }

  /// Whether the field says how the message is sent, which only the transport knows.
  package var isFraming: Bool { Self.framing.has(canonicalName) }

  /// Whether the field holds a secret of the client that received it, or of its proxy (RFC 9110, section 11; RFC 6265).
  package var isSecret: Bool { Self.secret.has(canonicalName) }

  private static let hopByHop = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// The fields about framing, in lower case.
  package static let framing = hopByHop + ["content-length", "host"]

  private static let secret = [
    "authentication-info", "authorization", "cookie", "proxy-authentication-info", "proxy-authorization",
    "set-cookie", "set-cookie2",
  ]
}

extension HTTPFields {
  /// Adds a field.
  @inline(never)
  package mutating func add(_ name: HTTPField.Name, _ value: String) {
    append(HTTPField(name: name, value: value))
  }

  /// Replaces all fields of a name with one. Unlike the subscript, it is compiled once, not in each module.
  @inline(never)
  package mutating func replace(_ name: HTTPField.Name, _ value: String) { self[values: name] = [value] }
}
