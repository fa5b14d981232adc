import APIModel
import Diagnostics
import GeneratorKit

/// What other tools can't learn from a document, because only its extensions say it.
extension OpenAPIWriter {
  mutating func reportLosses() {
    for envelope in envelopes.all.map(\.envelope) {
      guard let failure = envelope.failure else { continue }
      losses.add(
        "OpenAPI can't say when a response reports failure, so other tools take failures in the envelope "
          + "'\(envelope.name.text)' for successes",
        at: failure.property.span)
    }
    for endpoint in module.endpoints { reportLosses(of: endpoint) }
    for (first, second) in paths.alike {
      losses.add(
        "OpenAPI takes '\(first.text)' and '\(second.text)' for the same path, so tools may refuse the document",
        at: second.span)
    }
    SchemaLosses(schemas.dialect).report(module, into: &losses)
  }

  private mutating func reportLosses(of endpoint: Endpoint) {
    let name = endpoint.operation
    if endpoint.urlParameter != nil {
      losses.add(
        "OpenAPI has no operation whose URL is a parameter, so '\(name)' is at a path of its own, which no server has",
        at: endpoint.path.span)
    }
    if !endpoint.requirements.isEmpty {
      losses.add(
        "OpenAPI can't say which parameters depend on each other; to other tools, those of 'requires' are optional",
        at: endpoint.span)
    }
    for parameter in endpoint.parameters { reportLosses(of: parameter, in: endpoint) }
    reportFields(of: endpoint)
    reportBodies(of: endpoint)
  }

  private mutating func reportLosses(of parameter: Parameter, in endpoint: Endpoint) {
    let name = parameter.name
    if parameter.keepsReserved, parameter.location == .path {
      losses.add(
        "OpenAPI has no path parameters with slashes, so other tools encode those of '\(name.text)'",
        at: name.span)
    }
    if let separator = lostSeparator(of: parameter) {
      losses.add(
        "OpenAPI has no lists with '\(separator)' between their elements, so other tools take '\(name.text)' for a "
          + "text", at: name.span)
    }
    if parameter.style?.kind == .deepObject, hasNestedValues(parameter.schema) {
      losses.add(
        "OpenAPI doesn't say how lists and objects in '\(name.text)' are named, so other tools may send them otherwise",
        at: name.span)
    }
  }

  /// Whether an object has members that aren't scalars.
  private func hasNestedValues(_ schema: Schema) -> Bool {
    let schema = index.resolved(schema).schema
    let members =
      (index.flattenedObject(schema)?.properties.map(\.schema) ?? [])
      + [schema[.additionalProperties]].compactMap(\.self)
    return members.contains { member in
      switch index.shape(of: index.resolved(member).schema) {
      case .object, .map, .array, .tuple, .union, .any: true
      case .enumeration, .scalar, .reference: false
      }
    }
  }

  // MARK: Header fields

  /// The header fields of requests that documents leave to tools.
  static let fieldsOfTools: Set<String> = ["accept", "authorization", "content-type"]

  private mutating func reportFields(of endpoint: Endpoint) {
    var names = endpoint.parameters.filter { $0.location == .header }.map(\.name)
    names += module.clientParameters(of: endpoint).filter { $0.location == .header }.map(\.name)
    names += module.constantHeaders(of: endpoint).filter { !isSentByTools($0, of: endpoint) }.map(\.name)
    for name in names where Self.fieldsOfTools.contains(name.text.lowercased()) {
      losses.add(
        "OpenAPI leaves the header field '\(name.text)' to tools, so they may send another one", at: name.span
      )
    }
    let policies = endpoint.policies
    var keys = [policies.idempotencyKey].compactMap(\.self)
    if case .allowedWithKey(let header) = policies.queue { keys.append(header) }
    for key in keys {
      losses.add(
        "OpenAPI can't say that clients make a key for each request, so other tools don't send '\(key)'",
        at: endpoint.span)
    }
  }

  private func isSentByTools(_ header: ConstantHeader, of endpoint: Endpoint) -> Bool {
    header.name.text.lowercased() == "accept"
      && endpoint.responses.contains { media(of: $0, in: endpoint.envelope)?.type == header.value }
  }

  // MARK: Bodies

  private mutating func reportBodies(of endpoint: Endpoint) {
    if endpoint.responses.contains(where: { $0.codec != nil }) || endpoint.bodyCodec != nil {
      losses.add("OpenAPI has no codecs; to other tools, such bodies are bytes", at: endpoint.span)
    }
    let bodies: [Endpoint.Body] =
      if case .alternatives(let list)? = endpoint.body { list.map(\.body) } else {
        endpoint.body.map { [$0] } ?? []
      }
    for case .form(let schema, let lists, let objects, _) in bodies {
      // This is what documents mean by a form.
      let isUsual = lists == .repeated && objects == .json
      guard !isUsual, hasNestedValues(schema) else { continue }
      losses.add(
        "OpenAPI doesn't say how lists and objects in forms are named, so other tools may send the body of "
          + "'\(endpoint.operation)' otherwise", at: schema.span)
    }
    for response in endpoint.responses {
      switch response.payload {
      case .stream, .events:
        losses.add(
          "OpenAPI \(version.rawValue) has no streams, so other tools take the elements of '\(endpoint.operation)' for a "
            + "list that ends", at: response.span)
      case .empty, .bytes, .text, .json, .byteStream: break
      }
    }
  }
}
