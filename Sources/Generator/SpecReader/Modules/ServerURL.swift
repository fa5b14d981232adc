import APIModel
import Diagnostics
import SpecYAML

extension Report {
  /// A server's URL with a `/` at its end (RFC 3986, section 3): http or https, a host, and optionally a port and a
  /// path.
  func serverURL(_ node: YAMLNode) -> String? {
    guard let text = text(node, for: "the URL of a server"),
      checkSafe(Name(text, span: node.occurrence), kind: "the URL of a server")
    else { return nil }
    if text.hasByte("{") {
      error(
        .invalidURL,
        "the URL of a server, '\(abbreviate(text))', has a name in braces; write {url: …, variables: {name: {default: …}}}",
        at: node.occurrence)
      return nil
    }
    if let problem = urlProblem(text) {
      error(.invalidURL, "the URL of a server, '\(abbreviate(text))', \(problem)", at: node.occurrence)
      return nil
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  /// A URL that secrets are sent to.
  func secretURL(_ node: YAMLNode, for what: String) -> String? {
    guard let text = text(node, for: what), checkSafe(Name(text, span: node.occurrence), kind: what)
    else { return nil }
    // A path is at the client's server.
    if text.hasPrefix("/"), !text.hasPrefix("//"), urlProblem("https://server" + text) == nil { return text }
    let plain = text.byteParts(separatedBy: "?")
    let isLocal = ["http://127.0.0.1", "http://localhost"].contains { host in
      [host, host + "/"].contains(text) || text.hasPrefix(host + ":") || text.hasPrefix(host + "/")
    }
    let problem =
      plain.count > 2
      ? "has two question marks in it"
      : urlProblem(plain[0])
        ?? (text.lowercased().hasPrefix("https://") || isLocal
          ? nil : "must begin with https://, because secrets are sent to it")
    if let problem {
      error(.invalidURL, "\(what), '\(abbreviate(text))', \(problem)", at: node.occurrence)
      return nil
    }
    return text
  }
}

/// What is wrong with the URL of a server; nil if nothing is.
package func urlProblem(_ text: String) -> String? {
  let lowered = text.lowercased()
  guard let scheme = ["https://", "http://"].first(where: { lowered.hasPrefix($0) }) else {
    return "must begin with https:// or http://"
  }
  if !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    || text.contains(where: { "\\\"<>^`{|}".contains($0) })
  {
    return "contains characters that aren't allowed in a URL"
  }
  if text.contains("?") || text.contains("#") { return "has a query or a fragment in it" }
  let rest = text.dropFirst(scheme.count)
  let authority = rest.prefix { $0 != "/" }
  if authority.contains("@") { return "has a user name in it" }
  let (host, port) = hostAndPort(of: authority)
  if host.isEmpty { return "has no host" }
  if let port {
    guard let number = Int(port), (1...65_535).contains(number), port.utf8.allSatisfy(isDigit) else {
      return "has a port that isn't a number from 1 to 65535"
    }
  }
  let path = rest.dropFirst(authority.count).lowercased()
  if path.contains(where: { "[]".contains($0) }) { return "has brackets in its path; write %5B and %5D" }
  let parts = path.split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
    .split(separator: "/")
  return parts.contains { $0 == "." || $0 == ".." } ? "has '.' or '..' as a part of its path" : nil
}

/// Host and port, where the host may be an IPv6 address in brackets.
private func hostAndPort(of authority: Substring) -> (host: Substring, port: Substring?) {
  if authority.hasPrefix("["), let end = authority.lastIndex(of: "]") {
    let rest = authority[authority.index(after: end)...]
    return (authority[...end], rest.isEmpty ? nil : rest.dropFirst())
  }
  guard let colon = authority.lastIndex(of: ":") else { return (authority, nil) }
  return (authority[..<colon], authority[authority.index(after: colon)...])
}
