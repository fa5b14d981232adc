import APIModel
import Diagnostics
import SchemaValues

extension WireComparison {
  mutating func compareParameters(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    func all(_ endpoint: Endpoint, _ module: Module) -> [Parameter] {
      let omitted = Set(endpoint.omittedClientParameters.map(\.text))
      return endpoint.parameters + module.clientParameters.filter { !omitted.contains($0.name.text) }
    }
    let sent = all(endpoint, old)
    let accepted = all(newEndpoint, new)
    // The names of a path's parameters aren't sent.
    func match(_ parameter: Parameter) -> Int? {
      guard parameter.location != .path else {
        let before = sent.filter { $0.location == .path }.map(\.name.text)
        let after = accepted.indices.filter { accepted[$0].location == .path }
        let position = before.firstIndex(of: parameter.name.text) ?? 0
        return after.first { accepted[$0].name.text == parameter.name.text }
          ?? (after.indices.contains(position) ? after[position] : nil)
      }
      return accepted.firstIndex { $0.isSame(as: parameter) }
        ?? accepted.firstIndex { $0.name.text == parameter.name.text && $0.location != .path }
    }
    var matched: Set<Int> = []
    for parameter in sent {
      let label = "\(place)(\((parameter.label ?? parameter.name).text):)"
      guard let position = match(parameter) else {
        // What the service does with a parameter that it doesn't know isn't in a spec.
        requests.report(
          .cantTell, label, "the service doesn't have '\(parameter.name.text)' any more", parameter.name.span,
          newEndpoint.span)
        continue
      }
      matched.insert(position)
      compare(parameter, accepted[position], label)
    }
    for (position, parameter) in accepted.enumerated()
    where parameter.isNeeded && !matched.contains(position) {
      // Constants are sent without an argument, but only by those who know them.
      requests.report(
        .breaks, "\(place)(\((parameter.label ?? parameter.name).text):)",
        "the service needs it, and the app doesn't send it",
        endpoint.span, parameter.name.span)
    }
    compareRequirements(endpoint, newEndpoint, place) { name in
      accepted.indices.first { accepted[$0].name.text == name && accepted[$0].location != .path }
        .flatMap { position in sent.first { match($0) == position } }
    }
  }

  private mutating func compare(_ parameter: Parameter, _ other: Parameter, _ label: String) {
    let spans: WireInclusion.Spans = (parameter.name.span, other.name.span)
    let (value, known) = (
      WireValue(parameter.schema, in: requests.writer), WireValue(other.schema, in: requests.reader)
    )
    // A parameter that is nil isn't sent.
    if other.isNeeded, !parameter.isNeeded || value.isNullable && !known.isNullable {
      requests.report(.mayBreak, label, "may be left out, and the service needs it", spans.old, spans.new)
    }
    if other.location != parameter.location {
      requests.report(
        .breaks, label,
        "is sent in the \(parameter.location.noun), and expected in the \(other.location.noun)",
        spans.old, spans.new)
      requests.within(.parameter) { $0.compare(parameter.schema, other.schema, label, spans) }
    } else {
      let texts = WireTexts(parameter, value, other, known)
      requests.compareTexts(texts, parameter.schema, other.schema, label, spans)
    }
  }

  // MARK: Requirements

  /// - Parameter sent: the app's parameter that the service reads by a name.
  private mutating func compareRequirements(
    _ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String, _ sent: (String) -> Parameter?
  ) {
    for requirement in newEndpoint.requirements {
      let possible = requirement.parameters.compactMap { sent($0.text) }
      let isOneSure = possible.contains {
        $0.isNeeded && !WireValue($0.schema, in: requests.writer).isNullable
      }
      let names = Set(possible.map(\.name.text))
      // What the app chooses from is a part of what the service does.
      let choices = endpoint.requirements.filter { $0.parameters.allSatisfy { names.contains($0.text) } }
      let words = wordList(requirement.parameters.map { "'\($0.text)'" })
      if possible.isEmpty {
        requests.report(
          .breaks, place, "the service needs one of \(words), and the app sends none", endpoint.span,
          newEndpoint.span)
      } else if !isOneSure, choices.isEmpty {
        requests.report(
          .mayBreak, place, "the service needs one of \(words)", endpoint.span, newEndpoint.span)
      } else if requirement.kind == .exactlyOne, possible.count > 1,
        !choices.contains(where: { $0.kind == .exactlyOne && $0.parameters.count == possible.count })
      {
        requests.report(
          .mayBreak, place, "the service takes only one of \(words)", endpoint.span, newEndpoint.span)
      }
    }
  }
}

extension Parameter {
  /// Whether a service refuses requests without it. It has a value of its own if there is a default.
  fileprivate var isNeeded: Bool { isRequired && schema.defaultValue == nil }
}
