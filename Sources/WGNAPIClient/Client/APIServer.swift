/// A server an API is reached at: one of the API description's, or one of the user's own.
///
/// ```swift
/// APIServer("eu", "https://api.worldoftanks.eu")
/// APIServer("test", "http://127.0.0.1:8080/", sameAs: "eu")
/// ```
public struct APIServer: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name errors speak of. Where it holds the URL, a user, a password and a query are left out.
  public let name: String
  /// The URL, http or https, without the API's base path, as it was given; checked when a request is composed, which
  /// refuses a user, a password and a query. Descriptions and mirrors leave these out.
  public let baseURL: String
  /// The name in the API description of the server whose endpoints this one has.
  public let availability: String

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - name: the name errors speak of.
  ///   - baseURL: such as `https://api.worldoftanks.eu`; a path is allowed, with or without a slash at its
  ///     end.
  ///   - sameAs: the name of the described server whose endpoints it has; nil takes `name`.
  public init(_ name: String, _ baseURL: String, sameAs: String? = nil) {
    self.name = name == baseURL ? Self.shown(baseURL) : name
    self.baseURL = baseURL
    availability = sameAs ?? name
  }

  /// The name and the URL.
  public var description: String { "\(name) (\(Self.shown(baseURL)))" }
  /// As ``description``.
  public var debugDescription: String { description }
  /// The name, the URL and the server whose endpoints it has.
  public var customMirror: Mirror {
    let url = Self.shown(baseURL)
    return Mirror(
      self,
      children: [
        "name": name, "baseURL": url, "availability": availability == baseURL ? url : availability,
      ])
  }

  /// A URL without what may be secret in it, whether it is a URL or not.
  private static func shown(_ url: String) -> String {
    let bytes = Array(url.utf8)
    let plain = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let beginning = plain.prefix(8).map { $0 | 0x20 }
    let scheme = ["http://", "https://"].first { beginning.starts(with: $0.utf8) } ?? ""
    let rest = plain.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    // An `@` anywhere, because a password may hold a slash; and what isn't a port may be a password.
    let isPlain =
      !bytes.contains(UInt8(ascii: "@"))
      && BaseURL.isAuthority(String(decoding: authority, as: UTF8.self)[...])
    let start = scheme + (isPlain ? String(decoding: rest, as: UTF8.self) : Redaction.mark)
    return plain.count == bytes.count || !isPlain ? start : "\(start)?\(Redaction.mark)"
  }
}

/// What a client needs to know about an API as a whole.
public struct APIDescription: Hashable, Sendable {
  /// The API's name.
  public let name: String
  /// The path below a server's URL that all endpoints stand under, such as `wot`.
  public let basePath: String
  /// The servers it is reached at.
  public let servers: [APIServer]
  /// How many requests a client may send.
  public let rateLimits: [RateLimit]
  /// The errors by which the service says that there were more requests than it allows. Status 429 always says so.
  public let rateLimitErrors: [ServiceErrorPattern]
  /// How access tokens are come by.
  public let tokenFlow: TokenFlow?

  /// Describes an API.
  public init(
    name: String, basePath: String = "", servers: [APIServer] = [], rateLimits: [RateLimit] = [],
    rateLimitErrors: [ServiceErrorPattern] = [], tokenFlow: TokenFlow? = nil
  ) {
    self.name = name
    self.basePath = basePath
    self.servers = servers
    self.rateLimits = rateLimits
    self.rateLimitErrors = rateLimitErrors
    self.tokenFlow = tokenFlow
  }
}
