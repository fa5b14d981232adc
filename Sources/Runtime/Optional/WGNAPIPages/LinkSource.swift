import WGNAPIClient

/// The reason why a link to another page isn't followed.
struct LinkProblem: Error {
  let message: String
}

/// A request whose response links to other pages.
struct LinkSource: Sendable {
  let request: ComposedRequest
  /// The path of the endpoint with the request's parameters.
  private let ownPath: String
  /// Whether links may lead to another path than the request's.
  private let anyPath: Bool
  /// The pairs that the client sends with every request, and the endpoint's secrets. Links don't change them.
  private let sentAnyway: [Pair]
  private let secretNames: Set<String>

  init<Request>(_ request: ComposedRequest, of endpoint: Endpoint<Request>, secrets: [String], anyPath: Bool)
  {
    self.request = request
    self.anyPath = anyPath
    ownPath = URLReference(request.url).path
    secretNames = Set(secrets)
    let names = Set(endpoint.parameters.map(\.name)).subtracting(secretNames)
    sentAnyway = Self.pairs(URLReference(request.url).query).filter { !names.contains($0.name) }
  }

  private init(_ request: ComposedRequest, like other: LinkSource) {
    self.request = request
    (ownPath, anyPath) = (other.ownPath, other.anyPath)
    (sentAnyway, secretNames) = (other.sentAnyway, other.secretNames)
  }

  /// Returns where a link leads, for ``ClientCore/response(to:following:anyPath:options:)``: `?page=2` or, with
  /// another path than the request's, `/repositories/7/issues?page=2`. It contains nothing that the client sends by
  /// itself, such as a key.
  ///
  /// - Parameter target: The link's target, relative to the request's URL (RFC 3986, section 5).
  /// - Throws: A problem if the link leads to another server, out of the API's base path, or to another path.
  func link(to target: String) throws(LinkProblem) -> String {
    let source = URLReference(request.url)
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

  /// Returns the same request to where a link led. A link may have been stored, so it is checked again.
  func following(_ link: String) throws(LinkProblem) -> LinkSource {
    let target = URLReference(try self.link(to: link))
    let pairs = Self.pairs(target.query) + sentAnyway
    let path =
      target.path.isEmpty ? String((request.httpRequest.path ?? "/").prefix { $0 != "?" }) : target.path
    let composed = request.replacing(
      target: pairs.isEmpty ? path : "\(path)?\(pairs.map(\.text).joined(separator: "&"))",
      path: target.path.isEmpty ? nil : String(path.dropFirst(basePath.count)),
      query: pairs.map { ($0.name, $0.value, secretNames.contains($0.name)) })
    return LinkSource(composed, like: self)
  }

  /// Returns the values of the endpoint's parameters in the request or, with a target, in a link.
  ///
  /// - Parameter size: The parameter with the size of a page, which names no place in the list.
  func places(in target: String? = nil, besides size: String?) -> [String: [String]] {
    let own = Set(sentAnyway.map(\.name)).union(secretNames).union([size].compactMap(\.self))
    let source = URLReference(request.url)
    let query = (target.map { URLReference($0).resolved(against: source) } ?? source).query
    return Dictionary(grouping: Self.pairs(query).filter { !own.contains($0.name) }, by: \.name).mapValues {
      $0.map(\.value)
    }
  }

  /// Returns the first value of a parameter in the query of a link.
  static func value(of name: String, in link: String) -> String? {
    pairs(URLReference(link).query).first { $0.name == name }?.value
  }

  private struct Pair: Sendable {
    let name: String
    let value: String
    /// As it is in the URL.
    let text: String
  }

  private var basePath: String { URLReference(request.basePath).path }

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
    let url = request.redaction("\(target.scheme ?? "")://\(host)\(target.path)")
    return LinkProblem(message: "the link leads to \(place): \(url.prefix(200))")
  }
}
