import APIModel
import Diagnostics
import SpecYAML

/// A mapping whose keys are defined by the language.
struct Fields {
  let node: YAMLNode
  let report: Report
  /// The known keys that misspelled ones were probably meant to be.
  private(set) var misspelled: Set<String> = []

  /// Reads a mapping, and reports every key that isn't among `keys`, unless it begins with `x-`.
  ///
  /// - Parameters:
  ///   - what: the mapping in messages: "an endpoint".
  ///   - hints: hints for keys of other languages, such as OpenAPI's `nullable`.
  ///   - form: the expected form, shown if the node is something else: "{attempts: 3}".
  init?(
    _ node: YAMLNode, what: String, keys: some Collection<String>, hints: [String: String] = [:],
    form: String? = nil, report: Report
  ) {
    guard let mapping = node.mapping else {
      report.mismatch(node, expected: "a mapping", for: what, hint: form.map { "write \($0)" })
      return nil
    }
    self.node = node
    self.report = report
    for entry in mapping.entries where !keys.contains(entry.name) && !entry.name.hasPrefix("x-") {
      if let key = report.keyMissingSpace(entry) {
        misspelled.insert(key)
        continue
      }
      let hint = hints[entry.name].map { "; \($0)" } ?? ""
      let lowered = entry.name.lowercased()
      let suggestion =
        !hint.isEmpty ? nil : keys.contains(lowered) ? lowered : report.suggestion(for: entry.name, in: keys)
      if let suggestion { misspelled.insert(suggestion) }
      let known = hint.isEmpty && suggestion == nil ? Self.list(keys) : ""
      report.error(
        .unknownKey, "unknown key '\(abbreviate(entry.name))' in \(what)\(hint)\(known)",
        at: entry.key.occurrence, suggestion: suggestion)
    }
  }

  /// The keys that there are, unless they are many.
  private static func list(_ keys: some Collection<String>) -> String {
    guard (1...20).contains(keys.count) else { return "" }
    return "; it may have " + alternatives(keys.sorted(), last: "and")
  }

  /// The value of a key.
  subscript(key: String) -> YAMLNode? { node[key] }

  /// The position of a key; for a missing one, that of the mapping.
  func keySpan(_ key: String) -> SourceSpan {
    node.mapping?.entry(for: key)?.key.occurrence ?? node.occurrence
  }

  func text(_ key: String) -> String? { self[key].flatMap { report.text($0, for: "'\(key)'") } }

  func placedText(_ key: String) -> Name? { self[key].flatMap { report.placedText($0, for: "'\(key)'") } }

  func name(_ key: String) -> Name? { self[key].flatMap { report.name($0, for: "'\(key)'") } }

  func boolean(_ key: String) -> Bool? { self[key].flatMap { report.boolean($0, for: "'\(key)'") } }

  func integer(_ key: String, in range: ClosedRange<Int> = 0...Int.max) -> Int? {
    self[key].flatMap { report.integer($0, for: "'\(key)'", in: range) }
  }

  func number(_ key: String) -> NumberText? { self[key].flatMap { report.number($0, for: "'\(key)'") } }

  /// Reports a required key that is missing.
  func require(_ key: String, in what: String, hint: String = "") {
    guard self[key] == nil, !misspelled.contains(key) else { return }
    report.error(.missingKey, "\(what) needs '\(key)'\(hint)", at: node.startSpan)
  }

  /// Reports mutually exclusive keys, and returns those that are present.
  @discardableResult
  func requireAtMostOne(of keys: [String], in what: String) -> [String] {
    let present = keys.filter { self[$0] != nil }
    if let first = present.first, let second = present.dropFirst().first {
      report.error(
        .conflictingKeys, "\(what) can't have both '\(first)' and '\(second)'", at: keySpan(second),
        notes: [.init("'\(first)' is here", at: keySpan(first))])
    }
    return present
  }

  /// A Swift identifier.
  func swiftName(_ key: String = "swiftName", isType: Bool = false) -> Name? {
    guard let name = name(key), report.checkSwiftName(name, isType: isType) else { return nil }
    return name
  }

  /// `summary`, `docs` and `deprecated`.
  func documentation() -> Documentation {
    Documentation(summary: text("summary"), details: text("docs"), deprecation: deprecation())
  }

  /// `true`, or what to use instead.
  func deprecation() -> Deprecation? {
    guard let node = self["deprecated"] else { return nil }
    if let flag = node.asBool { return flag ? Deprecation() : nil }
    guard let scalar = node.scalar, !scalar.text.isEmpty else {
      report.mismatch(
        node, expected: "true, false or a text that says what to use instead", for: "'deprecated'")
      return nil
    }
    return Deprecation(message: scalar.text)
  }
}

extension YAMLNode {
  /// A mapping's first key, or any other node itself: the position of mistakes about the whole node.
  var startSpan: SourceSpan {
    guard aliasedFrom == nil, case .mapping(let mapping) = content else { return occurrence }
    return mapping.entries.first?.key.occurrence ?? occurrence
  }
}
