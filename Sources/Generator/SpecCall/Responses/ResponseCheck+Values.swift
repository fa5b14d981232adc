import APIModel
import SchemaValues

extension ResponseCheck {
  /// The keywords that a partial response needn't satisfy.
  private static let complete: Set<String> = [
    "required", "dependentRequired", "anyOf", "oneOf", "minProperties",
  ]

  /// What is said of values that clients accept, and the spec doesn't know.
  private static let unknown = [
    "properties": "the spec doesn't mention this key", "enum": "the spec doesn't list this value",
    "oneOf": "the spec has no alternative for it", "anyOf": "the spec has no alternative for it",
  ]

  /// Reports the violations in a value, and as warnings what the spec doesn't know: keys, values of enumerations and
  /// alternatives.
  ///
  /// - Parameter path: the place of the value in the response.
  func check(_ value: Literal, _ schema: Schema, at path: [ValueStep], _ reading: inout CheckedResponse) {
    let masked = masked(value, schema, &reading)
    hideSecrets(of: reading)
    let redaction = reading.redaction
    /// The place without secrets, which a pointer would escape, so that nothing recognized them any more.
    func place(_ path: [ValueStep]) -> String {
      path.isEmpty ? "" : " \(redaction.hiding(in: path).pointer)"
    }
    guard let found = checker.violations(of: value, by: schema) else {
      reading.problems.append(CallProblem("response: it takes too much work to check", at: schema.span))
      return
    }
    let violations = found.filter { !isPartial || !Self.complete.contains($0.keyword) }
    reading.problems += grouped(violations) { violation in
      let hides = SecretMask.hides(violation.path, of: value, masked: masked)
      let message = hides ? "the secret value breaks it" : violation.message
      return "response\(place(path + violation.path)): \(message) [\(violation.keyword)]"
    }
    let known = Set(found)
    let unknown = (checker.violations(ofKnown: value, by: schema) ?? []).filter {
      Self.unknown[$0.keyword] != nil && !known.contains($0)
        && (!isPartial || !Self.complete.contains($0.keyword))
    }
    reading.problems += grouped(unknown) { violation in
      "response\(place(path + violation.path)): \(Self.unknown[violation.keyword] ?? violation.message)"
    }.map { problem in
      var problem = problem
      problem.isWarning = true
      return problem
    }
  }

  /// The value without the secrets that its schema names, which are hidden elsewhere, too.
  func masked(_ value: Literal, _ schema: Schema, _ reading: inout CheckedResponse) -> Literal {
    let masked = SecretMask(index: index).masked(value, schema)
    reading.learn(value, masked: masked)
    return masked
  }

  /// Hides in messages what is known as a secret by now.
  func hideSecrets(of reading: CheckedResponse) {
    let redaction = reading.redaction
    checker.shown = { redaction.hiding(in: $0) }
  }

  /// One problem for the violations that differ only in indices.
  private func grouped(
    _ violations: [ValueViolation], _ text: (ValueViolation) -> String
  ) -> [CallProblem] {
    struct Kind: Hashable {
      var path: [ValueStep]
      var keyword: String
      var isMissing: String
    }
    var order: [Kind] = []
    var groups: [Kind: [ValueViolation]] = [:]
    for violation in violations {
      let path = violation.path.map { step in if case .index = step { ValueStep.index(0) } else { step } }
      let kind = Kind(
        path: path, keyword: violation.keyword,
        isMissing: violation.keyword == "required" ? violation.message : "")
      if groups[kind] == nil { order.append(kind) }
      groups[kind, default: []].append(violation)
    }
    return order.compactMap { kind in
      guard let all = groups[kind], let first = all.first else { return nil }
      let others = all.count > 1 ? ", and \(all.count - 1) more like it" : ""
      return CallProblem(text(first) + others, at: first.span)
    }
  }
}
