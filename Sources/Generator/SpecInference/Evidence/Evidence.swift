/// Everything that was seen of traffic: by server, path, method and status.
package struct Evidence: Equatable, Sendable {
  /// By scheme, host and port: `https://api.example.com`; empty for answers whose server isn't known.
  var servers: [String: PathEvidence] = [:]
  /// The number of exchanges.
  package var exchanges = 0
  /// How many exchanges were left out, by reason.
  package var leftOut: [String: Int] = [:]

  package init() {}

  package mutating func merge(_ other: Evidence) {
    for (server, paths) in other.servers { servers[server, default: PathEvidence()].merge(paths) }
    exchanges += other.exchanges
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
  }
}

/// What a part of a path looks like.
enum SegmentKind: String, Hashable, Sendable, CaseIterable {
  case integer, uuid, date, random, secret, text
}

/// What was seen below a path.
package struct PathEvidence: Equatable, Sendable {
  /// More different words at one place are values of a parameter.
  static let mostWords = 256

  /// By method.
  var operations: [String: OperationEvidence] = [:]
  private(set) var words: [String: PathEvidence] = [:]
  private(set) var variables: [SegmentKind: PathEvidence] = [:]
  /// Whether there were too many words.
  private var isFull = false
  /// The values of a variable that leads here.
  var values = ParameterEvidence(name: "")
  /// A short number or a date that was the first value: if it is the only one, it may be a version.
  private(set) var version: String?
  /// How many different ones there were, up to a limit.
  private var digests: Set<UInt64> = []

  var distinctValues: Int { digests.count }

  mutating func add(
    _ path: ArraySlice<String>, _ collector: inout Collector,
    _ body: (inout OperationEvidence, inout Collector) -> Void,
    method: String
  ) {
    guard let first = path.first else {
      body(&operations[method, default: OperationEvidence()], &collector)
      return
    }
    let rest = path.dropFirst()
    var kind = collector.kind(of: first)
    if kind == nil, words[first] == nil {
      if isFull || words.count >= Self.mostWords || !collector.hasRoom() {
        collapseWords()
        kind = .text
      }
    }
    guard let kind else {
      words[first, default: PathEvidence()].add(rest, &collector, body, method: method)
      return
    }
    var child = variables.removeValue(forKey: kind) ?? PathEvidence()
    child.values.add([first], isSecret: kind == .secret, &collector)
    if child.digests.isEmpty, first.utf8.count <= 4 || kind == .date { child.version = first }
    if child.digests.count < 1000 { child.digests.insert(collector.digest(of: first)) }
    child.add(rest, &collector, body, method: method)
    variables[kind] = child
  }

  /// Treats the words at this place as values of a parameter.
  private mutating func collapseWords() {
    isFull = true
    collapse(Set(words.keys))
  }

  mutating func collapse(_ names: Set<String>) {
    guard !names.isEmpty else { return }
    var child = variables.removeValue(forKey: .text) ?? PathEvidence()
    for name in names.sorted() {
      guard let word = words.removeValue(forKey: name) else { continue }
      child.merge(word)
      child.values.requests += word.requests
      child.values.texts.count += word.requests
      child.values.texts.hasOthers = true
      child.digests.insert(Collector.stableDigest(of: name))
    }
    variables[.text] = child
  }

  mutating func replaceWord(_ name: String, by paths: PathEvidence) { words[name] = paths }

  mutating func replaceVariables(by paths: [SegmentKind: PathEvidence]) { variables = paths }

  mutating func merge(_ other: PathEvidence) {
    for (method, operation) in other.operations {
      operations[method, default: OperationEvidence()].merge(operation)
    }
    for (word, paths) in other.words { words[word, default: PathEvidence()].merge(paths) }
    for (kind, paths) in other.variables { variables[kind, default: PathEvidence()].merge(paths) }
    values.merge(other.values)
    version = version ?? other.version
    digests.formUnion(other.digests)
    if words.count > Self.mostWords || isFull || other.isFull { collapseWords() }
  }

  /// The number of requests below this path.
  var requests: Int {
    operations.values.reduce(0) { $0 + $1.count } + words.values.reduce(0) { $0 + $1.requests }
      + variables.values.reduce(0) { $0 + $1.requests }
  }
}
