import APIModel
import CallComposing
import Diagnostics
import Foundation

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
      return accepted.firstIndex { $0.hasName(of: parameter) && $0.location == parameter.location }
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
    where parameter.isRequired && !matched.contains(position) {
      // Constants are sent without an argument, but only by those who know them.
      requests.report(
        .breaks, "\(place)(\((parameter.label ?? parameter.name).text):)",
        "the service needs it, and the app doesn't send it",
        endpoint.span, parameter.name.span)
    }
    for requirement in newEndpoint.requirements
    where !endpoint.requirements.contains(where: {
      $0.kind == requirement.kind && $0.parameters.map(\.text) == requirement.parameters.map(\.text)
    }) {
      requests.report(
        .mayBreak, place,
        "the service needs one of \(wordList(requirement.parameters.map { "'\($0.text)'" }))",
        endpoint.span, newEndpoint.span)
    }
  }

  private mutating func compare(_ parameter: Parameter, _ other: Parameter, _ label: String) {
    let spans: WireInclusion.Spans = (parameter.name.span, other.name.span)
    if other.location != parameter.location {
      requests.report(
        .breaks, label,
        "is sent in the \(parameter.location.noun), and expected in the \(other.location.noun)",
        spans.old, spans.new)
    } else if let message = compareStyles(parameter, other) {
      requests.report(.breaks, label, message, spans.old, spans.new)
    }
    let (value, known) = (
      WireValue(parameter.schema, in: requests.writer), WireValue(other.schema, in: requests.reader)
    )
    // A parameter that is nil isn't sent.
    if other.isRequired, !parameter.isRequired || value.isNullable && !known.isNullable {
      requests.report(.mayBreak, label, "may be left out, and the service needs it", spans.old, spans.new)
    }
    let isText = parameter.style?.kind != .json && other.style?.kind != .json
    requests.within(isText ? .parameter : .request) {
      $0.compare(parameter.schema, other.schema, label, spans)
    }
  }

  /// What is different if both versions write the same values otherwise, as clients write them; nil for the same bytes.
  private func compareStyles(_ parameter: Parameter, _ other: Parameter) -> String? {
    let value = WireValue(parameter.schema, in: requests.writer)
    var renamed = other
    renamed.name = parameter.name
    func isSame(_ value: Literal) -> Bool {
      StyledText(parameter: parameter, value: value).bytes
        == StyledText(parameter: renamed, value: value).bytes
    }
    let types = value.types
    if types.contains(.array), !isSame(.array([.string("a"), .string("b")])) {
      return "lists and objects are written otherwise"
    }
    if types.contains(.object), !isSame(.object(members(of: value))) {
      return "lists and objects are written otherwise"
    }
    if types.contains(.string), !isSame(.string("a")) { return "is written otherwise" }
    if types.contains(.integer), !isSame(.number(NumberText("1"))) { return "is written otherwise" }
    if types.contains(.boolean), !isSame(.boolean(true)) { return "is written otherwise" }
    return nil
  }

  /// Members of an object, as nested as its schema.
  private func members(of value: WireValue) -> [Literal.Member] {
    let properties = value.index.flattenedObject(value.schema)?.properties ?? []
    let members = properties.map { property -> Literal.Member in
      let types = WireValue(property.schema, in: value.index).types
      let isAny = types.count > 4
      let inner: Literal =
        types.contains(.array) && !isAny
        ? .array([.string("a"), .string("b")])
        : types.contains(.object) && !isAny ? .object([.init(name: "k", value: .string("v"))]) : .string("a")
      return .init(name: property.name.text, value: inner)
    }
    return members.isEmpty
      ? [.init(name: "k", value: .string("a")), .init(name: "l", value: .string("b"))] : members
  }
}

extension Parameter {
  /// Whether both have the same name. Case doesn't count in names of header fields (RFC 9110, section 5.1).
  fileprivate func hasName(of other: Parameter) -> Bool {
    name.text == other.name.text
      || location == .header && other.location == .header
        && name.text.lowercased() == other.name.text.lowercased()
  }
}

extension StyledText {
  /// What is sent, without percent-encoding, which servers remove before they look at values.
  fileprivate var bytes: [String] {
    switch parameter.location {
    case .query, .form, .cookie: pairs.map { "\($0.name)=\($0.value.removingPercentEncoding ?? $0.value)" }
    case .path, .header, .url: texts.map { $0.removingPercentEncoding ?? $0 }
    }
  }
}
