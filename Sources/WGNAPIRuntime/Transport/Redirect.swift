import Foundation

/// Where redirects may lead, for all transports; see ``RedirectPolicy``.
package enum Redirect {
  /// How many are followed in a row.
  package static let limit = 5

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
