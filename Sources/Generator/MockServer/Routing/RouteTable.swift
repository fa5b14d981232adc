import APIModel
import Diagnostics

/// An endpoint at a path.
package struct Route {
  /// The index of the module.
  package var module: Int
  /// The index of the endpoint in it.
  package var endpoint: Int
  var pattern: PathPattern
  /// In upper case, unless they are unusual.
  package var methods: [String]
}

/// All paths of an API's endpoints.
package struct RouteTable {
  /// A route and the percent-encoded values of its parameters.
  package typealias Match = (route: Route, values: [String: String])

  private var byCount: [Int: [Route]] = [:]
  private var others: [Route] = []
  /// Every path with its methods, for hints.
  private var known: [String: [String]] = [:]
  /// The paths of each module's servers, below which clients put the module's base path.
  let serverPaths: [[String]]
  /// Paths of the spec of which a part belongs to an endpoint whose URL is a parameter.
  private(set) var conflicts: [String] = []

  /// The paths of a module's servers, below which clients put the module's base path.
  ///
  /// - Parameter mount: the part of the path before the module's own; empty for none.
  package static func serverPaths(of module: Module, below mount: String) -> [String] {
    let paths = unique((module.servers.map(\.url) + module.relativeServers).map(path))
    return (paths.isEmpty ? [""] : paths).map { mount + $0 }
  }

  /// - Parameters:
  ///   - modules: the modules.
  ///   - mounts: the part of the path before each module's own, such as `/WOT`; empty for none.
  package init(_ modules: [Module], mounts: [String]) {
    serverPaths = zip(modules, mounts).map { Self.serverPaths(of: $0, below: $1) }
    defer { findConflicts(modules) }
    for (number, module) in modules.enumerated() {
      for (position, endpoint) in module.endpoints.enumerated() {
        let slashes = Set(endpoint.parameters.filter(\.mayHaveSlashes).map(\.name.text))
        let empties = Set(endpoint.parameters.filter(\.mayBeEmpty).map(\.name.text))
        let methods = endpoint.methods.map(\.wireName)
        if endpoint.urlParameter != nil {
          let pattern = PathPattern("\(mounts[number])/\(endpoint.pathOfItsOwn)")
          add(Route(module: number, endpoint: position, pattern: pattern, methods: methods))
          continue
        }
        for prefix in Self.prefixes(of: endpoint, in: module) {
          let own = endpoint.path.text
          let pattern = PathPattern("\(mounts[number])\(prefix)/\(own)", slashes: slashes, empties: empties)
          add(Route(module: number, endpoint: position, pattern: pattern, methods: methods))
        }
      }
    }
  }

  private mutating func add(_ route: Route) {
    if let count = route.pattern.segmentCount {
      byCount[count, default: []].append(route)
    } else {
      others.append(route)
    }
    let methods = known[route.pattern.text] ?? []
    known[route.pattern.text] = methods + route.methods.filter { !methods.contains($0) }
  }

  /// An endpoint whose URL is a parameter has a path that no spec mentions, so nobody expects it to hide another.
  private mutating func findConflicts(_ modules: [Module]) {
    let all = byCount.values.joined() + others
    let isOwn = { (route: Route) in modules[route.module].endpoints[route.endpoint].urlParameter != nil }
    for own in all.filter(isOwn) {
      let segments = own.pattern.text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      for other in all where !isOwn(other) && !Set(other.methods).isDisjoint(with: own.methods) {
        guard other.pattern.match(segments) != nil else { continue }
        let names = [other, own].map { modules[$0.module].endpoints[$0.endpoint].operation }
        conflicts.append(
          "the path '\(other.pattern.text)' of '\(names[0])' is also '\(own.pattern.text)', which this server uses for "
            + "'\(names[1])', whose URL is a parameter")
      }
    }
    conflicts.sort()
  }

  // MARK: Servers

  /// The paths of a module's servers: `/v1`.
  package static func prefixes(of module: Module) -> [String] {
    let urls = module.servers.map(\.url) + module.relativeServers
    let paths = urls.map { path(of: $0) + joined(module.basePath) }
    return paths.isEmpty ? [joined(module.basePath)] : unique(paths)
  }

  /// The paths of a server besides the module's own.
  static func paths(of server: OtherServer) -> [String] { unique(server.addresses.map { path(of: $0.url) }) }

  /// The paths of the servers that have an endpoint.
  package static func prefixes(of endpoint: Endpoint, in module: Module) -> [String] {
    if let name = endpoint.otherServer,
      let other = module.otherServers.first(where: { $0.name.text == name.text })
    {
      return paths(of: other)
    }
    guard let names = endpoint.servers else { return prefixes(of: module) }
    let servers = module.servers.filter { server in names.contains { $0.text == server.name.text } }
    return unique(servers.map { path(of: $0.url) + joined(module.basePath) })
  }

  /// The path of a URL without a slash at its end.
  private static func path(of url: String) -> String {
    guard let scheme = url.firstPosition(of: "://") else { return joined(url) }
    return joined(url[scheme...].dropFirst(3).drop { $0 != "/" })
  }

  private static func joined(_ path: some StringProtocol) -> String {
    path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map { "/\($0)" }.joined()
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  // MARK: Matching

  /// The closest routes for a percent-encoded path: several if endpoints share a path.
  package func matches(_ path: String) -> [Match] {
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var best: [Match] = []
    for route in (byCount[segments.count] ?? []) + others {
      if let first = best.first?.route.pattern, first.isCloser(than: route.pattern) { continue }
      guard let values = route.pattern.match(segments) else { continue }
      if let first = best.first?.route.pattern, route.pattern.isCloser(than: first) { best = [] }
      best.append((route, values))
    }
    return best
  }

  /// The known path that is most like another, with its methods.
  func nearest(to path: String) -> (path: String, methods: [String])? {
    let path = String(path.prefix(200))
    let other = path.hasSuffix("/") ? String(path.dropLast()) : path + "/"
    if let match = matches(other).first?.route.pattern.text { return (match, known[match] ?? []) }
    // Parameters are compared as they are written in the path.
    let shapes = known.keys.sorted().map { shape(of: $0, like: path) }
    let nearest = closestMatch(to: path, in: shapes.map(\.shape))
    guard let text = shapes.first(where: { $0.shape == nearest })?.text else { return nil }
    return (text, known[text] ?? [])
  }

  /// A known path with the segments of another path in place of its parameters.
  private func shape(of text: String, like path: String) -> (shape: String, text: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let shape = text.split(separator: "/", omittingEmptySubsequences: false).enumerated().map {
      position, part in
      part.hasPrefix("{") && parts.indices.contains(position) ? parts[position] : part
    }
    return (shape.joined(separator: "/"), text)
  }
}

extension StringProtocol {
  /// The first position of a text.
  fileprivate func firstPosition(of text: String) -> Index? { indices.first { self[$0...].hasPrefix(text) } }
}

extension Endpoint.Method {
  /// As it is sent.
  var wireName: String { isUsual ? rawValue.uppercased() : rawValue }
}

extension Parameter {
  fileprivate var mayHaveSlashes: Bool { location == .path && keepsReserved }
}
