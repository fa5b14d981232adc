import WGNAPIJSON
import WGNAPISecrets

/// The values of a parameter of the query, of a form or of the path.
package struct ParameterEvidence: Equatable, Sendable {
  package var name: String
  /// The number of requests that have it.
  package var requests = 0
  /// Those that have it more than once.
  package var repeated = 0
  /// Whole values.
  package var texts = TextEvidence()
  /// Values with commas.
  package var commas = 0
  /// The texts between commas, and the values that have none; nothing as long as no value has a comma.
  package var parts = TextEvidence()
  /// Whether it had the same value in all requests.
  package var isSame = true
  /// A digest of the value, never the value; nil if values differ, or are secrets.
  private(set) var digest: Int?
  package var shortest = Int.max

  package init() { name = "" }

  package init(name: String) { self.name = name }

  package mutating func add(_ values: [String], isSecret: Bool, _ collector: inout Collector) {
    requests += 1
    if values.count > 1 { repeated += 1 }
    let keepsWords = NameWords.mayBeEnumerated(name)
    for value in values {
      let isSecret = isSecret || value == Collector.mark
      let hasCommas = !isSecret && value.utf8.contains(UInt8(ascii: ","))
      if hasCommas, commas == 0 { parts = texts }
      texts.add(value, isSecret: isSecret, keepsWords: keepsWords) { collector.looksSecret($0) }
      if commas > 0, !hasCommas {
        parts.add(value, isSecret: isSecret, keepsWords: keepsWords) { collector.looksSecret($0) }
      }
      guard !isSecret else {
        collector.learn(value)
        continue
      }
      shortest = min(shortest, value.utf8.count)
      let digest = Collector.digest(of: value)
      isSame = isSame && self.digest ?? digest == digest
      self.digest = isSame ? digest : nil
      guard hasCommas else { continue }
      commas += 1
      for part in value.split(separator: ",", omittingEmptySubsequences: false).prefix(200) {
        parts.add(String(part), isSecret: false, keepsWords: keepsWords) { collector.looksSecret($0) }
      }
    }
  }

  /// Sets the digest that was stored.
  mutating func restore(digest: Int?) { self.digest = digest }

  package mutating func merge(_ other: ParameterEvidence) {
    requests += other.requests
    repeated += other.repeated
    if commas + other.commas > 0 {
      if commas == 0 { parts = texts }
      parts.merge(other.commas == 0 ? other.texts : other.parts)
    }
    texts.merge(other.texts)
    commas += other.commas
    isSame = isSame && other.isSame && (digest == nil || other.digest == nil || digest == other.digest)
    digest = isSame ? digest ?? other.digest : nil
    shortest = min(shortest, other.shortest)
  }
}

extension [ParameterEvidence] {
  /// The most parameters of an operation. Of more, those whose names come first are kept, so that parts add up to the whole.
  package static let most = 400

  package mutating func add(_ pairs: [(name: String, value: String)], _ collector: inout Collector) {
    var values: [String: [String]] = [:]
    var names: [String] = []
    for (name, value) in pairs {
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(value)
    }
    // Some requests have thousands.
    var places = Dictionary(enumerated().map { ($1.name, $0) }) { first, _ in first }
    let ofLogin = collector.finder.secretNames(amongPairs: names)
    for name in names {
      guard let place = place(of: name, in: &places, &collector) else { continue }
      let texts = values[name] ?? []
      let kind = NameSecrecy(unlessSecret: name)
      let isSecret =
        ofLogin.contains(name)
        || texts.contains { collector.isSecret(pair: name, $0) || kind.isSecret($0) }
      self[place].add(texts, isSecret: isSecret, &collector)
    }
  }

  private mutating func place(
    of name: String, in places: inout [String: Int], _ collector: inout Collector
  ) -> Int? {
    if let place = places[name] { return place }
    // A name that looks random, or is an address or a number, is a value without a name.
    guard KeyKind(name, isKnown: false) == .name, !collector.looksSecret(name),
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else {
      collector.leaveOut("parameters whose names look like values")
      return nil
    }
    if count >= Self.most, let last = places.keys.max() {
      guard name < last else {
        collector.omitted.add(name)
        return nil
      }
    }
    if let other = add(ParameterEvidence(name: name)) {
      collector.omitted.add(other)
      if other == name { return nil }
      places = Dictionary(enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
    places[name] = count - 1
    return count - 1
  }

  /// - Returns: The name of the parameter that there was no room for; nil if there is room for all.
  private mutating func add(_ parameter: ParameterEvidence) -> String? {
    guard count >= Self.most else {
      append(parameter)
      return nil
    }
    guard let last = indices.max(by: { self[$0].name < self[$1].name }), parameter.name < self[last].name
    else { return parameter.name }
    let other = remove(at: last).name
    append(parameter)
    return other
  }

  /// Whether both are the same; their order is that in which they were first seen.
  package func isSame(as other: [ParameterEvidence]) -> Bool {
    sorted { $0.name < $1.name } == other.sorted { $0.name < $1.name }
  }

  mutating func merge(_ other: [ParameterEvidence], omitting omitted: inout OmittedNames) {
    for parameter in other {
      if let place = firstIndex(where: { $0.name == parameter.name }) {
        self[place].merge(parameter)
      } else if let name = add(parameter) {
        omitted.add(name)
      }
    }
  }
}

/// What was seen of a method at a path.
package struct OperationEvidence: Equatable, Sendable {
  package var count = 0
  /// Requests that the service refused. They say nothing about what it accepts, so only their responses are evidence.
  package var refused = 0
  /// Requests whose path ended in a slash.
  package var slashes = 0
  package var query: [ParameterEvidence] = []
  /// Parameters in fields of the request's head, by their lowercased names.
  package var fields: [ParameterEvidence] = []
  /// How often each kind of credential was sent: `bearer`, `basic`, `header X-Api-Key`, `cookie session`, `header Authorization Token`.
  package var credentials: [String: Int] = [:]
  /// How often each media type was the only one that requests asked for, without `application/json`.
  package var accepts: [String: Int] = [:]
  package var bodies = BodyEvidence()
  package var responses: [Int: ResponseEvidence] = [:]
  /// The parameters that aren't kept, because there are too many.
  package var omitted = OmittedNames()
  /// The methods of JSON-RPC that aren't kept apart, because there are too many.
  package var omittedCalls = OmittedNames()

  /// The parameters of the query that are secrets of a login because of the others: each is used once.
  package var namesOfLogin: Set<String> { SecretFinder().secretNames(amongPairs: query.map(\.name)) }

  /// The requests that the service accepted, which everything but `responses` is about.
  package var accepted: Int { count - refused }

  package static func == (left: OperationEvidence, right: OperationEvidence) -> Bool {
    left.count == right.count && left.refused == right.refused && left.slashes == right.slashes
      && left.credentials == right.credentials && left.query.isSame(as: right.query)
      && left.fields.isSame(as: right.fields) && left.accepts == right.accepts
      && left.bodies == right.bodies && left.responses == right.responses && left.omitted == right.omitted
      && left.omittedCalls == right.omittedCalls
  }

  package mutating func merge(_ other: OperationEvidence) {
    count += other.count
    refused += other.refused
    slashes += other.slashes
    omitted.merge(other.omitted)
    omittedCalls.merge(other.omittedCalls)
    query.merge(other.query, omitting: &omitted)
    fields.merge(other.fields, omitting: &omitted)
    credentials.merge(other.credentials, uniquingKeysWith: +)
    for (type, number) in other.accepts { accepts.count(type, number, most: BodyEvidence.mostTypes) }
    bodies.merge(other.bodies, omitting: &omitted)
    for (status, response) in other.responses {
      responses[status, default: ResponseEvidence()].merge(response)
    }
  }
}

/// The responses of an operation with one status.
package struct ResponseEvidence: Equatable, Sendable {
  /// The code and the message of an error.
  package struct Code: Hashable, Comparable, Sendable {
    package var code = ""
    package var isNumber = false
    /// Only a message that is a word, such as `INVALID_NAME`; otherwise empty.
    package var message = ""
    /// Where it is in the response: `error.code`. Empty in evidence that older versions stored.
    package var path = ""

    package static func < (left: Code, right: Code) -> Bool {
      (left.code, left.message, left.isNumber ? 1 : 0, left.path)
        < (right.code, right.message, right.isNumber ? 1 : 0, right.path)
    }
  }

  static let mostCodes = 200

  package var count = 0
  /// The number of responses by media type, without those that have no body.
  package var media: [String: Int] = [:]
  /// Successes and failures with JSON whose media type isn't `application/json`, which `media` counts as such.
  package var jsonTypes: [String: Int] = [:]
  package var failureTypes: [String: Int] = [:]
  package var empty = 0
  /// Responses whose body is missing in the traffic, or isn't what its media type says.
  package var unreadable = 0
  /// What was seen of the responses that say nothing of an error, and of those that do.
  package var success = Shape()
  package var failure = Shape()
  package var codes: [Code: Int] = [:]
  /// The common beginning of all messages with an error number, by the number.
  package var phrases: [String: ErrorPhrase] = [:]
  /// Responses with a `Link` field that leads to another page.
  package var links = 0

  package mutating func merge(_ other: ResponseEvidence) {
    count += other.count
    for (type, number) in other.media { media.count(type, number, most: BodyEvidence.mostTypes) }
    for (type, number) in other.jsonTypes { jsonTypes.count(type, number, most: BodyEvidence.mostTypes) }
    for (type, number) in other.failureTypes {
      failureTypes.count(type, number, most: BodyEvidence.mostTypes)
    }
    empty += other.empty
    unreadable += other.unreadable
    success.merge(other.success)
    failure.merge(other.failure)
    for (code, number) in other.codes { codes.count(code, number, most: Self.mostCodes) }
    for (code, phrase) in other.phrases where phrases[code]?.merge(phrase) == nil {
      if phrases.count < Self.mostCodes { phrases[code] = phrase }
    }
    links += other.links
  }
}
