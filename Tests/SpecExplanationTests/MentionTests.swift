import APIModel
import Foundation
import SpecReader
import Testing
import Thoroughness

@testable import SpecExplanation
@testable import SwiftEmitter

/// Explanations mention everything that specs say: each limit, default, secret, error and policy, found in the representation and not
/// in what the explainer makes of it.
struct MentionTests {
  @Test(arguments: [
    "Specs", "Tests/Golden/APIs/Specs", "Tests/Golden/Features/Specs", "Tests/Golden/Failures/Specs",
    "Tests/Golden/Requests/Specs", "Tests/Golden/Pages/Specs", "Tests/Golden/Edges/Specs",
    "Tests/Golden/Credentials/Specs", "Tests/Golden/Services/Specs", "Tests/Golden/Recipes/Specs",
    "Tests/Golden/OwnTypes/Specs", "Tests/Golden/Schemas/Specs",
  ])
  func ofSpecs(folder: String) throws { try check(ExplainedSpecs(folder: folder)) }

  @Test(
    .thorough, .enabled(if: !Documents.paths.isEmpty, "needs shared/openapi/documents; see CONTRIBUTING.md"),
    arguments: Documents.paths)
  func ofDocuments(path: String) throws { try check(ExplainedSpecs(path: path), most: 20) }

  /// - Parameter most: How many endpoints and types of a module are checked, spread evenly.
  private func check(_ specs: ExplainedSpecs, most: Int = .max) throws {
    func some<Element>(_ elements: [Element]) -> [Element] {
      stride(from: 0, to: elements.count, by: max(1, elements.count / most)).map { elements[$0] }
    }
    for explainer in specs.explainers {
      for endpoint in some(explainer.module.endpoints) { check(endpoint, explainer) }
      for type in some(explainer.types) { check(type, explainer) }
    }
  }

  private func check(_ endpoint: Endpoint, _ explainer: ModuleExplainer) {
    let explanation = Explanation(.endpoint(explainer, endpoint))
    guard let facts = explanation.endpoint else { return }
    let text = words(explanation.text)
    func expect(_ needle: String, _ what: String) {
      #expect(text.range(of: words(needle), options: .literal) != nil, "\(facts.name): \(what): '\(needle)'")
    }
    for parameter in endpoint.parameters {
      let own = facts.parameters.first {
        $0.wireName == parameter.name.text && $0.place == parameter.location.rawValue
      }
      guard let own else { continue }
      expect(own.name, "name")
      check(own, parameter.schema, "\(facts.name) \(parameter.name.text)", explainer)
      for note in own.limits + [own.defaultValue, own.example].compactMap(\.self) { expect(note, "note") }
    }
    for error in endpoint.errors { expect("\(error.code.text) \(error.message.text)", "error") }
    for failure in facts.failures { expect("error.body as \(failure.type)", "failure") }
    for needle in policies(of: endpoint, in: explainer.module) { expect(needle, "policy") }
    #expect(facts.curl != nil, "\(facts.name): curl")
  }

  private func check(_ type: SurfaceType, _ explainer: ModuleExplainer) {
    let facts = explainer.facts(of: type)
    let members = explainer.described.members(of: type)
    for (position, member) in type.members.enumerated() where member.kind == .property {
      guard let schema = members.schema(of: member, at: position),
        let own = facts.members.first(where: { $0.name == member.name })
      else { continue }
      check(own, schema, "\(facts.name).\(member.name)", explainer)
    }
  }

  /// What the facts about a value lack.
  private func check(_ facts: ValueFacts, _ schema: Schema, _ name: String, _ explainer: ModuleExplainer) {
    let notes = (facts.limits + [facts.defaultValue, facts.example].compactMap(\.self)).joined(separator: " ")
    for needle in limits(schema, explainer.index) {
      #expect(notes.contains(needle), "\(name): '\(needle)' in '\(notes)'")
    }
    let hasSecret = explainer.index.containsSecret(schema)
    #expect(!hasSecret || facts.isSecret || facts.hasSecrets, "\(name) has secrets")
    #expect(!explainer.index.isSecret(schema) || facts.isSecret, "\(name) is secret")
    if let text = schema.documentation.deprecation {
      #expect(facts.isDeprecated && facts.deprecation == text.message)
    }
    if let summary = schema.documentation.summary { #expect(facts.summary == summary, "\(name)") }
  }

  // MARK: What is to be mentioned

  /// The numbers, patterns and values that a schema itself says.
  private func limits(_ schema: Schema, _ index: SchemaIndex) -> [String] {
    var found: [String] = []
    // The type says how many elements a tuple has.
    if case .tuple = index.shape(of: schema) { return [] }
    switch schema.format {
    case .timestamp, .timestampMilliseconds, .dateTime, .date, .flag, .uuid: break
    default:
      for (keyword, bound) in schema.limits where !(keyword == .multipleOf && bound.text == "1") {
        let hasBoth =
          [.minimum, .exclusiveMinimum].allSatisfy { schema.limits[$0] != nil }
          || [.maximum, .exclusiveMaximum].allSatisfy { schema.limits[$0] != nil }
        if !hasBoth { found.append(bound.text) }
      }
      for (keyword, bound) in schema.counts {
        switch keyword {
        case .minContains, .maxContains: break
        default: if bound > 1 { found.append("\(bound)") }
        }
      }
    }
    if let pattern = schema.pattern { found.append(DocComment.code(pattern)) }
    if case .other(let name)? = schema.format { found.append(DocComment.code(name)) }
    if let constant = schema.const { found.append(DocComment.code(constant.json)) }
    let cases = index.resolved(schema).schema.enumeration?.cases.filter { $0.value != .null } ?? []
    if index.ownType(of: schema) == nil {
      found += cases.prefix(12).map { DocComment.code($0.wireText ?? $0.value.json) }
    }
    return found
  }

  /// A word for each policy.
  private func policies(of endpoint: Endpoint, in module: Module) -> [String] {
    let policies = endpoint.policies
    var found: [String] = []
    if policies.cache != nil { found.append("cached") }
    if let retry = policies.retry, retry.attempts > 1 {
      let isRepeated = retry.isIdempotent
      let refusals = retry.decisiveRefusals(limitErrors: module.limitErrors)
      let statuses = isRepeated ? retry.statuses ?? [] : refusals.statuses
      let errors = isRepeated ? retry.errors : refusals.errors
      found += ["\(retry.attempts) times"] + statuses.map { "\($0)" } + errors.compactMap(\.code)
    }
    if let pagination = policies.pagination {
      if case .snapshot(_, let fetch, _, _) = pagination.style {
        found.append("'\(fetch.text)'")
      } else {
        found.append("pages")
      }
      found += places(pagination).compactMap {
        if case .parameter(let name) = $0 { "'\(name.text)'" } else { nil }
      }
      found += [pagination.more, pagination.total, pagination.pages].compactMap { $0?.pointer }
    }
    if let partial = policies.partial, endpoint.isSelectable { found.append("'\(partial.fieldsParameter)'") }
    if case .credentials(let alternatives) = policies.authentication {
      found += alternatives.joined().flatMap { use in
        ["'\(use.name.text)'"] + use.scopes.map { "'\($0.text)'" }
      }
    }
    if case .header(let name) = policies.authentication { found.append("'\(name)'") }
    if policies.timeout != nil { found.append("waits") }
    if let weight = policies.weight, weight != 1 { found.append("counts as \(weight) requests") }
    if let key = policies.idempotencyKey { found.append("'\(key)'") }
    found += (policies.own ?? []).map { "'\($0.name.text)" }
    found += endpoint.parameters.filter(\.isBatched).map { "'\($0.name.text)'" }
    switch policies.queue {
    case nil, .never: break
    default: found.append("may be sent later")
    }
    return found
  }

  private func places(_ pagination: Policies.Pagination) -> [Policies.Pagination.Place] {
    var found = [pagination.size, pagination.backward?.parameter].compactMap(\.self)
    switch pagination.style {
    case .page(let place, let size): found += [place] + (size.map { [$0] } ?? [])
    case .offset(let place, let limit): found += [place, limit]
    case .cursor(let place, _), .lastElement(let place, _, _): found.append(place)
    case .link(let page, _): found += page.map { [$0] } ?? []
    case .snapshot: break
    }
    return found
  }

  /// A text without the way in which it is wrapped.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
