import APIModel
import Diagnostics
import SpecYAML

extension PolicyReader {
  /// `[signed, Signing.signed, {priority: 3}]`, members of the runtime's `Policy` that the user declares; `none` for no policy.
  func ownPolicies(_ node: YAMLNode) -> [Policies.Own] {
    if isNone(node) || node.asBool == false { return [] }
    guard let items = node.items else {
      report.mismatch(
        node, expected: "'none' or a list", for: "'policies'",
        hint: node.mapping == nil
          ? "write [\(node.text.flatMap(SwiftTypeParser.name).map { abbreviate($0) } ?? "signed")]"
          : "write [{priority: 3}]")
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
    guard let argument = argument(entry.value) else {
      report.mismatch(
        entry.value, expected: "a string, an integer or a boolean",
        for: "the argument of the policy '\(abbreviate(entry.name))'")
      return nil
    }
    return ownPolicy(Name(entry.name, span: entry.key.occurrence), argument: argument)
  }

  private func argument(_ node: YAMLNode) -> Policies.Own.Argument? {
    guard let scalar = node.scalar else { return nil }
    if let value = node.asBool { return .boolean(value) }
    if let value = node.asInt { return .integer(value) }
    guard scalar.coreType == .string else { return nil }
    return report.text(node, for: "a policy's argument").map { .text($0) }
  }

  /// A member of `Policy`, after the module that declares it, if that isn't the generated one.
  private func ownPolicy(_ name: Name, argument: Policies.Own.Argument?) -> Policies.Own? {
    guard report.checkSafe(Text(text: name.text, span: name.span), kind: "the policy's name") else {
      return nil
    }
    let parts = name.text.split(separator: ".", omittingEmptySubsequences: false).map {
      SwiftTypeParser.name(String($0))
    }
    guard (1...2).contains(parts.count), let last = parts.last, let member = last, let first = parts.first,
      let module = first
    else {
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
    return Policies.Own(
      name: Name(member, span: name.span), argument: argument, module: parts.count == 2 ? module : nil)
  }

  /// The spec language's own policies.
  private static let keywords = Set(defaultablePolicies + ["pagination", "weight"])
}

extension SwiftTypeParser {
  /// An identifier as generated code spells it; nil for any other text.
  fileprivate static func name(_ text: String) -> String? {
    var parser = SwiftTypeParser(text)
    return parser.identifier() && parser.isAtEnd ? parser.text : nil
  }
}
