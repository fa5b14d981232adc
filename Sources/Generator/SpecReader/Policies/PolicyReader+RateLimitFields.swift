import APIModel
import Diagnostics
import SpecYAML

extension PolicyReader {
  /// `headers` under `limits`: `standard`, or a name for each field.
  ///
  /// - Parameter limits: the module's limits, of which a field may say how much is used.
  func rateLimitFields(_ node: YAMLNode, beside limits: [RateLimit]) -> RateLimitFields? {
    if node.text == "standard" { return RateLimitFields(names: nil, scope: .application) }
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "'standard' or a mapping with 'remaining' and 'reset'", for: "'headers'")
      return nil
    }
    let keys = ["remaining", "usage", "used", "reset", "resetIs", "restores", "limit", "scope"]
    guard let fields = Fields(node, what: "'headers'", keys: keys, report: report) else { return nil }
    let scope =
      choice(fields, "scope", among: ["application", "address", "endpoint"])
      .flatMap { RateLimit.Scope(rawValue: $0) } ?? .application
    if fields["used"] != nil { return used(fields, scope, beside: limits) }
    fields.requireAtMostOne(of: ["remaining", "usage"], in: "'headers'")
    fields.requireAtMostOne(of: ["reset", "restores"], in: "'headers'")
    if fields["usage"] == nil {
      fields.require(
        "remaining", in: "'headers'",
        hint: ", or 'usage' for a field such as 32/40, or 'used' for one such as 32")
    } else {
      fields.requireAtMostOne(of: ["usage", "limit"], in: "'headers'")
    }
    guard let count = count(fields), let renewal = renewal(fields) else { return nil }
    return RateLimitFields(names: .init(count: count, renewal: renewal), scope: scope)
  }

  /// Reads `used`: the number of requests used so far. The total comes from a limit in the spec.
  private func used(_ fields: Fields, _ scope: RateLimit.Scope, beside limits: [RateLimit])
    -> RateLimitFields?
  {
    for key in ["remaining", "usage", "reset", "resetIs", "restores", "limit"] where fields[key] != nil {
      report.error(
        .conflictingKeys, "'\(key)' has no place beside 'used', which counts toward the limit under 'limits'",
        at: fields.keySpan(key))
    }
    guard let field = token(fields, "used") else { return nil }
    guard let limit = limits.first(where: { $0.scope == scope }) else {
      let advice =
        scope == .endpoint
        ? "write 'scope: application' or 'scope: address'" : "write '\(scope.rawValue): 100/min' or the like"
      report.error(
        .missingKey,
        "'used' says how much of a limit is used, and 'limits' has none of the scope '\(scope.rawValue)'; \(advice)",
        at: fields.keySpan("used"))
      return nil
    }
    return RateLimitFields(names: nil, used: .init(field: field, seconds: limit.seconds), scope: scope)
  }

  private func count(_ fields: Fields) -> RateLimitFields.Names.Count? {
    if let usage = token(fields, "usage") { return .usage(usage) }
    let limit = token(fields, "limit")
    return token(fields, "remaining").map { .remaining($0, limit: limit) }
  }

  private func renewal(_ fields: Fields) -> RateLimitFields.Names.Renewal? {
    if let node = fields["restores"] {
      return report.rate(node, for: "'restores'").map { .restores(count: $0.count, seconds: $0.seconds) }
    }
    fields.require("reset", in: "'headers'", hint: ", or 'restores' with a rate such as 2/s")
    if fields["reset"] != nil {
      fields.require(
        "resetIs", in: "'headers'",
        hint: ": 'seconds' or 'milliseconds' from now, 'timestamp' or "
          + "'timestampMilliseconds' (Unix time), or 'date-time'")
    }
    let unit = choice(fields, "resetIs", among: RateLimitFields.Reset.allCases.map(\.rawValue))
      .flatMap { RateLimitFields.Reset(rawValue: $0) }
    guard let reset = token(fields, "reset"), let unit else { return nil }
    return .reset(reset, unit)
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
