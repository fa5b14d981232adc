import Diagnostics
import SpecReader
import SpecYAML

/// Servers: `schemes`, `host` and `basePath`.
extension Swagger {
  /// The servers of the document or of an operation with schemes of its own, as a list; nil if there are none.
  func servers(of owner: Located) -> Located? {
    guard let root = documents.root else { return nil }
    let basePath = self.basePath(root)
    guard let host = root["host"]?.node, let name = self.host(host) else {
      if root["host"] == nil {
        findings.leaveOut(
          "the document has no 'host', so it is at the server that it comes from, and "
            + (basePath.isEmpty ? "no server is known" : "'\(abbreviate(basePath))' is left out")
            + "; set the server with 'Server(url:)'",
          at: root["basePath"]?.node ?? root["swagger"]?.node ?? root.node)
      }
      return nil
    }
    let schemes = self.schemes(of: owner["schemes"] == nil ? root : owner, at: host)
    let servers = schemes.map { scheme in
      let url = "\(scheme.text ?? "")://\(name)\(basePath)"
      return YAMLNode.mapping(
        ["url": .plain(url, at: scheme.span), "name": schemes.count > 1 ? scheme : nil], at: scheme.span)
    }
    return Located(node: .list(servers, at: (owner["schemes"]?.node ?? host).span), file: root.file)
  }

  /// The path at the server that the document comes from.
  func relativeServers() -> [String] {
    guard let root = documents.root, root["host"] == nil else { return [] }
    let path = basePath(root)
    return path.isEmpty || path.hasBytePrefix("//") || path.utf8.count > 2000 ? [] : [path]
  }

  /// A host without a scheme, which some documents have there.
  private func host(_ node: YAMLNode) -> String? {
    guard let text = node.text, !text.isEmpty else {
      findings.mismatch(node, expected: "a name", for: "'host'")
      return nil
    }
    let end = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let name = text[end...].hasSuffix("/") ? text[end...].dropLast() : text[end...]
    guard name.utf8.count < text.utf8.count else { return text }
    findings.mistake(
      "'host' is a name and perhaps a port; a scheme belongs in 'schemes', and a path in 'basePath'", at: node
    )
    return String(name)
  }

  private func basePath(_ root: Located) -> String {
    guard let node = root["basePath"]?.node else { return "" }
    guard let text = node.text else {
      findings.mismatch(node, expected: "a path", for: "'basePath'")
      return ""
    }
    if text.isEmpty || text.hasBytePrefix("/") { return text }
    findings.mistake("'basePath' begins with '/'", at: node)
    return "/" + text
  }

  /// The schemes that clients can use, `https` first, which is also the one of a document that names none.
  private func schemes(of owner: Located, at host: YAMLNode) -> [YAMLNode] {
    guard let list = documents.child("schemes", of: owner) else { return [.plain("https", at: host.span)] }
    guard let items = list.node.items else {
      findings.mismatch(list.node, expected: "a list", for: "'schemes'")
      return [.plain("https", at: host.span)]
    }
    var schemes: [YAMLNode] = []
    for item in items {
      switch item.text {
      case "https": schemes.insert(item, at: 0)
      case "http": schemes.append(item)
      case "ws", "wss":
        findings.leaveOut("'\(item.text ?? "")' isn't supported, so this server is left out", at: item)
      default:
        findings.mistake(
          "a scheme is 'http', 'https', 'ws' or 'wss', not "
            + (item.text.map { "'\(abbreviate($0))'" } ?? describe(item)) + "; it is left out", at: item)
      }
    }
    return items.isEmpty ? [.plain("https", at: host.span)] : schemes
  }
}
