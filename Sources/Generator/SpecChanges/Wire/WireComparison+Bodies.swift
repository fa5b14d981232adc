import APIModel
import CallComposing
import Diagnostics
import Foundation

extension WireComparison {
  mutating func compareBodies(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    let label = "\(place)(body)"
    let spans: WireInclusion.Spans = (endpoint.span, newEndpoint.span)
    switch (endpoint.body, newEndpoint.body) {
    case (nil, nil): return
    case (nil, _):
      if !newEndpoint.isBodyOptional {
        requests.report(.breaks, label, "the service needs a body", spans.old, spans.new)
      }
    case (_, nil): requests.report(.cantTell, label, "the service has no body any more", spans.old, spans.new)
    case (let body?, let other?):
      if endpoint.isBodyOptional, !newEndpoint.isBodyOptional {
        requests.report(.mayBreak, label, "may be left out, and the service needs it", spans.old, spans.new)
      }
      compare(
        body.choices(of: endpoint), other.choices(of: newEndpoint) + others(beside: newEndpoint), label, spans
      )
    }
  }

  /// What the service takes in place of an endpoint's body: bodies that clients don't send, and those of endpoints with the same
  /// route.
  private func others(beside endpoint: Endpoint) -> [BodyChoice] {
    let omitted = endpoint.omittedBodies.map { other -> BodyChoice in
      var body = other.body
      // A part of a multipart body is a property of the other one.
      if case .multipart = body { return (body, nil, nil) }
      let kept =
        endpoint.body?.choices(of: endpoint).first { $0.body.mediaType == other.substitute.text }
        ?? endpoint.body?.choices(of: endpoint).first
      if body.schemas.count == 1, let schemas = kept?.body.schemas, schemas.count == 1 {
        body.schemas = schemas
      }
      return (body, nil, nil)
    }
    let siblings = new.endpoints.filter {
      $0.methods == endpoint.methods && $0.path.text == endpoint.path.text
        && $0.operation != endpoint.operation
    }
    return omitted + siblings.flatMap { $0.body?.choices(of: $0) ?? [] }
  }

  /// Compares the bodies that an app may send with those that the service takes, by their media types. An app chooses one of
  /// several, so the others still work if one isn't taken any more.
  private mutating func compare(
    _ sent: [BodyChoice], _ taken: [BodyChoice], _ label: String, _ spans: WireInclusion.Spans
  ) {
    var refused: [String] = []
    for (body, span, text) in sent {
      let type = MediaType(body.mediaType)
      // Parameters such as `v=2` tell media types apart.
      let possible = taken.filter { other in
        let known = MediaType(other.body.mediaType)
        return type.matches(known) && (known.isContained(in: type) || type.isContained(in: known))
      }
      let sure = possible.filter { MediaType($0.body.mediaType).isContained(in: type) }
      let fitting = sure.isEmpty ? possible : sure
      guard
        let match = fitting.first(where: { type.isSame(as: MediaType($0.body.mediaType)) })
          ?? fitting.first(where: { MediaType($0.body.mediaType).isRange }) ?? fitting.first
      else {
        refused.append("'\(body.mediaType)'")
        continue
      }
      let places = (span ?? spans.old, match.span ?? spans.new)
      if type.isRange, !MediaType(match.body.mediaType).isRange {
        requests.report(
          .mayBreak, label, "may be '\(body.mediaType)', and the service takes '\(match.body.mediaType)'",
          places.0, places.1)
      }
      if sure.isEmpty {
        requests.report(
          .cantTell, label, "is '\(body.mediaType)', and the service takes '\(match.body.mediaType)'",
          places.0, places.1)
      }
      compareContents(body, match.body, label, places)
      if case .text = body, let limits = match.text {
        var any = Schema(span: limits.span)
        any.types = [.string]
        requests.compare(text ?? any, limits, label, (text?.span ?? places.0, limits.span))
      }
    }
    guard !refused.isEmpty else { return }
    var known: [String] = []
    for other in taken where !known.contains("'\(other.body.mediaType)'") {
      known.append("'\(other.body.mediaType)'")
    }
    requests.report(
      refused.count == sent.count ? .breaks : .mayBreak, label,
      "may be \(wordList(refused)), and the service takes \(wordList(known))", spans.old, spans.new)
  }

  private mutating func compareContents(
    _ body: Endpoint.Body, _ other: Endpoint.Body, _ label: String, _ spans: WireInclusion.Spans
  ) {
    switch (body, other) {
    case (.json(let schema), .json(let known)), (.json(let schema), .jsonOfType(let known, _)),
      (.jsonOfType(let schema, _), .json(let known)), (.jsonOfType(let schema, _), .jsonOfType(let known, _)):
      requests.compare(schema, known, label, (schema.span, known.span))
    case (
      .form(let schema, let lists, let objects, let fields),
      .form(let known, let otherLists, let otherObjects, let otherFields)
    ):
      let (own, new) = (FormTexts(lists, objects, fields), FormTexts(otherLists, otherObjects, otherFields))
      compareForms(own, new, schema, label, spans)
      let areStyled = !fields.isEmpty || !otherFields.isEmpty
      let medium = WireMedium.form(
        repeatingFields: lists == .repeated && otherLists == .repeated,
        nestingJSON: !areStyled && objects == .json && otherObjects == .json)
      requests.within(medium) {
        $0.compare(schema, known, label, (schema.span, known.span))
      }
    case (.multipart(let parts), .multipart(let known)): compareParts(parts, known, label, spans)
    // A service that takes any bytes of the media type.
    case (_, .bytes), (_, .text), (_, .file): return
    default: requests.report(.cantTell, label, "the service reads what is in it", spans.old, spans.new)
    }
  }
}

extension WireComparison {
  /// Compares how lists and objects in a form are written.
  private mutating func compareForms(
    _ own: FormTexts, _ other: FormTexts, _ schema: Schema, _ label: String, _ spans: WireInclusion.Spans
  ) {
    let message = "lists and objects are written otherwise"
    let form = WireValue(schema, in: requests.writer)
    guard let properties = form.index.flattenedObject(form.schema)?.properties else {
      if own.styles != other.styles { requests.report(.cantTell, label, message, spans.old, spans.new) }
      return
    }
    for property in properties {
      let value = WireValue(property.schema, in: form.index)
      let samples = value.types.count > 4 ? [] : value.samplesOfForms
      guard samples.contains(where: { own.fields(of: $0, property) != other.fields(of: $0, property) }) else {
        continue
      }
      requests.report(.breaks, "\(label).\(property.name.text)", message, property.name.span, spans.new)
    }
  }
}

/// How the fields of a form are written.
private struct FormTexts {
  let styles: [String]
  private let nested: NestedFormText
  private let styled: [StyledField]

  init(_ lists: Endpoint.Body.FormLists, _ objects: Endpoint.Body.FormObjects, _ styled: [StyledField]) {
    styles = [lists.rawValue, objects.rawValue]
    nested = NestedFormText(lists: lists, objects: objects)
    self.styled = styled
  }

  /// Names and values, without percent-encoding.
  func fields(of value: Literal, _ property: Schema.Property) -> [String] {
    let name = property.name.text
    if let field = styled.first(where: { $0.name.text == name }) {
      return StyledText(parameter: field.parameter(property.schema), value: value).pairs.map {
        "\($0.name.removingPercentEncoding ?? $0.name)=\($0.value.removingPercentEncoding ?? $0.value)"
      }
    }
    return nested.fields(of: value, named: name).map { "\($0.name)=\($0.value)" }
  }
}

extension WireValue {
  /// Values whose form differs between styles.
  fileprivate var samplesOfForms: [Literal] {
    var samples: [Literal] = []
    let object = Literal.object([
      .init(name: "k", value: .string("a")), .init(name: "l", value: .string("b")),
    ])
    if types.contains(.object) { samples.append(object) }
    if types.contains(.array) {
      let items = schema[.items].map { WireValue($0, in: index).types } ?? []
      if items.contains(.object) {
        samples.append(.array([object, object]))
      } else {
        samples.append(.array([.string("a"), .string("b")]))
      }
    }
    return samples
  }
}

/// A body, its place in the spec if there are alternatives, and the schema of a text body.
private typealias BodyChoice = (body: Endpoint.Body, span: SourceSpan?, text: Schema?)

extension Endpoint.Body {
  /// The bodies that an app may send.
  fileprivate func choices(of endpoint: Endpoint) -> [BodyChoice] {
    if case .alternatives(let alternatives) = self {
      alternatives.map { ($0.body, $0.mediaType.span, endpoint.textSchemas[$0.body.mediaType]) }
    } else {
      [(self, nil, endpoint.textSchemas[mediaType])]
    }
  }

  fileprivate var mediaType: String {
    switch self {
    case .json: "application/json"
    case .jsonOfType(_, let type), .bytes(let type), .text(let type), .file(let type): type
    case .form: "application/x-www-form-urlencoded"
    case .multipart: "multipart/form-data"
    case .alternatives: "*/*"
    }
  }
}
