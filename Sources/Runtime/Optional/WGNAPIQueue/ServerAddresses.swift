import Foundation
import WGNAPIClient
import WGNAPIOptionalSupport

/// The URLs that a request is for, as digests, by the names of servers; that of the client's own server is empty.
///
/// The values of a server's variables, such as a tenant or a region, are in its URL but not in its name. A request for one of
/// them must not be sent to another one with that client's credentials.
struct ServerAddresses: Codable, Hashable, Sendable {
  private let digests: [String: String]

  /// Creates the addresses for the requests of an endpoint.
  ///
  /// - Parameter other: The name of the endpoint's server beside those of the API; nil if it has none.
  init(_ server: APIServer, other: String?) {
    var digests = ["": Self.digest(server.baseURL)]
    if let other { digests[other] = Self.digest(server.others[other] ?? server.baseURL) }
    self.digests = digests
  }

  /// Returns whether a client has the same URLs for these names. One that its API no longer has doesn't matter.
  func areThose(of core: ClientCore) -> Bool {
    let server = core.server
    return digests.allSatisfy { name, digest in
      if name.isEmpty { return digest == Self.digest(server.baseURL) }
      guard core.api.otherServers.contains(where: { $0.name == name }) else { return true }
      return digest == Self.digest(server.others[name] ?? server.baseURL)
    }
  }

  /// The digest of a URL, the same for all spellings of scheme, host, default port and trailing slashes
  /// (RFC 3986, section 6.2).
  private static func digest(_ url: String) -> String {
    var text = url
    if let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
      let host = parts.percentEncodedHost?.lowercased()
    {
      let port = parts.port ?? (scheme == "http" ? 80 : 443)
      var path = parts.percentEncodedPath
      while path.hasSuffix("/") { path.removeLast() }
      text = "\(scheme)://\(host):\(port)\(path)"
    }
    return SHA256Digest.text(of: Array(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    digests = try decoder.singleValueContainer().decode([String: String].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(digests)
  }
}
