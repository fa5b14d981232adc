import APIModel
import Diagnostics
import SpecYAML

extension PolicyReader {
  /// `[signed, Signing.signed, {priority: 3}]`, members of the runtime's `Policy` that the user declares; `none` for no policy.
  func ownPolicies(_ node: YAMLNode) -> [Policies.Own] {
    if isNone(node) || node.asBool == false { return [] }
    guard let items = node.items else {
      let name = node.asBool == nil ? node.text.flatMap { SwiftTypeParser.name($0, afterDot: true) } : nil
      let form = node.mapping == nil ? "[\(name.map { abbreviate($0) } ?? "signed")]" : "[{priority: 3}]"
      report.mismatch(
        node, expected: "'none' or a list", for: "'policies'", hint: "write \(node.asNull ? "none" : form)")
      return []
    }
    var policies: [Policies.Own] = []
    for item in items {
      guard let policy = ownPolicy(item) else { continue }
      if let first = policies.first(where: { $0.name.text == policy.name.text && $0.module == policy.module })
      {
        report.duplicate("the policy '\(policy.name.text)'", at: policy.name.span, first: first.name.span)
      } else {
        policies.append(policy)
      }
    }
    return policies
  }

  /// `signed` or `{priority: 3}`.
  private func ownPolicy(_ node: YAMLNode) -> Policies.Own? {
    guard !node.asNull else {
      report.mismatch(
        node, expected: "the name of a policy",
        hint: "write 'policies: none', without brackets, for no policies")
      return nil
    }
    guard let mapping = node.mapping, !mapping.entries.isEmpty else {
      return report.name(node, for: "a policy").flatMap { ownPolicy($0, argument: nil) }
    }
    let entries = report.entries(node, for: "a policy", form: "{priority: 3}")
    guard entries.count == 1, let entry = entries.first else {
      if !entries.isEmpty {
        report.error(
          .wrongType,
          "a policy has one argument: write '- {\(abbreviate(entries[0].name)): …}' for each policy",
          at: entries[1].key.occurrence)
      }
      return nil
    }
    return argument(entry.value, of: entry.name).flatMap {
      ownPolicy(Name(entry.name, span: entry.key.occurrence), argument: $0)
    }
  }

  /// What a policy is made with. As everywhere where several types are possible, `no` is a text.
  private func argument(_ node: YAMLNode, of policy: String) -> Policies.Own.Argument? {
    var hint: String?
    switch node.scalar?.coreType {
    case .boolean?: if let value = node.asBool { return .boolean(value) }
    case .integer?:
      if let value = node.asInt { return .integer(value) }
      hint = integerHint(node)
    case .string?:
      let text = node.text ?? ""
      if let value = node.asBool, node.scalar?.style == .plain, node.tag == nil {
        report.warning(
          .probableMistake,
          "'\(text)' is a text here, because YAML has called booleans only true and false since 1.2; write \(value) if you mean "
            + "that, or \"\(text)\" with quotes", at: node.occurrence)
      }
      return .text(text)
    case .null?: hint = "without an argument, write [\(abbreviate(policy))]"
    case .float?: hint = "write \"\(abbreviate(node.text ?? ""))\" with quotes to pass it as a text"
    case nil: break
    }
    report.mismatch(
      node, expected: "a string, an integer or a boolean",
      for: "the argument of the policy '\(abbreviate(policy))'", hint: hint)
    return nil
  }

  /// What to do about an integer that Swift's `Int` doesn't have.
  private func integerHint(_ node: YAMLNode) -> String {
    let quoted = "write \"\(abbreviate(node.text ?? ""))\" with quotes to pass it as a text"
    guard case .ambiguousOctal? = node.scalar?.integer else { return "it doesn't fit in 64 bits; \(quoted)" }
    let number = node.text.flatMap { Int($0) }.map { "; write \($0) if you mean that number" } ?? ""
    return "a leading zero isn't allowed\(number), or \(quoted)"
  }

  /// A member of `Policy`, after the module that declares it, if that isn't the generated one.
  private func ownPolicy(_ name: Name, argument: Policies.Own.Argument?) -> Policies.Own? {
    guard report.checkSafe(name, kind: "the policy's name") else {
      return nil
    }
    let written = name.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let parts = written.enumerated().map { SwiftTypeParser.name($1, afterDot: $0 == written.count - 1) }
    guard (1...2).contains(parts.count), let last = parts.last, let member = last, let first = parts.first,
      let module = first
    else {
      if let keyword = written.first(where: SwiftTypeParser.isKeyword), written.count <= 2 {
        report.error(
          .invalidName,
          "'\(abbreviate(keyword))' has a meaning of its own in Swift, so \(keyword == written.last ? "no policy" : "no module") "
            + "is called so: write another name, such as 'signed', or 'Signing.signed' for one of the module Signing",
          at: name.span)
        return nil
      }
      report.error(
        .invalidName,
        "'\(abbreviate(name.text))' isn't the name of a policy: write one name, such as 'signed', or 'Signing.signed' for one "
          + "of the module Signing", at: name.span)
      return nil
    }
    guard parts.count == 2 || member != "none" else {
      report.error(
        .invalidName, "'none' is no policy: write 'policies: none', without brackets, for no policies",
        at: name.span)
      return nil
    }
    guard parts.count == 2 || !Self.keywords.contains(member) else {
      report.error(
        .invalidName,
        "'\(member)' is no policy of yours, but a key of its own: write '\(member): …' beside 'policies'",
        at: name.span)
      return nil
    }
    if let instead = Self.runtimePolicies[member] {
      report.error(
        .invalidName,
        parts.count == 1
          ? "'\(member)' is a policy of the runtime: write \(instead)"
          : "the runtime has a policy '\(member)', too, and generated code couldn't tell yours apart: give it another name, or "
            + "write \(instead)", at: name.span)
      return nil
    }
    return Policies.Own(
      name: Name(member, span: name.span), argument: argument, module: parts.count == 2 ? module : nil)
  }

  /// The spec language's own policies.
  private static let keywords = Set(defaultablePolicies + ["pagination", "weight"])

  /// The static members of the runtime's `Policy`, and what a spec says in their place.
  static let runtimePolicies: [String: String] = [
    "batch": "'batched: true' at the parameter", "cache": "'cache: …' beside 'policies'",
    "credentials": "'authentication: …' beside 'policies'",
    "idempotencyKey": "'idempotencyKey: {header: …}' beside 'policies'",
    "noCache": "'cache: none' beside 'policies'", "pagination": "'pagination: …' beside 'policies'",
    "partial": "'partial: …' beside 'policies'", "queue": "'queue: …' beside 'policies'",
    "rateLimit": "'limits: …' in the module", "rateLimitFields": "'limits: {headers: …}' in the module",
    "retry": "'retry: …' beside 'policies'", "timeout": "'timeout: …' beside 'policies'",
    "weight": "'weight: …' beside 'policies'",
  ]
}

extension SwiftTypeParser {
  /// An identifier as generated code spells it; nil for any other text.
  fileprivate static func name(_ text: String, afterDot: Bool) -> String? {
    var parser = SwiftTypeParser(text)
    return parser.identifier(afterDot: afterDot) && parser.isAtEnd ? parser.text : nil
  }

  /// Whether a text would be a name if it weren't a keyword.
  fileprivate static func isKeyword(_ text: String) -> Bool {
    var parser = SwiftTypeParser(text)
    return !parser.identifier() && parser.keyword == text
  }
}
