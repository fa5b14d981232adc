/// A server an API is reached at: one of the API description's, or one of the user's own.
///
/// ```swift
/// APIServer("eu", "https://api.worldoftanks.eu")
/// APIServer("test", "http://127.0.0.1:8080/", sameAs: "eu")
/// ```
public struct APIServer: Hashable, Sendable, CustomStringConvertible {
  /// The name errors speak of.
  public let name: String
  /// The URL, http or https, without the API's base path; checked when a request is composed.
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
    self.name = name
    self.baseURL = baseURL
    availability = sameAs ?? name
  }

  /// The name and the URL.
  public var description: String { "\(name) (\(baseURL))" }
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
  /// How access tokens are come by.
  public let tokenFlow: TokenFlow?

  /// Describes an API.
  public init(
    name: String, basePath: String = "", servers: [APIServer] = [], rateLimits: [RateLimit] = [],
    tokenFlow: TokenFlow? = nil
  ) {
    self.name = name
    self.basePath = basePath
    self.servers = servers
    self.rateLimits = rateLimits
    self.tokenFlow = tokenFlow
  }
}
