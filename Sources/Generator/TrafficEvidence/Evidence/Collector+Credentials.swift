import WGNAPISecrets
import WGNAPISupport

/// What the values of a header field may contain.
enum HeaderFieldSecrecy: Sendable {
  case ordinary, secret
  /// Addresses, with tokens in their queries.
  case url

  static let urls: Set<String> = ["content-location", "link", "location", "referer", "refresh"]
}

// The secrets in the heads of exchanges and in their paths.
extension Collector {
  /// Learns the secrets of an exchange before anything else, because a credential may be repeated in the path or in the response.
  /// In the path, it replaces a secret with slashes by one part.
  ///
  /// A redirect is left out of the evidence, but what it hands out is a secret.
  mutating func prepare(_ exchange: inout TrafficExchange) {
    for user in exchange.users { learn(user) }
    for (name, value) in exchange.requestFields { learn(field: name, value) }
    for (name, value) in exchange.responseFields { learn(field: name, value) }
    let ofLogin = finder.secretNames(amongPairs: exchange.query.map(\.name))
    for (name, value) in exchange.query where ofLogin.contains(name) || isSecret(pair: name, value) {
      learn(value)
    }
    guard !divided.isEmpty else { return }
    for parts in divided { exchange.path = exchange.path.replacing(parts, with: [Self.mark]) }
  }

  private mutating func learn(field name: String, _ value: String) {
    let kind = kind(ofField: name)
    guard kind != .ordinary, fieldValues[name] != value else { return }
    if fieldValues.count < 1000 { fieldValues[name] = value }
    guard kind == .secret else { return learn(url: value) }
    for secret in SecretFinder.secrets(inField: value) { learn(secret) }
    // Cookies have paths of pages.
    guard !name.lowercased().contains("cookie"), let token = value.split(separator: " ").last,
      token.utf8.count >= 16, token.contains("/"), !token.hasPrefix("/"), !token.contains("://"),
      divided.count < 100
    else { return }
    let parts = token.split(separator: "/").map(String.init)
    if parts.count > 1, !divided.contains(parts) { divided.append(parts) }
  }

  private mutating func learn(url: String) {
    guard url.contains("=") || url.contains("@") else { return }
    if url.contains("@") { for secret in finder.cleaned(url).secrets { learn(secret) } }
    var pairs: [(name: String, text: String)] = []
    for pair in url.split(whereSeparator: { "?#&<> ".contains($0) }) {
      guard let sign = pair.firstIndex(of: "=") else { continue }
      pairs.append((String(pair[..<sign]), String(pair[pair.index(after: sign)...])))
    }
    let ofLogin = finder.secretNames(amongPairs: pairs.map(\.name))
    for (name, text) in pairs {
      let value = PercentEncoding.decode(text) ?? text
      if ofLogin.contains(name) || isSecret(pair: name, value) { learn(value) }
    }
  }

  /// A path with marks in place of the secrets that the parts before them reveal. They are hidden elsewhere, too.
  mutating func withoutSecrets(_ path: [String]) -> [String] {
    let result = markingSecrets(path)
    for (part, shown) in zip(path, result) where part != shown { learn(part) }
    return result
  }

  /// A path with marks in place of the secrets that the parts before them reveal.
  package mutating func markingSecrets(_ path: [String]) -> [String] {
    var result = path
    if let hook = finder.hook(in: path) { result[hook] = Self.mark }
    for place in path.indices.dropFirst() where SecretFinder.mayBeSecret(afterName: path[place]) {
      if kind(ofName: path[place - 1]) == .secret { result[place] = Self.mark }
    }
    return result
  }
}
