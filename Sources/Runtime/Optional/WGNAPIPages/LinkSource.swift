import WGNAPIClient
import WGNAPISupport

/// The reason why a link to another page isn't followed.
struct LinkProblem: Error {
  let message: String
}

/// A request whose response links to other pages.
package struct LinkSource: Sendable {
  /// The URL that links are relative to.
  private var source: URLReference
  fileprivate let basePath: String
  /// The path of the endpoint with the request's parameters.
  private let ownPath: String
  /// Whether links may lead to another path than the request's.
  private let anyPath: Bool
  /// The pairs that the client sends with every request, and the endpoint's secrets. Links don't change them.
  private let sentAnyway: [Pair]
  fileprivate let secretNames: Set<String>
  private let redaction: Redaction

  /// - Parameters:
  ///   - basePath: The path of the base URL, which links must not leave.
  ///   - parameters: The wire names of the endpoint's parameters, which links may set.
  ///   - secrets: The wire names of secrets, which links don't set.
  ///   - redaction: Removes secrets from messages.
  package init(
    url: String, basePath: String, parameters: [String], secrets: [String], anyPath: Bool,
    redaction: Redaction
  ) {
    source = URLReference(url)
    self.basePath = URLReference(basePath).path
    self.anyPath = anyPath
    self.redaction = redaction
    ownPath = source.path
    secretNames = Set(secrets)
    let names = Set(parameters).subtracting(secretNames)
    sentAnyway = Self.pairs(source.query).filter { !names.contains($0.name) }
  }

  /// Returns where a link leads, for ``follow(_:)``: `?page=2` or, with another path than the request's,
  /// `/repositories/7/issues?page=2`. It contains nothing that the client sends by itself, such as a key.
  ///
  /// - Parameter target: The link's target, relative to the request's URL (RFC 3986, section 5).
  /// - Throws: A problem if the link leads to another server, out of the API's base path, or to another path.
  func link(to target: String) throws(LinkProblem) -> String {
    let target = URLReference(target).resolved(against: source)
    guard target.hasSameOrigin(as: source) else {
      throw problem("another server than the request's; scheme, host and port must be the same", target)
    }
    guard target.path.hasPrefix(basePath) else {
      throw problem("a place outside of the API's base path", target)
    }
    let isSame = target.path == ownPath
    guard isSame || anyPath else {
      throw problem("another path than the endpoint's; 'paths: any' in the spec allows that", target)
    }
    let own = Set(sentAnyway.map(\.name)).union(secretNames)
    let pairs = Self.pairs(target.query).filter { !own.contains($0.name) }.map(\.text)
    return (isSame ? "" : target.path) + "?" + pairs.joined(separator: "&")
  }

  /// Returns the URL to which a link led, normalized; nil if it isn't followed. Further links are relative to it.
  package mutating func url(following link: String) -> String? {
    guard (try? follow(link)) != nil else { return nil }
    let query = source.query.map { "?\($0)" } ?? ""
    return "\(source.scheme ?? "")://\(source.authority ?? "")\(source.path)\(query)"
  }

  /// Follows a link. It may have been stored, so it is checked again. Further links are relative to where it led.
  ///
  /// - Returns: The path, which is nil for the request's own, and the query with what the client sends by itself.
  mutating func follow(_ link: String) throws(LinkProblem) -> (path: String?, query: [Pair]) {
    let target = URLReference(try self.link(to: link))
    let path = target.path.isEmpty ? nil : target.path
    if let path { source.path = path }
    let query = Self.pairs(target.query) + sentAnyway
    source.query = query.isEmpty ? nil : query.map(\.text).joined(separator: "&")
    return (path, query)
  }

  /// Returns the values of the endpoint's parameters in the request or, with a target, in a link.
  ///
  /// - Parameter size: The parameter with the size of a page, which names no place in the list.
  func places(in target: String? = nil, besides size: String?) -> [String: [String]] {
    let own = Set(sentAnyway.map(\.name)).union(secretNames).union([size].compactMap(\.self))
    let query = (target.map { URLReference($0).resolved(against: source) } ?? source).query
    return Dictionary(grouping: Self.pairs(query).filter { !own.contains($0.name) }, by: \.name).mapValues {
      $0.map(\.value)
    }
  }

  /// Returns the first value of a parameter in the query of a link.
  static func value(of name: String, in link: String) -> String? {
    pairs(URLReference(link).query).first { $0.name == name }?.value
  }

  /// A name and a value in a query.
  struct Pair: Sendable {
    let name: String
    let value: String
    /// As it is in the URL.
    let text: String
  }

  private static func pairs(_ query: String?) -> [Pair] {
    (query ?? "").split(separator: "&").map { text in
      let name = text.prefix { $0 != "=" }
      let value = text.dropFirst(name.count + 1)
      return Pair(
        name: PercentEncoding.decode(name) ?? String(name),
        value: PercentEncoding.decode(value) ?? String(value), text: String(text))
    }
  }

  private func problem(_ place: String, _ target: URLReference) -> LinkProblem {
    let host = (target.authority ?? "").split(separator: "@").last ?? ""
    let url = redaction("\(target.scheme ?? "")://\(host)\(target.path)")
    return LinkProblem(message: "the link leads to \(place): \(url.prefix(200))")
  }
}

extension ComposedRequest {
  /// Returns the same request to where a link leads.
  func following(_ link: String, from source: inout LinkSource) throws(LinkProblem) -> ComposedRequest {
    let (other, query) = try source.follow(link)
    let path = other ?? String((httpRequest.path ?? "/").prefix { $0 != "?" })
    return replacing(
      target: query.isEmpty ? path : "\(path)?\(query.map(\.text).joined(separator: "&"))",
      path: other.map { String($0.dropFirst(source.basePath.count)) },
      query: query.map { ($0.name, $0.value, source.secretNames.contains($0.name)) })
  }
}
