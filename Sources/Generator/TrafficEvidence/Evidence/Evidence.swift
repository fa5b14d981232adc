/// Everything that was seen of traffic: by server, path, method and status.
package struct Evidence: Equatable, Sendable {
  /// By scheme, host and port: `https://api.example.com`; empty for responses whose server isn't known.
  package var servers: [String: PathEvidence] = [:]
  /// The number of exchanges.
  package var exchanges = 0
  /// How many exchanges were left out, by reason.
  package var leftOut: [String: Int] = [:]
  /// Digests of the files that it was seen in, so that none counts twice. Only stored evidence has them.
  package var files: Set<String> = []

  package init() {}

  package mutating func merge(_ other: Evidence) {
    for (server, paths) in other.servers { servers[server, default: PathEvidence()].merge(paths) }
    exchanges += other.exchanges
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
    files.formUnion(other.files)
  }
}

/// What a part of a path looks like.
package enum SegmentKind: String, Hashable, Sendable, CaseIterable {
  case integer, uuid, date, random, secret, text
}

/// What was seen below a path.
package struct PathEvidence: Equatable, Sendable {
  /// More different words at one place are values of a parameter.
  static let mostWords = 256

  /// By method, and by the call if it is one by JSON-RPC.
  package var operations: [String: OperationEvidence] = [:]
  /// By word, also verbs that follow the value of a variable in its segment, such as `:publish`.
  package private(set) var words: [String: PathEvidence] = [:]
  package private(set) var variables: [SegmentKind: PathEvidence] = [:]
  /// Whether there were too many words.
  private var isFull = false
  /// The values of a variable that leads here.
  package var values = ParameterEvidence(name: "")
  /// A short number or a date that was the first value: if it is the only one, it may be a version.
  package private(set) var version: String?
  /// What follows the values of a variable that leads here in their segment, such as `.json`, with the numbers of requests; empty
  /// for nothing.
  package private(set) var endings: [String: Int] = [:]
  private static let mostEndings = 4
  private static let reasonWithoutRoom =
    "requests to paths beyond the limit of \(Collector.mostPlaces) paths and keys"
  /// Digests of the different values, unless there are more than `mostDigests`, or they are secrets.
  private var digests: Set<Int> = []
  private var hasManyValues = false
  private static let mostDigests = 1000

  package init() {}

  /// How many different values there were, up to a limit.
  package var distinctValues: Int { hasManyValues ? Self.mostDigests : digests.count }

  /// Notes that a value leads here.
  private mutating func learn(_ value: String, _ kind: SegmentKind) {
    guard kind != .secret, !hasManyValues else { return }
    if digests.isEmpty, value.utf8.count <= 4 || kind == .date { version = value }
    digests.insert(Collector.digest(of: value))
    forgetSome()
  }

  private mutating func forgetSome() {
    hasManyValues = hasManyValues || digests.count > Self.mostDigests
    if hasManyValues { digests = [] }
    if distinctValues != 1 { version = nil }
  }

  /// Counts requests with a value that was a word before there were too many of them.
  private mutating func addWord(_ word: String, requests: Int) {
    values.requests += requests
    values.texts.addOther(requests)
    learn(word, .text)
    endings.count("", requests, most: Self.mostEndings)
  }

  package mutating func add(
    _ path: ArraySlice<String>, _ collector: inout Collector,
    _ body: (inout OperationEvidence, inout Collector) -> Void,
    method: String
  ) {
    guard let first = path.first else {
      let key = keyOfOperation(method) { collector.hasRoom() }
      return body(&operations[key, default: OperationEvidence()], &collector)
    }
    let rest = path.dropFirst()
    let (part, verb) = collector.withoutVerb(first)
    let (value, ending) = collector.withoutEnding(part)
    let kind = collector.kind(of: value)
    if kind == nil, words[first] == nil, !isFull {
      if words.count >= Self.mostWords {
        collapseWords()
      } else if !collector.hasRoom() {
        // The words that are known are no values because other places are too many.
        return collector.leaveOut(Self.reasonWithoutRoom)
      }
    }
    guard isFull || kind != nil else {
      words[first, default: PathEvidence()].add(rest, &collector, body, method: method)
      return
    }
    var child = variables.removeValue(forKey: kind ?? .text) ?? PathEvidence()
    if let kind {
      child.values.add([value], isSecret: kind == .secret, &collector)
      child.learn(value, kind)
      child.endings.count(ending, most: Self.mostEndings)
    } else {
      child.addWord(first, requests: 1)
    }
    if verb.isEmpty {
      child.add(rest, &collector, body, method: method)
    } else if child.words[verb] != nil || child.words.count < Self.mostWords && collector.hasRoom() {
      child.words[verb, default: PathEvidence()].add(rest, &collector, body, method: method)
    } else {
      collector.leaveOut(Self.reasonWithoutRoom)
    }
    variables[kind ?? .text] = child
  }

  /// Returns the key for an operation. Beyond the maximum, calls of JSON-RPC share the key of their HTTP method, which counts
  /// them.
  private mutating func keyOfOperation(_ key: String, hasRoom: () -> Bool) -> String {
    let (httpMethod, call) = RPCCall.parse(key: key)
    guard let call, operations[key] == nil else { return key }
    let isFull =
      operations.count >= RPCCall.most
      && operations.keys.count { RPCCall.parse(key: $0).call != nil } >= RPCCall.most
    guard isFull || !hasRoom() else { return key }
    operations[httpMethod, default: OperationEvidence()].omittedCalls.add(call.method)
    return httpMethod
  }

  /// Treats the words at this place as values of a parameter.
  private mutating func collapseWords() {
    isFull = true
    collapse(Set(words.keys))
  }

  package mutating func collapse(_ names: Set<String>) {
    guard !names.isEmpty else { return }
    var child = variables.removeValue(forKey: .text) ?? PathEvidence()
    for name in names.sorted() {
      guard let word = words.removeValue(forKey: name) else { continue }
      child.merge(word)
      child.addWord(name, requests: word.requests)
    }
    variables[.text] = child
  }

  package mutating func replaceWord(_ name: String, by paths: PathEvidence) { words[name] = paths }

  package mutating func replaceVariables(by paths: [SegmentKind: PathEvidence]) { variables = paths }

  package mutating func merge(_ other: PathEvidence) {
    // In their order, so that the same calls are left out each time.
    for (method, operation) in other.operations.sorted(by: { $0.key < $1.key }) {
      let key = keyOfOperation(method) { true }
      operations[key, default: OperationEvidence()].merge(operation)
    }
    for (word, paths) in other.words { words[word, default: PathEvidence()].merge(paths) }
    for (kind, paths) in other.variables { variables[kind, default: PathEvidence()].merge(paths) }
    values.merge(other.values)
    for (ending, number) in other.endings { endings.count(ending, number, most: Self.mostEndings) }
    version = version ?? other.version
    digests.formUnion(other.digests)
    hasManyValues = hasManyValues || other.hasManyValues
    forgetSome()
    if words.count > Self.mostWords || isFull || other.isFull { collapseWords() }
  }

  /// The number of requests below this path.
  package var requests: Int {
    operations.values.reduce(0) { $0 + $1.count } + words.values.reduce(0) { $0 + $1.requests }
      + variables.values.reduce(0) { $0 + $1.requests }
  }
}

extension Evidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("exchanges", &exchanges)
    try fields.counts("leftOut", &leftOut)
    try fields.texts("files", &files)
    try fields.table("servers", &servers)
  }
}

extension PathEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    // What was a word when it was seen may have been a secret elsewhere.
    for name in words.keys.sorted() where fields.isSecret(name) {
      if let word = words.removeValue(forKey: name) {
        variables[.secret, default: PathEvidence()].merge(word)
      }
    }
    try fields.table("operations", &operations)
    try fields.part("values", &values)
    if version.map(fields.isSecret) == true { version = nil }
    try fields.text("version", &version)
    try fields.counts("endings", &endings)
    try fields.numbers("digests", &digests)
    try fields.flag("hasManyValues", &hasManyValues)
    try fields.flag("isFull", &isFull)
    try fields.table("words", &words, arePlaces: true)
    try fields.table("variables", &variables, text: \.rawValue, key: SegmentKind.init(rawValue:))
  }
}
