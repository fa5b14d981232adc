import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// A server that provides an API: one listed in the API description, or one of your own.
///
/// ```swift
/// APIServer("eu", "https://api.worldoftanks.eu")
/// APIServer("test", "http://127.0.0.1:8080/", sameAs: "eu")
/// ```
public struct APIServer: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name used in error messages. If it contains the URL, a user, a password and a query are removed.
  public let name: String
  /// The http or https URL as given, without the API's base path. It is checked when a request is composed; a
  /// user, a password or a query is an error. Descriptions and mirrors omit them.
  public let baseURL: String
  /// The name of the server in the API description that has the same endpoints as this one.
  package let availability: String
  /// The URLs of the API's other servers, by their names in the API description. An endpoint at one that isn't among
  /// them is called at ``baseURL``.
  package let others: [String: String]
  /// The problem with a variable of the URL; nil if there is none.
  package let problem: String?

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - name: The name used in error messages.
  ///   - baseURL: A URL such as `https://api.worldoftanks.eu`, optionally with a path and a trailing slash.
  ///   - sameAs: The name of the described server that has the same endpoints; nil means `name`.
  ///   - others: The URLs of the API's other servers, by their names; those that are nil are at `baseURL`.
  public init(
    _ name: String, _ baseURL: String, sameAs: String? = nil, others: [String: String?] = [:]
  ) {
    self.name = name == baseURL ? Self.shown(baseURL) : name
    self.baseURL = baseURL
    availability = sameAs ?? name
    var present: [(name: String, url: String)] = []
    for (name, url) in others { if let url { present.append((name, url)) } }
    self.others = Self.table(present)
    problem = nil
  }

  package init(
    name: String, baseURL: String, availability: String, others: [String: String], problem: String?
  ) {
    self.name = name
    self.baseURL = baseURL
    self.availability = availability
    self.others = others
    self.problem = problem
  }

  /// URLs by their servers' names.
  @inline(never)
  package static func table(_ servers: [(name: String, url: String)]) -> [String: String] {
    var table: [String: String] = [:]
    for server in servers { table[server.name] = server.url }
    return table
  }

  /// Hashes what distinguishes most servers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(baseURL)
  }

  /// The name and the URL.
  public var description: String { "\(name) (\(Self.shown(baseURL)))" }
  /// Same as ``description``.
  public var debugDescription: String { description }
  /// The name, the URL and the name of the server that has the same endpoints.
  public var customMirror: Mirror {
    let url = Self.shown(baseURL)
    let others = Self.table(others.map { ($0.key, Self.shown($0.value)) })
    return Mirror(
      self,
      children: [
        "name": name, "baseURL": url, "availability": availability == baseURL ? url : availability,
        "others": others,
      ])
  }

  /// Returns a URL, or text that isn't one, without the parts that may be secret.
  private static func shown(_ url: String) -> String {
    let plain = url.beginning { "?#".has($0) }
    let isWhole = plain.utf8.count == url.utf8.count
    let scheme = ["http://", "https://"].first { plain.lowercased().hasPrefix($0) } ?? ""
    let rest = plain.rest(after: scheme.utf8.count)
    // Search all of it for `@`, because a password may contain a slash; text that isn't a port may be a
    // password.
    let isPlain =
      !url.has(UInt8(ascii: "@")) && Authority.problem(rest.beginning { $0 == UInt8(ascii: "/") }) == nil
    let start = scheme + (isPlain ? rest : Redaction.mark)
    return isWhole || !isPlain ? start : "\(start)?\(Redaction.mark)"
  }
}

extension APIServer {
  /// The name of the server at which an endpoint is that belongs to another one.
  func name(of other: String?) -> String {
    guard let other, others[other] != nil else { return name }
    return other
  }

  /// Returns the server for the endpoints that are at another one.
  ///
  /// A server of the user's without a URL for it takes the place of all servers.
  func other(_ other: String) -> APIServer {
    APIServer(
      name: name, baseURL: others[other] ?? baseURL, availability: availability, others: [:], problem: problem
    )
  }
}
