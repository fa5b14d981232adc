import APIModel
import Diagnostics
import SwiftEmitter

/// Whether an app with the old module and a service of the new version understand each other. What the app sends must be what the
/// service accepts, and what the service sends must be what the app reads.
///
/// Only what clients act on counts: they ignore keys, values of open enumerations and error codes that they don't know.
struct WireComparison {
  private(set) var changes: [WireChange] = []
  private let old: Module
  private let new: Module
  private let pairs: SurfacePairs
  private var requests: WireInclusion
  private var responses: WireInclusion

  init(_ old: Module, _ new: Module, _ pairs: SurfacePairs) {
    (self.old, self.new, self.pairs) = (old, new, pairs)
    let (before, after) = (SchemaIndex(old), SchemaIndex(new))
    requests = WireInclusion(of: before, in: after, .request, new.name.text)
    responses = WireInclusion(of: after, in: before, .response, new.name.text)
    let oldEndpoints = Dictionary(old.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    let newEndpoints = Dictionary(new.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    for type in pairs.old.types {
      guard case .endpoint(let identity)? = type.identity, let endpoint = oldEndpoints[identity.operation]
      else { continue }
      let place = type.method.map { ($0.receiver + [$0.name]).joined(separator: ".") } ?? identity.operation
      guard case .endpoint(let other)? = pairs.counterpart(of: type)?.identity,
        let newEndpoint = newEndpoints[other.operation]
      else {
        requests.report(
          .breaks, place, "the service no longer has '\(identity.route)'", endpoint.span, nil)
        continue
      }
      compareRoutes(identity, other, place, endpoint, newEndpoint)
      compareParameters(endpoint, newEndpoint, place)
      compareBodies(endpoint, newEndpoint, place)
      compareResponses(endpoint, newEndpoint, place)
    }
    var seen: Set<WireChange> = []
    changes = (requests.found + responses.found).filter { seen.insert($0).inserted }
  }

  // MARK: Requests

  private mutating func compareRoutes(
    _ identity: EndpointIdentity, _ other: EndpointIdentity, _ place: String, _ endpoint: Endpoint,
    _ newEndpoint: Endpoint
  ) {
    // One that may be sent in two ways is sent in the first.
    let isKept = identity.methods.first.map(other.methods.contains) ?? true
    guard !isKept || identity.path != other.path else { return }
    requests.report(
      .breaks, place, "is sent as '\(identity.route)', and the service has '\(other.route)'", endpoint.span,
      newEndpoint.span)
  }

  private mutating func compareParameters(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    func all(_ endpoint: Endpoint, _ module: Module) -> [Parameter] {
      let omitted = Set(endpoint.omittedClientParameters.map(\.text))
      return endpoint.parameters + module.clientParameters.filter { !omitted.contains($0.name.text) }
    }
    let sent = all(endpoint, old)
    let accepted = all(newEndpoint, new)
    // The names of a path's parameters aren't sent.
    func match(_ parameter: Parameter) -> Parameter? {
      guard parameter.location != .path else {
        let before = sent.filter { $0.location == .path }.map(\.name.text)
        let after = accepted.filter { $0.location == .path }
        let position = before.firstIndex(of: parameter.name.text) ?? 0
        return after.first { $0.name.text == parameter.name.text }
          ?? (after.indices.contains(position) ? after[position] : nil)
      }
      return accepted.first { $0.name.text == parameter.name.text && $0.location == parameter.location }
        ?? accepted.first { $0.name.text == parameter.name.text && $0.location != .path }
    }
    var matched: Set<String> = []
    for parameter in sent {
      let label = "\(place)(\((parameter.label ?? parameter.name).text):)"
      guard let other = match(parameter) else {
        // What the service does with a parameter that it doesn't know isn't in a spec.
        requests.report(
          .cantTell, label, "the service doesn't have '\(parameter.name.text)' any more", parameter.name.span,
          newEndpoint.span)
        continue
      }
      matched.insert(other.name.text)
      let spans = (parameter.name.span, other.name.span)
      if other.location != parameter.location {
        requests.report(
          .breaks, label,
          "is sent in the \(parameter.location.noun), and expected in the \(other.location.noun)",
          spans.0, spans.1)
      }
      if other.isRequired, !parameter.isRequired {
        requests.report(.mayBreak, label, "may be left out, and the service needs it", spans.0, spans.1)
      }
      let types = ValueTypes(of: parameter.schema, in: requests.writer).types
      if !types.isDisjoint(with: [.array, .object]),
        parameter.listStyle != other.listStyle || parameter.style != other.style
      {
        requests.report(.breaks, label, "lists and objects are written otherwise", spans.0, spans.1)
      }
      requests.compare(parameter.schema, other.schema, label, spans)
    }
    for parameter in accepted where parameter.isRequired && !matched.contains(parameter.name.text) {
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

  private mutating func compareBodies(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    let label = "\(place)(body)"
    let spans = (endpoint.span, newEndpoint.span)
    switch (endpoint.body, newEndpoint.body) {
    case (nil, nil): return
    case (nil, _):
      if !newEndpoint.isBodyOptional {
        requests.report(.breaks, label, "the service needs a body", spans.0, spans.1)
      }
    case (_, nil): requests.report(.cantTell, label, "the service has no body any more", spans.0, spans.1)
    case (let body?, let other?):
      if endpoint.isBodyOptional, !newEndpoint.isBodyOptional {
        requests.report(.mayBreak, label, "may be left out, and the service needs it", spans.0, spans.1)
      }
      compare(body, other, label, spans)
    }
  }

  private mutating func compare(
    _ body: Endpoint.Body, _ other: Endpoint.Body, _ label: String, _ spans: (SourceSpan, SourceSpan)
  ) {
    switch (body, other) {
    case (.json(let schema), .json(let otherSchema)):
      requests.compare(schema, otherSchema, label, (schema.span, otherSchema.span))
    case (.jsonOfType(let schema, let type), .jsonOfType(let otherSchema, let otherType))
    where type == otherType:
      requests.compare(schema, otherSchema, label, (schema.span, otherSchema.span))
    case (
      .form(let schema, let lists, let objects, let fields),
      .form(let otherSchema, let otherLists, let otherObjects, let otherFields)
    ):
      if lists != otherLists || objects != otherObjects || fields.count != otherFields.count {
        requests.report(
          .cantTell, label, "lists or objects in the form may be written otherwise", spans.0, spans.1)
      }
      requests.compare(schema, otherSchema, label, (schema.span, otherSchema.span))
    case (.multipart, .multipart), (.alternatives, .alternatives):
      let (before, after) = (body.schemas, other.schemas)
      if before.count != after.count || zip(before, after).contains(where: { !$0.meansTheSame(as: $1) }) {
        requests.report(.cantTell, label, "its parts are others", spans.0, spans.1)
      }
      for (schema, otherSchema) in zip(before, after) {
        requests.compare(schema, otherSchema, label, (schema.span, otherSchema.span))
      }
    case (.bytes(let type), .bytes(let otherType)) where type == otherType,
      (.text(let type), .text(let otherType)) where type == otherType,
      (.file(let type), .file(let otherType)) where type == otherType:
      return
    case (_, .alternatives(let alternatives)):
      if let same = alternatives.first(where: { Self.kind($0.body) == Self.kind(body) }) {
        return compare(body, same.body, label, spans)
      }
      requests.report(.breaks, label, "the service takes bodies of other kinds", spans.0, spans.1)
    default:
      requests.report(.breaks, label, "the service takes a body of another kind", spans.0, spans.1)
    }
  }

  private static func kind(_ body: Endpoint.Body) -> String {
    switch body {
    case .json: "json"
    case .jsonOfType(_, let type): "json \(type)"
    case .alternatives: "alternatives"
    case .bytes(let type): "bytes \(type)"
    case .form: "form"
    case .text(let type): "text \(type)"
    case .file(let type): "file \(type)"
    case .multipart: "multipart"
    }
  }

  // MARK: Responses

  private mutating func compareResponses(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    let label = "\(place)()"
    compareEnvelopes(endpoint, newEndpoint, label)
    for response in newEndpoint.responses {
      let span = newEndpoint.span
      let known = endpoint.responses.narrowest(for: response.statuses.lowerBound)
      guard !known.isEmpty else {
        responses.report(
          .mayBreak, label, "the app doesn't know responses with the status \(response.statuses.lowerBound)",
          endpoint.span, span)
        continue
      }
      compare(response.payload, known.map(\.payload), label, (endpoint.span, span))
    }
    for header in endpoint.headers where header.isRequired {
      let headerLabel = "\(place)[\(header.name.text)]"
      guard
        let other = newEndpoint.headers.first(where: {
          $0.name.text.lowercased() == header.name.text.lowercased()
        })
      else {
        responses.report(
          .breaks, headerLabel, "responses don't have the field any more", header.name.span, newEndpoint.span)
        continue
      }
      if !other.isRequired {
        responses.report(.mayBreak, headerLabel, "may be missing", header.name.span, other.name.span)
      }
      responses.compare(other.schema, header.schema, headerLabel, (header.name.span, other.name.span))
    }
  }

  private mutating func compare(
    _ payload: Endpoint.Response.Payload, _ known: [Endpoint.Response.Payload], _ label: String,
    _ spans: (SourceSpan, SourceSpan)
  ) {
    switch payload {
    case .json(let schema):
      let schemas = known.compactMap { if case .json(let schema) = $0 { schema } else { nil as Schema? } }
      if schemas.count == 1, let other = schemas.first {
        return responses.compare(schema, other, label, (other.span, schema.span))
      }
      if schemas.contains(where: { $0.meansTheSame(as: schema) }) { return }
      responses.report(
        known.contains(.bytes) || known.contains(.empty) ? .cantTell : .breaks, label,
        "responses are JSON, which the app doesn't expect", spans.0, spans.1)
    case .stream(let stream, let element):
      for case .stream(let other, let otherElement) in known where other == stream {
        return responses.compare(element, otherElement, label, (otherElement.span, element.span))
      }
      responses.report(.breaks, label, "streams are of another kind", spans.0, spans.1)
    default:
      // Clients that expect nothing, or bytes, look at nothing.
      if known.contains(payload) || known.contains(.empty) || known.contains(.bytes) { return }
      responses.report(
        payload == .empty ? .breaks : .cantTell, label, "responses are of another kind", spans.0, spans.1)
    }
  }

  private mutating func compareEnvelopes(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ label: String) {
    func envelope(_ endpoint: Endpoint, _ module: Module) -> Envelope? {
      endpoint.envelope.flatMap { name in module.envelopes.first { $0.name.text == name.text } }
    }
    let (before, after) = (envelope(endpoint, old), envelope(newEndpoint, new))
    guard let before, let after else {
      if (before == nil) != (after == nil) {
        responses.report(
          .breaks, label, "responses are \(after == nil ? "no longer" : "now") in an envelope", endpoint.span,
          newEndpoint.span)
      }
      return
    }
    let spans = (before.name.span, after.name.span)
    if before.payload?.text != after.payload?.text {
      responses.report(.breaks, before.name.text, "has the payload at another place", spans.0, spans.1)
    }
    if before.failure?.property.text != after.failure?.property.text
      || before.failure?.value != after.failure?.value || before.failure?.isList != after.failure?.isList
      || before.failure?.paths.pointers != after.failure?.paths.pointers
    {
      responses.report(.mayBreak, before.name.text, "says otherwise that a request failed", spans.0, spans.1)
    }
    responses.compare(after.schema, before.schema, before.name.text, spans)
  }
}

extension FailurePaths {
  fileprivate var pointers: [String?] { [code, message].map { $0?.pointer } }
}
