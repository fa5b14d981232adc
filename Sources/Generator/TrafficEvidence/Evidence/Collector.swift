import WGNAPIJSON
import WGNAPISecrets
import WGNAPISupport

/// Adds exchanges to evidence.
package struct Collector: Sendable {
  /// The most places that are told apart, in paths and in bodies.
  package static let mostPlaces = 150_000
  private static let mostSecrets = 50_000
  /// What recordings have in place of secrets.
  package static let mark = Redaction.mark

  package private(set) var evidence = Evidence()
  let finder = SecretFinder()
  private var names: [String: NameSecrecy] = [:]
  private var fieldNames: [String: HeaderFieldSecrecy] = [:]
  private var pairNames: [String: Bool] = [:]
  /// The last value of each field whose values have secrets, because most exchanges repeat it.
  var fieldValues: [String: String] = [:]
  /// Secrets with slashes, which divide them into parts of a path.
  var divided: [[String]] = []
  private var checked: [String: Bool] = [:]
  /// Secrets that were found by their names. They must not be written anywhere.
  private var secrets: Set<String> = []
  /// The parameters of the last request that there was no room for.
  var omitted = OmittedNames()
  private var places = 0
  /// Which words may be kept of what is read now.
  package var words = WordPlace.ordinary
  /// Whether some of the traffic isn't told apart, because there are too many places.
  package private(set) var isFull = false

  package init() {}

  /// Goes on with evidence that was stored, which has a number of places.
  package init(_ evidence: Evidence, places: Int) { (self.evidence, self.places) = (evidence, places) }

  /// The secrets that were found by their names, to check that nothing repeats them.
  package var knownSecrets: Set<String> { secrets }

  // MARK: Secrets

  /// Whether all values with a name are secrets.
  package mutating func isSecret(name: String) -> Bool { kind(ofName: name) == .secret }

  /// Whether a value is a secret by its name.
  package mutating func isSecret(name: String, _ value: JSON) -> Bool { kind(ofName: name).isSecret(value) }

  mutating func kind(ofName name: String) -> NameSecrecy {
    if let known = names[name] { return known }
    let result: NameSecrecy =
      finder.isSecret(name: name)
      ? .secret : finder.isSecretList(name: name) ? .list : NameSecrecy(unlessSecret: name)
    if names.count < 20_000 { names[name] = result }
    return result
  }

  /// Whether the values of a parameter in a URL, a form or a cookie are secrets.
  mutating func isSecret(pair name: String) -> Bool {
    if let known = pairNames[name] { return known }
    let result = finder.isSecret(pair: name)
    if pairNames.count < 20_000 { pairNames[name] = result }
    return result
  }

  /// Whether a value of a parameter is a secret, by its name or as a ticket.
  mutating func isSecret(pair name: String, _ value: String) -> Bool {
    isSecret(pair: name) || finder.isSecret(pair: name, value)
  }

  /// Whether the values of a header field are secrets.
  mutating func isSecret(field name: String) -> Bool { kind(ofField: name) == .secret }

  mutating func kind(ofField name: String) -> HeaderFieldSecrecy {
    if let known = fieldNames[name] { return known }
    let isURL = HeaderFieldSecrecy.urls.contains(name.lowercased())
    let result: HeaderFieldSecrecy = finder.isSecret(field: name) ? .secret : isURL ? .url : .ordinary
    if fieldNames.count < 20_000 { fieldNames[name] = result }
    return result
  }

  package mutating func looksSecret(_ text: String) -> Bool {
    if secrets.contains(text) || text.contains(Self.mark) { return true }
    if let known = checked[text] { return known }
    let result = finder.looksSecret(text)
    if checked.count < 20_000 { checked[text] = result }
    return result
  }

  /// Keeps a secret to recognize it elsewhere, unless it could be an ordinary word.
  package mutating func learn(_ secret: String) {
    guard secret != Self.mark, secrets.count < Self.mostSecrets, SecretFinder.isUnlikeWords(secret) else {
      return
    }
    secrets.insert(secret)
  }

  /// A digest to compare values without keeping them: so short that many values share it.
  static func digest(of text: String) -> Int {
    var digest = FNV1a()
    digest.add(text)
    return Int((digest.value ^ digest.value >> 24 ^ digest.value >> 48) & 0xFF_FFFF)
  }

  /// Counts a new place; false if there are too many.
  mutating func hasRoom() -> Bool {
    guard places < Self.mostPlaces else {
      isFull = true
      return false
    }
    places += 1
    return true
  }

  // MARK: Exchanges

  /// Notes that a file is read; false if it has been before.
  package mutating func begin(file digest: String) -> Bool { evidence.files.insert(digest).inserted }

  package mutating func leaveOut(_ reason: String) { evidence.leftOut[reason, default: 0] += 1 }

  package mutating func add(_ exchange: TrafficExchange) {
    var exchange = exchange
    prepare(&exchange)
    addPrepared(exchange)
  }

  /// Adds an exchange whose secrets are known.
  mutating func addPrepared(_ exchange: TrafficExchange) {
    evidence.exchanges += 1
    if let reason = exchange.reasonToLeaveOut {
      if exchange.isBatch { learnSecrets(ofRefused: exchange) }
      return leaveOut(reason)
    }
    for body in [exchange.body, exchange.response] where body.isBrokenJSON {
      leaveOut("bodies that should be JSON, but aren't")
    }
    let path = withoutSecrets(exchange.path)
    var paths = evidence.servers.removeValue(forKey: exchange.server) ?? PathEvidence()
    paths.add(
      path[...], &self, { operation, collector in operation.add(exchange, &collector) },
      method: call(of: exchange)?.key(exchange.method) ?? exchange.method)
    evidence.servers[exchange.server] = paths
  }

  /// The call by JSON-RPC in a request; nil if it is none, or its name may be a secret.
  package mutating func call(of exchange: TrafficExchange) -> RPCCall? {
    exchange.call.flatMap { looksSecret($0.method) ? nil : $0 }
  }

  /// A request that was refused has secrets, too, and its response may repeat them.
  fileprivate mutating func learnSecrets(ofRefused exchange: TrafficExchange) {
    let (places, isFull) = (places, isFull)
    var forgotten = OperationEvidence()
    forgotten.add(requestOf: exchange, &self)
    (self.places, self.isFull) = (places, isFull)
  }

  /// A part of a path without what follows a number or an identifier in it, such as `.json`.
  package mutating func withoutEnding(_ segment: String) -> (value: String, ending: String) {
    guard let dot = segment.utf8.lastIndex(of: UInt8(ascii: ".")), dot > segment.startIndex else {
      return (segment, "")
    }
    let (value, ending) = (String(segment[..<dot]), segment[dot...])
    guard (3...6).contains(ending.utf8.count),
      ending.utf8.dropFirst().allSatisfy({ $0.isDigit || $0.isLowercase }),
      ending.utf8.dropFirst().contains(where: \.isASCIILetter), !looksSecret(segment)
    else { return (segment, "") }
    switch kind(of: value) {
    case .integer, .uuid, .date, .random: return (value, String(ending))
    case .secret, .text, nil: return (segment, "")
    }
  }

  /// A part of a path without the verb after a number or an identifier in it, such as `:publish`; the verb is empty if there is none.
  package mutating func withoutVerb(_ segment: String) -> (value: String, verb: String) {
    guard let colon = segment.utf8.lastIndex(of: UInt8(ascii: ":")), colon > segment.startIndex else {
      return (segment, "")
    }
    let (value, verb) = (String(segment[..<colon]), segment[colon...])
    guard (4...60).contains(verb.utf8.count), verb.utf8.dropFirst().allSatisfy(\.isASCIILetter),
      verb.utf8.dropFirst().first?.isLowercase == true, !looksSecret(segment)
    else { return (segment, "") }
    switch kind(of: value) {
    case .integer, .uuid, .date, .random: return (value, String(verb))
    case .secret, .text, nil: return (segment, "")
    }
  }

  /// A part of a path without the value in it: `{integer}:publish`; a word as it is.
  package mutating func pattern(of segment: String) -> String {
    let (value, verb) = withoutVerb(segment)
    return kind(of: value).map { "{\($0.rawValue)}\(verb)" } ?? segment
  }

  /// What a part of a path is; nil for a word.
  package mutating func kind(of segment: String) -> SegmentKind? {
    // Templates without a value: `{id}`, `:id`.
    if segment.hasPrefix("{") && segment.hasSuffix("}") || segment.hasPrefix(":") { return .text }
    if segment.allSatisfy({ $0 == "." }) { return .text }
    if looksSecret(segment) { return .secret }
    let forms = TextForms(segment)
    if forms.contains(.integer) { return .integer }
    // Numbers with zeros before them: days, postcodes.
    if segment.utf8.allSatisfy(\.isDigit) { return .text }
    if forms.contains(.uuid) { return .uuid }
    if forms.contains(.date) || forms.contains(.dateTime) { return .date }
    // A bot's token, as Telegram has it in its paths: `bot123456:AAF…`.
    if segment.utf8.count >= 20, segment.contains(":") || forms.contains(.random) && segment.utf8.count > 30 {
      return .secret
    }
    if forms.contains(.random) || forms.contains(.email) { return .random }
    let isPlain = segment.unicodeScalars.allSatisfy { scalar in
      guard scalar.isASCII else { return scalar.properties.isXIDContinue }
      return UInt8(ascii: scalar).isWordByte || "-.~:@!$'()*+".unicodeScalars.contains(scalar)
    }
    return isPlain && segment.utf8.count <= 60 ? nil : .text
  }
}

extension OperationEvidence {
  package mutating func add(_ exchange: TrafficExchange, _ collector: inout Collector) {
    count += 1
    if exchange.isRefused {
      refused += 1
      collector.learnSecrets(ofRefused: exchange)
    } else {
      add(requestOf: exchange, &collector)
    }
    responses[exchange.status, default: ResponseEvidence()].add(exchange, &collector)
  }

  fileprivate mutating func add(requestOf exchange: TrafficExchange, _ collector: inout Collector) {
    collector.omitted = OmittedNames()
    defer { omitted.merge(collector.omitted) }
    if exchange.endsInSlash { slashes += 1 }
    query.add(exchange.query, &collector)
    for (name, value) in exchange.requestFields { add(field: name.lowercased(), value, &collector) }
    collector.words = exchange.call == nil ? .ordinary : .call
    bodies.add(exchange.body, &collector)
    collector.words = .ordinary
  }

  private mutating func add(field name: String, _ value: String, _ collector: inout Collector) {
    // Anything but a token can't be sent (RFC 9110, section 5.6.2), except for the pseudo-fields of HTTP/2.
    guard !name.isEmpty, name.drop(while: { $0 == ":" }).utf8.allSatisfy({ $0.isTokenByte }) else { return }
    switch name {
    case "authorization":
      let scheme = value.prefix { $0 != " " }.lowercased()
      let isUsual = ["bearer", "basic"].contains(scheme)
      credentials[isUsual ? scheme : "header Authorization" + Self.prefix(of: value), default: 0] += 1
    case "cookie":
      for pair in value.split(separator: ";").prefix(50) {
        let name = String(pair.prefix { $0 != "=" }).filter { $0 != " " }
        let isCredential = collector.finder.isSecret(pair: name) || name.lowercased().contains("session")
        if isCredential, name.utf8.count < 60, !TextForms(name).contains(.random) {
          credentials["cookie \(name)", default: 0] += 1
        }
      }
    case "accept":
      if let type = RequestFields.mediaType(inAccept: value), !collector.looksSecret(type) {
        accepts.count(type, most: BodyEvidence.mostTypes)
      }
    case _ where RequestFields.isUsual(name): return
    case _ where collector.isSecret(field: name):
      guard name.utf8.count < 60, !["proxy-authorization", "set-cookie"].contains(name) else { return }
      collector.learn(value)
      credentials["header \(name)", default: 0] += 1
    default: fields.add([(name, value)], &collector)
    }
  }

  /// The word before a key, as in `Token 5f4d…`, after a space; nothing if there is none, or parameters follow it.
  private static func prefix(of value: String) -> String {
    let parts = value.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let word = parts.first, let key = parts.last, (2...12).contains(word.utf8.count),
      word.utf8.allSatisfy(\.isASCIILetter), key.utf8.count >= 8, !key.contains(","), !key.contains("\"")
    else { return "" }
    return " \(word)"
  }
}

extension ResponseEvidence {
  /// Learns how messages of a code begin, if they are sentences.
  private mutating func addPhrase(
    of code: Code, _ value: JSON, _ exchange: TrafficExchange, _ collector: inout Collector
  ) {
    guard code.isNumber, code.message.isEmpty, phrases[code.code] != nil || phrases.count < Self.mostCodes
    else {
      return
    }
    var phrase = ErrorPhrase()
    if let message = ErrorConvention.message(of: value) {
      let sent = exchange.sentWords
      phrase = ErrorPhrase(message) { sent.contains($0) || collector.looksSecret($0) }
    }
    if phrases[code.code]?.merge(phrase) == nil { phrases[code.code] = phrase }
  }

  package mutating func add(_ exchange: TrafficExchange, _ collector: inout Collector) {
    count += 1
    let body = exchange.response
    for (name, value) in exchange.responseFields where name.lowercased() == "link" && value.contains("next") {
      links += 1
    }
    // A status without a body has none, whatever a tool wrote there (RFC 9110, section 15.3.5).
    if body.bytes.isEmpty || [204, 205].contains(exchange.status) || body.isBlank {
      if body.isMissing { unreadable += 1 } else { empty += 1 }
      return
    }
    guard let value = body.json else {
      // A page with an error in place of JSON says nothing about the responses.
      if body.claimsJSON {
        unreadable += 1
      } else {
        media.count(body.mediaType, most: BodyEvidence.mostTypes)
      }
      return
    }
    media["application/json", default: 0] += 1
    let isUsual = ["application/json", ""].contains(body.mediaType)
    if exchange.isRefused {
      if !isUsual { failureTypes.count(body.mediaType, most: BodyEvidence.mostTypes) }
      collector.words = .error
      failure.add(value, &collector)
      collector.words = .ordinary
      for code in ErrorConvention.codes(of: value, &collector) {
        codes.count(code, most: Self.mostCodes)
        addPhrase(of: code, value, exchange, &collector)
      }
    } else {
      if !isUsual { jsonTypes.count(body.mediaType, most: BodyEvidence.mostTypes) }
      success.add(value, &collector)
    }
  }
}
