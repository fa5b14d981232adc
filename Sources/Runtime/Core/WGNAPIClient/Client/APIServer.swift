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

  init(
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
  static func table(_ servers: [(name: String, url: String)]) -> [String: String] {
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
  /// Creates a server whose URL has variables. An invalid value is reported as an error when a request is
  /// composed.
  ///
  /// - Parameters:
  ///   - name: The name used in error messages.
  ///   - template: The URL with names in braces.
  ///   - variables: The values of all names.
  ///   - others: The URLs of the API's other servers, which may have the same variables.
  public init(
    _ name: String, template: String, variables: [String: ServerVariable], others: [String: String] = [:]
  ) {
    var problem: String?
    let url = Self.fill(template, variables, &problem)
    var filled: [(name: String, url: String)] = []
    for (name, template) in others { filled.append((name, Self.fill(template, variables, &problem))) }
    self.init(
      name: name, baseURL: url, availability: name, others: Self.table(filled), problem: problem)
  }

  /// Replaces names with values, and finds the first problem.
  @inline(never)
  private static func fill(
    _ template: String, _ variables: [String: ServerVariable], _ problem: inout String?
  ) -> String {
    var parts = template.parts(at: UInt8(ascii: "{"))
    var url = parts.removeFirst()
    // What follows each `{` is a name, `}` and text.
    for part in parts {
      let name = part.beginning { $0 == UInt8(ascii: "}") }
      if name.utf8.count == part.utf8.count {
        url += "{" + part
      } else {
        if let variable = variables[name] {
          let reason = reason(
            toRefuse: variable, after: url, before: part.rest(after: name.utf8.count + 1))
          if let reason { problem = problem ?? "its variable '\(name)' \(reason)" }
          if reason == nil { url += text(of: variable, after: url) }
        } else {
          problem = problem ?? "its variable '\(name)' has no value"
        }
        url += part.rest(after: name.utf8.count + 1)
      }
    }
    return url
  }

  /// Whether what follows is the path: the host begins after "https://" and ends at the next slash.
  private static func isPath(after url: String) -> Bool { url.parts(at: UInt8(ascii: "/")).count > 3 }

  /// Returns a value in the form in which the URL contains it.
  private static func text(of variable: ServerVariable, after url: String) -> String {
    variable.isListed || !isPath(after: url) ? variable.value : PercentEncoding.encode(variable.value)
  }

  /// Returns why a value can't be a part of the URL, as part of a sentence; nil if it can.
  @inline(never)
  private static func reason(
    toRefuse variable: ServerVariable, after url: String, before rest: String
  ) -> String? {
    let value = variable.value
    if variable.isListed { return nil }
    if isPath(after: url) {
      return value.isEmpty || value == "." || value == ".."
        ? "must be a part of a path, neither empty nor '.' nor '..'" : nil
    }
    if url.utf8.last == UInt8(ascii: ":") {
      return Authority.isNumber(value, upTo: 65535) ? nil : "must be a port, a number up to 65535"
    }
    if url.hasSuffix("://"), rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix(":") {
      return isHost(value, mayHavePort: !rest.hasPrefix(":"))
        ? nil : "must be a host name: labels of letters, digits and hyphens with dots between them"
    }
    return isLabel(value)
      ? nil : "must be one label of a host: letters, digits and hyphens, and no dot, '@', ':' or '/'"
  }

  private static func isHost(_ text: String, mayHavePort: Bool) -> Bool {
    let name = mayHavePort ? text.beginning { $0 == UInt8(ascii: ":") } : text
    if name.utf8.count < text.utf8.count,
      !Authority.isNumber(text.rest(after: name.utf8.count + 1), upTo: 65535)
    {
      return false
    }
    return name.utf8.count <= 253 && name.parts(at: UInt8(ascii: ".")).allSatisfy { isLabel($0) }
  }

  private static func isLabel(_ text: String) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return !text.isEmpty && text.utf8.count <= 63 && text.utf8.first != hyphen && text.utf8.last != hyphen
      && text.isAll { $0.isDigit || $0.isLetter || $0 == hyphen }
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
