import APIModel
import SpecCall
import SwiftEmitter

/// A value that has a name of its own: a message from the service, or a parameter of the client.
package struct ValueExplanation: Sendable, Encodable {
  /// `Shop.sold`
  package var name: String
  /// What it is, in a sentence.
  package var role: String
  package var value: ValueFacts
  package var example: String?
  package var position: String?
}

extension ModuleExplainer {
  /// A message from the service.
  func explanation(of event: Webhooks.Event) -> ValueExplanation {
    let position = module.webhooks?.events.firstIndex { $0.name == event.name } ?? 0
    let type = surface.types.first { $0.identity == .events }
    let member = type.flatMap { $0.members.indices.contains(position) ? $0.members[position] : nil }
    var facts = value(
      member?.name ?? event.name.text, event.payload, type: member?.type?.text, isSecret: false)
    facts.wireName = event.name.text
    let words = event.documentation
    (facts.summary, facts.details) = (words.summary ?? facts.summary, words.details ?? facts.details)
    facts.isDeprecated = words.deprecation != nil
    facts.deprecation = words.deprecation?.message
    let cases = type.map { " in Swift, `\($0.name).\(facts.name)`." } ?? ""
    return ValueExplanation(
      name: "\(module.name.text).\(event.name.text)", role: "A message from the service;\(cases)",
      value: facts,
      example: event.payload.flatMap { shownSamples.sample(of: $0) }.map(PrettyJSON.text),
      position: self.position(event.name.span))
  }

  /// A parameter of the client.
  func explanation(of parameter: Parameter) -> ValueExplanation {
    let initializer = surface.types.first { $0.kind == .client }?.members.first { $0.kind == .initializer }
    let argument = initializer?.parameters.first { $0.identity == "parameter \(parameter.name.text)" }
    var facts = value(
      argument?.name ?? parameter.swiftName(), parameter.schema, type: argument?.type.text,
      isSecret: parameter.isSecret)
    facts.wireName = parameter.name.text
    facts.place = parameter.location.rawValue
    facts.isOptional = argument?.hasDefault ?? !parameter.isRequired
    facts.isRequired = argument.map { !$0.hasDefault } ?? false
    let without = module.endpoints.filter { $0.omits(parameter) }
    let omitting =
      without.isEmpty ? "" : ", except for \(without.map { "`\($0.swiftPath)`" }.joined(separator: ", "))"
    return ValueExplanation(
      name: "\(module.name.text).\((parameter.label ?? parameter.name).text)",
      role: "A parameter of the client, sent with every request\(omitting).", value: facts, example: nil,
      position: position((parameter.label ?? parameter.name).span))
  }
}
