import APIModel
import Diagnostics
import MockServer
import SchemaValues
import SpecInference
import TrafficEvidence

import enum WGNAPISupport.PercentEncoding

/// Compares exchanges with an API. Only one thread at a time may use it.
package final class DriftCheck: @unchecked Sendable {
  let modules: [Module]
  private let isMadeUp: @Sendable (String) -> Bool
  private let routes: RouteTable
  private let readers: [RequestReader]
  /// What tells endpoints of one path apart, by module and endpoint.
  private let constants: [[RequestConstants]]
  private let hosts: [[ServerPattern]]
  /// Hosts that count as those of the API.
  private let chosenHosts: Set<String>
  private var walkers: [DriftWalker]
  private var table = DriftTable()
  private var secrets = DriftSecrets()
  private(set) var otherServers: [String: Int] = [:]
  private(set) var leftOut: [String: Int] = [:]
  private(set) var exchanges = 0
  /// The exchanges whose endpoint was found, by its module and index.
  private(set) var matched: [[Int]: Int] = [:]
  /// The requests of these that failed.
  private var failed: [[Int]: Int] = [:]
  /// How they failed: the statuses with the codes of errors.
  private var failures: [[Int]: Set<String>] = [:]
  private static let fewestFailures = 3
  /// The number of endpoints whose stored evidence was compared.
  package private(set) var comparedOperations = 0
  /// How many exchanges fit the spec.
  package private(set) var acceptance = TrafficAcceptance()
  /// Requests to paths that the spec doesn't have, up to a limit.
  private(set) var unknown: Set<UnknownRequest> = []
  private static let mostUnknown = 20_000

  /// - Parameters:
  ///   - api: The spec.
  ///   - hosts: Hosts that count as those of the API, besides its servers.
  ///   - isMadeUp: Whether a file of the spec exists only in memory, because the spec is an exported document.
  ///   - guessLines: The lines of files that have guesses, of which is learnt what could replace them.
  package init(
    _ api: API, hosts: [String] = [], isMadeUp: @escaping @Sendable (String) -> Bool = { _ in false },
    guessLines: [String: Set<Int>] = [:]
  ) {
    self.isMadeUp = isMadeUp
    modules = api.modules.filter { !$0.endpoints.isEmpty }
    routes = RouteTable(modules, mounts: modules.map { _ in "" })
    readers = modules.map { RequestReader($0) }
    constants = modules.map { module in
      let forms = RequestForms(module)
      return module.endpoints.map { RequestConstants(forms.form(of: $0)) }
    }
    self.hosts = modules.map { module in
      (module.servers.map(\.url) + module.otherServers.flatMap { $0.addresses.map(\.url) }).compactMap(
        ServerPattern.init)
    }
    chosenHosts = Set(hosts.map { $0.lowercased() })
    walkers = modules.map {
      var walker = DriftWalker($0, table: DriftTable(), secrets: DriftSecrets())
      walker.guessLines = guessLines
      return walker
    }
  }

  /// Compares an exchange.
  ///
  /// - Returns: Whether it shows something that those before didn't.
  @discardableResult
  package func add(_ exchange: TrafficExchange) -> Bool {
    let before = (table.news, unknown.count)
    onLargeStack { self.compare(exchange) }
    return before != (table.news, unknown.count)
  }

  private func compare(_ exchange: TrafficExchange) {
    guard exchange.reasonToLeaveOut == nil else { return }
    exchanges += 1
    let candidates = modules.indices.filter { isServed(exchange.server, by: $0) }
    guard !candidates.isEmpty else {
      otherServers[exchange.server, default: 0] += 1
      return
    }
    guard let match = match(exchange, among: candidates) else { return addUnknown(exchange) }
    matched[[match.module, match.endpoint], default: 0] += 1
    var isRefused = false
    var isAccepted = (request: true, response: true)
    walk(match.module, exchange.isRepeated ? .repeatedTraffic : .newTraffic) { walker in
      let compared = DriftExchange(
        module: modules[match.module], endpoint: modules[match.module].endpoints[match.endpoint],
        exchange: exchange,
        reading: exchange.hasRequest
          ? readers[match.module].reading(
            of: exchange.asRequest, endpoint: match.endpoint, pathValues: match.values) : nil
      )
      isAccepted = compared.walk(&walker)
      isRefused = compared.isRefused
    }
    acceptance.add(isAccepted, worked: !isRefused && exchange.hasRequest)
    guard isRefused else { return }
    failed[[match.module, match.endpoint], default: 0] += 1
    let failure = "\(exchange.status) \(secrets.errorCode(of: exchange))"
    failures[[match.module, match.endpoint], default: []].insert(failure)
  }

  /// Compares what was seen before, if the spec has the endpoint.
  ///
  /// - Parameter exchange: A request to the endpoint.
  func compare(_ operation: OperationEvidence, as exchange: TrafficExchange) {
    let candidates = modules.indices.filter { isServed(exchange.server, by: $0) }
    guard let match = match(exchange, among: candidates) else { return }
    comparedOperations += 1
    let module = modules[match.module]
    walk(match.module, .evidence) { walker in
      DriftEvidence(module: module, endpoint: module.endpoints[match.endpoint], operation: operation)
        .walk(&walker)
    }
  }

  /// A walker keeps its module's index; what it counts is common to all.
  private func walk(_ module: Int, _ origin: Tally.Origin, _ body: (inout DriftWalker) -> Void) {
    var walker = walkers[module]
    table.origin = origin
    (walker.table, walker.secrets) = (table, secrets)
    (table, secrets) = (DriftTable(), DriftSecrets())
    body(&walker)
    (table, secrets) = (walker.table, walker.secrets)
    (walker.table, walker.secrets) = (DriftTable(), DriftSecrets())
    walkers[module] = walker
  }

  // MARK: Finding the endpoint

  private func isServed(_ server: String, by module: Int) -> Bool {
    guard !server.isEmpty, !hosts[module].isEmpty else { return true }
    let host = server.drop { $0 != ":" }.dropFirst(3)
    if chosenHosts.contains(String(host)) || chosenHosts.contains(String(host.prefix { $0 != ":" })) {
      return true
    }
    return hosts[module].contains { $0.matches(host) }
  }

  private struct Found {
    var module: Int
    var endpoint: Int
    var values: [String: String]
  }

  private func match(_ exchange: TrafficExchange, among candidates: [Int]) -> Found? {
    let own = "/" + exchange.path.map(EndpointNames.escaped).joined(separator: "/")
    // Files with responses are named after an endpoint's path, without the one of its server.
    let prefixes =
      exchange.hasRequest
      ? [""] : [""] + Set(candidates.flatMap { RouteTable.prefixes(of: modules[$0]) }).sorted()
    for path in prefixes.map({ $0 + own }) {
      let ends = exchange.endsInSlash ? [path + "/", path] : [path, path + "/"]
      for path in ends {
        let matches = routes.matches(path).filter { candidates.contains($0.route.module) }
        let fitting = matches.filter {
          // A file doesn't say the method unless its name does.
          $0.route.methods.contains(exchange.method) || !exchange.hasRequest && exchange.method == "GET"
        }
        if let best = best(of: fitting.filter { isMeant($0, by: exchange) }, exchange) { return best }
      }
    }
    return nil
  }

  /// Whether a request is for an endpoint, and not for a verb below it: `books/7:publish` isn't a book if a book has a number.
  private func isMeant(_ match: RouteTable.Match, by exchange: TrafficExchange) -> Bool {
    let names = match.values.filter { secrets.hasVerb(PercentEncoding.decode($0.value) ?? "") }.keys
    guard exchange.hasRequest, !names.isEmpty else { return true }
    let reading = readers[match.route.module].reading(
      of: exchange.asRequest, endpoint: match.route.endpoint, pathValues: match.values)
    return !reading.problems.contains { $0.place == .path && names.contains($0.name ?? "") }
  }

  /// Several endpoints may share a path: the request is for the one whose description it has fewest problems with.
  private func best(of matches: [RouteTable.Match], _ exchange: TrafficExchange) -> Found? {
    var found = matches.map {
      Found(module: $0.route.module, endpoint: $0.route.endpoint, values: $0.values)
    }
    guard exchange.hasRequest else { return found.first }
    let all = found.map { constants[$0.module][$0.endpoint] }
    found.removeAll { constants[$0.module][$0.endpoint].exclude(exchange, among: all) }
    guard found.count > 1 else { return found.first }
    let request = exchange.asRequest
    let problems = found.map { entry in
      let reading = readers[entry.module].reading(
        of: request, endpoint: entry.endpoint, pathValues: entry.values)
      let isOtherBody = exchange.hasBodyBesideForm(of: modules[entry.module].endpoints[entry.endpoint])
      return reading.problems.count + (isOtherBody ? 1 : 0)
    }
    // Of those without problems, one that says what is meant is closer than one that leaves it open.
    let ranks = zip(found, problems).map { entry, problems in
      (problems, -constants[entry.module][entry.endpoint].matches(in: exchange))
    }
    return zip(found, ranks).min { $0.1 < $1.1 }?.0
  }

  private func addUnknown(_ exchange: TrafficExchange) {
    // The service doesn't know it either.
    if exchange.status == 404 || exchange.status == 405 || exchange.isUnknownCall {
      leftOut["requests to paths that the service doesn't have", default: 0] += 1
      return
    }
    let parts = secrets.markingSecrets(exchange.path)
    let path = parts.map { secrets.pattern(of: $0) }
    let call = secrets.call(of: exchange)
    let name =
      "\(exchange.method) /\(path.joined(separator: "/"))" + (call.map { " (\($0.method))" } ?? "")
    table.record(.newEndpoint(name), at: nil, name)
    guard unknown.count < Self.mostUnknown else { return }
    unknown.insert(
      UnknownRequest(server: exchange.server, method: exchange.method, path: parts, call: call))
  }

  // MARK: The result

  /// How often a property was present, and the number of objects that could have it.
  ///
  /// - Parameter span: The name of the property in the spec.
  package func share(of span: SourceSpan) -> (seen: Int, objects: Int)? {
    guard let property = table.properties[SpecPlace(span)], property.objects.value > 0 else { return nil }
    return (property.seen.value, property.objects.value)
  }

  /// Notes endpoints of which all requests failed in the same way: the service may not have them any more. A few may fail by chance,
  /// and in different ways if their arguments are wrong.
  private func noteFailures() {
    for (key, count) in failed
    where count >= Self.fewestFailures && count == matched[key] && failures[key]?.count == 1 {
      let endpoint = modules[key[0]].endpoints[key[1]]
      table.remove(.onlyFailures, at: endpoint.name.span)
      table.record(.onlyFailures, at: endpoint.name.span, endpoint.operation, times: count) {
        $0.total = count
      }
    }
  }

  /// What was seen where the spec has guesses.
  var guesses: [DriftTable.Guess] {
    table.guesses.values.sorted {
      ($0.span.file, $0.span.start.offset) < ($1.span.file, $1.span.start.offset)
    }
  }

  /// What is different so far.
  ///
  /// - Parameter collector: What else read the same traffic, and knows the secrets in it.
  package func report(_ collector: Collector) -> DriftReport { report(collector.knownSecrets) }

  /// - Parameter knownSecrets: The secrets in the traffic that nothing may repeat.
  package func report(_ knownSecrets: Set<String>) -> DriftReport {
    noteFailures()
    table.setTotal(exchanges - otherServers.values.reduce(0, +), of: .newEndpoint)
    return DriftReport(
      differences: DriftSummary(table: table, modules: modules, isMadeUp: isMadeUp).differences(
        SpecGuards(knownSecrets)),
      exchanges: exchanges, matched: matched.values.reduce(0, +), endpoints: matched.count,
      otherServers: otherServers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "\($0.key) (\(counted($0.value, "request")))"
      },
      leftOut: leftOut, isFull: table.isFull)
  }
}

/// The host of a server, in which variables are anything.
private struct ServerPattern {
  /// The texts between variables.
  let parts: [String]

  init?(_ url: String) {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    var parts = [""]
    var isVariable = false
    for character in url[scheme.upperBound...].lowercased() {
      if character == "/" || character == "?", !isVariable { break }
      if character == "{" {
        isVariable = true
        parts.append("")
      } else if character == "}" {
        isVariable = false
      } else if !isVariable {
        parts[parts.count - 1].append(character)
      }
    }
    for usual in [":443", ":80"] where parts.last?.hasSuffix(usual) == true {
      parts[parts.count - 1].removeLast(usual.count)
    }
    self.parts = parts
  }

  func matches(_ host: Substring) -> Bool {
    guard let first = parts.first, let last = parts.last, host.hasPrefix(first) else { return false }
    guard parts.count > 1 else { return host == first }
    var rest = host.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

extension TrafficExchange {
  /// The request as the mock server reads it.
  var asRequest: MockRequest {
    let path = "/" + path.map(EndpointNames.escaped).joined(separator: "/") + (endsInSlash ? "/" : "")
    func text(_ pairs: [(name: String, value: String)]) -> String {
      pairs.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        .joined(separator: "&")
    }
    let query = query.isEmpty ? "" : "?" + text(query)
    let isForm = body.mediaType == "application/x-www-form-urlencoded"
    return MockRequest(
      method, path + query, headers: requestFields, body: isForm ? Array(text(body.pairs).utf8) : body.bytes)
  }
}
