import WGNAPIJSON

/// A part of evidence that is stored as an object of JSON.
protocol StoredEvidence {
  init()
  /// Reads or writes each field, in the order in which they are written.
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError)
  mutating func merge(_ other: Self)
}

/// Why stored evidence can't be used.
package struct EvidenceError: Error, Equatable {
  /// Where in the file: a line, or the keys that lead there; empty for the whole file.
  package var place: String
  package var reason: String
  /// The reason, after the place if there is one.
  package var message: String { place.isEmpty ? reason : "\(place): \(reason)" }
}

/// The fields of a part of evidence that is being read or written. Fields that say nothing aren't written.
struct EvidenceFields {
  /// What is common to the parts of a file.
  final class File {
    let guardian: SecretGuard
    let knowsSecrets: Bool
    /// The number of places that were read.
    var places = 0

    init(secrets: Set<String> = []) {
      guardian = SecretGuard(secrets)
      knowsSecrets = !secrets.isEmpty
    }
  }

  /// No number of things that were seen is larger, so that sums fit.
  private static let mostCounted = 1_000_000_000_000
  private let file: File
  private let source: JSONObject?
  private let path: String
  private var known: Set<String> = []
  private(set) var object = JSONObject()

  // MARK: Parts

  static func write(_ part: some StoredEvidence, _ file: File) throws(EvidenceError) -> JSONObject {
    var part = part
    var fields = EvidenceFields(file: file, source: nil, path: "")
    try part.visit(&fields)
    return fields.object
  }

  static func read<Part: StoredEvidence>(
    _ value: JSON, at path: String, _ file: File, ignoring: Set<String> = []
  ) throws(EvidenceError) -> Part {
    guard let source = value.object else { throw EvidenceError(place: path, reason: "expected an object") }
    var fields = EvidenceFields(file: file, source: source, path: path)
    var part = Part()
    try part.visit(&fields)
    if let key = source.keys.first(where: { !fields.known.contains($0) && !ignoring.contains($0) }) {
      throw EvidenceError(place: path, reason: "the key '\(key)' isn't known")
    }
    // Limits apply to what was read, too.
    part.merge(Part())
    return part
  }

  private init(file: File, source: JSONObject?, path: String) {
    (self.file, self.source, self.path) = (file, source, path)
  }

  private func error(_ key: String, _ reason: String) -> EvidenceError {
    EvidenceError(place: path.isEmpty ? key : "\(path) > \(key)", reason: reason)
  }

  private func below(_ key: String) -> String { path.isEmpty ? key : "\(path) > \(key)" }

  private mutating func value(_ key: String) -> JSON? {
    known.insert(key)
    return source?[key]
  }

  /// Whether a text that is to be written contains a secret.
  func isSecret(_ text: String) -> Bool {
    source == nil && file.knowsSecrets && file.guardian.clean(text) != text
  }

  private func clean(_ text: String) -> String { file.knowsSecrets ? file.guardian.clean(text) : text }

  // MARK: Scalars

  mutating func count(_ key: String, _ count: inout Int, none: Int = 0) throws(EvidenceError) {
    guard source != nil else {
      if count != none { object[key] = .number(JSONNumber(count)) }
      return
    }
    count = none
    guard let value = value(key) else { return }
    count = try self.count(value, key)
  }

  private func count(_ value: JSON, _ key: String) throws(EvidenceError) -> Int {
    guard let number = value.number.flatMap({ Int($0.text) }), (0...Self.mostCounted).contains(number) else {
      throw error(key, "expected a count")
    }
    return number
  }

  mutating func number(_ key: String, _ number: inout Double, none: Double) throws(EvidenceError) {
    guard source != nil else {
      if number != none { object[key] = JSONNumber(number).map { .number($0) } }
      return
    }
    number = none
    guard let value = value(key) else { return }
    guard let found = value.number?.double, found.isFinite else { throw error(key, "expected a number") }
    number = found
  }

  mutating func flag(_ key: String, _ flag: inout Bool) throws(EvidenceError) {
    guard source != nil else {
      if flag { object[key] = .bool(true) }
      return
    }
    guard let value = value(key) else {
      flag = false
      return
    }
    guard case .bool(let found) = value else { throw error(key, "expected true or false") }
    flag = found
  }

  mutating func text(_ key: String, _ text: inout String?) throws(EvidenceError) {
    guard source != nil else {
      if let text { object[key] = .string(clean(text)) }
      return
    }
    text = nil
    guard let value = value(key) else { return }
    guard let found = value.string else { throw error(key, "expected a string") }
    text = found
  }

  mutating func text(_ key: String, _ text: inout String) throws(EvidenceError) {
    var found = text.isEmpty ? nil : Optional(text)
    try self.text(key, &found)
    text = found ?? ""
  }

  mutating func texts(_ key: String, _ texts: inout Set<String>) throws(EvidenceError) {
    guard source != nil else {
      if !texts.isEmpty { object[key] = .array(texts.sorted().map { .string($0) }) }
      return
    }
    texts = []
    guard let value = value(key) else { return }
    guard let list = value.array else { throw error(key, "expected a list of strings") }
    for element in list {
      guard let text = element.string else { throw error(key, "expected a list of strings") }
      texts.insert(text)
    }
  }

  // MARK: Numbers of several things

  /// A list of numbers, which is empty or has a fixed length.
  mutating func counts(_ key: String, _ counts: inout [Int], length: Int) throws(EvidenceError) {
    guard source != nil else {
      if !counts.isEmpty { object[key] = .array(counts.map { .number(JSONNumber($0)) }) }
      return
    }
    counts = []
    guard let value = value(key) else { return }
    guard let list = value.array, list.count == length else {
      throw error(key, "expected a list of \(length) numbers")
    }
    for number in list { counts.append(try count(number, key)) }
  }

  mutating func numbers(_ key: String, _ numbers: inout Set<Int>) throws(EvidenceError) {
    guard source != nil else {
      if !numbers.isEmpty { object[key] = .array(numbers.sorted().map { .number(JSONNumber($0)) }) }
      return
    }
    numbers = []
    guard let value = value(key) else { return }
    guard let list = value.array else { throw error(key, "expected a list of numbers") }
    for number in list { numbers.insert(try count(number, key)) }
  }

  mutating func counts(_ key: String, _ counts: inout [String: Int]) throws(EvidenceError) {
    guard source != nil else {
      var clean: [String: Int] = [:]
      for (name, number) in counts { clean[self.clean(name), default: 0] += number }
      let sorted = clean.sorted { $0.key < $1.key }.map { ($0.key, JSON.number(JSONNumber($0.value))) }
      if !sorted.isEmpty { object[key] = .object(JSONObject(sorted)) }
      return
    }
    counts = [:]
    guard let value = value(key) else { return }
    guard let list = value.object else { throw error(key, "expected an object") }
    for (name, number) in list { counts[name] = try count(number, key) }
  }

  mutating func counts(_ key: String, _ counts: inout [KeyKind: Int]) throws(EvidenceError) {
    var texts = Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    try self.counts(key, &texts)
    counts = [:]
    for (text, number) in texts {
      guard let kind = KeyKind(rawValue: text) else { throw error(key, "'\(text)' isn't known") }
      counts[kind] = number
    }
  }

  // MARK: Parts of parts

  mutating func part<Part: StoredEvidence>(_ key: String, _ part: inout Part) throws(EvidenceError) {
    guard source != nil else {
      let written = try Self.write(part, file)
      if !written.isEmpty { object[key] = .object(written) }
      return
    }
    part = Part()
    if let value = value(key) { part = try Self.read(value, at: below(key), file) }
  }

  mutating func part<Part: StoredEvidence>(_ key: String, _ part: inout Part?) throws(EvidenceError) {
    guard source != nil else {
      if let part { object[key] = .object(try Self.write(part, file)) }
      return
    }
    part = nil
    if let value = value(key) { part = try Self.read(value, at: below(key), file) }
  }

  mutating func list<Part: StoredEvidence>(
    _ key: String, _ list: inout [Part], arePlaces: Bool = false
  ) throws(EvidenceError) {
    guard source != nil else {
      var written: [JSON] = []
      for part in list { written.append(.object(try Self.write(part, file))) }
      if !written.isEmpty { object[key] = .array(written) }
      return
    }
    list = []
    guard let value = value(key) else { return }
    guard let parts = value.array else { throw error(key, "expected a list") }
    for (position, part) in parts.enumerated() {
      list.append(try Self.read(part, at: "\(below(key)) > \(position)", file))
    }
    if arePlaces { file.places += list.count }
  }

  mutating func table<Part: StoredEvidence>(
    _ key: String, _ table: inout [String: Part], arePlaces: Bool = false
  ) throws(EvidenceError) {
    try self.table(key, &table, text: { $0 }, key: { $0 })
    if arePlaces, source != nil { file.places += table.count }
  }

  /// Parts by keys that are written as text.
  mutating func table<Key: Hashable, Part: StoredEvidence>(
    _ key: String, _ table: inout [Key: Part], text: (Key) -> String, key parse: (String) -> Key?
  ) throws(EvidenceError) {
    guard source != nil else {
      var clean: [String: Part] = [:]
      for (name, part) in table { clean[self.clean(text(name)), default: Part()].merge(part) }
      var written = JSONObject()
      for (name, part) in clean.sorted(by: { $0.key < $1.key }) {
        written[name] = .object(try Self.write(part, file))
      }
      if !written.isEmpty { object[key] = .object(written) }
      return
    }
    table = [:]
    guard let value = value(key) else { return }
    guard let parts = value.object else { throw error(key, "expected an object") }
    for (name, part) in parts {
      guard let parsed = parse(name) else { throw error(key, "'\(name)' isn't known") }
      table[parsed] = try Self.read(part, at: "\(below(key)) > \(name)", file)
    }
  }
}
