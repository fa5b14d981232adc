import APIModel

/// The host of a URL, with its port.
struct URLHost {
  /// In lower case, without the scheme's usual port. A server's may have variables in braces.
  private let text: String

  /// - Returns: nil for a URL without a host.
  init?(_ url: some StringProtocol) {
    let lowercase = url.lowercased()
    guard let scheme = lowercase.firstRange(of: "://") else { return nil }
    var host = lowercase[scheme.upperBound...].prefix { !"/?#".contains($0) }
    if let user = host.lastIndex(of: "@") { host = host[user...].dropFirst() }
    for (scheme, port) in [("http:", ":80"), ("https:", ":443")]
    where lowercase.hasPrefix(scheme) && host.hasSuffix(port) { host = host.dropLast(port.count) }
    guard !host.isEmpty else { return nil }
    text = String(host)
  }

  /// Whether it is this machine, where a mock server may be in place of any other.
  var isLocal: Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains { text == $0 || text.hasPrefix("\($0):") }
  }

  /// Whether it is the host of a server, with any values of variables. A host that consists of variables fits none.
  func isOne(of server: URLHost) -> Bool {
    var literals: [Substring] = []
    var rest = server.text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      literals.append(rest[..<open])
      rest = rest[close...].dropFirst()
    }
    guard let first = literals.first else { return text == server.text }
    guard literals.contains(where: Self.isName) || Self.isName(rest), text.hasPrefix(first) else {
      return false
    }
    var tail = text.dropFirst(first.count)
    for literal in literals.dropFirst() where !literal.isEmpty {
      guard let range = tail.firstRange(of: literal) else { return false }
      tail = tail[range.upperBound...]
    }
    return tail.hasSuffix(rest)
  }

  private static func isName(_ part: Substring) -> Bool { part.contains { $0.isLetter || $0.isNumber } }
}

extension Endpoint {
  /// The URLs of the servers that have it, without the module's base path.
  func serverURLs(in module: Module) -> [String] {
    if let name = otherServer, let other = module.otherServers.first(where: { $0.name.text == name.text }) {
      return other.addresses.map(\.url)
    }
    return module.servers.filter { server in
      servers?.contains { $0.text == server.name.text } ?? true
    }.map(\.url)
  }
}
