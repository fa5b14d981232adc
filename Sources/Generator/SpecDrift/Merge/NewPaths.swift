import APIModel
import MockServer
import SpecInference
import TrafficEvidence

/// A request to a path that a spec doesn't have.
struct UnknownRequest: Hashable {
  var server: String
  var method: String
  /// The parts of the path, decoded.
  var path: [String]
  /// The call by JSON-RPC that it is; nil if it isn't one.
  var call: RPCCall?
}

/// Finds the endpoints behind requests that a spec doesn't describe, with everything that was seen of them.
struct NewPaths {
  private(set) var endpoints: [FoundEndpoint] = []
  /// What can't become an endpoint: the path, and why.
  private(set) var problems: [MergeProblem] = []

  init(_ unknown: Set<UnknownRequest>, in evidence: Evidence, of module: Module) {
    var paths = PathEvidence()
    let prefixes = RouteTable.prefixes(of: module).map { $0.split(separator: "/").map(String.init) }
      .sorted { $0.count > $1.count }
    var wanted: Set<UnknownRequest> = []
    for server in Set(unknown.map(\.server)).sorted() {
      guard let all = evidence.servers[server] else { continue }
      let requests = unknown.filter { $0.server == server }
      var below: [[String]] = []
      for prefix in prefixes where requests.contains(where: { $0.path.starts(with: prefix) }) {
        guard let found = all.below(prefix[...]) else { continue }
        if !below.contains(where: { $0.starts(with: prefix) }) { paths.merge(found) }
        below.append(prefix)
      }
      // A file with a response may lack the server's path.
      if server.isEmpty, below.isEmpty {
        paths.merge(all)
        below.append([])
      }
      for request in requests {
        guard let prefix = below.first(where: { request.path.starts(with: $0) }) else {
          let base = prefixes.map { $0.joined(separator: "/") }.joined(separator: "' or '")
          problems.append(
            MergeProblem(
              request.name, "it isn't below '\(base)', where the module's endpoints are: describe its server")
          )
          continue
        }
        var inner = request
        inner.path.removeFirst(prefix.count)
        wanted.insert(inner)
      }
    }
    choose(PathRules.endpoints(paths), wanted, module)
    problems.sort { ($0.place, $0.reason) < ($1.place, $1.reason) }
  }

  private mutating func choose(_ all: [FoundEndpoint], _ wanted: Set<UnknownRequest>, _ module: Module) {
    var chosen: Set<Int> = []
    for request in wanted {
      let fitting = all.indices.filter { index in
        all[index].method == request.method && all[index].call?.method == request.call?.method
          && all[index].fits(request.path)
      }
      // A word is closer than a parameter.
      if let best = fitting.max(by: { all[$0].words.count < all[$1].words.count }) {
        chosen.insert(best)
      } else {
        problems.append(MergeProblem(request.name, "there are too many paths to tell it apart"))
      }
    }
    let forms = RequestForms(module)
    // Whether constants tell the endpoints of a path apart.
    let known = Dictionary(
      module.endpoints.flatMap { endpoint in
        endpoint.methods.map {
          (
            "\($0.rawValue.uppercased())/" + Self.pattern(endpoint.path.text),
            forms.form(of: endpoint)?.constants.isEmpty == false
          )
        }
      }, uniquingKeysWith: { $0 || $1 })
    for index in chosen.sorted() {
      let endpoint = all[index]
      let name = endpoint.label
      if endpoint.call == nil, let areTold = known["\(endpoint.method)/\(endpoint.pathPattern)"] {
        guard areTold else { continue }
        problems.append(
          MergeProblem(
            name,
            "the spec has endpoints of this path, whose constants some requests don't have: add one for them")
        )
      } else if endpoint.segments.isEmpty, endpoint.call == nil {
        problems.append(MergeProblem(name, "it has no path of its own"))
      } else if let reason = endpoint.reasonToReport {
        problems.append(MergeProblem(name, reason))
      } else if endpoint.successes.allSatisfy({ $0.response.unreadable == $0.response.count }) {
        problems.append(MergeProblem(name, "its responses should be JSON, but aren't"))
      } else {
        endpoints.append(endpoint)
      }
    }
  }

  /// A path in which all parameters are the same.
  private static func pattern(_ path: String) -> String {
    path.split(separator: "/").map { part in
      guard part.contains("{") else { return String(part) }
      let ending = part[(part.lastIndex(of: "}") ?? part.startIndex)...].dropFirst()
      return "{}" + (ending.hasPrefix(":") ? ending : "")
    }.joined(separator: "/")
  }
}

extension UnknownRequest {
  /// Without values that could be anybody's.
  var name: String {
    var collector = Collector()
    let parts = path.map { collector.pattern(of: $0) }
    return "\(method) /\(parts.joined(separator: "/"))" + (call.map { " (\($0.method))" } ?? "")
  }
}

extension FoundEndpoint {
  /// Whether a path could be this endpoint's.
  func fits(_ path: [String]) -> Bool {
    var rest = path[...]
    for segment in segments {
      switch segment {
      case .verb(let verb): guard path[..<rest.startIndex].last?.hasSuffix(verb) == true else { return false }
      case .word(let word): guard rest.popFirst() == word else { return false }
      case .variable: guard rest.popFirst() != nil else { return false }
      }
    }
    return rest.isEmpty
  }
}

extension PathEvidence {
  /// What was seen below a path; nil if nothing was.
  func below(_ path: ArraySlice<String>) -> PathEvidence? {
    guard let first = path.first else { return self }
    if let word = words[first] { return word.below(path.dropFirst()) }
    // A number in a base path is a version, if it is the only one.
    return variables.values.first { $0.version == first }?.below(path.dropFirst())
  }
}
