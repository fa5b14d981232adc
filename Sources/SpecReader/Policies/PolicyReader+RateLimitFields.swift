import APIModel
import Diagnostics
import SpecYAML

extension PolicyReader {
  /// `headers` under `limits`: `standard`, or a name for each field.
  func rateLimitFields(_ node: YAMLNode) -> RateLimitFields? {
    if node.text == "standard" { return RateLimitFields(names: nil, scope: .application) }
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "'standard' or a mapping with 'remaining' and 'reset'", for: "'headers'")
      return nil
    }
    let keys = ["remaining", "reset", "resetIs", "limit", "scope"]
    guard let fields = Fields(node, what: "'headers'", keys: keys, report: report) else { return nil }
    let scope =
      choice(fields, "scope", among: ["application", "address", "endpoint"])
      .flatMap { RateLimit.Scope(rawValue: $0) } ?? .application
    for key in ["remaining", "reset"] { fields.require(key, in: "'headers'") }
    if fields["reset"] != nil {
      fields.require(
        "resetIs", in: "'headers'",
        hint: ": 'seconds' or 'milliseconds' from now, 'timestamp' or "
          + "'timestampMilliseconds' (Unix time)")
    }
    let unit = choice(fields, "resetIs", among: RateLimitFields.Reset.allCases.map(\.rawValue))
    guard let remaining = token(fields, "remaining"), let reset = token(fields, "reset"),
      let unit = unit.flatMap({ RateLimitFields.Reset(rawValue: $0) })
    else { return nil }
    return RateLimitFields(
      names: .init(remaining: remaining, reset: reset, resetIs: unit, limit: token(fields, "limit")),
      scope: scope)
  }

  private func token(_ fields: Fields, _ key: String) -> String? {
    guard let name = fields.placedText(key), report.checkToken(name, of: "a header") else { return nil }
    return name.text
  }

  private func choice(_ fields: Fields, _ key: String, among known: [String]) -> String? {
    guard let text = fields.placedText(key) else { return nil }
    if known.contains(text.text) { return text.text }
    report.error(
      .invalidValue, "'\(key)' is \(alternatives(known)), not '\(abbreviate(text.text))'", at: text.span,
      suggestion: report.suggestion(for: text.text, in: known))
    return nil
  }
}
