import APIModel
import MockServer
import SpecReader

/// Finds endpoints by a method and a path that are written differently from the spec: with the path of a server, other names
/// in braces, values in place of parameters, a query, escapes, or as a whole URL.
struct EndpointRoutes {
  private let explainers: [ModuleExplainer]

  init(_ explainers: [ModuleExplainer]) { self.explainers = explainers }

  /// The endpoints at a path, such as `get /v1/pets/{id}`. Empty if the text isn't a path.
  func find(_ text: String) -> [(ModuleExplainer, Endpoint)] {
    let prefix = explainers.map { $0.module.name.text + "." }.first(where: text.hasPrefix)
    guard let wanted = WrittenRoute(String(text.dropFirst(prefix?.count ?? 0))) else { return [] }
    let modules = explainers.filter { prefix == nil || $0.module.name.text + "." == prefix }
    let specs = Self.specs(modules.map(\.module), at: wanted.host)
    var found = zip(modules, specs).flatMap { explainer, spec in
      spec.endpoints.filter { wanted.fits($0, spec) }.map { (explainer, $0) }
    }
    if found.isEmpty, wanted.mayHaveValues {
      let matches = [specs.map(\.withoutServers), specs].lazy.map { specs in
        RouteTable(specs, mounts: specs.map { _ in "" }).matches(wanted.path)
      }
      found = (matches.first { !$0.isEmpty } ?? []).map { match in
        (modules[match.route.module], specs[match.route.module].endpoints[match.route.endpoint])
      }.filter { wanted.fitsMethod(of: $0.1) }
    }
    let exact = found.filter { wanted.hasConstants(of: $0.1, $0.0.index) }
    return Self.first(ofOneRoute: exact.isEmpty ? found : exact)
  }

  /// The modules with only their endpoints at a host. If no endpoint is there, with all of them: a mock server, for example, has
  /// a host that no spec mentions.
  private static func specs(_ modules: [Module], at host: URLHost?) -> [Module] {
    guard let host, !host.isLocal else { return modules }
    let there = modules.map { module in
      var copy = module
      copy.endpoints.removeAll { endpoint in
        !endpoint.serverURLs(in: module).contains { URLHost($0).map(host.isOne) ?? false }
      }
      return copy
    }
    return there.allSatisfy(\.endpoints.isEmpty) ? modules : there
  }

  /// Endpoints of one operation are explained by the first.
  private static func first(
    ofOneRoute found: [(ModuleExplainer, Endpoint)]
  ) -> [(ModuleExplainer, Endpoint)] {
    var seen: Set<String> = []
    return found.filter { seen.insert("\($0.0.module.name.text) \($0.1.route)").inserted }
  }
}

extension Module {
  /// The module with paths as its spec writes them.
  fileprivate var withoutServers: Module {
    var module = self
    (module.servers, module.otherServers, module.basePath) = ([], [], "")
    module.relativeServers = []
    for position in module.endpoints.indices {
      (module.endpoints[position].servers, module.endpoints[position].otherServer) = (nil, nil)
    }
    return module
  }
}

/// A method and a path that somebody wrote.
private struct WrittenRoute {
  /// In lower case; nil for any.
  private let method: String?
  /// Of a whole URL.
  let host: URLHost?
  /// Percent-encoded, and with a slash at its beginning.
  let path: String
  /// `kind=pet`
  private let query: [String]
  /// Whether parts of the path may be values of parameters. Other texts with a slash may be any names.
  let mayHaveValues: Bool

  init?(_ text: String) {
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let hasMethod = words.count == 2 && words[0].allSatisfy { $0.isASCII && $0.isLetter }
    var rest = hasMethod ? words[1].drop(while: \.isWhitespace) : text[...]
    host = URLHost(rest)
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" }
    } else if !hasMethod, !rest.contains("/") {
      return nil
    }
    method = hasMethod ? words[0].lowercased() : nil
    mayHaveValues = hasMethod || rest.hasPrefix("/")
    rest = rest.prefix { $0 != "#" }
    let own = rest.prefix { $0 != "?" }
    query = rest.dropFirst(own.count + 1).split(separator: "&").map { Self.decoded($0) }
    path = encodedPath(own.hasPrefix("/") ? String(own) : "/\(own)")
  }

  func fitsMethod(of endpoint: Endpoint) -> Bool {
    method == nil || endpoint.methods.contains { $0.rawValue.lowercased() == method }
  }

  /// Whether this is the endpoint's path. Names in braces may differ, and the path of a server, of the module or of the mock server
  /// may come first.
  func fits(_ endpoint: Endpoint, _ module: Module) -> Bool {
    guard fitsMethod(of: endpoint) else { return false }
    let (wanted, own) = (Self.segments(path), Self.segments(endpoint.path.text))
    guard wanted.count >= own.count, wanted.suffix(own.count).elementsEqual(own) else { return false }
    let before = Array(wanted.dropLast(own.count))
    return before.isEmpty || before == [module.name.text]
      || ([module.basePath] + RouteTable.prefixes(of: endpoint, in: module)).contains {
        Self.segments($0) == before
      }
  }

  /// Whether the query has what the endpoint's has always.
  func hasConstants(of endpoint: Endpoint, _ index: SchemaIndex) -> Bool {
    endpoint.parameters.allSatisfy { parameter in
      guard parameter.location == .query,
        let value = parameter.constant(index.resolved(parameter.schema).schema)
      else { return true }
      return query.contains("\(parameter.name.text)=\(value.text)")
    }
  }

  /// Decoded, with empty braces.
  private static func segments(_ path: String) -> [String] {
    path.split(separator: "/").map { part in
      var (segment, rest) = ("", part)
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        segment += decoded(rest[..<open]) + "{}"
        rest = rest[close...].dropFirst()
      }
      return segment + decoded(rest)
    }
  }

  private static func decoded(_ text: Substring) -> String {
    removingPercentEncoding(String(text)) ?? String(text)
  }
}
