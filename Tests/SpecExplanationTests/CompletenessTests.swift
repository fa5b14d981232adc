import APIModel
import Foundation
import Testing
import Thoroughness

@testable import SpecExplanation
@testable import SwiftEmitter

/// Everything in real specs and documents is explained, and nothing is missing.
struct CompletenessTests {
  @Test(arguments: [
    "Specs", "Tests/Golden/Features/Specs", "Tests/Golden/Failures/Specs",
    "Tests/Golden/Requests/Specs", "Tests/Golden/Pages/Specs", "Tests/Golden/Edges/Specs",
    "Tests/Golden/Credentials/Specs", "Tests/Golden/Services/Specs", "Tests/Golden/Recipes/Specs",
    "Tests/Golden/OwnTypes/Specs", "Tests/Golden/Hostile/Specs", "Tests/Golden/Names/Specs",
    "Tests/Golden/Schemas/Specs",
  ])
  func ofSpecs(folder: String) throws {
    try check(ExplainedSpecs(folder: folder))
  }

  @Test(
    .thorough, .enabled(if: !Documents.paths.isEmpty, "needs shared/openapi/documents; see CONTRIBUTING.md"),
    arguments: Documents.paths)
  func ofDocuments(path: String) throws {
    // Debug builds would take minutes for all of a large one.
    try check(ExplainedSpecs(path: path), most: 20)
  }

  /// The types of Swift and of the runtime that requests and responses have, and those that users add in golden cases.
  private static let otherTypes: Set<String> = [
    "Bool", "Date", "Decimal", "Double", "Duration", "Int", "Int32", "Int64", "JSON", "String", "UInt8",
    "UInt64", "URL", "ByteStream", "ElementStream", "EventStream", "FilePart", "HTTPRequestBody", "Money",
    "OrderID",
  ]

  /// - Parameter most: How many endpoints and types of a module are checked, spread evenly.
  private func check(_ specs: ExplainedSpecs, most: Int = .max) throws {
    func some<Element>(_ elements: [Element]) -> [Element] {
      stride(from: 0, to: elements.count, by: max(1, elements.count / most)).map { elements[$0] }
    }
    for explainer in specs.explainers {
      let names = SubjectNames([explainer])
      for endpoint in some(explainer.module.endpoints) {
        let facts = explainer.facts(of: endpoint)
        try check(facts, endpoint, explainer)
        guard
          case .endpoint(_, let found)? = try names.find(
            "\(explainer.module.name.text).\(endpoint.swiftPath)"
          ).first?.subject
        else {
          Issue.record("\(facts.name) is something else")
          continue
        }
        #expect(found.operation == endpoint.operation)
      }
      for type in some(explainer.types) { check(explainer.facts(of: type), type, explainer) }
      // Each declaration of the spec has an explanation.
      let explained = Set(explainer.types.compactMap(\.identity))
      let parts = explainer.module.schemasUsedOnlyAsParts()
      for schema in explainer.module.schemas where !parts.contains(schema.name.text) {
        let isDeclared = schema.schema.ownType == nil
        #expect(explained.contains(.schema(schema.name.text)) || !isDeclared, "\(schema.name.text)")
      }
    }
  }

  private func check(_ facts: EndpointFacts, _ endpoint: Endpoint, _ explainer: ModuleExplainer) throws {
    #expect(!facts.signature.isEmpty && !facts.behaviour.isEmpty)
    let listed = Set(facts.parameters.map { "\($0.place ?? "") \($0.wireName ?? "")" })
    for parameter in endpoint.parameters {
      #expect(listed.contains("\(parameter.location.rawValue) \(parameter.name.text)"), "\(facts.name)")
      let own = facts.parameters.first {
        $0.wireName == parameter.name.text && $0.place == parameter.location.rawValue
      }
      let hasLimit =
        !parameter.schema.limits.isEmpty || !parameter.schema.counts.isEmpty
        || parameter.schema.pattern != nil
      if hasLimit { #expect(own?.limits.isEmpty == false, "\(facts.name) \(parameter.name.text)") }
    }
    #expect(facts.errors.filter { !$0.isShared }.count == endpoint.errors.count, "\(facts.name)")
    let bodies = endpoint.failures.filter { $0.payload.schema != nil }.map { statusesText($0.statuses) }
    let described = Set(facts.failures.flatMap(\.statuses))
    #expect(bodies.allSatisfy(described.contains), "\(facts.name)")
    for failure in facts.failures { #expect(!failure.statuses.isEmpty) }
    // Every type that is mentioned is one that can be explained, or Swift's.
    for type in [facts.response.type].compactMap(\.self) + facts.parameters.compactMap(\.type) {
      for name in type.matches(of: /[A-Z_][A-Za-z0-9_]*(?:\.[A-Z_][A-Za-z0-9_]*)*/).map({ String($0.0) }) {
        #expect(
          explainer.surface.types.contains { $0.name == name } || Self.otherTypes.contains(name),
          "\(facts.name): \(name) in \(type)")
      }
    }
    let text = Explanation(.endpoint(explainer, endpoint)).text
    #expect(text.contains(facts.path.contains("\u{1B}") ? "" : endpoint.methods[0].rawValue.uppercased()))
  }

  private func check(_ facts: TypeFacts, _ type: SurfaceType, _ explainer: ModuleExplainer) {
    let shown = type.members.filter { member in
      switch member.kind {
      case .property: !member.identity.hasPrefix("$") && member.identity != "rawValue"
      case .constant, .enumerationCase: true
      default: false
      }
    }
    #expect(shown.map(\.name).allSatisfy(facts.members.map(\.name).contains), "\(facts.name)")
    // Each member has its schema.
    let members = explainer.described.members(of: type)
    for (position, member) in type.members.enumerated() where member.kind == .property {
      guard [.structure, .headers].contains(type.kind), !member.identity.hasPrefix("$") else { continue }
      #expect(
        members.schema(of: member, at: position) != nil,
        "\(explainer.module.name.text).\(facts.name).\(member.name): \(member.identity)")
    }
  }
}
