import APIModel
import Diagnostics
import SpecReader
import SpecYAML

// Keywords for values of one type beside several alternatives: what applies to some of them, and what is reported.
extension SchemaStore {
  /// Whether `required` beside alternatives is a part of those that may be objects.
  ///
  /// It isn't beside a discriminator: ASP.NET requires the discriminator beside alternatives, one of which doesn't have it.
  func requiresKeys(_ facts: SchemaFacts, of alternatives: [Located]) -> Bool {
    guard !facts.required.isEmpty, facts.discriminator == nil else { return false }
    guard let types = facts.types else { return alternatives.contains { mayBeObject($0) } }
    return types == [.object]
  }

  private func mayBeObject(_ alternative: Located) -> Bool {
    facts(of: alternative).types?.contains(.object) ?? true
  }

  /// Reports members that are required beside alternatives, but not in all of them that may be objects.
  func reportKeys(_ facts: SchemaFacts, besides alternatives: [Located]) {
    let tag = facts.discriminator?["propertyName"]?.node.text
    let objects = alternatives.filter { mayBeObject($0) }.map { self.facts(of: $0).required }
    for name in facts.required.sorted() where name != tag && objects.contains(where: { !$0.contains(name) }) {
      guard let node = facts.requiredNames[name] else { continue }
      findings.leaveOut(
        "that '\(abbreviate(name))' is there isn't checked beside several alternatives: require it in each of them",
        at: node)
    }
  }

  /// Adds limits that are said beside objects to the alternatives that aren't objects.
  func share(_ facts: SchemaFacts, amongOthersOf combined: inout CombinedAlternatives, at value: Located) {
    guard !combined.others.isEmpty else { return }
    var rest = facts
    for keyword in [CountKeyword.minProperties, .maxProperties] { rest.counts[keyword] = nil }
    var schemas = combined.others.map { combined.schemas[$0.position] }
    share(rest, among: &schemas, from: combined.others.map(\.alternative), at: value)
    for (other, schema) in zip(combined.others, schemas) { combined.schemas[other.position] = schema }
    leaveOut(
      facts.conditions.filter { Self.conditionsOfAnyType.contains($0.keyword) },
      "beside alternatives that aren't objects")
  }

  /// Conditions that may say something of values that aren't objects.
  private static let conditionsOfAnyType: Set<String> = ["not", "if", "contains", "unevaluatedItems"]

  /// Reports an alternative whose type isn't among those that are said beside it.
  func reportType(of alternative: Located, besides types: Set<JSONType>) {
    guard let own = facts(of: alternative).types, own.isDisjoint(with: types),
      !own.union(types).isSubset(of: [.integer, .number])
    else { return }
    findings.mistake(
      "'type' beside the alternatives doesn't allow the type of this one, so none of its values is valid; it is read nonetheless",
      at: alternative.node)
  }
}
