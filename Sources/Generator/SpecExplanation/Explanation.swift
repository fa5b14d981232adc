import APIModel
import BundledTemplates
import Diagnostics
import SwiftEmitter

/// The explanation of one name, before it is shown.
package struct Explanation: Sendable, Encodable {
  package enum Kind: String, Sendable, Encodable {
    case endpoint, type, group, module, error, webhook, parameter, diagnostic, language
    /// A name that means several things.
    case meanings
  }

  package var kind: Kind
  package var endpoint: EndpointFacts?
  package var type: TypeFacts?
  package var group: GroupFacts?
  package var module: ModuleFacts?
  package var error: ErrorExplanation?
  package var value: ValueExplanation?
  package var diagnostic: DiagnosticExplanation?
  package var language: LanguageExplanation?
  package var meanings: [MeaningFacts]?
  /// The types that it mentions, and the types that they mention.
  package var types: [TypeFacts] = []

  /// The number of levels of types to explain: the mentioned types, and the types of their properties.
  private static let depth = 2

  package init(_ subject: Subject) {
    switch subject {
    case .endpoint(let explainer, let endpoint):
      kind = .endpoint
      var facts = explainer.facts(of: endpoint)
      facts.siblings = explainer.siblings(of: endpoint)
      self.endpoint = facts
      let texts =
        [facts.response.type, facts.response.headers].compactMap(\.self)
        + facts.parameters.compactMap(\.type) + facts.failures.map(\.type)
      types = explainer.types(mentionedIn: texts, depth: Self.depth)
    case .type(let explainer, let type):
      kind = .type
      let facts = explainer.facts(of: type)
      self.type = facts
      let siblings = explainer.siblings(of: type)
      types =
        siblings
        + explainer.types(
          mentionedIn: facts.members.compactMap(\.type) + [facts.declaration], depth: Self.depth - 1
        )
        .filter { type in type.name != facts.name && !siblings.contains { $0.name == type.name } }
    case .group(let explainer, let path):
      kind = .group
      group = explainer.groups.first { $0.path == path }?.facts
    case .module(let explainer):
      kind = .module
      module = explainer.facts
    case .error(let explainer, let error):
      kind = .error
      self.error = ErrorExplanation(error: error, endpoints: explainer.endpoints(with: error))
    case .webhook(let explainer, let event):
      kind = .webhook
      show(explainer.explanation(of: event), explainer)
    case .parameter(let explainer, let parameter):
      kind = .parameter
      show(explainer.explanation(of: parameter), explainer)
    }
  }

  private mutating func show(_ value: ValueExplanation, _ explainer: ModuleExplainer) {
    self.value = value
    types = explainer.types(mentionedIn: [value.value.type].compactMap(\.self), depth: Self.depth)
  }

  /// The explanations of what a name means: a list if it means several things that have other names in full.
  package static func all(of name: String, _ meanings: [Meaning]) -> [Explanation] {
    let hasOtherNames = meanings.allSatisfy { $0.name != name }
    guard meanings.count > 1, hasOtherNames else { return meanings.map { Explanation($0.subject) } }
    return [Explanation(meanings.map(MeaningFacts.init))]
  }

  private init(_ meanings: [MeaningFacts]) {
    kind = .meanings
    self.meanings = meanings
  }

  /// - Parameter language: a type of the spec language.
  package init(_ language: LanguageExplanation) {
    kind = .language
    self.language = language
  }

  /// - Parameter section: a section of the page about diagnostics.
  package init(_ section: DiagnosticExplanation) {
    kind = .diagnostic
    diagnostic = section
  }
}

/// A type of the spec language.
package struct LanguageExplanation: Sendable, Encodable {
  package var name: String
  /// Its form in JSON, such as "a text".
  package var json: String
  /// The Swift type; nil for none.
  package var swift: String?
  /// Markdown.
  package var details: String?

  package init(name: String, json: String, swift: String?, details: String?) {
    self.name = name
    self.json = json
    self.swift = swift
    self.details = details
  }
}

/// An error code, and the endpoints that report it.
package struct ErrorExplanation: Sendable, Encodable {
  package var error: ErrorFacts
  package var endpoints: [EndpointLine]
}

/// The documentation of a diagnostic.
package struct DiagnosticExplanation: Sendable, Encodable {
  package var id: String
  package var title: String
  /// Markdown.
  package var text: String

  /// The section of the page about diagnostics; nil for an unknown id.
  package init?(_ id: String) {
    guard let known = DiagnosticID.all.first(where: { $0.rawValue == id }) else { return nil }
    title = known.title
    let lines = BundledPages.diagnostics.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "### \(id)") else { return nil }
    let rest = lines[(start + 1)...]
    var section = Array(rest.prefix { !$0.hasPrefix("### ") && !$0.hasPrefix("## ") })
    while section.last?.isEmpty == true { section.removeLast() }
    while section.first?.isEmpty == true { section.removeFirst() }
    self.id = id
    text = section.joined(separator: "\n")
  }
}

extension ModuleExplainer {
  /// The endpoints with the same method and path.
  fileprivate func siblings(of endpoint: Endpoint) -> [String] {
    module.endpoints.filter { $0.route == endpoint.route && $0.operation != endpoint.operation }.map(name)
  }

  /// The types that are the same schema, in requests or in responses.
  fileprivate func siblings(of type: SurfaceType) -> [TypeFacts] {
    guard let name = specName(of: type) else { return [] }
    return types.filter { specName(of: $0) == name && $0.name != type.name }.map {
      facts(of: $0, withExample: false)
    }
  }

  /// The types that texts mention, followed by the types that they mention, each once.
  func types(mentionedIn texts: [String], depth: Int) -> [TypeFacts] {
    var found: [TypeFacts] = []
    var seen: Set<String> = []
    var next = texts
    for level in 0..<depth {
      let names = next.flatMap { mentioned(in: $0) }.filter { seen.insert($0).inserted }
      let facts = names.compactMap { type(named: $0) }.filter(\.isExplained).map { type in
        self.facts(of: type, withExample: false)
      }
      found += facts
      guard level < depth - 1 else { break }
      next = facts.flatMap { $0.members.compactMap(\.type) + [$0.declaration] }
    }
    return found
  }
}
