import Foundation
import HTTPTypes

/// A request with its body, as it is sent.
package struct OutgoingRequest: Sendable {
  package var head: HTTPRequest
  package var body: [UInt8]

  package init(_ head: HTTPRequest, body: [UInt8]) {
    self.head = head
    self.body = body
  }

  /// Its URL, as text that nobody has looked at.
  package var url: String { "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "/")" }
}

/// Where redirects may lead, for all transports; see ``RedirectPolicy``.
package enum Redirect {
  /// How many are followed in a row.
  package static let limit = 5

  /// What spoke of a body that isn't sent any more.
  private static let bodyFields: [HTTPField.Name] =
    [.contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .lastModified]
    + ["Digest", "Content-Digest"].compactMap { HTTPField.Name($0) }

  /// The request that a response asks for (RFC 9110, section 15.4); nil where it is no redirect, or none that is followed.
  ///
  /// - Parameters:
  ///   - request: what the response answers to.
  ///   - status: the response's.
  ///   - location: the response's Location field.
  ///   - policy: which redirects are followed.
  ///   - count: how many have been followed on the way to the request.
  /// - Throws: ``TransportError/redirected(to:)`` where it leads to where it must not.
  package static func next(
    after request: OutgoingRequest, status: Int, location: String?, policy: RedirectPolicy, count: Int
  ) throws(TransportError) -> OutgoingRequest? {
    guard policy == .sameHost, [301, 302, 303, 307, 308].contains(status), let location,
      let source = URL(string: request.url), let target = Self.location(location, from: source)
    else { return nil }
    guard count < limit, isSame(source, target), var next = self.request(request, to: target) else {
      throw .redirected(to: place(target))
    }
    if becomesGet(request.head.method, status) {
      next.head.method = .get
      next.body = []
      for name in bodyFields { next.head.headerFields[name] = nil }
    }
    return next
  }

  /// A request, sent to where a field such as Content-Location leads on the same host; nil where it leads elsewhere.
  package static func request(_ request: OutgoingRequest, at field: String) -> OutgoingRequest? {
    guard let source = URL(string: request.url), let target = location(field, from: source),
      isSame(source, target)
    else { return nil }
    return self.request(request, to: target)
  }

  private static func request(_ request: OutgoingRequest, to target: URL) -> OutgoingRequest? {
    guard let parts = URLComponents(url: target, resolvingAgainstBaseURL: true) else { return nil }
    var result = request
    // The authority stays: it is the same one, and the target's may hold a user.
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

  /// Where a Location field leads (RFC 9110, section 10.2.2); nil where it can't be read.
  package static func location(_ field: String, from source: URL?) -> URL? {
    URL(string: field, relativeTo: source)?.absoluteURL
  }

  /// Same host and port, and no step from https to http.
  package static func isSame(_ source: URL, _ target: URL) -> Bool {
    func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
    let schemes = (source.scheme?.lowercased(), target.scheme?.lowercased())
    let isUpgrade = schemes == ("http", "https") && source.port == nil && target.port == nil
    return source.host?.lowercased() == target.host?.lowercased()
      && (isUpgrade || schemes.0 == schemes.1 && port(source) == port(target))
  }

  /// A redirect's target without user, query and fragment, which may repeat secrets.
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
