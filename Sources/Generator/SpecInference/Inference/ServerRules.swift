import APIModel
import TrafficEvidence

/// Chooses the servers that a spec describes.
enum ServerRules {
  struct Choice {
    var paths = PathEvidence()
    /// The URLs; empty if none is known.
    var servers: [String] = []
    var others: [(name: String, requests: Int)] = []
  }

  /// - Parameter hosts: The wanted hosts; if there are none, the one with most JSON, and those with the same endpoints.
  static func choose(_ evidence: Evidence, hosts: [String]) -> Choice {
    var choice = Choice()
    let all = evidence.servers.map { server, paths in
      (server: server, paths: paths, endpoints: PathRules.endpoints(paths))
    }
    let ranked = all.map { entry in (entry, entry.endpoints.reduce(0) { $0 + json($1.operation) }) }
      .sorted { ($1.1, $0.0.server) < ($0.1, $1.0.server) }
    guard let main = ranked.first(where: { hosts.isEmpty || isWanted($0.0.server, hosts) }) else {
      choice.others = ranked.map { ($0.0.server, $0.0.paths.requests) }
      return choice
    }
    let patterns = Set(main.0.endpoints.map(\.pattern))
    for (entry, json) in ranked {
      let common = Set(entry.endpoints.map(\.pattern)).intersection(patterns).count
      let isSame = json > 0 && common * 2 >= min(entry.endpoints.count, patterns.count)
      let isMain = entry.server == main.0.server
      guard hosts.isEmpty ? isMain || isSame || entry.server.isEmpty : isWanted(entry.server, hosts) else {
        choice.others.append((entry.server, entry.paths.requests))
        continue
      }
      choice.paths.merge(entry.paths)
      if !entry.server.isEmpty { choice.servers.append(entry.server) }
    }
    if choice.servers.isEmpty, hosts.count == 1, let host = hosts.first {
      choice.servers = [host.contains("://") ? host : "https://\(host)"]
    }
    return choice
  }

  private static func json(_ operation: OperationEvidence) -> Int {
    operation.responses.values.reduce(0) { $0 + ($1.media["application/json"] ?? 0) }
  }

  private static func isWanted(_ server: String, _ hosts: [String]) -> Bool {
    if server.isEmpty { return true }
    let authority = server.split(separator: "/").last.map(String.init) ?? server
    let host = authority.prefix { $0 != ":" }
    return hosts.contains {
      $0.lowercased() == authority || $0.lowercased() == host || $0.lowercased() == server
    }
  }

  /// Names for servers: the part of the host that differs, or the port.
  static func named(_ urls: [String]) -> [Server] {
    guard urls.count > 1 else { return urls.map { .init(name: Name(guess: "main"), url: $0 + "/") } }
    let authorities = urls.map { $0.split(separator: "/").last ?? "" }
    let labels = authorities.map { $0.prefix { $0 != ":" }.split(separator: ".").map(String.init) }
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    // How many servers have each label, and all labels of each.
    var having: [String: Int] = [:]
    var same: [[String]: Int] = [:]
    for own in labels {
      same[own, default: 0] += 1
      for label in Set(own) { having[label, default: 0] += 1 }
    }
    return zip(urls, zip(authorities, labels)).map { url, server in
      let (authority, own) = server
      let different = own.reversed().first { having[$0] == same[own] }
      // The numbers of an address are no names.
      let isUsable = different?.utf8.first.map { !$0.isDigit } ?? false
      let port = authority.lastIndex(of: ":").map { authority[authority.index(after: $0)...] }
      let label = isUsable ? different : port.map { "port \($0)" }
      var name = Words.member(Words.split(label ?? "server"))
      if name.isEmpty || ["all", "none", "self", "default"].contains(name) { name = "server" }
      let base = name
      var number = numbers[base] ?? 1
      while !taken.insert(name).inserted {
        number += 1
        name = "\(base)\(number)"
      }
      numbers[base] = number
      return .init(name: Name(guess: name), url: url + "/")
    }
  }
}
