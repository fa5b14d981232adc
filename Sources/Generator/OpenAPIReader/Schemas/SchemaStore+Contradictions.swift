import APIModel
import SchemaValues
import SpecReader
import SpecYAML

// Keywords that no value satisfies together, which are usually slips: responses are read without them.
extension SchemaStore {
  /// Removes limits that contradict each other, and reports them.
  func dropContradictions(of schema: inout Schema, at value: Located) {
    for contradiction in schema.contradictions {
      for keyword in [contradiction.keyword, contradiction.other] {
        if let limit = LimitKeyword(rawValue: keyword) { schema.limits[limit] = nil }
        if let count = CountKeyword(rawValue: keyword) { schema.counts[count] = nil }
      }
      report(contradiction, "neither is checked", at: value)
    }
  }

  /// Reports limits beside a constant or an enumeration that none of the values satisfies. The values decide.
  func reportValuesBeyondLimits(_ values: Schema, _ facts: SchemaFacts, at value: Located) {
    guard facts.hasLimits else { return }
    var limited = values
    (limited.limits, limited.counts) = (facts.limits, facts.counts)
    if facts.const == nil, let only = values.const {
      limited.const = nil
      limited.enumeration = Enumeration(cases: [.init(value: only, span: values.span)])
    }
    // A pattern that isn't one is reported where it applies.
    if let pattern = facts.pattern?.node.text, findPatternProblem(pattern) == nil {
      limited.pattern = pattern
    }
    let contradictions = limited.contradictions.filter { ["enum", "const"].contains($0.keyword) }
    for contradiction in contradictions { report(contradiction, "only the values are used", at: value) }
    guard contradictions.isEmpty, let beyond = limited.valuesBeyondLimits.first else { return }
    findings.mistake(
      "a value of 'enum' isn't within the limits beside it, so it is never valid; it is kept, and the limits "
        + "aren't checked: \(beyond.message)",
      at: value.node["enum"] ?? value.node)
  }

  private func report(_ contradiction: Contradiction, _ remedy: String, at value: Located) {
    let written = [contradiction.keyword, contradiction.other].lazy.compactMap { value.node[$0] }.first
    findings.mistake("\(contradiction.message), so no value is valid; \(remedy)", at: written ?? value.node)
  }
}
